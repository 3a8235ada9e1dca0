//===- TailSpawns.cpp - Spawns that end their tasks -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "races/TailSpawns.h"
#include "tasks/SpawnRoles.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace tasklet;

/// The force behind \p Spawn, if the task waits for the child there, returns the
/// result, and does nothing else; otherwise null.
static Instruction *forceOfTail(SpawnMark Spawn) {
  if (isLastAct(Spawn) || !isTailSpawn(Spawn))
    return nullptr;
  Instruction *Next = Spawn.call()->getNextNonDebugInstruction();
  if (auto *Br = dyn_cast<BranchInst>(Next))
    Next = Br->getSuccessor(0)->getFirstNonPHIOrDbg();
  return awaitedGroups(*Next) >> groupOf(Spawn.future()) & 1 ? Next : nullptr;
}

/// The end of a task behind \p Spawn, as a block that only it leads to. A block
/// that has it ends with a return.
static BasicBlock *ownEnd(Instruction &Spawn) {
  Instruction *Next = Spawn.getNextNonDebugInstruction();
  auto *Br = dyn_cast<BranchInst>(Next);
  BasicBlock *Block = Spawn.getParent();
  if (!Br)
    return SplitBlock(Block, Next);
  BasicBlock *End = Br->getSuccessor(0);
  if (End->getSinglePredecessor())
    return End;
  ValueToValueMapTy Map;
  BasicBlock *Own = CloneBasicBlock(End, Map, "", Block->getParent());
  for (PHINode &Phi : End->phis()) {
    cast<Instruction>(Map[&Phi])->eraseFromParent();
    Map[&Phi] = Phi.getIncomingValueForBlock(Block);
  }
  remapInstructionsInBlocks(SmallVector<BasicBlock *, 1>{Own}, Map);
  End->removePredecessor(Block);
  Br->setSuccessor(0, Own);
  return Own;
}

TailSpawns tasklet::separateTails(Function &Task) {
  TailSpawns Found;
  SmallVector<Instruction *, 4> Spawns;
  for (Instruction &I : instructions(Task))
    if (SpawnMark Spawn(&I); Spawn && (isLastAct(Spawn) || forceOfTail(Spawn)))
      Spawns.push_back(&I);
  for (Instruction *Spawn : Spawns)
    Found[Spawn] = ownEnd(*Spawn);
  if (!Spawns.empty())
    removeUnreachableBlocks(Task);
  return Found;
}
