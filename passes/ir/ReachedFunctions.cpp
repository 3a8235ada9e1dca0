//===- ReachedFunctions.cpp - What a function comes to by calls -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/ReachedFunctions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static Function *find(Function &F, function_ref<bool(Function &)> Is,
                      SmallPtrSetImpl<Function *> &Seen) {
  if (Is(F))
    return &F;
  if (!Seen.insert(&F).second)
    return nullptr;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction())
        if (Function *Found = find(*Callee, Is, Seen))
          return Found;
  return nullptr;
}

Function *tasklet::findReached(Function &F, function_ref<bool(Function &)> Is) {
  SmallPtrSet<Function *, 16> Seen;
  return find(F, Is, Seen);
}
