//===- Assertions.cpp - Kernels that assert -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Assertions.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/ReachedFunctions.h"
#include "tasks/TaskCalls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

static void checkUses(Function &Kernel) {
  for (User *U : Kernel.users())
    if (auto *Call = dyn_cast<CallInst>(U))
      reportError(
          *Call->getFunction(), Call,
          "kernel '" + Kernel.getName() +
              "' uses tkl_assert, so it can only be enqueued; move what "
              "it does into a function");
}

SmallPtrSet<Function *, 8> tasklet::findAssertingKernels(Module &M) {
  SmallPtrSet<Function *, 8> Kernels, Seen;
  SmallVector<Function *, 8> Work;
  if (Function *Assert = M.getFunction(names::ServiceAssert))
    Work.push_back(Assert);
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      auto *Call = dyn_cast<CallInst>(U);
      Function *F = Call ? Call->getFunction() : nullptr;
      if (!F || !Seen.insert(F).second)
        continue;
      if (!isKernel(*F))
        Work.push_back(F);
      else if (!F->hasFnAttribute(names::OrderedAttr))
        Kernels.insert(F);
    }
  for (Function *Kernel : Kernels)
    checkUses(*Kernel);
  return Kernels;
}

CallInst *tasklet::findAssertion(Function &F) {
  auto IsAssertion = [](Function &G) {
    return G.getName() == names::ServiceAssert;
  };
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && findReached(*Callee, IsAssertion))
      return Call;
  }
  return nullptr;
}

bool tasklet::meetsOthers(Function &F) {
  return findReached(F, [](Function &G) {
    return waitsForWorkItems(G) || G.hasFnAttribute(names::MeetsAttr);
  });
}
