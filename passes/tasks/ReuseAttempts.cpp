//===- ReuseAttempts.cpp - Keep what a child computed in vain -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ReuseAttempts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned> Size(
    "tkl-reuse-attempts-size", cl::init(100), cl::Hidden,
    cl::desc("Instructions that each other branch to a step may get so that "
             "attempts are not repeated"));

/// Each round finds what the child of the child has computed.
static constexpr unsigned Rounds = 4;

/// With fewer values, what keeps them costs as much as to compute them, unless a
/// branch goes with them.
static constexpr unsigned FewestValues = 4;

/// Values with more uses are looked at no further, nor are blocks with more
/// predecessors.
static constexpr unsigned MostUses = 64;
static constexpr unsigned MostPredecessors = 8;

/// By instruction of a block: the same value at the end of a predecessor.
using Equals = MapVector<Instruction *, Value *>;

/// Whether \p I depends on nothing but its operands, and may be computed earlier.
static bool isMovable(const Instruction &I) {
  if (!isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst>(I)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->getCalledFunction() ||
        !Call->getCalledFunction()->isIntrinsic() || Call->isConvergent() ||
        Call->hasOperandBundles() || I.getType()->isVoidTy())
      return false;
  }
  return !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I);
}

/// Whether \p J does what \p I does with operands \p Ops.
static bool computesSame(const Instruction &I, ArrayRef<Value *> Ops,
                         const Instruction &J) {
  if (!J.isSameOperationAs(&I) || !J.hasSameSubclassOptionalData(&I))
    return false;
  // A quotient may be allowed to be less exact than another one.
  SmallVector<std::pair<unsigned, MDNode *>, 2> OfI, OfJ;
  I.getAllMetadataOtherThanDebugLoc(OfI);
  J.getAllMetadataOtherThanDebugLoc(OfJ);
  if (OfI != OfJ)
    return false;
  if (equal(Ops, J.operand_values()))
    return true;
  return I.isCommutative() && Ops.size() == 2 && Ops[0] == J.getOperand(1) &&
         Ops[1] == J.getOperand(0);
}

/// What the movable instructions of \p BB are where the edge from \p Pred leads
/// there, as far as the values are at hand.
static Equals findEquals(BasicBlock *BB, BasicBlock *Pred,
                         const DominatorTree &DT) {
  Equals Found;
  const Instruction *End = Pred->getTerminator();
  auto atEnd = [&](Value *V) -> Value * {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || I->getParent() != BB)
      return V;
    if (auto *Phi = dyn_cast<PHINode>(I))
      return Phi->getIncomingValueForBlock(Pred);
    return Found.lookup(I);
  };
  for (Instruction &I : *BB) {
    if (isa<PHINode>(I) || !isMovable(I))
      continue;
    SmallVector<Value *, 4> Ops;
    Value *Rarest = nullptr;
    for (Value *Op : I.operand_values()) {
      Value *There = atEnd(Op);
      Ops.push_back(There);
      if (!There)
        break;
      if (!isa<Constant>(There) && !There->hasNUsesOrMore(MostUses))
        Rarest = There;
    }
    if (!Rarest || !Ops.back())
      continue;
    for (User *U : Rarest->users())
      if (auto *J = dyn_cast<Instruction>(U);
          J && computesSame(I, Ops, *J) && DT.dominates(J, End)) {
        Found[&I] = J;
        break;
      }
  }
  return Found;
}

/// How \p Condition is if \p BB is reached, where that is known: \p BB lies behind
/// a branch on it.
static std::optional<bool> known(Value *Condition, BasicBlock *BB,
                                 const DominatorTree &DT) {
  for (User *U : Condition->users())
    if (auto *Branch = dyn_cast<BranchInst>(U))
      for (unsigned I = 0; I < 2; ++I)
        if (DT.dominates(
                BasicBlockEdge(Branch->getParent(), Branch->getSuccessor(I)),
                BB))
          return I == 0;
  return std::nullopt;
}

/// What the branch at the end of \p BB depends on, if \p BB computes it.
static Instruction *conditionOf(BasicBlock &BB) {
  auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Branch || !Branch->isConditional())
    return nullptr;
  auto *Condition = dyn_cast<Instruction>(Branch->getCondition());
  return Condition && Condition->getParent() == &BB ? Condition : nullptr;
}

/// What the instructions of a block are at the end of each predecessor.
using ByPredecessor = MapVector<BasicBlock *, Equals>;

/// Parts the predecessors of \p BB: those that have computed enough of it are in
/// \p Known, the rest is in \p Others. False if an edge cannot be told from
/// another one, or not be changed.
static bool partPredecessors(BasicBlock *BB, Instruction *Condition,
                             const DominatorTree &DT, ByPredecessor &Known,
                             SmallVectorImpl<BasicBlock *> &Others) {
  for (BasicBlock *Pred : predecessors(BB)) {
    if (Pred == BB || !isa<BranchInst, SwitchInst>(Pred->getTerminator()) ||
        !DT.isReachableFromEntry(Pred) || Known.count(Pred) ||
        is_contained(Others, Pred))
      return false;
    Equals Found = findEquals(BB, Pred, DT);
    // It is worth while if the branch depends on them, and they are many, or
    // that branch is known.
    Value *Same = Found.lookup(Condition);
    if (Same && (Found.size() >= FewestValues || known(Same, Pred, DT)))
      Known[Pred] = std::move(Found);
    else
      Others.push_back(Pred);
  }
  return true;
}

/// The instructions, in their order, that all of \p Known have: only these can be
/// left out.
static SmallVector<Instruction *, 32> knownToAll(const ByPredecessor &Known) {
  SmallVector<Instruction *, 32> All;
  for (const auto &Each : Known.front().second)
    if (all_of(Known, [&](auto &Of) { return Of.second.count(Each.first); }))
      All.push_back(Each.first);
  return All;
}

/// Computes \p Kept on the edge from \p Other to \p BB, which becomes a block.
static void computeOnEdge(BasicBlock *Other, BasicBlock *BB,
                          ArrayRef<Instruction *> Kept, ByPredecessor &Known,
                          DominatorTree &DT) {
  BasicBlock *Before = SplitBlockPredecessors(BB, {Other}, ".fresh", &DT);
  Equals &Copies = Known[Before];
  for (Instruction *I : Kept) {
    Instruction *Copy = I->clone();
    for (Use &Op : Copy->operands())
      if (auto *Phi = dyn_cast<PHINode>(Op); Phi && Phi->getParent() == BB)
        Op = Phi->getIncomingValueForBlock(Before);
      else if (auto *Part = dyn_cast<Instruction>(Op))
        if (Value *Earlier = Copies.lookup(Part))
          Op = Earlier;
    Copy->insertBefore(Before->getTerminator());
    Copy->setName(I->getName() + ".fresh");
    Copies[I] = Copy;
  }
}

/// Replaces \p Kept by phis of what \p Known has for them.
static void replaceByPhis(BasicBlock *BB, ArrayRef<Instruction *> Kept,
                          const ByPredecessor &Known, const DominatorTree &DT) {
  SmallVector<PHINode *, 32> Phis;
  for (Instruction *I : Kept) {
    PHINode *Phi =
        PHINode::Create(I->getType(), Known.size(), "", &BB->front());
    Phi->takeName(I);
    for (const auto &[Pred, Found] : Known) {
      Value *Value = Found.lookup(I);
      if (I->getType()->isIntegerTy(1))
        if (std::optional<bool> Is = known(Value, Pred, DT))
          Value = ConstantInt::getBool(BB->getContext(), *Is);
      Phi->addIncoming(Value, Pred);
    }
    Phis.push_back(Phi);
  }
  for (auto [I, Phi] : zip(Kept, Phis))
    I->replaceAllUsesWith(Phi);
  for (Instruction *I : reverse(Kept))
    I->eraseFromParent();
}

/// Lets \p BB compute nothing that one of its predecessors knows.
static bool keepValues(BasicBlock *BB, DominatorTree &DT) {
  Instruction *Condition = conditionOf(*BB);
  if (!Condition || pred_size(BB) < 2 || pred_size(BB) > MostPredecessors)
    return false;
  ByPredecessor Known;
  SmallVector<BasicBlock *, 4> Others;
  if (!partPredecessors(BB, Condition, DT, Known, Others) || Known.empty())
    return false;
  SmallVector<Instruction *, 32> Kept = knownToAll(Known);
  if (Kept.size() * Others.size() > Size)
    return false;
  for (BasicBlock *Other : Others)
    computeOnEdge(Other, BB, Kept, Known, DT);
  replaceByPhis(BB, Kept, Known, DT);
  return true;
}

PreservedAnalyses ReuseAttemptsPass::run(Function &F,
                                         FunctionAnalysisManager &AM) {
  bool Changed = false;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
    SmallVector<BasicBlock *, 32> Blocks;
    for (BasicBlock &BB : F)
      Blocks.push_back(&BB);
    bool Kept = false;
    for (BasicBlock *BB : Blocks)
      Kept |= keepValues(BB, DT);
    if (!Kept)
      break;
    Changed = true;
    AM.invalidate(F, PreservedAnalyses::none());
    // Where the condition is known on the way back, the loop begins behind it.
    FunctionPassManager Clean;
    Clean.addPass(EarlyCSEPass());
    Clean.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    Clean.addPass(SimplifyCFGPass());
    Clean.run(F, AM);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
