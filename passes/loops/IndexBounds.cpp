//===- IndexBounds.cpp - Between what an index lies in a loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/IndexBounds.h"
#include "ir/RareBranches.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace tasklet;

/// Wide enough for sums of products of 64 bits.
static constexpr unsigned Wide = 160;

static bool fits(const APInt &Least, const APInt &Most) {
  return Least.isSignedIntN(64) && Most.isSignedIntN(64);
}

std::optional<Bounds> IndexBounds::ofInvariant(const SCEV *S) const {
  ConstantRange Range = SE.getSignedRange(S);
  const SCEV *V = SE.getNoopOrSignExtend(S, Type::getInt64Ty(SE.getContext()));
  return Bounds{V, V, V, Range.getSignedMin().sext(Wide),
                Range.getSignedMax().sext(Wide)};
}

std::optional<Bounds> IndexBounds::sum(const Bounds &A, const Bounds &B) const {
  Bounds Sum = {SE.getAddExpr(A.Value, B.Value),
                SE.getAddExpr(A.Least, B.Least), SE.getAddExpr(A.Most, B.Most),
                A.LeastEver + B.LeastEver, A.MostEver + B.MostEver};
  if (!fits(Sum.LeastEver, Sum.MostEver))
    return std::nullopt;
  return Sum;
}

Bounds IndexBounds::times(const Bounds &A, const APInt &Factor) const {
  const SCEV *F = SE.getConstant(Factor.sextOrTrunc(64));
  APInt FW = Factor.sext(Wide);
  Bounds P = {SE.getMulExpr(A.Value, F), SE.getMulExpr(A.Least, F),
              SE.getMulExpr(A.Most, F), A.LeastEver * FW, A.MostEver * FW};
  if (Factor.isNegative()) {
    std::swap(P.Least, P.Most);
    std::swap(P.LeastEver, P.MostEver);
  }
  return P;
}

/// The number of the last iteration of \p L in which `At` may run, from 0 on.
/// It is -1 if there is none.
std::optional<Bounds> IndexBounds::lastIteration(const Loop &L) const {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *BB : Exiting) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || rareSuccessor(*Br) >= 0)
      continue;
    const SCEV *Count = SE.getExitCount(&L, BB);
    if (isa<SCEVCouldNotCompute>(Count) || !SE.isLoopInvariant(Count, &Outer) ||
        SE.getTypeSizeInBits(Count->getType()) > 64)
      continue;
    // As an unsigned number.
    APInt Most = SE.getUnsignedRangeMax(Count).zext(Wide);
    if (!Most.isIntN(32))
      continue;
    APInt Least = APInt::getZero(Wide);
    const SCEV *Last =
        SE.getNoopOrZeroExtend(Count, Type::getInt64Ty(SE.getContext()));
    BasicBlock *Stays =
        Br->getSuccessor(L.contains(Br->getSuccessor(0)) ? 0 : 1);
    if (DT.dominates(BasicBlockEdge(BB, Stays), &At)) {
      Last = SE.getAddExpr(Last, SE.getMinusOne(Last->getType()));
      --Most;
      --Least;
    }
    return Bounds{Last, Last, Last, Least, Most};
  }
  return std::nullopt;
}

std::optional<Bounds> IndexBounds::ofRecurrence(const SCEVAddRecExpr *S) {
  const Loop &L = *S->getLoop();
  if (!S->isAffine() || !Outer.contains(&L))
    return std::nullopt;
  const SCEV *Step = S->getStepRecurrence(SE);
  std::optional<Bounds> Start = of(S->getStart());
  if (!Start || !SE.isLoopInvariant(Step, &Outer))
    return std::nullopt;
  std::optional<Bounds> Last = lastIteration(L);
  std::optional<Bounds> By = ofInvariant(Step);
  if (!Last)
    return std::nullopt;
  // From the first iteration to the last one it goes by a product that is
  // computed from the sign of the step, so that it need not fit in 64 bits.
  const SCEV *Zero = SE.getZero(By->Value->getType());
  Bounds Way = {SE.getAddRecExpr(Zero, By->Value, &L, SCEV::FlagAnyWrap),
                SE.getMulExpr(SE.getSMinExpr(Zero, By->Value), Last->Value),
                SE.getMulExpr(SE.getSMaxExpr(Zero, By->Value), Last->Value),
                APInt(Wide, 0), APInt(Wide, 0)};
  for (const APInt &Times : {Last->LeastEver, Last->MostEver})
    for (const APInt &Each : {By->LeastEver, By->MostEver}) {
      APInt End = Times * Each;
      Way.LeastEver = APIntOps::smin(Way.LeastEver, End);
      Way.MostEver = APIntOps::smax(Way.MostEver, End);
    }
  return sum(*Start, Way);
}

/// Under the conditions that it adds, an extension is the same number.
std::optional<Bounds> IndexBounds::ofExtension(const SCEV *Of, bool Signed) {
  std::optional<Bounds> B = of(Of);
  if (!B)
    return std::nullopt;
  unsigned Bits = Of->getType()->getIntegerBitWidth();
  APInt Low = Signed ? APInt::getSignedMinValue(Bits).sext(64) : APInt(64, 0);
  APInt High = Signed ? APInt::getSignedMaxValue(Bits).zext(64)
                      : APInt::getMaxValue(Bits).zext(64);
  if (B->LeastEver.slt(Low.sext(Wide))) {
    Conditions.push_back({B->Least, Low.getSExtValue(), /*IsLeast=*/true});
    B->LeastEver = Low.sext(Wide);
  }
  if (B->MostEver.sgt(High.sext(Wide))) {
    Conditions.push_back({B->Most, High.getSExtValue(), /*IsLeast=*/false});
    B->MostEver = High.sext(Wide);
  }
  return B;
}

std::optional<Bounds> IndexBounds::of(const SCEV *S) {
  if (!S->getType()->isIntegerTy() || S->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (SE.isLoopInvariant(S, &Outer))
    return ofInvariant(S);
  if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
    return ofRecurrence(Recurrence);
  if (auto *Extension = dyn_cast<SCEVSignExtendExpr>(S))
    return ofExtension(Extension->getOperand(), /*Signed=*/true);
  if (auto *Extension = dyn_cast<SCEVZeroExtendExpr>(S))
    return ofExtension(Extension->getOperand(), /*Signed=*/false);
  if (auto *Add = dyn_cast<SCEVAddExpr>(S)) {
    std::optional<Bounds> Sum = of(Add->getOperand(0));
    for (const SCEV *Operand : drop_begin(Add->operands())) {
      std::optional<Bounds> Next = of(Operand);
      if (!Sum || !Next)
        return std::nullopt;
      Sum = sum(*Sum, *Next);
    }
    return Sum;
  }
  if (auto *Mul = dyn_cast<SCEVMulExpr>(S))
    if (auto *Factor = dyn_cast<SCEVConstant>(Mul->getOperand(0));
        Factor && Mul->getNumOperands() == 2)
      if (std::optional<Bounds> Of = of(Mul->getOperand(1))) {
        Bounds Product = times(*Of, Factor->getAPInt());
        if (fits(Product.LeastEver, Product.MostEver))
          return Product;
      }
  return std::nullopt;
}
