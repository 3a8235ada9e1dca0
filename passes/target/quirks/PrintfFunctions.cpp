//===- PrintfFunctions.cpp - Functions that PoCL lets print ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/PrintfFunctions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

PreservedAnalyses PrintfFunctionsPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Printf = M.getFunction("printf");
  if (!Printf)
    return PreservedAnalyses::all();
  SetVector<Function *> Printing;
  Printing.insert(Printf);
  for (size_t I = 0; I < Printing.size(); ++I)
    for (User *Each : Printing[I]->users())
      if (auto *Call = dyn_cast<CallInst>(Each))
        Printing.insert(Call->getFunction());
  for (Function *F : Printing)
    if (F->hasLocalLinkage()) {
      F->setLinkage(GlobalValue::ExternalLinkage);
      F->setVisibility(GlobalValue::HiddenVisibility);
    }
  return PreservedAnalyses::all();
}
