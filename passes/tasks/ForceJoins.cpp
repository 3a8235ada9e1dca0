//===- ForceJoins.cpp - Joins before a force go to memory -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ForceJoins.h"
#include "ir/Marks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// The spawn with which \p BB ends, or nothing.
static SpawnMark spawnAtEnd(BasicBlock *BB) {
  Instruction *Last = BB->getTerminator()->getPrevNonDebugInstruction();
  return Last && BB->getSingleSuccessor() ? SpawnMark(Last) : SpawnMark();
}

/// True if \p BB only joins paths to its only successor.
static bool onlyJoins(BasicBlock *BB) {
  return BB != &BB->getParent()->getEntryBlock() && BB->getSingleSuccessor() &&
         BB->getSingleSuccessor() != BB &&
         BB->getFirstNonPHIOrDbg() == BB->getTerminator();
}

/// Blocks that only join paths to \p BB, nearest first. Sets \p Spawns if one
/// of the paths ends with a spawn.
static SmallVector<BasicBlock *, 4> joinsBefore(BasicBlock *BB, bool &Spawns) {
  SmallVector<BasicBlock *, 4> Joins;
  SmallPtrSet<BasicBlock *, 8> Seen{BB};
  for (unsigned I = 0; I <= Joins.size(); ++I)
    for (BasicBlock *Pred : predecessors(I == 0 ? BB : Joins[I - 1])) {
      Spawns |= bool(spawnAtEnd(Pred));
      if (onlyJoins(Pred) && Seen.insert(Pred).second)
        Joins.push_back(Pred);
    }
  return Joins;
}

/// \p Variable replaces \p Phi in the debug information.
static void describeAs(PHINode *Phi, AllocaInst *Variable) {
  SmallVector<DbgValueInst *, 2> Values;
  findDbgValues(Values, Phi);
  if (Values.empty())
    return;
  DIBuilder DIB(*Phi->getModule(), /*AllowUnresolved=*/false);
  DIB.insertDeclare(Variable, Values[0]->getVariable(),
                    Values[0]->getExpression(), Values[0]->getDebugLoc().get(),
                    Variable->getNextNode());
  for (DbgValueInst *Value : Values)
    Value->eraseFromParent();
}

static void joinInMemory(PHINode *Phi, Instruction *Force) {
  IRBuilder<> B(&*Phi->getFunction()->getEntryBlock().begin());
  AllocaInst *Variable =
      B.CreateAlloca(Phi->getType(), nullptr, Phi->getName() + ".joined");
  describeAs(Phi, Variable);
  for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
    BasicBlock *From = Phi->getIncomingBlock(I);
    if (is_contained(make_range(Phi->block_begin(), Phi->block_begin() + I),
                     From))
      continue;                         // Two edges of one switch.
    SpawnMark Spawn = spawnAtEnd(From); // It stays the last thing.
    B.SetInsertPoint(Spawn ? Spawn.call() : From->getTerminator());
    B.CreateStore(Phi->getIncomingValue(I), Variable);
  }
  B.SetInsertPoint(Force->getNextNode());
  if (!Phi->use_empty())
    B.SetCurrentDebugLocation(
        cast<Instruction>(Phi->user_back())->getDebugLoc());
  Phi->replaceAllUsesWith(B.CreateLoad(Phi->getType(), Variable));
  Phi->eraseFromParent();
}

void tasklet::joinInMemory(Function &F) {
  SmallVector<Instruction *, 8> Forces;
  for (Instruction &I : instructions(F))
    if (isForceMark(I) && &*I.getParent()->getFirstNonPHIOrDbg() == &I)
      Forces.push_back(&I);
  for (Instruction *Force : Forces) {
    BasicBlock *BB = Force->getParent();
    bool Spawns = false;
    SmallVector<BasicBlock *, 4> Joins = joinsBefore(BB, Spawns);
    if (!Spawns)
      continue;
    for (BasicBlock *Join : Joins)
      TryToSimplifyUncondBranchFromEmptyBlock(Join);
    for (PHINode &Phi : make_early_inc_range(BB->phis()))
      ::joinInMemory(&Phi, Force);
  }
}
