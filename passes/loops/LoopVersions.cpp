//===- LoopVersions.cpp - A loop under a condition, and as it was ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/LoopVersions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace tasklet;

LoopFacts::LoopFacts(Function &F, FunctionAnalysisManager &AM)
    : F(F), LI(AM.getResult<LoopAnalysis>(F)),
      DT(AM.getResult<DominatorTreeAnalysis>(F)),
      SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
      AC(AM.getResult<AssumptionAnalysis>(F)) {}

bool LoopFacts::simplify(Loop &L) {
  return simplifyLoop(&L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
}

LoopGuard::LoopGuard(Instruction &At, ScalarEvolution &SE,
                     const DominatorTree &DT, AssumptionCache &AC)
    : At(At), DT(DT), AC(AC),
      Expander(SE, At.getModule()->getDataLayout(), "guard"), B(&At) {}

bool LoopGuard::canCompute(const SCEV *S) const {
  return Expander.isSafeToExpandAt(S, &At);
}

bool LoopGuard::canCompute(ArrayRef<BoundCondition> Conditions) const {
  return all_of(Conditions, [&](const BoundCondition &Each) {
    return canCompute(Each.Value);
  });
}

Value *LoopGuard::value(const SCEV *S) {
  Value *V = Expander.expandCodeFor(S, B.getInt64Ty(), &At);
  B.SetInsertPoint(&At);
  return isGuaranteedNotToBePoison(V, &AC, &At, &DT) ? V : B.CreateFreeze(V);
}

Value *LoopGuard::holds(const BoundCondition &Condition) {
  Value *V = value(Condition.Value), *Limit = B.getInt64(Condition.Limit);
  return Condition.IsLeast ? B.CreateICmpSGE(V, Limit)
                           : B.CreateICmpSLE(V, Limit);
}

void tasklet::copyUnder(Loop &L, Value *Good, const char *Suffix,
                        ArrayRef<MDNode *> Marks, LoopInfo &LI,
                        DominatorTree &DT) {
  BasicBlock *Decide = L.getLoopPreheader();
  BasicBlock *Before = SplitBlock(Decide, Decide->getTerminator(), &DT, &LI,
                                  nullptr, L.getHeader()->getName() + ".good");
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Blocks;
  Loop *Copy =
      cloneLoopWithPreheader(Before, Decide, &L, Map, Suffix, &LI, &DT, Blocks);
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
  LLVMContext &C = Decide->getContext();
  // The copy is the exception, but not as rare as a failure.
  Br->setMetadata(LLVMContext::MD_prof,
                  MDBuilder(C).createBranchWeights(2000, 1));
  Old->eraseFromParent();
  SmallVector<MDNode *, 4> All(Marks.begin(), Marks.end());
  All.push_back(MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable")));
  for (Loop *Part : Copy->getLoopsInPreorder())
    Part->setLoopID(makePostTransformationMetadata(C, Part->getLoopID(),
                                                   {"llvm.loop.unroll."}, All));
}

static constexpr char PlainCopy[] = "tkl.plain";

SmallVector<MDNode *, 2> tasklet::plainMarks(LLVMContext &C) {
  Metadata *One =
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1));
  return {MDNode::get(C, MDString::get(C, PlainCopy)),
          MDNode::get(C, {MDString::get(C, "llvm.loop.isvectorized"), One})};
}

bool tasklet::isPlainCopy(const Loop &L) {
  return getBooleanLoopAttribute(&L, PlainCopy);
}

size_t tasklet::sizeOf(const Loop &L) {
  size_t Instructions = 0;
  for (BasicBlock *BB : L.blocks())
    Instructions += BB->sizeWithoutDebug();
  return Instructions;
}
