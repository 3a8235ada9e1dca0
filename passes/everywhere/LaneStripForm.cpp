//===- LaneStripForm.cpp - Loops that lanes run side by side --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A strip (LaneStrips.h) of a warp of 32 lanes becomes
///
/// \code
///   for (base = start; 32 lanes && base + 31 < bound; base += step)
///     for (lane: all) one turn with base + lane;
///   if (base < bound)
///     for (lane: all)
///       for (; base + lane < bound; base += step) one turn with base + lane;
/// \endcode
///
/// What else goes round, such as a sum of each lane, is an array for the first
/// loop, as it is where it crosses nodes.
///
//===----------------------------------------------------------------------===//

#include "everywhere/LaneLooper.h"
#include "everywhere/LaneVariables.h"
#include "everywhere/WarpState.h"

#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Arrays for what goes round a strip.
class SumArrays {
  const Strip &S;
  SmallVector<AllocaInst *, 2> Arrays;

public:
  explicit SumArrays(const Strip &S) : S(S) {
    IRBuilder<> B(&*S.Header->getParent()->getEntryBlock().begin());
    for (PHINode *Sum : S.Sums) {
      Arrays.push_back(B.CreateAlloca(
          ArrayType::get(Sum->getType(), warpSize()), nullptr, "sums"));
      Arrays.back()->setAlignment(Align(32));
    }
  }
  Value *address(IRBuilder<> &B, unsigned I, Value *Lane) const {
    return elementOf(B, Arrays[I], Lane);
  }
  Value *load(IRBuilder<> &B, unsigned I, Value *Lane) const {
    return B.CreateLoad(S.Sums[I]->getType(), address(B, I, Lane));
  }
};

} // namespace

/// Copies \p Blocks, of which the first is the header. finishTurn comes next.
static SmallVector<BasicBlock *, 4> copyTurn(const Strip &S,
                                             ArrayRef<BasicBlock *> Blocks,
                                             ValueToValueMapTy &Map) {
  Function *F = S.Header->getParent();
  SmallVector<BasicBlock *, 4> Copies;
  for (BasicBlock *BB : Blocks) {
    Copies.push_back(CloneBasicBlock(BB, Map, ".turn", F));
    Map[BB] = Copies.back();
  }
  return Copies;
}

/// Gives the phis of the copied header the values of \p Lane, and lets the copies
/// refer to each other.
static void finishTurn(const Strip &S, Value *Base, Value *Lane,
                       const SumArrays &Sums, ArrayRef<BasicBlock *> Copies,
                       ValueToValueMapTy &Map) {
  IRBuilder<> B(&*Copies.front()->getFirstInsertionPt());
  // The copies still use the phis that were copied.
  auto Replace = [&](PHINode *Phi, Value *V) {
    cast<PHINode>(Map[Phi])->eraseFromParent();
    Map[Phi] = V;
  };
  Replace(S.Base, Base);
  for (unsigned I = 0; I < S.Sums.size(); ++I)
    Replace(S.Sums[I], Sums.load(B, I, Lane));
  SmallVector<BasicBlock *, 4> All(Copies.begin(), Copies.end());
  remapInstructionsInBlocks(All, Map);
}

/// What stands for \p V in the copies; \p V itself if it was not copied.
static Value *copyOf(Value *V, const ValueToValueMapTy &Map) {
  Value *Copied = Map.lookup(V);
  return Copied ? Copied : V;
}

static void replaceTerminator(BasicBlock *BB, BasicBlock *To) {
  BB->getTerminator()->eraseFromParent();
  BranchInst::Create(To, BB);
}

void LaneLooper::strip(unsigned Number, const Strip &S) {
  BasicBlock *After = Heads[Number + 1];
  unsigned Target = Ways.leaving(Number).front();
  IRBuilder<> B(Heads[Number]);
  Value *Now = take(B, Number, After);
  BasicBlock *Some = B.GetInsertBlock(), *Done = newBlock("done", After);

  // What all turns share.
  Instruction *End = BranchInst::Create(Done, Some);
  Value *First =
      copyBefore(S.Base->getIncomingValueForBlock(S.Before), End, S.Before);
  Value *Bound = copyBefore(S.Goes->getOperand(1), End, S.Header);
  Value *Step = copyBefore(S.Next->getOperand(1), End, S.Next->getParent());
  once(Some, B.getInt64(0), Some);
  B.SetInsertPoint(End);
  Type *Ty = S.Base->getType();
  bool Signed = S.Goes->isSigned();
  auto LessOrSame = [&](IRBuilder<> &B, Value *L, Value *R) {
    return Signed ? B.CreateICmpSLE(L, R) : B.CreateICmpULE(L, R);
  };
  Constant *Width = ConstantInt::get(Ty, warpSize());
  Value *Full = B.CreateAnd(B.CreateICmpEQ(Warp.size(), B.getInt32(warpSize())),
                            LessOrSame(B, Width, Bound));
  Value *Limit = B.CreateSub(Bound, Width);

  // The arrays begin with what the lanes have.
  SumArrays Sums(S);
  BasicBlock *Begin = newBlock("strips", Done);
  if (S.Sums.empty()) {
    End->setSuccessor(0, Begin);
  } else {
    ValueToValueMapTy Map;
    BasicBlock *Copy = CloneBasicBlock(S.Before, Map, ".sums", &F);
    SmallVector<BasicBlock *, 1> Copies{Copy};
    remapInstructionsInBlocks(Copies, Map);
    LaneLoop Loop = loop(nullptr, Copy, Begin);
    replaceTerminator(Copy, Loop.Latch);
    IRBuilder<> SumB(Copy->getTerminator());
    for (unsigned I = 0; I < S.Sums.size(); ++I) {
      Value *V = copyOf(S.Sums[I]->getIncomingValueForBlock(S.Before), Map);
      SumB.CreateStore(V, Sums.address(SumB, I, Loop.Lane));
    }
    End->eraseFromParent();
    Loop.enterFrom(Some);
    Some = Loop.Latch;
  }

  // Turns of all lanes.
  BasicBlock *Enter = newBlock("strip", Done), *Next = newBlock("next", Done),
             *Rest = newBlock("rest", Done);
  B.SetInsertPoint(Begin);
  PHINode *Base = B.CreatePHI(Ty, 2);
  B.CreateCondBr(B.CreateAnd(Full, LessOrSame(B, Base, Limit)), Enter, Rest);
  Base->addIncoming(First, Some);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 4> Copies = copyTurn(S, S.Blocks, Map);
  Loops.push_back(
      makeLoopOverAll(B.getInt64(warpSize()), Copies.front(), Next));
  Loops.back().Blocks.append(Copies.begin(), Copies.end());
  Loops.back().IsStrip = true;
  const LaneLoop Turn = Loops.back();
  Turn.enterFrom(Enter);
  finishTurn(S, Base, Turn.Lane, Sums, Copies, Map);
  // What the header leaves for other nodes, it leaves at the end.
  for (Instruction &I : make_early_inc_range(*Copies.front()))
    if (isa<StoreInst>(I))
      I.eraseFromParent();
  replaceTerminator(Copies.front(),
                    Copies.front()->getTerminator()->getSuccessor(0));
  auto *Latch = cast<BasicBlock>(Map[S.Latch]);
  replaceTerminator(Latch, Turn.Latch);
  IRBuilder<> LatchB(Latch->getTerminator());
  for (unsigned I = 0; I < S.Sums.size(); ++I) {
    Value *V = copyOf(S.Sums[I]->getIncomingValueForBlock(S.Latch), Map);
    LatchB.CreateStore(V, Sums.address(LatchB, I, Turn.Lane));
  }
  B.SetInsertPoint(Next);
  Base->addIncoming(B.CreateAdd(Base, Step), Next);
  B.CreateBr(Begin);

  // No lane is left if all numbers from Base on are too large, and there are
  // such numbers for all lanes.
  B.SetInsertPoint(Rest);
  unsigned Bits = Ty->getIntegerBitWidth();
  APInt Greatest =
      Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  Value *None = B.CreateAnd(
      LessOrSame(B, Bound, Base),
      LessOrSame(B, Base, ConstantInt::get(Ty, Greatest - (warpSize() - 1))));
  BasicBlock *Slow = newBlock("each", Done), *Leave = Done;
  bool Leaves =
      any_of(*S.Header, [](const Instruction &I) { return isa<StoreInst>(I); });
  if (Leaves) {
    // On the way out, too, the header leaves values for other nodes.
    Leave = newBlock("leave", Done);
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 4> Copy = copyTurn(S, S.Header, Map);
    LaneLoop Loop = loop(nullptr, Copy, Done);
    finishTurn(S, Base, Loop.Lane, Sums, Copy, Map);
    replaceTerminator(Copy.front(), Loop.Latch);
    Loop.enterFrom(Leave);
  }
  B.CreateCondBr(None, Leave, Slow);

  SmallVector<BasicBlock *, 4> Blocks{S.Before};
  Blocks.append(S.Blocks.begin(), S.Blocks.end());
  LaneLoop Each = loop(nullptr, Blocks, Done);
  Each.enterFrom(Slow);
  Ways.redirect(Number, [&](unsigned) { return Each.Latch; });
  S.Base->setIncomingValueForBlock(S.Before, Base);
  B.SetInsertPoint(S.Before->getTerminator());
  for (unsigned I = 0; I < S.Sums.size(); ++I)
    S.Sums[I]->setIncomingValueForBlock(S.Before, Sums.load(B, I, Each.Lane));

  B.SetInsertPoint(Done);
  move(B, Now, Target);
  finish(Done, Number, Target);
}
