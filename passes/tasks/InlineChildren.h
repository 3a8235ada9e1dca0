//===- InlineChildren.h - Run small children inline ----------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-inline-children`: a small child that spawns nothing costs less than the
/// record that a spawn would write. So the spawn runs such a child inline. Lazy
/// task creation (Mohr, Kranz and Halstead, IEEE TPDS 1991) inlines children
/// for the same reason, and undoes that when a thief comes. Here, a child that
/// turns out to be large gives up, and the spawn records it after all.
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
///            itself. There it gives up. Nothing that it did before is visible
///            outside, so the child can start again as a task. At a force
///            nothing is outstanding in it. It also gives up where g may have
///            more than one child: before a loop that spawns, and at the back
///            edge of a loop after a spawn.
///            In a function whose children keep the order of their spawns
///            (ChildOrder.h), a child with effects runs inline only while no
///            older one may be outstanding. In a function with join groups
///            (JoinGroups.h) that holds for all children.
/// Guarantee: an inline child takes no longer than a few spawns. It runs at
///            most \ref tkl-inline-budget instructions, each of them once. So a
///            loop that spawns a million children loses no useful parallelism.
///            A command counts the same number of tasks as before.
///            Beyond \ref tkl-inline-total instructions in the whole program,
///            `g.inline` is called instead, and there is one of it for each g.
/// Cost:      that many instructions for each spawn, or a call.
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
