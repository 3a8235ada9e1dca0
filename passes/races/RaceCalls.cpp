//===- RaceCalls.cpp - Calls of the runtime that finds races --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "races/Races.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The record of the first spawn behind \p Mark, in the body of a kernel.
static CallInst *recordAfter(Instruction &Mark) {
  for (Instruction *I = &Mark; I;) {
    auto *Call = dyn_cast<CallInst>(I);
    if (Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == names::RootSpawn)
      return Call;
    if (I->getNextNode()) {
      I = I->getNextNode();
      continue;
    }
    BasicBlock *Next = I->getParent()->getSingleSuccessor();
    I = Next ? &Next->front() : nullptr;
  }
  llvm_unreachable("a spawn that has no record");
}

/// Makes calls of the marks in \p F, which is a step or a kernel.
static void lower(Function &F, ArrayRef<CallInst *> Marks, RuntimeCalls &RT) {
  bool Step = F.hasFnAttribute(names::StepAttr);
  Value *Heap = F.getArg(F.arg_size() - 1);
  if (Step) {
    BasicBlock::iterator At = F.getEntryBlock().getFirstInsertionPt();
    while (isa<AllocaInst>(*At))
      ++At;
    IRBuilder<> B(&*At);
    Heap = RT.ofWorker(B, "__tkl_race_heap", RT.GlobalPtr, {F.getArg(0)});
  }
  for (CallInst *Mark : Marks) {
    StringRef What = Mark->getCalledFunction()->getName();
    IRBuilder<> B(Mark);
    SmallVector<Value *, 8> Args{Heap};
    if (!Step && What == names::RaceSpawn) {
      CallInst *Record = recordAfter(*Mark);
      B.SetInsertPoint(Record->getNextNode());
      Args.push_back(Record);
      What = "tkl.race.root";
    } else if (!Step && What == names::RaceBegin) {
      What = "tkl.race.item";
    }
    append_range(Args, Mark->args());
    std::string Name =
        ("__tkl_race_" + What.substr(strlen(names::RacePrefix))).str();
    Value *Call = RT.ofWorker(B, Name, Mark->getType(), Args);
    if (!Mark->getType()->isVoidTy())
      Mark->replaceAllUsesWith(Call);
    Mark->eraseFromParent();
  }
}

PreservedAnalyses RaceCallsPass::run(Module &M, ModuleAnalysisManager &AM) {
  RuntimeCalls RT(M);
  bool Changed = false;
  for (Function &F : M) {
    SmallVector<CallInst *, 32> Marks;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && Callee->getName().startswith(names::RacePrefix))
          Marks.push_back(Call);
    if (Marks.empty())
      continue;
    lower(F, Marks, RT);
    Changed = true;
  }
  for (Function &F : make_early_inc_range(M))
    if (F.getName().startswith(names::RacePrefix) && F.use_empty())
      F.eraseFromParent();
  if (!Changed)
    return PreservedAnalyses::all();
  AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  return PreservedAnalyses::none();
}
