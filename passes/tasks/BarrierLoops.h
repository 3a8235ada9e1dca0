//===- BarrierLoops.h - Keep loops with barriers as they are ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-barrier-loops`: LLVM must not unroll or peel loops in which work-items
/// wait for each other. PoCL splits kernels at their barriers: each copy makes
/// one part more, and where a turn of a loop was peeled, PoCL 6 runs the wrong
/// part for some work-items.
///
/// Input:     kernels that are complete.
/// Output:    such loops have `llvm.loop.unroll.disable`.
/// Cost:      linear in the size of the functions with loops.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_BARRIERLOOPS_H
#define TASKLET_PASSES_TASKS_BARRIERLOOPS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct BarrierLoopsPass : llvm::PassInfoMixin<BarrierLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
