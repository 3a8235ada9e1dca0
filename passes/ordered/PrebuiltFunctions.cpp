//===- PrebuiltFunctions.cpp - What the build has optimised ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/PrebuiltFunctions.h"
#include "compat/Strings.h"
#include "ir/DriverOptimises.h"
#include "ir/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

void tasklet::leavePrebuiltFunctions(Module &M) {
  SmallPtrSet<Function *, 32> Prebuilt;
  auto IsPrebuilt = [&](Function &F) {
    return F.hasFnAttribute(Attribute::NoInline) ||
           all_of(F.users(), [&](User *U) {
             auto *Call = dyn_cast<CallBase>(U);
             return Call && Prebuilt.count(Call->getFunction());
           });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      if (!F.isDeclaration() && startsWith(F.getName(), names::OrderPrefix) &&
          !F.hasFnAttribute(Attribute::AlwaysInline) && IsPrebuilt(F))
        Changed |= Prebuilt.insert(&F).second;
  }
  for (Function *F : Prebuilt)
    leaveToDriver(*F);
}
