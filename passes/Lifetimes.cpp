//===- Lifetimes.cpp - Where variables are new ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"
#include "LLVMCompat.h"
#include "Marks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tasklet;

void tasklet::removeLifetimeMarkers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (I.isLifetimeStartOrEnd()) {
      auto *Cast = dyn_cast<BitCastInst>(I.getOperand(1));
      I.eraseFromParent();
      if (Cast && Cast->use_empty())
        Cast->eraseFromParent();
    }
}

/// Whether a spawn stores its result there.
static bool isDestination(const Use &U) {
  SpawnMark Spawn(cast<Instruction>(U.getUser()));
  return Spawn && Spawn.dest() == U.get() && U.getOperandNo() == 1;
}

/// Whether the address itself goes on from here.
static bool handsOn(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  if (const auto *Store = dyn_cast<StoreInst>(User))
    return U.get() == Store->getValueOperand();
  return !isa<LoadInst>(User) && !isa<IntrinsicInst>(User) &&
         !resultMarkOf(*User);
}

static void markNamedFuture(AllocaInst *Future) {
  SetVector<Instruction *> Places;
  SmallVector<Instruction *, 8> Addresses{Future};
  bool Elsewhere = false;
  while (!Addresses.empty())
    for (const Use &U : Addresses.pop_back_val()->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (isa<CastInst>(User) && User->getType()->isPointerTy()) {
        Addresses.push_back(User);
      } else if (isa<GetElementPtrInst>(User)) {
        Addresses.push_back(User);
      } else if (!isDestination(U)) {
        Elsewhere |= handsOn(U);
        if (auto *Phi = dyn_cast<PHINode>(User))
          User = Phi->getIncomingBlock(U)->getTerminator();
        Places.insert(User);
      }
    }
  if (!Elsewhere)
    return;
  for (Instruction *Place : Places)
    IRBuilder<>(Place).CreateLifetimeStart(Future);
}

void tasklet::markNamedFutures(Function &F) {
  SetVector<AllocaInst *> Futures;
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && Spawn.future())
      Futures.insert(Spawn.future());
  for (AllocaInst *Future : Futures)
    markNamedFuture(Future);
}
