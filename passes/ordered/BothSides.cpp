//===- BothSides.cpp - Run both sides of a branch -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/BothSides.h"
#include "compat/Strings.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "target/BuiltinCalls.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// What is known of the loops of a function.
struct Loops {
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  TargetLibraryInfoImpl Impl;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
  SCEVExpander Expander;

  explicit Loops(Function &F)
      : DT(F), LI(DT), AC(F), Impl(Triple(F.getParent()->getTargetTriple())),
        TLI(Impl), SE(F, TLI, AC, DT, LI),
        Expander(SE, F.getParent()->getDataLayout(), "rounds") {}
};

class Sides {
  Instruction &Branch;
  Function &F;
  BasicBlock *From;
  BasicBlock *Join = nullptr;
  /// The first block of each side, and all of them.
  SmallVector<std::pair<BasicBlock *, SetVector<BasicBlock *>>, 2> All;

  bool collect();
  bool canCountRounds(Loops &Of) const;
  void countRounds(Loops &Of, Loop &L);
  bool isHarmless(Instruction &I) const;
  SidesProblem problem(SidesProblem::Kind Why, Instruction *At = nullptr) const;
  SidesProblem sharedOrRepeated() const;
  void guard(Instruction &I);
  void chain();

public:
  explicit Sides(Instruction &Branch)
      : Branch(Branch), F(*Branch.getFunction()), From(Branch.getParent()) {}
  SidesProblem run();
};

} // namespace

/// Finds the blocks of each side. False if they share some, or if a side leads
/// back to the branch.
bool Sides::collect() {
  PostDominatorTree PDT(F);
  DomTreeNode *Node = PDT.getNode(From);
  Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  if (!Join)
    return false;
  SmallPtrSet<BasicBlock *, 16> Seen;
  for (BasicBlock *First :
       SetVector<BasicBlock *>(succ_begin(From), succ_end(From))) {
    if (First == Join)
      continue;
    SetVector<BasicBlock *> Side;
    SmallVector<BasicBlock *, 8> Todo = {First};
    while (!Todo.empty()) {
      BasicBlock *BB = Todo.pop_back_val();
      if (BB == Join || Side.contains(BB))
        continue;
      if (BB == From || !Seen.insert(BB).second)
        return false;
      Side.insert(BB);
      append_range(Todo, successors(BB));
    }
    // The side begins here, and only the branch leads to it.
    for (BasicBlock *BB : Side)
      for (BasicBlock *Pred : predecessors(BB))
        if (!Side.contains(Pred) && (BB != First || Pred != From))
          return false;
    All.push_back({First, Side});
  }
  return true;
}

/// Whether \ref countRounds can be had for all loops.
bool Sides::canCountRounds(Loops &Of) const {
  ReversePostOrderTraversal<Function *> Order(&F);
  if (containsIrreducibleCFG<BasicBlock *>(Order, Of.LI))
    return false;
  for (auto &[First, Side] : All)
    for (BasicBlock *BB : Side) {
      if (!Of.LI.isLoopHeader(BB))
        continue;
      Loop *L = Of.LI.getLoopFor(BB);
      if (!Of.SE.hasLoopInvariantBackedgeTakenCount(L))
        return false;
      SmallVector<BasicBlock *, 4> Exiting;
      L->getExitingBlocks(Exiting);
      for (BasicBlock *Exit : Exiting) {
        auto *Leave = dyn_cast<BranchInst>(Exit->getTerminator());
        if (!Leave ||
            !Of.Expander.isSafeToExpandAt(Of.SE.getExitCount(L, Exit), Leave))
          return false;
      }
    }
  return true;
}

/// With garbage for values, a loop must still end, and `p != end` may never be
/// false then. So each exit is taken in the round in which it would be if the
/// values were the kernel's.
void Sides::countRounds(Loops &Of, Loop &L) {
  BasicBlock *Header = L.getHeader();
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  Type *Ty = nullptr; // the widest of all exits
  for (BasicBlock *Exit : Exiting) {
    Type *Own = Of.SE.getExitCount(&L, Exit)->getType();
    if (!Ty || Of.SE.getTypeSizeInBits(Own) > Of.SE.getTypeSizeInBits(Ty))
      Ty = Own;
  }
  IRBuilder<> B(&Header->front());
  PHINode *Round = B.CreatePHI(Ty, pred_size(Header), "round");
  B.SetInsertPoint(&*Header->getFirstInsertionPt());
  Value *Next = B.CreateAdd(Round, ConstantInt::get(Ty, 1));
  for (BasicBlock *Pred : predecessors(Header))
    Round->addIncoming(L.contains(Pred) ? Next : ConstantInt::get(Ty, 0), Pred);
  for (BasicBlock *Exit : Exiting) {
    auto *Leave = cast<BranchInst>(Exit->getTerminator());
    const SCEV *Count = Of.SE.getExitCount(&L, Exit);
    B.SetInsertPoint(Leave);
    Value *Last = B.CreateZExt(
        Of.Expander.expandCodeFor(Count, Count->getType(), Leave), Ty);
    bool LeavesIfTrue = !L.contains(Leave->getSuccessor(0));
    Leave->setCondition(LeavesIfTrue ? B.CreateICmpEQ(Round, Last)
                                     : B.CreateICmpNE(Round, Last));
  }
}

static bool isDivision(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return true;
  }
  return false;
}

/// Without a sampler that clamps, coordinates may be outside of an image.
static bool readsImage(const Instruction &I) {
  if (imagesOf(I).empty())
    return false;
  const Function *F = cast<CallInst>(I).getCalledFunction();
  return !F || !startsWith(symbolOf(*F).Name, "get_image_");
}

bool Sides::isHarmless(Instruction &I) const {
  if (isDivision(I) || I.isTerminator())
    return true;
  auto Accesses = accessesOf(I);
  if (!Accesses || readsImage(I))
    return false;
  for (const Access &A : *Accesses) {
    Bases At = basesOf(*A.Pointer);
    if (At.Unknown || At.Variable)
      return false;
    // A load at an index of a private array, or of a constant one, may lie
    // outside of it; only constant places are safe.
    if ((At.Private || At.Constant) &&
        !isa<AllocaInst>(A.Pointer->stripInBoundsConstantOffsets()) &&
        !isa<Constant>(A.Pointer->stripInBoundsConstantOffsets()))
      return false;
    if (!At.Params.empty() && (!isa<LoadInst>(I) || At.Params.size() != 1))
      return false;
  }
  return true;
}

void Sides::guard(Instruction &I) {
  IRBuilder<> B(&I);
  if (isDivision(I)) {
    // Neither 0 nor, with the smallest dividend, -1.
    Value *Divisor = I.getOperand(1);
    Value *Bad = B.CreateIsNull(Divisor);
    if (I.getOpcode() == Instruction::SDiv ||
        I.getOpcode() == Instruction::SRem)
      Bad = B.CreateOr(Bad, B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(
                                                        Divisor->getType())));
    // -1 gives another value than the kernel's: take the negative instead.
    if (I.getOpcode() == Instruction::SDiv ||
        I.getOpcode() == Instruction::SRem) {
      Value *MinusOne = B.CreateICmpEQ(
          Divisor, Constant::getAllOnesValue(Divisor->getType()));
      I.setOperand(1,
                   B.CreateSelect(Bad, ConstantInt::get(Divisor->getType(), 1),
                                  Divisor));
      B.SetInsertPoint(I.getNextNode());
      Value *Negative = I.getOpcode() == Instruction::SDiv
                            ? B.CreateNeg(&I)
                            : Constant::getNullValue(I.getType());
      Value *Result = B.CreateSelect(MinusOne, Negative, &I);
      I.replaceUsesWithIf(Result, [&](Use &U) {
        return U.getUser() != Result && U.getUser() != Negative;
      });
      return;
    }
    I.setOperand(1, B.CreateSelect(Bad, ConstantInt::get(Divisor->getType(), 1),
                                   Divisor));
    return;
  }
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return;
  Bases At = basesOf(*Load->getPointerOperand());
  if (At.Params.size() == 1)
    Load->setMetadata(
        names::Guarded,
        MDNode::get(F.getContext(),
                    ConstantAsMetadata::get(B.getInt32(At.Params.front()))));
}

/// From -> side 1 -> side 2 -> ... -> Join.
void Sides::chain() {
  BasicBlock *Open = nullptr; // leads to the next side
  for (auto &[First, Side] : All) {
    for (PHINode &Phi : make_early_inc_range(First->phis())) {
      // Without the edges inside the side, there is only that of the branch.
      if (Open)
        Phi.replaceIncomingBlockWith(From, Open);
      while (count(Phi.blocks(), Open ? Open : From) > 1)
        Phi.removeIncomingValue(Open ? Open : From, false);
    }
    if (Open)
      BranchInst::Create(First, Open);
    auto *Next = BasicBlock::Create(F.getContext(), "sides", &F, Join);
    for (BasicBlock *BB : Side) {
      for (PHINode &Phi : Join->phis())
        if (Phi.getBasicBlockIndex(BB) >= 0)
          while (Phi.getBasicBlockIndex(BB) >= 0)
            Phi.removeIncomingValue(BB, false);
      BB->getTerminator()->replaceSuccessorWith(Join, Next);
    }
    Open = Next;
  }
  for (PHINode &Phi : Join->phis()) {
    while (Phi.getBasicBlockIndex(From) >= 0)
      Phi.removeIncomingValue(From, false);
    Phi.addIncoming(Constant::getNullValue(Phi.getType()), Open ? Open : From);
  }
  BasicBlock *Begin = All.empty() ? Join : All.front().first;
  if (Open)
    BranchInst::Create(Join, Open);
  Branch.eraseFromParent();
  BranchInst::Create(Begin, From);
}

SidesProblem Sides::problem(SidesProblem::Kind Why, Instruction *At) const {
  SidesProblem Found;
  Found.Why = Why;
  Found.At = At;
  for (auto &[First, Side] : All)
    append_range(Found.Decided, Side);
  return Found;
}

/// Of a branch whose sides \ref collect did not find.
SidesProblem Sides::sharedOrRepeated() const {
  SidesProblem Found;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  if (Loop *L = LI.getLoopFor(From); L && !(Join && L->contains(Join))) {
    Found.Why = SidesProblem::Repeats;
    append_range(Found.Decided, L->blocks());
    return Found;
  }
  Found.Why = SidesProblem::Shared;
  SetVector<BasicBlock *> Reached;
  SmallVector<BasicBlock *, 8> Todo(successors(From));
  while (!Todo.empty()) {
    BasicBlock *BB = Todo.pop_back_val();
    if (BB != Join && Reached.insert(BB))
      append_range(Todo, successors(BB));
  }
  append_range(Found.Decided, Reached);
  return Found;
}

SidesProblem Sides::run() {
  if (!collect())
    return sharedOrRepeated();
  Loops Of(F);
  if (!canCountRounds(Of))
    return problem(SidesProblem::Endless);
  for (auto &[First, Side] : All)
    for (BasicBlock *BB : Side)
      for (Instruction &I : *BB)
        if (!isHarmless(I))
          return problem(SidesProblem::Harmful, &I);
  for (Loop *L : Of.LI.getLoopsInPreorder())
    if (any_of(All, [&](auto &Each) {
          return Each.second.contains(L->getHeader());
        }))
      countRounds(Of, *L);
  for (auto &[First, Side] : All)
    for (BasicBlock *BB : Side)
      for (Instruction &I : make_early_inc_range(*BB))
        guard(I);
  chain();
  return SidesProblem();
}

/// Whether nothing gets here, as after a switch over all that there can be.
static bool isUnreachable(const BasicBlock &BB) {
  return isa<UnreachableInst>(BB.getFirstNonPHIOrDbg());
}

void tasklet::dropUnreachableSides(Function &F) {
  for (BasicBlock &BB : F) {
    Instruction *Branch = BB.getTerminator();
    BasicBlock *Other = nullptr;
    for (BasicBlock *Side : successors(&BB))
      if (!Other && !isUnreachable(*Side))
        Other = Side;
    if (!Other)
      continue;
    for (unsigned I = 0; I < Branch->getNumSuccessors(); ++I) {
      BasicBlock *Side = Branch->getSuccessor(I);
      if (!isUnreachable(*Side))
        continue;
      Side->removePredecessor(&BB);
      Branch->setSuccessor(I, Other);
      for (PHINode &Phi : Other->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(&BB), &BB);
    }
    ConstantFoldTerminator(&BB);
  }
  removeUnreachableBlocks(F);
}

SidesProblem tasklet::runBothSides(Instruction &Branch) {
  return Sides(Branch).run();
}
