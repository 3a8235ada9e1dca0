//===- ShortenCompilation.h - Code that need not be optimised ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SHORTENCOMPILATION_H
#define TASKLET_PASSES_TASKS_SHORTENCOMPILATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// A step that stayed a function (SeparateSteps.h).
struct StayingStep {
  llvm::Function *Step;
  bool IsRare; ///< It runs only where a deque is full.
};

/// Keeps LLVM's optimiser away from code that need not be fast in the end, or
/// that the driver may optimise as well: kernels that start a task, and steps.
void shortenCompilation(llvm::Module &M, llvm::ArrayRef<StayingStep> Steps,
                        llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
