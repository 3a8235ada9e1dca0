//===- InlineChildren.h - Run small children inline ----------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-inline-children`: a child that ends before it spawns anything, and does
/// little, costs less than the record that a spawn would write. So the spawn
/// runs such a child inline. Lazy task creation (Mohr, Kranz and Halstead, IEEE
/// TPDS 1991) inlines children for the same reason, and undoes that when a
/// thief comes; here a child that turns out to be large begins anew as a
/// record.
///
/// Input:     tkl-prepare's output (Marks.h), after the passes that report.
/// Output:    a spawn of g in a task becomes
///
///              if ((n = g.inline(args, &result)))  // inlined
///                the result is delivered; n tasks were run
///              else
///                the spawn as it was
///
///            `g.inline` is g up to its first spawn that does not run inline
///            itself. There it gives up. Nothing that it did before can be seen
///            from outside, so the child may begin anew. At a force nothing is
///            outstanding in it. It also gives up if g would have more than one
///            child: at a loop that spawns, and where a loop goes round again
///            after a spawn.
/// Guarantee: what runs inline takes no longer than a few spawns: each
///            instruction at most once, at most \ref tkl-inline-budget of them.
///            So a loop that spawns a million children loses no parallelism
///            that it could use. The number of tasks that a command counts
///            stays the same.
/// Cost:      that many instructions for each spawn.
///
/// Left alone: spawns of kernels, and tail spawns, which cost nothing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_INLINECHILDREN_H
#define TASKLET_PASSES_TASKS_INLINECHILDREN_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct InlineChildrenPass : llvm::PassInfoMixin<InlineChildrenPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
