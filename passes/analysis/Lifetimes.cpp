//===- Lifetimes.cpp - Lifetime markers for futures -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/Lifetimes.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"

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

/// Whether the use is the destination of a spawn, or belongs to a result mark:
/// a task's result may lie in the memory of an earlier future.
static bool isOfMark(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  SpawnMark Spawn(User);
  return resultMarkOf(*User) ||
         (Spawn && Spawn.dest() == U.get() && U.getOperandNo() == 1);
}

/// Whether the use passes the address itself on.
static bool handsOn(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  if (const auto *Store = dyn_cast<StoreInst>(User))
    return U.get() == Store->getValueOperand();
  // A structure that a function gets by value or returns is a pointer in the IR
  // only. The source program passes no address there.
  if (const auto *Call = dyn_cast<CallInst>(User);
      Call && Call->isArgOperand(&U))
    if (unsigned No = Call->getArgOperandNo(&U);
        Call->isByValArgument(No) ||
        Call->paramHasAttr(No, Attribute::StructRet))
      return false;
  return !isa<LoadInst>(User) && !isa<IntrinsicInst>(User);
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
      } else if (!isOfMark(U)) {
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
