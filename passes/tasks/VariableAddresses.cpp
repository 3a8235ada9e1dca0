//===- VariableAddresses.cpp - Addresses inside variables -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/VariableAddresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

void tasklet::rematerialiseAddresses(Function &F) {
  SmallVector<Instruction *, 16> Addresses;
  for (Instruction &I : instructions(F))
    if (isa<BitCastInst>(I) || isa<GetElementPtrInst>(I))
      if (isa<AllocaInst>(getUnderlyingObject(&I, 0)))
        Addresses.push_back(&I);
  // Users come first, because a copy of an address may use other addresses.
  for (Instruction *Address : reverse(Addresses))
    for (Use &U : make_early_inc_range(Address->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      Instruction *At = Phi ? Phi->getIncomingBlock(U)->getTerminator() : User;
      if (At->getParent() == Address->getParent())
        continue;
      Instruction *Copy = Address->clone();
      Copy->insertBefore(At);
      U.set(Copy);
    }
}
