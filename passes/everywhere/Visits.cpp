//===- Visits.cpp - Visits of everywhere blocks ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/Visits.h"
#include "everywhere/SubGroups.h"
#include "ir/Diagnose.h"
#include "ir/Names.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace tasklet;

static bool calls(const Instruction &I, StringRef Name) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name;
}

bool tasklet::isEverywhereMark(const Instruction &I) {
  return calls(I, names::PluginEverywhere);
}

bool tasklet::hasEverywhereMark(Function &F) {
  return any_of(instructions(F), isEverywhereMark);
}

/// The visit that the plugin marked by \p Mark; null if the code does not have
/// the form `while (__tkl_everywhere())`.
static std::unique_ptr<Visit> findVisit(CallInst *Mark) {
  auto V = std::make_unique<Visit>();
  V->Mark = Mark;
  V->Header = Mark->getParent();
  auto *Br = dyn_cast<BranchInst>(V->Header->getTerminator());
  ICmpInst::Predicate Predicate;
  using namespace PatternMatch;
  if (!Br || !Br->isConditional() || V->Header->getFirstNonPHIOrDbg() != Mark ||
      !match(Br->getCondition(),
             m_ICmp(Predicate, m_Specific(Mark), m_Zero())) ||
      Predicate != ICmpInst::ICMP_NE)
    return nullptr;
  V->Body = Br->getSuccessor(0);
  V->After = Br->getSuccessor(1);
  return V;
}

/// Redirects the back edges of the loop to End, which goes to After.
static void cutLoop(Visit &V, const DominatorTree &DT) {
  Function &F = *V.Header->getParent();
  SmallVector<BasicBlock *, 2> Back;
  for (BasicBlock *Pred : predecessors(V.Header))
    if (DT.dominates(V.Body, Pred))
      Back.push_back(Pred);
  V.End = BasicBlock::Create(F.getContext(), "everywhere.end", &F);
  for (BasicBlock *Pred : Back) {
    V.Header->removePredecessor(Pred, /*KeepOneInputPHIs=*/true);
    Pred->getTerminator()->replaceSuccessorWith(V.Header, V.End);
  }
  if (isa<PHINode>(V.After->front())) {
    // Keep phis out of the edge from End, so that End stays empty.
    BasicBlock *Between =
        BasicBlock::Create(F.getContext(), "everywhere.left", &F, V.After);
    V.After->replacePhiUsesWith(V.Header, Between);
    BranchInst::Create(V.After, Between);
    V.After = Between;
  }
  IRBuilder<> B(V.End);
  B.SetCurrentDebugLocation(V.Mark->getDebugLoc());
  B.CreateBr(V.After);
  auto *Br = cast<BranchInst>(V.Header->getTerminator());
  auto *Condition = cast<Instruction>(Br->getCondition());
  B.SetInsertPoint(Br);
  B.CreateBr(V.Body);
  Br->eraseFromParent();
  if (Condition->use_empty())
    Condition->eraseFromParent();
}

static void findBody(Visit &V) {
  SmallVector<BasicBlock *, 16> Todo{V.Body};
  while (!Todo.empty()) {
    BasicBlock *BB = Todo.pop_back_val();
    if (BB != V.End && V.Blocks.insert(BB).second)
      append_range(Todo, successors(BB));
  }
}

/// Moves each End after the last block of its body.
static void placeEnds(const Visits &Found) {
  SmallVector<Visit *, 8> InnerFirst;
  for (const std::unique_ptr<Visit> &V : Found)
    InnerFirst.push_back(V.get());
  llvm::stable_sort(InnerFirst, [](const Visit *A, const Visit *B) {
    return A->Blocks.size() < B->Blocks.size();
  });
  for (Visit *V : InnerFirst) {
    BasicBlock *Last = V->Header;
    for (BasicBlock &BB : *V->Header->getParent())
      if (V->Blocks.count(&BB))
        Last = &BB;
    V->End->moveAfter(Last);
  }
}

Visit *tasklet::innermost(const Visits &All, const BasicBlock *BB) {
  Visit *Best = nullptr;
  for (const std::unique_ptr<Visit> &V : All)
    if (V->Blocks.count(const_cast<BasicBlock *>(BB)) &&
        (!Best || Best->Blocks.count(V->Header)))
      Best = V.get();
  return Best;
}

bool tasklet::cutEverywhereLoops(Function &F, Visits &Found) {
  SmallVector<CallInst *, 4> Masks;
  for (Instruction &I : instructions(F)) {
    if (calls(I, names::PluginEverywhereMask))
      Masks.push_back(cast<CallInst>(&I));
    if (!isEverywhereMark(I))
      continue;
    Found.push_back(findVisit(cast<CallInst>(&I)));
    if (!Found.back()) {
      reportError(F, &I, "the mark of an everywhere block begins no loop");
      Found.clear();
      return false;
    }
  }
  DominatorTree DT(F);
  for (std::unique_ptr<Visit> &V : Found)
    cutLoop(*V, DT);
  for (std::unique_ptr<Visit> &V : Found)
    findBody(*V);
  placeEnds(Found);
  for (CallInst *Mask : Masks)
    if (Visit *V = innermost(Found, Mask->getParent()))
      V->Masks.push_back(Mask);
    else
      reportError(F, Mask, "a mask is asked for outside an everywhere block");
  return true;
}

void tasklet::makeOneLaneForm(Visits &Found,
                              function_ref<bool(const Visit &)> Which) {
  for (std::unique_ptr<Visit> &V : Found) {
    if (!Which(*V))
      continue;
    for (CallInst *Mask : V->Masks) {
      Mask->replaceAllUsesWith(ConstantInt::get(Mask->getType(), 1));
      Mask->eraseFromParent();
    }
    V->Mark->eraseFromParent();
    for (BasicBlock *BB : V->Blocks)
      for (Instruction &I : make_early_inc_range(*BB)) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || !isSubGroupCall(*Call))
          continue;
        IRBuilder<> B(Call);
        if (Value *Result = emitSubGroupCallOfOneLane(B, *Call))
          Call->replaceAllUsesWith(Result);
        Call->eraseFromParent();
      }
    V.reset();
  }
  erase_if(Found, [](const std::unique_ptr<Visit> &V) { return !V; });
}
