//===- NvptxLibrary.cpp - Built-in functions for PTX ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxLibrary.h"
#include "ir/Diagnose.h"
#include "target/BuiltinCalls.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<std::string>
    LibclcFile("tkl-make-ptx", cl::value_desc("file"),
               cl::desc("Make PTX of bitcode for the target nvptx, with the "
                        "built-in functions of this libclc"));

const std::string &tasklet::libclcFile() { return LibclcFile; }

static const unsigned char OursBitcode[] = {
#include "NvptxLibrary.inc"
};

static void reportLibrary(Module &M, StringRef Name, const Twine &Why) {
  reportError(M, "the library '" + Name + "' cannot be read: " + Why +
                     "; TASKLET_LIBCLC can name another one");
}

/// Links what \p M calls of the library, and reads no other function: libclc has
/// thousands. False if there was an error.
static bool linkNeeded(Module &M, MemoryBufferRef Bitcode) {
  Expected<std::unique_ptr<Module>> Library =
      getLazyBitcodeModule(Bitcode, M.getContext());
  if (Error Failed =
          Library ? (*Library)->materializeMetadata() : Library.takeError()) {
    reportLibrary(M, Bitcode.getBufferIdentifier(),
                  toString(std::move(Failed)));
    return false;
  }
  // Versions and flags: those of the program count.
  for (NamedMDNode &Node : make_early_inc_range((*Library)->named_metadata()))
    (*Library)->eraseNamedMetadata(&Node);
  (*Library)->setDataLayout(M.getDataLayout());
  (*Library)->setTargetTriple(M.getTargetTriple());
  // A function that says for which processor it is would not be inlined.
  for (Function &F : **Library) {
    F.removeFnAttr("target-cpu");
    F.removeFnAttr("target-features");
  }
  if (!Linker::linkModules(M, std::move(*Library), Linker::LinkOnlyNeeded))
    return true;
  reportLibrary(M, Bitcode.getBufferIdentifier(), "LLVM cannot link it");
  return false;
}

PreservedAnalyses NvptxLibraryPass::run(Module &M, ModuleAnalysisManager &) {
  StringRef Ours(reinterpret_cast<const char *>(OursBitcode),
                 sizeof(OursBitcode));
  if (!linkNeeded(M, MemoryBufferRef(Ours, "of built-in functions")))
    return PreservedAnalyses::none();
  if (!libclcFile().empty()) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File =
        MemoryBuffer::getFile(libclcFile());
    if (!File)
      reportLibrary(M, libclcFile(), File.getError().message());
    else
      linkNeeded(M, **File);
  }
  for (GlobalValue &G : M.global_values())
    if (!G.isDeclaration() && !G.hasLocalLinkage() &&
        !(isa<Function>(G) &&
          cast<Function>(G).getCallingConv() == CallingConv::PTX_Kernel))
      G.setLinkage(GlobalValue::InternalLinkage);
  return PreservedAnalyses::none();
}

/// What the driver defines.
static bool isOfDriver(const Function &F) { return F.getName() == "vprintf"; }

PreservedAnalyses NvptxMissingPass::run(Module &M, ModuleAnalysisManager &) {
  for (const Function &F : M) {
    if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() || isOfDriver(F))
      continue;
    StringRef Name = symbolOf(F).Name;
    if (Name.empty())
      Name = F.getName();
    const auto *Call = dyn_cast<CallInst>(*F.user_begin());
    const Function *User = Call ? Call->getFunction() : &F;
    reportError(*User, Call,
                "the target nvptx has no built-in function '" + Name +
                    "' of these types");
  }
  return PreservedAnalyses::all();
}
