//===- SpawnRoles.cpp - The role of each spawn of a step ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SpawnRoles.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/StoredForm.h"
#include "tasks/StepBuilder.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

Type *tasklet::resultType(const Function &Task) {
  for (const Argument &Arg : Task.args())
    if (Arg.hasStructRetAttr())
      return Arg.getParamStructRetType();
  return Task.getReturnType();
}

/// True if the next instruction after \p I is `ret void`.
static bool returnsNext(Instruction *I) {
  Instruction *Next = I->getNextNonDebugInstruction();
  if (auto *Br = dyn_cast<BranchInst>(Next))
    if (Br->isUnconditional())
      Next = Br->getSuccessor(0)->getFirstNonPHIOrDbg();
  auto *Ret = dyn_cast_or_null<ReturnInst>(Next); // StepEnd::Block is empty.
  return Ret && !Ret->getReturnValue();
}

/// True if \p I copies all of one variable.
static bool isWholeCopy(Instruction &I, const DataLayout &DL) {
  auto *Copy = dyn_cast<MemCpyInst>(&I);
  auto *From = Copy ? dyn_cast<AllocaInst>(Copy->getSource()) : nullptr;
  auto *Size = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  return From && Size && !Copy->isVolatile() &&
         Size->getZExtValue() == DL.getTypeAllocSize(From->getAllocatedType());
}

static bool isWhole(Value *Ptr, Type *Accessed, const DataLayout &DL) {
  auto *Variable = dyn_cast<AllocaInst>(Ptr->stripPointerCasts());
  return Variable && DL.getTypeAllocSize(Variable->getAllocatedType()) ==
                         DL.getTypeAllocSize(Accessed);
}

/// If \p V is the whole contents of a variable, the variable. Else null.
static AllocaInst *variableReadBy(Value *V, const DataLayout &DL) {
  while (Value *Before = withoutStoredForm(V))
    V = Before;
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || Load->isVolatile() ||
      !isWhole(Load->getPointerOperand(), Load->getType(), DL))
    return nullptr;
  return cast<AllocaInst>(Load->getPointerOperand()->stripPointerCasts());
}

namespace {

/// The value that the body of a force returns.
struct Returned {
  bool Nothing = false;
  AllocaInst *Variable = nullptr; ///< its contents, unchanged
};

} // namespace

/// The value that the body after \p Force returns, if the body does nothing
/// else. For any other body, the answer is empty.
static Returned returnedBy(Instruction &Force, const DataLayout &DL) {
  Value *Aggregate = nullptr; // The operand of a result mark.
  MemCpyInst *Copy = nullptr;
  for (Instruction &I :
       make_range(std::next(Force.getIterator()), Force.getParent()->end())) {
    if (isa<DbgInfoIntrinsic>(I))
      continue;
    if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
      Value *V = Ret->getReturnValue();
      if (Aggregate && !Copy)
        return {false, dyn_cast<AllocaInst>(Aggregate)};
      if (Aggregate && Copy->getDest() == Aggregate)
        return {false, dyn_cast<AllocaInst>(Copy->getSource())};
      if (Copy)
        return {};
      return {!V, V ? variableReadBy(V, DL) : nullptr};
    }
    if (isWholeCopy(I, DL) && !Copy)
      Copy = cast<MemCpyInst>(&I);
    else if (Value *Result = resultMarkOf(I))
      Aggregate = Result->stripPointerCasts();
    else if (I.mayHaveSideEffects() || I.isTerminator())
      return {};
  }
  return {};
}

/// `t <- g(x); force (t) { return t; }`: the child can deliver its result
/// directly to the destination of this task. Without results, `force () {}` is
/// such a body, too.
static bool isForwarding(Function &Old, const StepPlan &Plan, BuiltStep &S,
                         const StepEnd &End) {
  const DataLayout &DL = Old.getParent()->getDataLayout();
  SpawnMark Spawn(End.RunNext);
  Returned Own = returnedBy(Plan.Steps[End.Next].Root->front(), DL);
  if (Own.Nothing)
    return true;
  if (!Own.Variable || !Spawn.future() ||
      Spawn.dest()->stripPointerCasts() != Spawn.future() ||
      S.Map.lookup(Own.Variable) != Spawn.future())
    return false;
  // The child must be able to store at the destination of this task's result.
  return sameInMemory(resultType(*Spawn.task()), resultType(Old), DL) &&
         !Old.hasFnAttribute(names::ResultAlignAttr);
}

bool tasklet::isLastAct(SpawnMark Spawn) {
  return Spawn.call()->getFunction()->getReturnType()->isVoidTy() &&
         returnsNext(Spawn.call());
}

bool tasklet::isTailSpawn(SpawnMark Spawn) {
  Function &F = *Spawn.call()->getFunction();
  if (isLastAct(Spawn))
    return true;
  Instruction *Next = Spawn.call()->getNextNonDebugInstruction();
  if (auto *Br = dyn_cast<BranchInst>(Next))
    if (Br->isUnconditional())
      Next = Br->getSuccessor(0)->getFirstNonPHIOrDbg();
  if (!isForceMark(*Next))
    return false;
  Returned Own = returnedBy(*Next, F.getParent()->getDataLayout());
  return Own.Nothing || (Own.Variable && Own.Variable == Spawn.future());
}

bool tasklet::mayBeRecorded(SpawnMark Spawn) {
  Function &F = *Spawn.call()->getFunction();
  if (!isKernel(F) && F.getReturnType()->isVoidTy() &&
      returnsNext(Spawn.call()))
    return false;
  Instruction *Next = Spawn.call()->getNextNonDebugInstruction();
  SmallPtrSet<BasicBlock *, 4> Passed; // Stops at endless empty loops.
  while (auto *Br = dyn_cast<BranchInst>(Next)) {
    BasicBlock *To = Br->isUnconditional() ? Br->getSuccessor(0) : nullptr;
    if (!To || isa<PHINode>(To->front()) || !Passed.insert(To).second)
      break;
    Next = To->getFirstNonPHIOrDbg();
  }
  return !isForceMark(*Next) ||
         (!(awaitedGroups(*Next) >> groupOf(Spawn.future()) & 1) &&
          !isTailSpawn(Spawn));
}

/// Whether the force after \p End waits for its RunNext. If not, the task may
/// have to go on while that child runs, so it becomes a record.
static bool isAwaited(const StepPlan &Plan, const BuiltStep &S,
                      const StepEnd &End) {
  const AllocaInst *Future = SpawnMark(End.RunNext).future();
  unsigned Group = 0;
  for (auto &[Variable, Copy] : S.Futures)
    if (Copy.Local == Future)
      Group = groupOf(Variable);
  return Plan.Steps[End.Next].Awaited >> Group & 1;
}

/// True if \p BB only goes on to its only successor.
static bool isEmpty(BasicBlock *BB) {
  return !isa<PHINode>(BB->front()) &&
         BB != &BB->getParent()->getEntryBlock() &&
         BB->getFirstNonPHIOrDbg() == BB->getTerminator();
}

/// \p BB leads to a force. If it only joins branches that end with spawns, each
/// of these gets an end of its own. Then the spawn runs next in all of them.
static void separateEnds(BuiltStep &S, unsigned Next, BasicBlock *BB) {
  if (!isEmpty(BB))
    return;
  for (BasicBlock *Pred : SmallVector<BasicBlock *, 4>(predecessors(BB))) {
    auto *Br = dyn_cast<BranchInst>(Pred->getTerminator());
    if (!Br || !Br->isUnconditional())
      continue;
    if (isEmpty(Pred)) {
      separateEnds(S, Next, Pred);
    } else if (SpawnMark(Br->getPrevNonDebugInstruction())) {
      BasicBlock *End = BasicBlock::Create(BB->getContext(), "suspend", S.New);
      Br->setSuccessor(0, End);
      S.Suspends.push_back({Next, End});
    }
  }
  if (pred_empty(BB))
    DeleteDeadBlock(BB);
}

static void separateEnds(BuiltStep &S) {
  for (auto [Next, BB] :
       SmallVector<std::pair<unsigned, BasicBlock *>, 4>(S.Suspends))
    separateEnds(S, Next, BB->getSinglePredecessor());
  erase_if(S.Suspends, [](auto &End) {
    bool Gone = pred_empty(End.second);
    if (Gone)
      End.second->eraseFromParent();
    return Gone;
  });
}

SpawnRoles tasklet::findRoles(Function &Old, const StepPlan &Plan,
                              BuiltStep &S) {
  SpawnRoles Roles;
  Roles.Outstanding = S.Overflow || (Plan.Groups != 0 && S.hasFrame());
  SmallPtrSet<Instruction *, 8> RunNext;
  if (!S.KernelEntry)
    separateEnds(S);
  for (auto [Next, BB] : S.Suspends) {
    StepEnd End{Next, BB};
    Instruction *Term = BB->getSinglePredecessor()->getTerminator();
    Instruction *Last = Term->getPrevNonDebugInstruction();
    if (!S.KernelEntry && cast<BranchInst>(Term)->isUnconditional() &&
        SpawnMark(Last)) {
      End.RunNext = cast<CallInst>(Last);
      End.Forwards = isForwarding(Old, Plan, S, End);
      if (End.Forwards || isAwaited(Plan, S, End))
        RunNext.insert(Last);
      else
        End.RunNext = nullptr;
    }
    Roles.Ends.push_back(End);
  }
  for (Instruction &I : instructions(*S.New)) {
    if (DeliveryMark Delivery(&I); Delivery)
      Roles.Deliveries.push_back(Delivery);
    SpawnMark Spawn(&I);
    if (!Spawn || RunNext.count(&I))
      continue;
    if (!S.KernelEntry && Old.getReturnType()->isVoidTy() && returnsNext(&I))
      Roles.Tails.push_back(Spawn.call());
    else
      Roles.Recorded.push_back(Spawn.call());
  }
  return Roles;
}

bool SpawnRoles::needsFrame() const {
  return Outstanding || !Recorded.empty() || !Deliveries.empty() ||
         any_of(Ends, [](const StepEnd &End) { return !End.Forwards; });
}
