//===- RaceCalls.cpp - Calls of the runtime that finds races --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "races/Races.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The record of the first spawn behind \p Mark, in the body of a kernel. Only a
/// test whether there is a frame may stand between.
static CallInst *recordAfter(Instruction &Mark) {
  SmallVector<Instruction *, 4> Work = {&Mark};
  SmallPtrSet<BasicBlock *, 8> Seen;
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    for (; I; I = I->getNextNode()) {
      auto *Call = dyn_cast<CallInst>(I);
      if (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == names::RootSpawn)
        return Call;
      if (I->isTerminator())
        for (BasicBlock *Next : successors(I))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
    }
  }
  llvm_unreachable("a spawn that has no record");
}

/// The number of the work-item that asks, without the offset, and how many there
/// are.
static std::pair<Value *, Value *> linearId(IRBuilder<> &B) {
  Module &M = *B.GetInsertBlock()->getModule();
  Type *I64 = B.getInt64Ty();
  auto ask = [&](StringRef Name, unsigned Dimension) -> Value * {
    FunctionCallee Query = M.getOrInsertFunction(
        Name, FunctionType::get(I64, {B.getInt32Ty()}, false));
    CallInst *Call = B.CreateCall(Query, {B.getInt32(Dimension)});
    auto *F = cast<Function>(Query.getCallee());
    if (F->use_empty() || F->hasOneUse())
      F->setCallingConv(CallingConv::SPIR_FUNC);
    Call->setCallingConv(F->getCallingConv());
    return Call;
  };
  Value *Number = B.getInt64(0), *Items = B.getInt64(1);
  for (unsigned D : {2u, 1u, 0u}) {
    Value *Size = ask("_Z15get_global_sizej", D);
    Value *Id = B.CreateSub(ask("_Z13get_global_idj", D),
                            ask("_Z17get_global_offsetj", D));
    Number = B.CreateAdd(B.CreateMul(Number, Size), Id);
    Items = B.CreateMul(Items, Size);
  }
  return {Number, Items};
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
      auto [Number, Items] = linearId(B);
      append_range(Args, ArrayRef<Value *>{Number, Items});
      // A work-item never returns.
      Args.push_back(Mark->getArgOperand(0));
      What = "tkl.race.item";
    } else if (!Step && What == names::RaceAccess) {
      What = "tkl.race.body";
    }
    if (What != "tkl.race.item")
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
            Callee && startsWith(Callee->getName(), names::RacePrefix))
          Marks.push_back(Call);
    if (Marks.empty())
      continue;
    lower(F, Marks, RT);
    Changed = true;
  }
  for (Function &F : make_early_inc_range(M))
    if (startsWith(F.getName(), names::RacePrefix) && F.use_empty())
      F.eraseFromParent();
  if (!Changed)
    return PreservedAnalyses::all();
  AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  return PreservedAnalyses::none();
}
