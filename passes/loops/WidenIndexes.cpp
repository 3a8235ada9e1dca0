//===- WidenIndexes.cpp - Indexes as wide as addresses --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/WidenIndexes.h"
#include "loops/LoopVersions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned>
    WidenedSize("tkl-widen-indexes-size", cl::init(300), cl::Hidden,
                cl::desc("Instructions of a loop whose indexes are widened"));

/// More comparisons before a loop cost more than a short loop gains.
static constexpr size_t MostConditions = 16;

namespace {

/// An extension to 64 bits of a number that may wrap.
struct WideIndex {
  CastInst *Extension;
  const SCEV *Number; ///< what it is, if nothing wraps
};

class Widening : LoopFacts {
  bool Changed = false;

  bool mayWrap(CastInst &Extension, const Loop &L);
  bool understand(const Loop &L, SmallVectorImpl<WideIndex> &Indexes,
                  SmallVectorImpl<BoundCondition> &Conditions);
  void version(Loop &L, ArrayRef<WideIndex> Indexes,
               ArrayRef<BoundCondition> Conditions);
  void visit(Loop &L);

public:
  using LoopFacts::LoopFacts;
  bool run();
};

} // namespace

/// An extension to the width of addresses that a loop may need.
static bool isIndex(const Instruction &I) {
  return (isa<ZExtInst>(I) || isa<SExtInst>(I)) &&
         I.getType()->isIntegerTy(64) && any_of(I.users(), [](const User *U) {
           return isa<GetElementPtrInst>(U) || isa<BinaryOperator>(U);
         });
}

/// Whether LLVM cannot say how \p Extension goes on in \p L, because its operand
/// may wrap.
bool Widening::mayWrap(CastInst &Extension, const Loop &L) {
  return SCEVExprContains(SE.getSCEV(&Extension), [&](const SCEV *S) {
    return (isa<SCEVZeroExtendExpr>(S) || isa<SCEVSignExtendExpr>(S)) &&
           !SE.isLoopInvariant(S, &L);
  });
}

/// Which indexes of \p L can be widened, and under which conditions. False if
/// nothing is gained, or more by looking at its parts.
bool Widening::understand(const Loop &L, SmallVectorImpl<WideIndex> &Indexes,
                          SmallVectorImpl<BoundCondition> &Conditions) {
  const LoopGuard Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC);
  bool HelpsVectors = false;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Extension = dyn_cast<CastInst>(&I);
      if (!Extension || !isIndex(I) || !mayWrap(*Extension, L))
        continue;
      IndexBounds Of(SE, DT, L, *BB);
      const std::optional<Bounds> B = Of.of(SE.getSCEV(Extension));
      const Loop &Own = *LI.getLoopFor(BB);
      if (!B || !Guard.canCompute(Of.Conditions)) {
        if (&Own == &L)
          continue;
        return false; // It may be linear in the inner loop.
      }
      HelpsVectors |=
          Own.isInnermost() && SE.hasLoopInvariantBackedgeTakenCount(&Own);
      Indexes.push_back({Extension, B->Value});
      for (const BoundCondition &Each : Of.Conditions)
        if (!is_contained(Conditions, Each))
          Conditions.push_back(Each);
    }
  return HelpsVectors && Conditions.size() <= MostConditions;
}

void Widening::version(Loop &L, ArrayRef<WideIndex> Indexes,
                       ArrayRef<BoundCondition> Conditions) {
  if (!Conditions.empty()) {
    LoopGuard Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC);
    Value *Good = Guard.B.getTrue();
    for (const BoundCondition &Each : Conditions)
      Good = Guard.B.CreateAnd(Good, Guard.holds(Each));
    SE.forgetTopmostLoop(&L);
    copyUnder(L, Good, ".narrow", plainMarks(F.getContext()), LI, DT);
    DT.recalculate(F);
  }
  SCEVExpander Expander(SE, F.getParent()->getDataLayout(), "wide");
  Expander.disableCanonicalMode();
  for (const WideIndex &Each : Indexes)
    Each.Extension->replaceAllUsesWith(Expander.expandCodeFor(
        Each.Number, Each.Extension->getType(), Each.Extension));
  SE.forgetTopmostLoop(&L);
  Changed = true;
}

/// Whether vectors of \p L, and of its parts, may be made for all that is known.
static bool mayBeWidened(const Loop &L) {
  return !isPlainCopy(L) && sizeOf(L) <= WidenedSize &&
         none_of(L.blocks(), [](const BasicBlock *BB) {
           return any_of(*BB, [](const Instruction &I) {
             return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
           });
         });
}

void Widening::visit(Loop &L) {
  // As far out as possible: there the conditions are asked for least often.
  if (mayBeWidened(L) && L.isLoopSimplifyForm() && L.isSafeToClone()) {
    SmallVector<WideIndex, 8> Indexes;
    SmallVector<BoundCondition, 8> Conditions;
    if (understand(L, Indexes, Conditions)) {
      Changed |= formLCSSARecursively(L, DT, &LI, &SE);
      version(L, Indexes, Conditions);
      return;
    }
  }
  const SmallVector<Loop *, 4> Parts(L.begin(), L.end());
  for (Loop *Part : Parts)
    visit(*Part);
}

bool Widening::run() {
  const SmallVector<Loop *, 8> Loops(LI.begin(), LI.end());
  for (Loop *L : Loops) {
    Changed |= simplify(*L);
    visit(*L);
  }
  return Changed;
}

PreservedAnalyses WidenIndexesPass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  // Most functions have none: then no analysis is needed.
  const bool Any =
      any_of(F, [](const BasicBlock &BB) { return any_of(BB, isIndex); });
  if (!Any || !Widening(F, AM).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
