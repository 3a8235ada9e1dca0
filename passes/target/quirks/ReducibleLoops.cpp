//===- ReducibleLoops.cpp - Loops with one entry --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/ReducibleLoops.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;
using namespace tasklet;

static bool hasSeveralEntries(const Function &F, const LoopInfo &Loops) {
  ReversePostOrderTraversal<const Function *> Blocks(&F);
  return containsIrreducibleCFG<const BasicBlock *>(Blocks, Loops);
}

PreservedAnalyses ReducibleLoopsPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() ||
        !hasSeveralEntries(F, FAM.getResult<LoopAnalysis>(F)))
      continue;
    FAM.invalidate(F, LowerSwitchPass().run(F, FAM));
    FAM.invalidate(F, FixIrreduciblePass().run(F, FAM));
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
