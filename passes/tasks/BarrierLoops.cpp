//===- BarrierLoops.cpp - Keep loops with barriers as they are ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/BarrierLoops.h"
#include "ir/ReachedFunctions.h"
#include "tasks/TaskCalls.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace tasklet;

static bool hasBarrier(const Loop &L) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && findReached(*Callee, waitsForWorkItems))
        return true;
    }
  return false;
}

PreservedAnalyses BarrierLoopsPass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  LLVMContext &C = F.getContext();
  for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!hasBarrier(*L))
      continue;
    Metadata *Once =
        MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"));
    L->setLoopID(makePostTransformationMetadata(
        C, L->getLoopID(), {"llvm.loop.unroll.", "llvm.loop.peeled."},
        {cast<MDNode>(Once)}));
  }
  return PreservedAnalyses::all();
}
