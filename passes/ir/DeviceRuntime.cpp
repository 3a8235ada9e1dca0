//===- DeviceRuntime.cpp - The runtime in every program -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/DeviceRuntime.h"
#include "compat/Strings.h"
#include "ir/Atomics.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<bool>
    Traced("tkl-trace",
           cl::desc("Link the runtime that records what workers do"));

bool tasklet::wantsTrace() {
  return Traced && !checksRaces() && !knowsSpawns();
}

static const unsigned char RuntimeBitcode[] = {
#include "DeviceRuntime.inc"
};
static const unsigned char TracedBitcode[] = {
#include "TracedRuntime.inc"
};

static const unsigned char RacesBitcode[] = {
#include "RacesRuntime.inc"
};

static const unsigned char StackBitcode[] = {
#include "StackRuntime.inc"
};

/// Removes the runtime's language version and flags: those of the program
/// count.
static void dropModuleFacts(Module &Runtime) {
  for (NamedMDNode &Node : make_early_inc_range(Runtime.named_metadata()))
    Runtime.eraseNamedMetadata(&Node);
}

/// Makes the runtime's function \p Name return what \p Emit computes.
static void define(Module &M, StringRef Name,
                   function_ref<Value *(IRBuilder<> &)> Emit) {
  Function *F = M.getFunction(Name);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(Emit(B));
  F->addFnAttr(Attribute::AlwaysInline);
}

void tasklet::defineClock(Module &M, StringRef Name) {
  define(M, Name, [](IRBuilder<> &B) {
    return B.CreateIntrinsic(Intrinsic::readcyclecounter, {}, {});
  });
}

bool tasklet::linkRuntime(Module &M, ArrayRef<uint8_t> Bitcode,
                          StringRef What) {
  Expected<std::unique_ptr<Module>> Runtime = parseBitcodeFile(
      MemoryBufferRef(toStringRef(Bitcode), What), M.getContext());
  if (!Runtime) {
    reportError(M, What + " cannot be read: " + toString(Runtime.takeError()));
    return false;
  }
  // Check this before linking: the linker would report it as an error of the
  // back end, which clang cannot show.
  for (const GlobalValue &Ours : (*Runtime)->global_values()) {
    const GlobalValue *Users = M.getNamedValue(Ours.getName());
    if (Users && !Users->isDeclaration() && !Ours.isDeclaration() &&
        !Ours.hasLocalLinkage()) {
      reportError(M, "'" + Ours.getName() + "' is reserved: " + What +
                         " uses names that begin with '__tkl_'");
      return false;
    }
  }
  dropModuleFacts(**Runtime);
  (*Runtime)->setDataLayout(M.getDataLayout());
  (*Runtime)->setTargetTriple(M.getTargetTriple());
  if (Linker::linkModules(M, std::move(*Runtime))) {
    reportError(M, What + " cannot be linked");
    return false;
  }
  return true;
}

/// A program that calls no functions for tasks has nothing of them.
static void removeUnusedServices(Module &M) {
  SmallPtrSet<Function *, 8> Called; // Built-in functions.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : make_early_inc_range(M))
      if (F.use_empty() && (startsWith(F.getName(), names::ServePrefix) ||
                            F.getName() == names::ServicesOf)) {
        for (Instruction &I : instructions(F))
          if (auto *Call = dyn_cast<CallInst>(&I))
            if (Function *Callee = Call->getCalledFunction();
                Callee && Callee->isDeclaration() &&
                startsWith(Callee->getName(), "_Z"))
              Called.insert(Callee);
        F.eraseFromParent();
        Changed = true;
      }
  }
  for (Function *F : Called)
    if (F->use_empty())
      F->eraseFromParent();
}

/// A program without teams has nothing of them.
static void removeTeams(Module &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : make_early_inc_range(M))
      if (F.use_empty() && (startsWith(F.getName(), names::TeamPrefix) ||
                            startsWith(F.getName(), names::WarpPrefix))) {
        F.eraseFromParent();
        Changed = true;
      }
  }
}

bool tasklet::linkDeviceRuntime(Module &M, uint64_t RecordSize,
                                unsigned TeamLanes) {
  ArrayRef<uint8_t> Bytes(RuntimeBitcode);
  if (wantsTrace())
    Bytes = TracedBitcode;
  if (checksRaces())
    Bytes = RacesBitcode;
  if (knowsSpawns())
    Bytes = StackBitcode;
  if (!linkRuntime(M, Bytes, "the runtime of tasks"))
    return false;
  removeUnusedServices(M);
  // In programs that wait for no semaphore, workers do not look for waiters.
  bool Semaphores = !M.getFunction(names::Acquire)->use_empty();
  define(M, names::HasSemaphores,
         [&](IRBuilder<> &B) { return B.getInt1(Semaphores); });
  define(M, names::RecordSize,
         [&](IRBuilder<> &B) { return B.getInt32(RecordSize); });
  define(M, names::TeamLanes,
         [&](IRBuilder<> &B) { return B.getInt32(TeamLanes); });
  if (TeamLanes == 1)
    removeTeams(M);
  defineClock(M, names::Clock);
  defineAtomics(M);
  for (Function &F : M)
    if (startsWith(F.getName(), names::RuntimePrefix) && !F.isDeclaration() &&
        !isKernel(F))
      F.setLinkage(GlobalValue::InternalLinkage);
  return true;
}
