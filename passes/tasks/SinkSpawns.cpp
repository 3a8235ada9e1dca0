//===- SinkSpawns.cpp - Move the last spawn to its force ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SinkSpawns.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "tasks/SpawnRoles.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned> SinkBudget(
    "tkl-sink-budget", cl::init(24), cl::Hidden,
    cl::desc("Instructions between a spawn and its force that may be "
             "there once more"));

/// True if \p I may move from after a spawn to before it.
static bool isComputation(const Instruction &I) {
  return !I.mayHaveSideEffects() && !I.isTerminator() &&
         !I.getType()->isTokenTy() && !isa<AllocaInst>(I);
}

static bool isForced(const BasicBlock *BB) {
  return isForceMark(*BB->getFirstNonPHIOrDbg());
}

/// The branch at the end of \p BB, if only computations stand between \p From
/// and it. Subtracts their number from \p Left.
static BranchInst *branchAfter(BasicBlock *BB, BasicBlock::iterator From,
                               unsigned &Left) {
  for (Instruction &I : make_range(From, BB->end())) {
    if (isa<DbgInfoIntrinsic>(I) || isa<PHINode>(I))
      continue;
    if (auto *Br = dyn_cast<BranchInst>(&I))
      return Br;
    if (!isComputation(I) || Left == 0)
      return nullptr;
    --Left;
  }
  return nullptr;
}

/// True if some path reaches a force through computations and at most one
/// branch.
static bool leadsToForce(BasicBlock *BB, BasicBlock::iterator From,
                         unsigned Left, bool MayBranch = true) {
  SmallPtrSet<BasicBlock *, 8> Passed;
  for (;;) {
    BranchInst *Br = branchAfter(BB, From, Left);
    if (!Br || !Passed.insert(BB).second)
      return false;
    if (Br->isConditional())
      return MayBranch && any_of(successors(BB), [&](BasicBlock *Next) {
               return isForced(Next) ||
                      leadsToForce(Next, Next->begin(), Left, false);
             });
    BB = Br->getSuccessor(0);
    if (isForced(BB))
      return true;
    From = BB->begin();
  }
}

/// Adds \p Copy as a second definition of the values of \p BB that other blocks
/// use.
static void joinValues(BasicBlock *BB, BasicBlock *Copy,
                       const ValueToValueMapTy &Map) {
  SmallVector<PHINode *, 8> Joined;
  SSAUpdater SSA(&Joined);
  for (Instruction &I : *BB) {
    SmallVector<Use *, 8> Outside;
    for (Use &U : I.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      if ((Phi ? Phi->getIncomingBlock(U) : User->getParent()) != BB)
        Outside.push_back(&U);
    }
    if (Outside.empty())
      continue;
    SSA.Initialize(I.getType(), I.getName());
    SSA.AddAvailableValue(BB, &I);
    SSA.AddAvailableValue(Copy, Map.lookup(&I));
    for (Use *U : Outside)
      SSA.RewriteUse(*U);
  }
  insertDebugValuesForPHIs(BB, Joined);
}

/// Appends a copy of \p BB to its predecessor \p Pred (tail duplication).
static void appendCopy(BasicBlock *Pred, BasicBlock *BB) {
  BasicBlock *Copy = BasicBlock::Create(BB->getContext(), BB->getName() + ".on",
                                        BB->getParent(), BB);
  ValueToValueMapTy Map;
  for (Instruction &I : *BB) {
    Instruction *New = I.clone();
    New->setName(I.getName());
    append(*Copy, New);
    Map[&I] = New;
    if (auto *Phi = dyn_cast<PHINode>(New)) {
      // Keep the phi, so that joinValues sees the use of the incoming value.
      Value *V = Phi->getIncomingValueForBlock(Pred);
      while (Phi->getNumIncomingValues() > 1)
        Phi->removeIncomingValue(1u, /*DeletePHIIfEmpty=*/false);
      Phi->setIncomingValue(0, V);
      Phi->setIncomingBlock(0, Pred);
      continue;
    }
    RemapInstruction(New, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  for (BasicBlock *Next : successors(BB))
    for (PHINode &Phi : Next->phis()) {
      Value *V = Phi.getIncomingValueForBlock(BB);
      auto Mapped = Map.find(V);
      Phi.addIncoming(Mapped == Map.end() ? V : &*Mapped->second, Copy);
    }
  BB->removePredecessor(Pred, /*KeepOneInputPHIs=*/true);
  Pred->getTerminator()->replaceSuccessorWith(BB, Copy);
  joinValues(BB, Copy, Map);
  FoldSingleEntryPHINodes(Copy);
  MergeBlockIntoPredecessor(Copy);
}

/// Puts a copy of \p Spawn on the edge number \p I of \p Br.
static CallInst *putOnEdge(CallInst *Spawn, BranchInst *Br, unsigned I) {
  BasicBlock *From = Br->getParent(), *To = Br->getSuccessor(I);
  BasicBlock *Edge =
      BasicBlock::Create(Br->getContext(), "spawns", From->getParent(), To);
  BranchInst *On = BranchInst::Create(To, Edge);
  On->setDebugLoc(Spawn->getDebugLoc());
  auto *Copy = cast<CallInst>(Spawn->clone());
  Copy->insertBefore(On);
  Br->setSuccessor(I, Edge);
  for (PHINode &Phi : To->phis()) // Only one entry: both edges may lead there.
    Phi.setIncomingBlock(Phi.getBasicBlockIndex(From), Edge);
  return Copy;
}

/// Moves \p Spawn towards the force that leadsToForce found.
static void moveTowardsForce(CallInst *Spawn) {
  for (;;) {
    BasicBlock *BB = Spawn->getParent();
    auto *Br = cast<BranchInst>(BB->getTerminator());
    Spawn->moveBefore(Br);
    if (Br->isUnconditional()) {
      BasicBlock *Next = Br->getSuccessor(0);
      if (isForced(Next))
        return;
      appendCopy(BB, Next);
      continue;
    }
    for (unsigned I = 0; I < 2; ++I) {
      CallInst *Other = putOnEdge(Spawn, Br, I);
      if (leadsToForce(Other->getParent(), std::next(Other->getIterator()),
                       SinkBudget, /*MayBranch=*/false))
        moveTowardsForce(Other);
    }
    Spawn->eraseFromParent();
    return;
  }
}

static bool sinkIn(Function &F) {
  SmallVector<Instruction *, 8> Forces;
  for (Instruction &I : instructions(F))
    if (isForceMark(I))
      Forces.push_back(&I);
  if (Forces.empty())
    return false;
  // Let each force begin its block, and leave no phis there.
  for (Instruction *Force : Forces)
    if (Force != &Force->getParent()->front())
      SplitBlock(Force->getParent(), Force);
  SmallVector<CallInst *, 8> Spawns;
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && mayBeRecorded(Spawn))
      Spawns.push_back(Spawn.call());
  for (CallInst *Spawn : Spawns)
    if (leadsToForce(Spawn->getParent(), std::next(Spawn->getIterator()),
                     SinkBudget))
      moveTowardsForce(Spawn);
  return true;
}

PreservedAnalyses SinkSpawnsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M)
    if (isWholeTask(F))
      Changed |= sinkIn(F);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
