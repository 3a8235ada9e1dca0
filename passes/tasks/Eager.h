//===- Eager.h - Run small children at their spawns -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-eager`: a child that ends before it spawns anything, and does little,
/// costs less than the record that a spawn would write. So the spawn runs it.
///
/// Input:     tkl-prepare's output (Marks.h), after the passes that report.
/// Output:    a spawn of g in a task becomes
///
///              if ((n = g.eager(args, &result)))  // inlined
///                the result is delivered; n tasks were run
///              else
///                the spawn as it was
///
///            `g.eager` is g up to its first spawn that is not itself run at
///            once, and gives up there: nothing that it did so far can be seen
///            from outside, so the child may begin anew. At a force nothing is
///            outstanding in it. It also gives up at a loop that spawns, and
///            where a loop behind a spawn goes round again: that is, if g would
///            have more than one child.
/// Guarantee: what is run at a spawn takes no longer than a few spawns: each
///            instruction at most once, at most \ref tkl-eager-budget of them.
///            So a loop that spawns a million children loses no parallelism
///            that it could use. The number of tasks that a command counts
///            stays the same.
/// Cost:      that many instructions for each spawn.
///
/// Left alone: spawns of kernels, and tail spawns, which cost nothing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_EAGER_H
#define TASKLET_PASSES_TASKS_EAGER_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct EagerPass : llvm::PassInfoMixin<EagerPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
