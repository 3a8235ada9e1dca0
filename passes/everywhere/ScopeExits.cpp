//===- ScopeExits.cpp - Separate the exits of scopes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/ScopeExits.h"
#include "analysis/Lifetimes.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace tasklet;

static bool switchesOn(const BasicBlock &BB, const AllocaInst &Slot) {
  const auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
  const auto *Load =
      Switch ? dyn_cast<LoadInst>(Switch->getCondition()) : nullptr;
  return Load && Load->getPointerOperand() == &Slot;
}

static bool isOfCleanups(const Instruction &I) {
  return I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst() || I.isCast() ||
         isa<LoadInst>(I);
}

/// Does a jump follow \p Store, directly or after cleanups of this jump only?
static bool isBeforeJump(const StoreInst &Store) {
  const Instruction *Next = Store.getNextNode();
  while (isOfCleanups(*Next))
    Next = Next->getNextNode();
  const auto *Branch = dyn_cast<BranchInst>(Next);
  return (Branch && Branch->isUnconditional()) || isa<SwitchInst>(Next) ||
         isa<ReturnInst>(Next);
}

/// Is \p Slot a cleanup slot? Its uses show it, because clang may discard
/// names: jumps store numbers to it, and only switches read them. It has no
/// lifetime markers. A variable of the source has some wherever there are
/// cleanups.
static bool isCleanupSlot(const AllocaInst &Slot) {
  bool Switched = false;
  for (const User *U : Slot.users()) {
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      if (!isa<ConstantInt>(Store->getValueOperand()) || !isBeforeJump(*Store))
        return false;
    } else if (const auto *Load = dyn_cast<LoadInst>(U)) {
      if (!all_of(Load->users(),
                  [](const User *U) { return isa<SwitchInst>(U); }))
        return false;
      Switched |= !Load->use_empty();
    } else {
      return false;
    }
  }
  SmallVector<DbgVariableIntrinsic *, 1> Declarations;
  findDbgUsers(Declarations, const_cast<AllocaInst *>(&Slot));
  return Switched && Declarations.empty() && isAllocaPromotable(&Slot);
}

namespace {

/// A block that runs cleanups. Then it goes to the target that \ref Number
/// picks, or on to the cleanups of the enclosing scope.
class CleanupBlock {
  PHINode &Number;
  BasicBlock &BB;

  bool isKnownOutside(Instruction &I) const;
  BasicBlock *targetOf(ConstantInt *To) const;
  void copyFor(BasicBlock *From, BasicBlock *Target);

public:
  explicit CleanupBlock(PHINode &Number)
      : Number(Number), BB(*Number.getParent()) {}
  bool separateOne();
};

} // namespace

/// Is \p I used elsewhere than in this block and in phis of its successors?
bool CleanupBlock::isKnownOutside(Instruction &I) const {
  return any_of(I.uses(), [&](Use &U) {
    auto *By = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(By);
    return By->getParent() != &BB && !(Phi && Phi->getIncomingBlock(U) == &BB);
  });
}

/// The target of jumps with the number \p To; null if this block does not
/// decide it.
BasicBlock *CleanupBlock::targetOf(ConstantInt *To) const {
  Instruction *Last = BB.getTerminator();
  if (auto *Switch = dyn_cast<SwitchInst>(Last))
    return Switch->getCondition() == &Number
               ? Switch->findCaseValue(To)->getCaseSuccessor()
               : nullptr;
  return BB.getSingleSuccessor();
}

/// Gives the jump from \p From to \p Target its own copy of the block.
void CleanupBlock::copyFor(BasicBlock *From, BasicBlock *Target) {
  ValueToValueMapTy Map;
  for (PHINode &Phi : BB.phis())
    Map[&Phi] = Phi.getIncomingValueForBlock(From);
  BasicBlock *Copy =
      BasicBlock::Create(BB.getContext(), "exit", BB.getParent(), &BB);
  for (Instruction &I : BB) {
    if (isa<PHINode>(I) || I.isTerminator())
      continue;
    Instruction *New = I.clone();
    append(*Copy, New);
    RemapInstruction(New, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    Map[&I] = New;
  }
  BranchInst::Create(Target, Copy)
      ->setDebugLoc(BB.getTerminator()->getDebugLoc());
  for (PHINode &Phi : Target->phis()) {
    Value *V = Phi.getIncomingValueForBlock(&BB);
    Value *Mapped = Map.lookup(V);
    Phi.addIncoming(Mapped ? Mapped : V, Copy);
  }
  Instruction *Jump = From->getTerminator();
  for (unsigned S = 0; S < Jump->getNumSuccessors(); ++S)
    if (Jump->getSuccessor(S) == &BB) {
      Jump->setSuccessor(S, Copy);
      BB.removePredecessor(From, /*KeepOneInputPHIs=*/true);
    }
  TryToSimplifyUncondBranchFromEmptyBlock(Copy);
}

/// Separates one jump with a known number from those that share the block.
bool CleanupBlock::separateOne() {
  if (any_of(BB, [&](Instruction &I) { return isKnownOutside(I); }))
    return false;
  for (unsigned I = 0; I < Number.getNumIncomingValues(); ++I)
    if (auto *To = dyn_cast<ConstantInt>(Number.getIncomingValue(I)))
      if (BasicBlock *Target = targetOf(To)) {
        copyFor(Number.getIncomingBlock(I), Target);
        return true;
      }
  return false;
}

/// Adds the phis that are sources of \p Numbers, the phis that switches read.
static void addSources(SmallVectorImpl<WeakVH> &Numbers) {
  SmallPtrSet<Value *, 16> Known;
  for (WeakVH &Number : Numbers)
    Known.insert(Number);
  for (unsigned I = 0; I < Numbers.size(); ++I)
    for (Value *V : cast<PHINode>(&*Numbers[I])->incoming_values())
      if (isa<PHINode>(V) && Known.insert(V).second)
        Numbers.push_back(V);
}

/// Behind dead code a switch has a block of its own. Joins it with that of the
/// phi that it reads, if nothing but that is between them.
static void joinSwitch(PHINode &Number) {
  BasicBlock *BB = Number.getParent();
  BasicBlock *Next = BB->getSingleSuccessor();
  if (Next && Next == BB->getNextNode() && Next->getSinglePredecessor() == BB &&
      isa<SwitchInst>(Next->getTerminator()))
    MergeBlockIntoPredecessor(Next);
}

/// Clang lets switches share one block for what cannot be, the last one of the
/// function. Gives each of them its own, behind the switch: a body of an
/// everywhere block goes on to the last of its blocks.
static void separateImpossible(Function &F) {
  SmallVector<std::pair<SwitchInst *, BasicBlock *>, 4> Edges;
  for (BasicBlock &BB : F)
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
      if (BasicBlock *Never = Switch->getDefaultDest();
          isa<UnreachableInst>(&*Never->instructionsWithoutDebug().begin()) &&
          Never != BB.getNextNode())
        Edges.push_back({Switch, Never});
  for (auto [Switch, Never] : Edges) {
    BasicBlock *BB = Switch->getParent();
    BasicBlock *Own =
        BasicBlock::Create(F.getContext(), "never", &F, BB->getNextNode());
    new UnreachableInst(F.getContext(), Own);
    Switch->setDefaultDest(Own);
    if (pred_empty(Never))
      DeleteDeadBlock(Never);
  }
}

void tasklet::separateScopeExits(Function &F) {
  SmallVector<AllocaInst *, 1> Slots;
  if (any_of(instructions(F),
             [](Instruction &I) { return I.isLifetimeStartOrEnd(); }))
    for (Instruction &I : F.getEntryBlock())
      if (auto *Slot = dyn_cast<AllocaInst>(&I); Slot && isCleanupSlot(*Slot))
        Slots.push_back(Slot);
  removeLifetimeMarkers(F);
  EliminateUnreachableBlocks(F);
  if (Slots.empty()) {
    separateImpossible(F);
    return;
  }
  SmallVector<SwitchInst *, 8> Switches;
  for (AllocaInst *Slot : Slots)
    for (BasicBlock &BB : F)
      if (switchesOn(BB, *Slot))
        Switches.push_back(cast<SwitchInst>(BB.getTerminator()));
  DominatorTree DT(F);
  PromoteMemToReg(Slots, DT);
  SmallVector<WeakVH, 8> Numbers;
  for (SwitchInst *Switch : Switches)
    if (isa<PHINode>(Switch->getCondition()))
      Numbers.push_back(Switch->getCondition());
    else
      ConstantFoldTerminator(Switch->getParent());
  addSources(Numbers);
  for (bool Changed = true; Changed;) {
    // An unreachable inner cleanup would still be a predecessor of the outer.
    Changed = EliminateUnreachableBlocks(F);
    for (WeakVH &Number : Numbers)
      if (Number)
        joinSwitch(*cast<PHINode>(&*Number));
    for (WeakVH &Number : Numbers)
      while (Number && CleanupBlock(*cast<PHINode>(&*Number)).separateOne())
        Changed = true;
  }
  separateImpossible(F);
}
