//===- HoistChecks.cpp - Check indexes before a loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/HoistChecks.h"
#include "ir/RareBranches.h"
#include "loops/LoopVersions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tasklet;

static cl::opt<unsigned>
    CheckedSize("tkl-hoist-checks-size", cl::init(300), cl::Hidden,
                cl::desc("Instructions of a loop whose checks are hoisted"));

/// Property of a loop: the copy with all checks.
static constexpr char Checked[] = "tkl.checked";

namespace {

/// A branch that leaves if an index is bad.
struct Check {
  BranchInst *Br;
  unsigned Stays;   ///< its successor if the index is good
  BasicBlock *Good; ///< this successor
  Value *Index;
  const SCEV *Number; ///< the index, from numbers that do not wrap
  /// All checks are good under these, and if 0 <= Least, and Most < Length.
  SmallVector<BoundCondition, 4> Conditions;
  const SCEV *Least, *Most, *Length;

  bool sameAs(const Check &Other) const {
    return Least == Other.Least && Most == Other.Most &&
           Length == Other.Length && Conditions == Other.Conditions;
  }
};

class Hoisting : LoopFacts {
  bool Changed = false;

  std::optional<Check> understand(BranchInst &Br, const Loop &L);
  void version(Loop &L, ArrayRef<Check> Checks);
  void widen(const Check &C);
  void visit(Loop &L);

public:
  using LoopFacts::LoopFacts;
  bool run();
};

} // namespace

/// The check of an index at \p Br that can be done before \p L, if it is one.
std::optional<Check> Hoisting::understand(BranchInst &Br, const Loop &L) {
  Check C;
  C.Br = &Br;
  C.Stays = 1 - unsigned(rareSuccessor(Br));
  C.Good = Br.getSuccessor(C.Stays);
  ICmpInst::Predicate Pred;
  Value *Length;
  if (!match(Br.getCondition(),
             m_ICmp(Pred, m_Value(C.Index), m_Value(Length))))
    return std::nullopt;
  // The form in which the check stays: Index < Length.
  if (C.Stays == 1)
    Pred = ICmpInst::getInversePredicate(Pred);
  if (Pred == ICmpInst::ICMP_UGT) {
    std::swap(C.Index, Length);
    Pred = ICmpInst::ICMP_ULT;
  }
  if (Pred != ICmpInst::ICMP_ULT || !C.Index->getType()->isIntegerTy(64))
    return std::nullopt;
  C.Length = SE.getSCEV(Length);
  const SCEV *Index = SE.getSCEV(C.Index);
  if (!SE.isLoopInvariant(C.Length, &L))
    return std::nullopt;
  IndexBounds Bounds(SE, DT, L, *Br.getParent());
  auto B = Bounds.of(Index);
  if (!B)
    return std::nullopt;
  C.Number = B->Value;
  C.Least = B->Least;
  C.Most = B->Most;
  C.Conditions = std::move(Bounds.Conditions);
  return C;
}

static bool canCompute(const Check &C, const LoopGuard &Guard) {
  return Guard.canCompute(C.Least) && Guard.canCompute(C.Most) &&
         Guard.canCompute(C.Length) && Guard.canCompute(C.Conditions);
}

/// Whether all checks will be good.
static Value *allGood(ArrayRef<Check> Checks, LoopGuard &Guard) {
  IRBuilder<> &B = Guard.B;
  Value *Good = B.getTrue();
  // Of all numbers that must be within [0, 2^31), the bits: one comparison does.
  Value *Narrow = B.getInt64(0);
  for (const Check &C : Checks) {
    // Often an element is read and written.
    if (any_of(ArrayRef<Check>(&*Checks.begin(), &C),
               [&](const Check &Before) { return Before.sameAs(C); }))
      continue;
    Value *Least = Guard.value(C.Least), *Most = Guard.value(C.Most);
    bool IsNarrow = false;
    for (const BoundCondition &Other : C.Conditions) {
      if (!Other.IsLeast && Other.Value == C.Most && Other.Limit == INT32_MAX) {
        Narrow = B.CreateOr(Narrow, B.CreateOr(Least, Most));
        IsNarrow = true;
      } else if (!Other.IsLeast || Other.Value != C.Least || Other.Limit > 0) {
        Good = B.CreateAnd(Good, Guard.holds(Other));
      }
    }
    if (!IsNarrow)
      Good = B.CreateAnd(Good, B.CreateICmpSGE(Least, B.getInt64(0)));
    Good = B.CreateAnd(Good, B.CreateICmpULT(Most, Guard.value(C.Length)));
  }
  return B.CreateAnd(
      B.CreateICmpULT(Narrow, B.getInt64(uint64_t(INT32_MAX) + 1)), Good);
}

/// Removes a check from the loop that runs if all are good.
static void drop(const Check &C) {
  BasicBlock *BB = C.Br->getParent();
  C.Br->getSuccessor(1 - C.Stays)->removePredecessor(BB);
  BranchInst::Create(C.Br->getSuccessor(C.Stays), C.Br);
  C.Br->eraseFromParent();
}

/// Lets what is behind a check, which is gone, use a number that does not wrap:
/// it is the same as the index there, and goes up by the same step each time.
void Hoisting::widen(const Check &C) {
  auto *Index = dyn_cast<Instruction>(C.Index);
  // Where the block behind has other ways in, its index may be unchecked.
  if (!Index || !isa<CastInst>(Index) || !C.Good->getSinglePredecessor())
    return;
  SCEVExpander Expander(SE, F.getParent()->getDataLayout(), "wide");
  Expander.disableCanonicalMode();
  Value *Wide = nullptr;
  for (Use &U : make_early_inc_range(Index->uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (isa<PHINode>(User) || !DT.dominates(C.Good, User->getParent()))
      continue;
    if (!Wide)
      Wide = Expander.expandCodeFor(C.Number, Index->getType(),
                                    &*C.Good->getFirstInsertionPt());
    U.set(Wide);
  }
}

void Hoisting::version(Loop &L, ArrayRef<Check> Checks) {
  LoopGuard Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC);
  Value *Good = allGood(Checks, Guard);
  SE.forgetTopmostLoop(&L);
  LLVMContext &Context = F.getContext();
  copyUnder(L, Good, ".checked",
            {MDNode::get(Context, MDString::get(Context, Checked))}, LI, DT);
  for (const Check &C : Checks)
    drop(C);
  DT.recalculate(F);
  for (const Check &C : Checks)
    widen(C);
  Changed = true;
}

/// A loop that may be versioned, or have loops in it that may.
static bool mayHaveChecks(const Loop &L) {
  return !getBooleanLoopAttribute(&L, Checked) &&
         any_of(L.blocks(), [&](const BasicBlock *BB) {
           auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
           if (!Br)
             return false;
           int Rare = rareSuccessor(*Br);
           return Rare >= 0 && !L.contains(Br->getSuccessor(unsigned(Rare)));
         });
}

void Hoisting::visit(Loop &L) {
  if (!mayHaveChecks(L))
    return;
  SmallVector<Loop *, 4> Parts(L.begin(), L.end());
  if (sizeOf(L) <= CheckedSize && L.isLoopSimplifyForm() && L.isSafeToClone()) {
    Changed |= formLCSSARecursively(L, DT, &LI, &SE);
    SmallVector<Check, 8> Checks;
    const LoopGuard Guard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC);
    bool All = true;
    for (BasicBlock *BB : L.blocks()) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      int Rare = Br ? rareSuccessor(*Br) : -1;
      if (Rare < 0 || L.contains(Br->getSuccessor(unsigned(Rare))))
        continue;
      auto C = understand(*Br, L);
      if (C && canCompute(*C, Guard))
        Checks.push_back(std::move(*C));
      else
        All = false;
    }
    // As far out as possible, unless that keeps a check in an inner loop.
    if (!Checks.empty() && (All || Parts.empty())) {
      version(L, Checks);
      return;
    }
  }
  for (Loop *Part : Parts)
    visit(*Part);
}

bool Hoisting::run() {
  SmallVector<Loop *, 8> Loops(LI.begin(), LI.end());
  for (Loop *L : Loops)
    if (mayHaveChecks(*L))
      Changed |= simplify(*L);
  for (Loop *L : Loops)
    visit(*L);
  return Changed;
}

PreservedAnalyses HoistChecksPass::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  // Most functions have none: then no analysis is needed.
  bool Any = any_of(F, [](const BasicBlock &BB) {
    auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
    return Br && rareSuccessor(*Br) >= 0;
  });
  if (!Any || !Hoisting(F, AM).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
