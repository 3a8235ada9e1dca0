//===- HoistChecks.cpp - Check indexes before a loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/HoistChecks.h"
#include "ir/RareBranches.h"
#include "loops/IndexBounds.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tasklet;

static cl::opt<unsigned>
    Size("tkl-hoist-checks-size", cl::init(300), cl::Hidden,
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

class Hoisting {
  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  bool Changed = false;

  std::optional<Check> understand(BranchInst &Br, const Loop &L);
  bool canExpand(const Check &C, SCEVExpander &Expander,
                 const Instruction &At) const;
  Value *allGood(ArrayRef<Check> Checks, Instruction &At);
  void version(Loop &L, ArrayRef<Check> Checks);
  void copyUnder(Loop &L, Value *Good);
  void widen(const Check &C);
  void visit(Loop &L);

public:
  Hoisting(Function &F, FunctionAnalysisManager &AM)
      : F(F), LI(AM.getResult<LoopAnalysis>(F)),
        DT(AM.getResult<DominatorTreeAnalysis>(F)),
        SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
        AC(AM.getResult<AssumptionAnalysis>(F)) {}
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

bool Hoisting::canExpand(const Check &C, SCEVExpander &Expander,
                         const Instruction &At) const {
  return Expander.isSafeToExpandAt(C.Least, &At) &&
         Expander.isSafeToExpandAt(C.Most, &At) &&
         Expander.isSafeToExpandAt(C.Length, &At) &&
         all_of(C.Conditions, [&](const BoundCondition &Other) {
           return Expander.isSafeToExpandAt(Other.Value, &At);
         });
}

/// Computes before \p At whether all checks will be good.
Value *Hoisting::allGood(ArrayRef<Check> Checks, Instruction &At) {
  SCEVExpander Expander(SE, F.getParent()->getDataLayout(), "hoisted");
  IRBuilder<> B(&At);
  auto Expand = [&](const SCEV *S) {
    Value *V = Expander.expandCodeFor(S, B.getInt64Ty(), &At);
    B.SetInsertPoint(&At);
    // The loop might not come to a check whose numbers are undefined; that must
    // not hide what is said of the other checks.
    return isGuaranteedNotToBePoison(V, &AC, &At, &DT) ? V : B.CreateFreeze(V);
  };
  Value *Good = B.getTrue();
  // Of all numbers that must be within [0, 2^31), the bits: one comparison does.
  Value *Narrow = B.getInt64(0);
  for (const Check &C : Checks) {
    // Often an element is read and written.
    if (any_of(ArrayRef<Check>(&*Checks.begin(), &C),
               [&](const Check &Before) { return Before.sameAs(C); }))
      continue;
    Value *Least = Expand(C.Least), *Most = Expand(C.Most);
    bool IsNarrow = false;
    for (const BoundCondition &Other : C.Conditions) {
      if (!Other.IsLeast && Other.Value == C.Most && Other.Limit == INT32_MAX) {
        Narrow = B.CreateOr(Narrow, B.CreateOr(Least, Most));
        IsNarrow = true;
      } else if (!Other.IsLeast || Other.Value != C.Least || Other.Limit > 0) {
        Value *V = Expand(Other.Value);
        Good = B.CreateAnd(
            Good, Other.IsLeast ? B.CreateICmpSGE(V, B.getInt64(Other.Limit))
                                : B.CreateICmpSLE(V, B.getInt64(Other.Limit)));
      }
    }
    if (!IsNarrow)
      Good = B.CreateAnd(Good, B.CreateICmpSGE(Least, B.getInt64(0)));
    Good = B.CreateAnd(Good, B.CreateICmpULT(Most, Expand(C.Length)));
  }
  return B.CreateAnd(
      B.CreateICmpULT(Narrow, B.getInt64(uint64_t(INT32_MAX) + 1)), Good);
}

/// Puts a copy of \p L beside it, which runs if not \p Good.
void Hoisting::copyUnder(Loop &L, Value *Good) {
  BasicBlock *Decide = L.getLoopPreheader();
  BasicBlock *Before = SplitBlock(Decide, Decide->getTerminator(), &DT, &LI,
                                  nullptr, L.getHeader()->getName() + ".good");
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Before, Decide, &L, Map, ".checked", &LI,
                                      &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  SmallPtrSet<BasicBlock *, 8> Exits;
  for (BasicBlock *BB : L.blocks())
    for (BasicBlock *To : successors(BB))
      if (!L.contains(To))
        Exits.insert(To);
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      for (unsigned I = 0, E = Phi.getNumIncomingValues(); I != E; ++I) {
        BasicBlock *From = Phi.getIncomingBlock(I);
        if (!L.contains(From))
          continue;
        Value *V = Phi.getIncomingValue(I);
        Value *Copied = Map.lookup(V);
        Phi.addIncoming(Copied ? Copied : V,
                        cast<BasicBlock>(Map.lookup(From)));
      }
  Instruction *Old = Decide->getTerminator();
  BranchInst *Br =
      BranchInst::Create(Before, Copy->getLoopPreheader(), Good, Old);
  // The copy is the exception, but not as rare as a failure.
  Br->setMetadata(LLVMContext::MD_prof,
                  MDBuilder(F.getContext()).createBranchWeights(2000, 1));
  Old->eraseFromParent();
  LLVMContext &C = F.getContext();
  Metadata *Mark = MDNode::get(C, MDString::get(C, Checked));
  Metadata *Once = MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"));
  for (Loop *Part : Copy->getLoopsInPreorder())
    Part->setLoopID(makePostTransformationMetadata(
        C, Part->getLoopID(), {"llvm.loop.unroll."},
        {cast<MDNode>(Mark), cast<MDNode>(Once)}));
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
  Value *Good = allGood(Checks, *L.getLoopPreheader()->getTerminator());
  SE.forgetTopmostLoop(&L);
  copyUnder(L, Good);
  for (const Check &C : Checks)
    drop(C);
  DT.recalculate(F);
  for (const Check &C : Checks)
    widen(C);
  Changed = true;
}

/// A loop that may be versioned, or have loops in it that may.
static bool isCandidate(const Loop &L) {
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
  if (!isCandidate(L))
    return;
  SmallVector<Loop *, 4> Parts(L.begin(), L.end());
  size_t Instructions = 0;
  for (BasicBlock *BB : L.blocks())
    Instructions += BB->sizeWithoutDebug();
  if (Instructions <= Size && L.isLoopSimplifyForm() && L.isSafeToClone()) {
    Changed |= formLCSSARecursively(L, DT, &LI, &SE);
    SmallVector<Check, 8> Checks;
    SCEVExpander Expander(SE, F.getParent()->getDataLayout(), "hoisted");
    bool All = true;
    for (BasicBlock *BB : L.blocks()) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      int Rare = Br ? rareSuccessor(*Br) : -1;
      if (Rare < 0 || L.contains(Br->getSuccessor(unsigned(Rare))))
        continue;
      auto C = understand(*Br, L);
      if (C && canExpand(*C, Expander, *L.getLoopPreheader()->getTerminator()))
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
    if (isCandidate(*L))
      Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr,
                              /*PreserveLCSSA=*/false);
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
