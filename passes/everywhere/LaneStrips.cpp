//===- LaneStrips.cpp - Loops that lanes run side by side -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneStrips.h"
#include "everywhere/Uniformity.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tasklet;

/// A loop that looks like a strip, before it is changed.
namespace {
struct Candidate {
  Strip S;
  PHINode *Index;
  Value *Start; ///< Index is this plus the lane at first; null stands for 0
};
} // namespace

/// Is \p V the number of the lane, as a wider number perhaps?
static bool isLaneNumber(const Value *V) {
  if (isa<ZExtInst>(V) || isa<SExtInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  return laneCall(V) == "number";
}

/// If \p Index begins with the lane's number, plus something that all lanes
/// share, that; null for 0.
static std::optional<Value *> startOf(Value *Index, const Uniformity &Lanes) {
  if (isLaneNumber(Index))
    return nullptr;
  Value *A, *B;
  if (!match(Index, m_Add(m_Value(A), m_Value(B))))
    return std::nullopt;
  if (isLaneNumber(B) && Lanes.isSame(A))
    return A;
  if (isLaneNumber(A) && Lanes.isSame(B))
    return B;
  return std::nullopt;
}

/// Is there no meeting in \p Blocks, which are in one body?
static bool isPlain(ArrayRef<BasicBlock *> Blocks, const Visits &All) {
  for (BasicBlock *BB : Blocks) {
    if (innermost(All, BB) != innermost(All, Blocks.front()) ||
        any_of(All, [&](const std::unique_ptr<Visit> &V) {
          return BB == V->Header || BB == V->End;
        }))
      return false;
    for (Instruction &I : *BB)
      if (StringRef Name = laneCall(&I);
          !Name.empty() && Name != "number" && Name != "size")
        return false;
  }
  return true;
}

/// May lanes take their turns with \p Blocks in any order?
static bool isUnordered(ArrayRef<BasicBlock *> Blocks) {
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (I.isAtomic() || I.isVolatile() || isa<AllocaInst>(I) ||
          (Call && laneCall(&I).empty() && Call->mayHaveSideEffects() &&
           !isa<DbgInfoIntrinsic>(I)))
        return false;
    }
  return true;
}

static bool isUsedOutside(const Instruction &I, const Loop &L) {
  return any_of(I.users(), [&](const User *U) {
    return !L.contains(cast<Instruction>(U)->getParent());
  });
}

/// Is \p V the same in all lanes and in all turns of \p L? It may be computed in
/// each turn, of what is the same, by instructions that could as well stand
/// before the loop: `i += get_sub_group_size()`.
static bool isShared(const Value *V, const Loop &L, const Uniformity &Lanes,
                     unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I->getParent()))
    return Lanes.isSame(V);
  if (laneCall(I) == "size")
    return true;
  return Depth < 8 && (isa<CastInst>(I) || isa<BinaryOperator>(I)) &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(I->operands(), [&](const Value *Of) {
           return isShared(Of, L, Lanes, Depth + 1);
         });
}

/// Moves what isShared() has found in \p Blocks before \p To.
static void moveShared(Value *V, ArrayRef<BasicBlock *> Blocks,
                       Instruction *To) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !is_contained(Blocks, I->getParent()))
    return;
  for (Value *Of : I->operands())
    moveShared(Of, Blocks, To);
  I->moveBefore(To);
}

static std::optional<Candidate> judge(const Loop &L, const Visits &All,
                                      const Uniformity &Lanes) {
  Candidate C;
  C.S.Header = L.getHeader();
  C.S.Latch = L.getLoopLatch();
  C.S.Before = L.getLoopPredecessor();
  BasicBlock *Out = L.getExitBlock();
  if (!L.isInnermost() || !C.S.Latch || C.S.Latch == C.S.Header ||
      !C.S.Before || !C.S.Before->getSingleSuccessor() || !Out ||
      L.getExitingBlock() != C.S.Header || !Lanes.isTogether(C.S.Before) ||
      !isPlain(L.getBlocks(), All) || !isUnordered(L.getBlocks()))
    return std::nullopt;
  // The header is run again after the last turn of all.
  if (any_of(*C.S.Header,
             [](const Instruction &I) { return isa<StoreInst>(I); }))
    return std::nullopt;
  // Blocks for the way out may stand between those of the loop.
  for (BasicBlock *BB = C.S.Header; C.S.Blocks.size() < L.getNumBlocks();
       BB = BB->getNextNode()) {
    if (!BB)
      return std::nullopt;
    if (L.contains(BB))
      C.S.Blocks.push_back(BB);
    else if (!isPlain({BB}, All))
      return std::nullopt;
  }
  auto *Branch = dyn_cast<BranchInst>(C.S.Header->getTerminator());
  C.S.Goes = Branch && Branch->isConditional()
                 ? dyn_cast<ICmpInst>(Branch->getCondition())
                 : nullptr;
  if (!C.S.Goes || Branch->getSuccessor(1) != Out ||
      C.S.Goes->getParent() != C.S.Header ||
      (C.S.Goes->getPredicate() != ICmpInst::ICMP_ULT &&
       C.S.Goes->getPredicate() != ICmpInst::ICMP_SLT))
    return std::nullopt;
  C.Index = dyn_cast<PHINode>(C.S.Goes->getOperand(0));
  if (!C.Index || C.Index->getParent() != C.S.Header ||
      isUsedOutside(*C.Index, L) ||
      !isShared(C.S.Goes->getOperand(1), L, Lanes))
    return std::nullopt;
  C.S.Next =
      dyn_cast<BinaryOperator>(C.Index->getIncomingValueForBlock(C.S.Latch));
  if (!C.S.Next || C.S.Next->getOpcode() != Instruction::Add ||
      C.S.Next->getOperand(0) != C.Index || !C.S.Next->hasOneUse() ||
      !L.contains(C.S.Next->getParent()) ||
      !isShared(C.S.Next->getOperand(1), L, Lanes))
    return std::nullopt;
  std::optional<Value *> Start =
      startOf(C.Index->getIncomingValueForBlock(C.S.Before), Lanes);
  if (!Start)
    return std::nullopt;
  C.Start = *Start;
  for (PHINode &Phi : C.S.Header->phis())
    if (&Phi != C.Index)
      C.S.Sums.push_back(&Phi);
  return C;
}

/// Gives the loop a block before it, and its index the form base + lane.
static void prepare(Candidate &C, const Visits &All, LaneCalls &Calls) {
  BasicBlock *Pred = C.S.Before, *Header = C.S.Header;
  for (Value *V : {C.S.Next->getOperand(1), C.S.Goes->getOperand(1)})
    moveShared(V, C.S.Blocks, Pred->getTerminator());
  BasicBlock *Before = BasicBlock::Create(Header->getContext(), "strip",
                                          Header->getParent(), Header);
  Pred->getTerminator()->replaceSuccessorWith(Header, Before);
  Header->replacePhiUsesWith(Pred, Before);
  BranchInst::Create(Header, Before);
  for (const std::unique_ptr<Visit> &V : All)
    if (V->Blocks.count(Header))
      V->Blocks.insert(Before);
  C.S.Before = Before;
  for (unsigned I = 1; I < C.S.Blocks.size(); ++I)
    C.S.Blocks[I]->moveAfter(C.S.Blocks[I - 1]);

  Type *Ty = C.Index->getType();
  IRBuilder<> B(C.Index);
  C.S.Base = B.CreatePHI(Ty, 2, "base");
  B.SetInsertPoint(&*Header->getFirstInsertionPt());
  Value *Index = B.CreateAdd(C.S.Base, B.CreateZExtOrTrunc(Calls.lane(B), Ty));
  C.Index->replaceAllUsesWith(Index);
  C.Index->eraseFromParent();
  Value *Step = C.S.Next->getOperand(1);
  B.SetInsertPoint(C.S.Latch->getTerminator());
  C.S.Next->eraseFromParent();
  C.S.Next =
      cast<BinaryOperator>(B.Insert(BinaryOperator::CreateAdd(C.S.Base, Step)));
  C.S.Base->addIncoming(C.Start ? C.Start : Constant::getNullValue(Ty), Before);
  C.S.Base->addIncoming(C.S.Next, C.S.Latch);
}

std::vector<Strip> tasklet::findStrips(Function &Kernel, const Visits &All,
                                       LaneCalls &Calls) {
  std::vector<Candidate> Found;
  {
    Uniformity Lanes(Kernel, All);
    DominatorTree DT(Kernel);
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder())
      if (std::optional<Candidate> C = judge(*L, All, Lanes))
        Found.push_back(*C);
  }
  std::vector<Strip> Strips;
  for (Candidate &C : Found) {
    prepare(C, All, Calls);
    Strips.push_back(C.S);
  }
  return Strips;
}
