//===- SpirTarget.cpp - A target whose object files are bitcode -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// clang 15 has a front end for spir64 but no back end, so `-c` without
// -emit-llvm ends with "unable to create target". What every consumer of SPIR
// wants is bitcode; this target gives it: as the object file itself where clang
// writes that (-fintegrated-as). By default clang's driver has spir64 assembled
// by the host's assembler; then the object holds the bitcode in a section
// `.llvmbc`, where -fembed-bitcode puts it too.
//
//===----------------------------------------------------------------------===//

#include "target/SpirTarget.h"
#include "ir/LLVMCompat.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Bitcode/BitcodeWriterPass.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

using namespace llvm;
using namespace tasklet;

namespace {

// The SPIR data layouts, as clang has them (SPIR 1.2 specification, 2.1).
std::string layoutOf(const Triple &T) {
  return std::string("e-") + (T.getArch() == Triple::spir ? "p:32:32-" : "") +
         "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256"
         "-v512:512-v1024:1024" +
         GlobalSpaceOfSpir;
}

/// Writes the module as assembler directives for a section of bitcode.
class BitcodeAssemblyPass : public ModulePass {
  raw_ostream &Out;

public:
  static char ID;
  explicit BitcodeAssemblyPass(raw_ostream &Out) : ModulePass(ID), Out(Out) {}
  bool runOnModule(Module &M) override {
    SmallVector<char, 0> Bitcode;
    raw_svector_ostream Buffer(Bitcode);
    WriteBitcodeToFile(M, Buffer);
    Out << "\t.section .llvmbc,\"e\",@progbits\n";
    for (size_t I = 0; I < Bitcode.size(); ++I)
      Out << (I % 16 ? "," : "\n\t.byte ") << unsigned(uint8_t(Bitcode[I]));
    Out << "\n";
    return false;
  }
};
char BitcodeAssemblyPass::ID;

class SpirTargetMachine : public TargetMachine {
public:
  SpirTargetMachine(const Target &T, const Triple &TT, StringRef CPU,
                    StringRef Features, const TargetOptions &Options)
      : TargetMachine(T, layoutOf(TT), TT, CPU, Features, Options) {}

  bool addPassesToEmitFile(PassManagerBase &PM, raw_pwrite_stream &Out,
                           raw_pwrite_stream *, CodeGenFileType Type, bool,
                           MachineModuleInfoWrapperPass *) override {
    if (Type == ObjectOutput)
      PM.add(createBitcodeWriterPass(Out));
    else if (Type == AssemblyOutput)
      PM.add(new BitcodeAssemblyPass(Out));
    return false;
  }
};

TargetMachine *createMachine(const Target &T, const Triple &TT, StringRef CPU,
                             StringRef Features, const TargetOptions &Options,
                             OptionalOfTarget<Reloc::Model>,
                             OptionalOfTarget<CodeModel::Model>,
                             OptLevelOfTarget, bool) {
  return new SpirTargetMachine(T, TT, CPU, Features, Options);
}

template <Triple::ArchType Arch> bool matches(Triple::ArchType Other) {
  return Arch == Other;
}

} // namespace

void tasklet::registerSpirTarget() {
  // Targets stay registered as long as the process lives.
  static Target Spir, Spir64;
  static bool Done = false;
  if (Done)
    return;
  Done = true;
  TargetRegistry::RegisterTarget(Spir, "spir", "SPIR as bitcode", "SPIR",
                                 matches<Triple::spir>);
  TargetRegistry::RegisterTargetMachine(Spir, createMachine);
  TargetRegistry::RegisterTarget(Spir64, "spir64", "SPIR as bitcode", "SPIR",
                                 matches<Triple::spir64>);
  TargetRegistry::RegisterTargetMachine(Spir64, createMachine);
}
