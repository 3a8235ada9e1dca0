//===- DequeOverflow.cpp - Suspend a task at a spawn ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/DequeOverflow.h"
#include "ir/AddressSpaces.h"
#include "ir/Marks.h"
#include "tasks/Liveness.h"
#include "tasks/SpawnRoles.h"
#include "tasks/StepPlan.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

void tasklet::splitAfterSpawns(Function &F) {
  SmallVector<CallInst *, 8> Spawns;
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && mayBeRecorded(Spawn))
      Spawns.push_back(Spawn.call());
  for (CallInst *Spawn : Spawns)
    SplitBlock(Spawn->getParent(), Spawn->getNextNode())->setName("spawned");
}

/// Can \p Ty hold the address of private memory?
static bool holdsPrivateAddress(Type *Ty) {
  if (auto *Pointer = dyn_cast<PointerType>(Ty))
    return Pointer->getAddressSpace() == spaces().Private ||
           Pointer->getAddressSpace() == spaces().Generic;
  return any_of(Ty->subtypes(), holdsPrivateAddress);
}

static bool keepsAddresses(const OverflowPoint &Point) {
  return any_of(Point.Values,
                [](Value *V) { return holdsPrivateAddress(V->getType()); }) ||
         any_of(Point.Variables, [](AllocaInst *Variable) {
           return holdsPrivateAddress(Variable->getAllocatedType());
         });
}

void tasklet::planOverflow(const Liveness &Live, Step &S) {
  SmallVector<CallInst *, 8> Spawns;
  for (BasicBlock *BB : S.Blocks)
    for (Instruction &I : *BB)
      if (SpawnMark Spawn(&I); Spawn && mayBeRecorded(Spawn))
        Spawns.push_back(Spawn.call());
  for (CallInst *Spawn : Spawns) {
    OverflowPoint Point;
    Point.Spawn = Spawn;
    Point.After = Spawn->getParent()->getSingleSuccessor();
    Live.addNeeds(Point.After, Point.Values, Point.Variables);
    if (keepsAddresses(Point))
      continue;
    S.Overflow.Values.insert(Point.Values.begin(), Point.Values.end());
    S.Overflow.Variables.insert(Point.Variables.begin(), Point.Variables.end());
    S.Overflow.Points.push_back(Point);
  }
}
