//===- PrebuiltFunctions.cpp - What the build has optimised ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/PrebuiltFunctions.h"
#include "compat/Strings.h"
#include "ir/DriverOptimises.h"
#include "ir/Names.h"
#include "ir/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

using Functions = SmallPtrSet<Function *, 32>;

/// Those of the runtime's functions that \p Starts is true for, and those that
/// only they call.
Functions closure(Module &M, function_ref<bool(Function &)> Starts) {
  Functions Found;
  auto Belongs = [&](Function &F) {
    return Starts(F) || all_of(F.users(), [&](User *U) {
             auto *Call = dyn_cast<CallBase>(U);
             return Call && Found.count(Call->getFunction());
           });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      if (!F.isDeclaration() && startsWith(F.getName(), names::OrderPrefix) &&
          !F.hasFnAttribute(Attribute::AlwaysInline) && Belongs(F))
        Changed |= Found.insert(&F).second;
  }
  return Found;
}

} // namespace

void tasklet::leavePrebuiltFunctions(Module &M) {
  Functions Prebuilt = closure(
      M, [](Function &F) { return F.hasFnAttribute(Attribute::NoInline); });
  Functions Seldom =
      closure(M, [](Function &F) { return F.hasFnAttribute(Attribute::Cold); });
  bool DriverObeys = chosenTarget().Output == Form::Bitcode;
  for (Function *F : Prebuilt)
    if (DriverObeys && Seldom.count(F))
      neverOptimise(*F);
    else
      leaveToDriver(*F);
}
