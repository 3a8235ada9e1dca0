//===- DriverOptimises.cpp - Functions that the driver optimises ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/DriverOptimises.h"
#include "ir/Names.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

void tasklet::neverOptimise(Function &F) {
  // What the user wanted of the optimiser does not go together with none.
  F.removeFnAttr(Attribute::OptimizeForSize);
  F.removeFnAttr(Attribute::MinSize);
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::OptimizeNone);
}

void tasklet::leaveToDriver(Function &F) {
  if (F.hasFnAttribute(Attribute::OptimizeNone) || F.hasOptSize())
    return;
  // LLVM wants the second attribute wherever the first one is.
  bool Inlined = !F.hasFnAttribute(Attribute::NoInline);
  F.addFnAttr(names::DriverOptimisesAttr, Inlined ? "inline" : "");
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::NoInline);
}

PreservedAnalyses DriverOptimisesPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M) {
    Attribute Mark = F.getFnAttribute(names::DriverOptimisesAttr);
    if (!Mark.isValid())
      continue;
    F.removeFnAttr(Attribute::OptimizeNone);
    if (Mark.getValueAsString() == "inline")
      F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(names::DriverOptimisesAttr);
  }
  return PreservedAnalyses::all();
}
