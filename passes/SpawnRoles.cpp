//===- SpawnRoles.cpp - What becomes of each spawn of a step --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SpawnRoles.h"
#include "Marks.h"
#include "Names.h"
#include "StepBuilder.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tasklet;

Type *tasklet::resultType(const Function &Task) {
  for (const Argument &Arg : Task.args())
    if (Arg.hasStructRetAttr())
      return Arg.getParamStructRetType();
  return Task.getReturnType();
}

/// The return that follows \p I at once, if it is `ret void`.
static bool returnsNext(Instruction *I) {
  Instruction *Next = I->getNextNonDebugInstruction();
  if (auto *Br = dyn_cast<BranchInst>(Next))
    if (Br->isUnconditional())
      Next = Br->getSuccessor(0)->getFirstNonPHIOrDbg();
  auto *Ret = dyn_cast<ReturnInst>(Next);
  return Ret && !Ret->getReturnValue();
}

/// The variable whose contents the block returns, if it does nothing else but
/// pass a force.
static AllocaInst *returnedVariable(BasicBlock *Body) {
  AllocaInst *Variable = nullptr;
  for (Instruction &I : *Body) {
    if (isForceMark(I) || isa<BitCastInst>(I) || isa<DbgInfoIntrinsic>(I))
      continue;
    Value *From = nullptr;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      From = Load->isVolatile() ? nullptr : Load->getPointerOperand();
    else if (Value *Result = resultMarkOf(I))
      From = Result->stripPointerCasts();
    else if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
      Value *V = Ret->getReturnValue();
      return !V || (isa<LoadInst>(V) &&
                    cast<LoadInst>(V)->getParent() == Body &&
                    V->getType() == Variable->getAllocatedType())
                 ? Variable
                 : nullptr;
    }
    if (!From || Variable || !isa<AllocaInst>(From))
      return nullptr;
    Variable = cast<AllocaInst>(From);
  }
  return nullptr;
}

/// `t <- g(x); force (t) { return t; }`: the result can go where this task's
/// own result goes.
static bool isForwarding(Function &Old, const StepPlan &Plan, BuiltStep &S,
                         const StepEnd &End) {
  SpawnMark Spawn(End.RunNext);
  AllocaInst *Variable = returnedVariable(Plan.Steps[End.Next].Root);
  if (!Variable || !Spawn.future() ||
      Spawn.dest()->stripPointerCasts() != Spawn.future() ||
      S.Map.lookup(Variable) != Spawn.future())
    return false;
  // Where this task's result goes, the other task must be able to store.
  return resultType(*Spawn.task()) == resultType(Old) &&
         !Old.hasFnAttribute(names::ResultAlignAttr);
}

SpawnRoles tasklet::findRoles(Function &Old, const StepPlan &Plan,
                              BuiltStep &S) {
  SpawnRoles Roles;
  SmallPtrSet<Instruction *, 8> RunNext;
  for (auto [Next, BB] : S.Suspends) {
    StepEnd End{Next, BB};
    Instruction *Term = BB->getSinglePredecessor()->getTerminator();
    Instruction *Last = Term->getPrevNonDebugInstruction();
    if (!S.KernelEntry && cast<BranchInst>(Term)->isUnconditional() &&
        SpawnMark(Last)) {
      End.RunNext = cast<CallInst>(Last);
      End.Forwards = isForwarding(Old, Plan, S, End);
      RunNext.insert(Last);
    }
    Roles.Ends.push_back(End);
  }
  for (Instruction &I : instructions(*S.New)) {
    SpawnMark Spawn(&I);
    if (!Spawn || RunNext.count(&I))
      continue;
    if (!S.KernelEntry && Old.getReturnType()->isVoidTy() && !Spawn.future() &&
        returnsNext(&I))
      Roles.Tails.push_back(Spawn.call());
    else
      Roles.Recorded.push_back(Spawn.call());
  }
  return Roles;
}

bool SpawnRoles::needsFrame() const {
  return !Recorded.empty() ||
         any_of(Ends, [](const StepEnd &End) { return !End.Forwards; });
}
