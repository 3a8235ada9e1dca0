//===- ShortenLoops.cpp - Leave out turns that do nothing -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/ShortenLoops.h"
#include "loops/LoopVersions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tasklet;

static cl::opt<unsigned>
    ShortenedSize("tkl-shorten-loops-size", cl::init(300), cl::Hidden,
                  cl::desc("Instructions of a loop that is shortened"));

namespace {

/// A turn does something only if `Number + turn Keep Limit`, where nothing wraps.
struct Comparison {
  CmpInst::Predicate Keep;
  const SCEVAddRecExpr *Number;
  const SCEV *Limit;
  bool NumberIsSigned; ///< how it is made as wide as the limit

  bool isSigned() const { return ICmpInst::isSigned(Keep); }
  bool mayWrap() const {
    return NumberIsSigned ? !Number->hasNoSignedWrap()
                          : !Number->hasNoUnsignedWrap();
  }
};

/// What decides whether a turn does something.
struct RangeCheck {
  BranchInst *Branch;
  BasicBlock *Body; ///< where it goes if so
  SmallVector<Comparison, 4> Comparisons;
  SmallVector<Value *, 4> Invariants; ///< conditions, the same in each turn
  SmallVector<Value *, 4> Others;     ///< conditions that have to stay
  /// Of the last two: a turn does something only if they are false.
  bool SkipsIfTrue;
};

class Shortening : LoopFacts {
  bool Changed = false;

  bool addComparison(RangeCheck &To, const LoopGuard &Guard, const Loop &L,
                     ICmpInst &I);
  bool understand(const Loop &L, RangeCheck &Found);
  void shorten(Loop &L, RangeCheck &Found);
  bool visit(Loop &L);

public:
  using LoopFacts::LoopFacts;
  bool run();
};

} // namespace

static bool isOrder(CmpInst::Predicate P) {
  return P == CmpInst::ICMP_EQ || ICmpInst::isRelational(P);
}

/// Adds \p I, a condition of \p To, to its comparisons. False: it is not one.
bool Shortening::addComparison(RangeCheck &To, const LoopGuard &Guard,
                               const Loop &L, ICmpInst &I) {
  if (!I.getOperand(0)->getType()->isIntegerTy() ||
      I.getOperand(0)->getType()->getIntegerBitWidth() > 64)
    return false;
  CmpInst::Predicate Keep =
      To.SkipsIfTrue ? I.getInversePredicate() : I.getPredicate();
  const SCEV *S = SE.getSCEV(I.getOperand(0));
  const SCEV *Limit = SE.getSCEV(I.getOperand(1));
  if (!SE.isLoopInvariant(Limit, &L)) {
    std::swap(S, Limit);
    Keep = CmpInst::getSwappedPredicate(Keep);
  }
  if (!isOrder(Keep) || !SE.isLoopInvariant(Limit, &L) ||
      !Guard.canCompute(Limit))
    return false;
  bool NumberIsSigned = ICmpInst::isSigned(Keep);
  if (auto *Wide = dyn_cast<SCEVIntegralCastExpr>(S)) {
    // As an unsigned number, one below 0 is larger than all others.
    if (isa<SCEVTruncateExpr>(Wide) ||
        (isa<SCEVSignExtendExpr>(Wide) && !NumberIsSigned))
      return false;
    NumberIsSigned = isa<SCEVSignExtendExpr>(Wide);
    S = Wide->getOperand();
  }
  auto *Number = dyn_cast<SCEVAddRecExpr>(S);
  // To a number of one bit, one is as good as -1.
  if (!Number || Number->getLoop() != &L || !Number->isAffine() ||
      !Number->getStepRecurrence(SE)->isOne() ||
      Number->getType()->isIntegerTy(1) ||
      !Guard.canCompute(Number->getStart()))
    return false;
  To.Comparisons.push_back({Keep, Number, Limit, NumberIsSigned});
  return true;
}

/// Nothing of \p BB matters but to the turn itself.
static bool hasEffect(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    return !I.isTerminator() && (I.mayHaveSideEffects() || !I.willReturn());
  });
}

/// Whether the loop's values are its own, and go on from turn to turn in equal
/// steps.
static bool isPlain(const Loop &L, ScalarEvolution &SE) {
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!SE.isSCEVable(Phi.getType()))
      return false;
    auto *S = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    if (!S || S->getLoop() != &L || !S->isAffine())
      return false;
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if ((Call && Call->isConvergent()) ||
          any_of(I.users(), [&](const User *U) {
            return !L.contains(cast<Instruction>(U));
          }))
        return false;
    }
  return true;
}

/// Finds the check of \p L. False if there is none that is worth it.
bool Shortening::understand(const Loop &L, RangeCheck &Found) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  BasicBlock *Exit = L.getExitBlock();
  if (Header == Latch || L.getExitingBlock() != Latch || !Exit ||
      isa<PHINode>(Latch->front()) || isa<PHINode>(Exit->front()) ||
      !isa<BranchInst>(Latch->getTerminator()))
    return false;
  Found.Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Found.Branch || Found.Branch->isUnconditional())
    return false;
  Found.SkipsIfTrue = Found.Branch->getSuccessor(0) == Latch;
  Found.Body = Found.Branch->getSuccessor(Found.SkipsIfTrue ? 1 : 0);
  if ((!Found.SkipsIfTrue && Found.Branch->getSuccessor(1) != Latch) ||
      Found.Body == Latch || hasEffect(*Header) || hasEffect(*Latch))
    return false;
  const LoopGuard Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC);
  const SCEV *Last = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Last) || !Guard.canCompute(Last) ||
      SE.getTypeSizeInBits(Last->getType()) > 64 || !isPlain(L, SE))
    return false;
  SmallVector<Value *, 8> Conditions = {Found.Branch->getCondition()};
  while (!Conditions.empty()) {
    Value *V = Conditions.pop_back_val(), *One, *Other;
    if (Found.SkipsIfTrue
            ? match(V, m_LogicalOr(m_Value(One), m_Value(Other)))
            : match(V, m_LogicalAnd(m_Value(One), m_Value(Other)))) {
      Conditions.append({Other, One});
      continue;
    }
    auto *I = dyn_cast<ICmpInst>(V);
    if (L.isLoopInvariant(V))
      Found.Invariants.push_back(V);
    else if (!I || !addComparison(Found, Guard, L, *I))
      Found.Others.push_back(V);
  }
  return !Found.Comparisons.empty();
}

namespace {

/// Numbers of turns, before a loop. All have 64 bits and no sign.
class Turns {
  LoopGuard Guard;
  ScalarEvolution &SE;
  IRBuilder<> &B;
  const bool CanBeAll; ///< there may be all turns that 64 bits can count
  const bool IsShort;  ///< their numbers have 32 bits
  Value *Last;         ///< the number of the last one, from 0

  /// Of what is undefined, one number: two uses must not differ.
  Value *wide(const SCEV *S, bool IsSigned) {
    Type *I64 = B.getInt64Ty();
    Value *V = Guard.value(IsSigned ? SE.getNoopOrSignExtend(S, I64)
                                    : SE.getNoopOrZeroExtend(S, I64));
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
  }
  Value *least(Value *X, Value *Y) {
    return B.CreateSelect(B.CreateICmpULT(X, Y), X, Y);
  }

public:
  Turns(const Loop &L, ScalarEvolution &SE, DominatorTree &DT,
        AssumptionCache &AC)
      : Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC), SE(SE),
        B(Guard.B),
        CanBeAll(SE
                     .getUnsignedRangeMax(SE.getNoopOrZeroExtend(
                         SE.getBackedgeTakenCount(&L), B.getInt64Ty()))
                     .isMaxValue()),
        IsShort(SE.getTypeSizeInBits(SE.getBackedgeTakenCount(&L)->getType()) <=
                32),
        Last(wide(SE.getBackedgeTakenCount(&L), false)) {}

  IRBuilder<> &builder() { return B; }
  /// One more than \p Turn; of a loop that has 2^64 turns nobody sees the last.
  Value *after(Value *Turn) {
    Value *Next = B.CreateAdd(Turn, B.getInt64(1));
    return CanBeAll ? B.CreateSelect(B.CreateIsNull(Next), Turn, Next) : Next;
  }
  Value *all() { return after(Last); }
  /// Of \p Count turns, which are some. LLVM forgets how few there are.
  Value *lastOf(Value *Count) {
    Value *Turn = B.CreateSub(Count, B.getInt64(1));
    return IsShort ? least(Turn, B.getInt64(UINT32_MAX)) : Turn;
  }

  /// Whether the number of \p Each wraps in no turn.
  Value *neverWraps(const Comparison &Each) {
    unsigned Bits = SE.getTypeSizeInBits(Each.Number->getType());
    APInt Greatest = Each.NumberIsSigned ? APInt::getSignedMaxValue(Bits)
                                         : APInt::getMaxValue(Bits);
    Value *Limit = B.getInt64(Each.NumberIsSigned ? Greatest.getSExtValue()
                                                  : Greatest.getZExtValue());
    Value *Start = wide(Each.Number->getStart(), Each.NumberIsSigned);
    return B.CreateICmpULE(Last, B.CreateSub(Limit, Start));
  }

  /// How many turns there are, from the first one on, in which the number of
  /// \p Each is below the limit, or, \p OrEqual, is not above it.
  Value *before(const Comparison &Each, bool OrEqual) {
    Value *Start = wide(Each.Number->getStart(), Each.NumberIsSigned);
    Value *Limit = wide(Each.Limit, Each.isSigned());
    CmpInst::Predicate Any = OrEqual ? CmpInst::ICMP_UGE : CmpInst::ICMP_UGT;
    if (Each.isSigned())
      Any = CmpInst::getSignedPredicate(Any);
    Value *Count = least(B.CreateSub(Limit, Start), OrEqual ? Last : all());
    if (OrEqual)
      Count = after(Count);
    return B.CreateSelect(B.CreateICmp(Any, Limit, Start), Count,
                          B.getInt64(0));
  }

  /// The turns in which \p Each holds are those from \p First on, and before
  /// \p End.
  void restrict(const Comparison &Each, Value *&First, Value *&End) {
    CmpInst::Predicate P = Each.Keep;
    if (!ICmpInst::isLT(P) && !ICmpInst::isLE(P)) {
      Value *Before = before(Each, /*OrEqual=*/ICmpInst::isGT(P));
      First = B.CreateSelect(B.CreateICmpUGT(Before, First), Before, First);
    }
    if (!ICmpInst::isGT(P) && !ICmpInst::isGE(P))
      End = least(End, before(Each, /*OrEqual=*/!ICmpInst::isLT(P)));
  }
};

} // namespace

/// The check of \p Found, without what is sure in the turns that are left.
static void replaceCheck(const RangeCheck &Found) {
  BranchInst *Old = Found.Branch;
  BasicBlock *Latch = Old->getSuccessor(Found.SkipsIfTrue ? 0 : 1);
  IRBuilder<> B(Old);
  if (Found.Others.empty()) {
    B.CreateBr(Found.Body);
  } else {
    Value *All = nullptr;
    for (Value *V : Found.Others)
      All = !All                ? V
            : Found.SkipsIfTrue ? B.CreateLogicalOr(All, V)
                                : B.CreateLogicalAnd(All, V);
    Found.SkipsIfTrue ? B.CreateCondBr(All, Latch, Found.Body)
                      : B.CreateCondBr(All, Found.Body, Latch);
  }
  Old->eraseFromParent();
}

void Shortening::shorten(Loop &L, RangeCheck &Found) {
  Value *First, *Count, *Last, *Good;
  SmallVector<std::pair<PHINode *, Value *>, 4> Starts;
  {
    Turns Of(L, SE, DT, AC);
    IRBuilder<> &B = Of.builder();
    Good = B.getTrue();
    for (const Comparison &Each : Found.Comparisons)
      if (Each.mayWrap())
        Good = B.CreateAnd(Good, Of.neverWraps(Each));
    First = B.getInt64(0);
    Value *End = Of.all();
    for (const Comparison &Each : Found.Comparisons)
      Of.restrict(Each, First, End);
    Value *Any = B.CreateICmpULT(First, End);
    for (Value *V : Found.Invariants) {
      V = B.CreateFreeze(V);
      Any = B.CreateAnd(Any, Found.SkipsIfTrue ? B.CreateNot(V) : V);
    }
    Count = B.CreateSelect(Any, B.CreateSub(End, First), B.getInt64(0));
    Last = Of.lastOf(Count);
    Instruction *At = &*B.GetInsertPoint();
    SCEVExpander Expander(SE, F.getParent()->getDataLayout(), "shortened");
    for (PHINode &Phi : L.getHeader()->phis()) {
      auto *S = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
      const SCEV *Step = S->getStepRecurrence(SE);
      const SCEV *Skipped = SE.getMulExpr(
          Step, SE.getTruncateOrZeroExtend(SE.getSCEV(First), Step->getType()));
      Starts.push_back(
          {&Phi, Expander.expandCodeFor(SE.getAddExpr(S->getStart(), Skipped),
                                        Phi.getType(), At)});
    }
  }
  SE.forgetLoop(&L);
  if (!isa<Constant>(Good))
    copyUnder(L, Good, ".whole", plainMarks(F.getContext()), LI, DT);
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader(),
             *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
  for (auto &[Phi, Start] : Starts)
    Phi->setIncomingValueForBlock(Before, Start);
  IRBuilder<> B(&Header->front());
  PHINode *Turn = B.CreatePHI(B.getInt64Ty(), 2, "turn");
  auto *End = cast<BranchInst>(Latch->getTerminator());
  B.SetInsertPoint(End);
  Value *Next = B.CreateNUWAdd(Turn, B.getInt64(1), "turn.next");
  Turn->addIncoming(B.getInt64(0), Before);
  Turn->addIncoming(Next, Latch);
  End->setCondition(End->getSuccessor(0) == Header
                        ? B.CreateICmpNE(Turn, Last)
                        : B.CreateICmpEQ(Turn, Last));
  replaceCheck(Found);
  Instruction *Enter = Before->getTerminator();
  B.SetInsertPoint(Enter);
  B.CreateCondBr(B.CreateIsNotNull(Count), Header, Exit);
  Enter->eraseFromParent();
  if (Found.Others.empty())
    MergeBlockIntoPredecessor(Found.Body, nullptr, &LI);
  DT.recalculate(F);
  simplify(L);
  Changed = true;
}

/// True if \p L was changed.
bool Shortening::visit(Loop &L) {
  RangeCheck Found;
  if (isPlainCopy(L) || sizeOf(L) > ShortenedSize || !L.isLoopSimplifyForm() ||
      !L.isSafeToClone() || !understand(L, Found))
    return false;
  shorten(L, Found);
  return true;
}

bool Shortening::run() {
  const SmallVector<Loop *, 8> Loops(LI.begin(), LI.end());
  for (Loop *L : Loops)
    Changed |= simplify(*L);
  // Parallel ones may become vectors with what is in them (InterchangeLoops.h).
  SmallVector<Loop *, 8> ForVectors;
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() || L->isAnnotatedParallel())
      ForVectors.push_back(L);
  // A second check may follow the first one.
  for (Loop *L : ForVectors)
    while (visit(*L))
      ;
  return Changed;
}

PreservedAnalyses ShortenLoopsPass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  const bool Any = any_of(
      instructions(F), [](const Instruction &I) { return isa<ICmpInst>(I); });
  if (!Any || !Shortening(F, AM).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
