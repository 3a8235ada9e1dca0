//===- StepPlan.cpp - The steps of a function, and its frame --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StepPlan.h"
#include "ir/Marks.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tasklet;

unsigned StepPlan::stepAt(const BasicBlock *BB) const {
  for (unsigned I = 1; I < Steps.size(); ++I)
    if (Steps[I].Root == BB)
      return I;
  return 0;
}

bool tasklet::isWritten(Value *Ptr) {
  for (User *U : Ptr->users()) {
    if (isa<LoadInst>(U))
      continue;
    if (isa<BitCastInst>(U) || isa<GetElementPtrInst>(U)) {
      if (isWritten(U))
        return true;
      continue;
    }
    SpawnMark Spawn(cast<Instruction>(U));
    if (Spawn && Spawn.dest() == Ptr) {
      bool AlsoArg = false;
      for (unsigned I = 0; I < Spawn.numArgs(); ++I)
        AlsoArg |= Spawn.arg(I) == Ptr && !Spawn.isByVal(I);
      if (!AlsoArg)
        continue;
    }
    if (Spawn)
      continue; // A structure passed by value is only read.
    if (DeliveryMark(cast<Instruction>(U)))
      continue;
    if (auto *Copy = dyn_cast<MemTransferInst>(U))
      if (Copy->getRawSource() == Ptr && Copy->getRawDest() != Ptr)
        continue;
    return true;
  }
  return false;
}
