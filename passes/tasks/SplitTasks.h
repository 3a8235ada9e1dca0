//===- SplitTasks.h - Split tasks into steps at their forces -- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-split-tasks`: splits each task at its forces into steps, as LLVM's
/// CoroSplit splits a coroutine at its suspension points: the entry step, and
/// one continuation for each force. A continuation uses values that earlier
/// steps have computed. The step that ends before it captures these values: it
/// saves them in the task's frame.
///
/// Input:     tkl-prepare's output (Marks.h).
/// Output:    every task `f` becomes a function `i32 f(%worker*, i8* args)`,
///            and every force of it a function `i32 f.forceN(%worker*, i8*)`.
///            Both have the attribute "tkl-step". Kernels that spawn have the
///            hidden argument last. Marks have become calls of the device
///            runtime (libtasklet/device: steps.cl and root.cl). Two symbols
///            are left for tkl-dispatch: `tkl.step.id(f)`, the number of a
///            step, and `tkl.args(f)`, the private memory that holds f's
///            arguments while f is started.
/// Guarantee: no mark is left. A step saves values and the contents of private
///            variables, never their addresses.
/// Cost:      a block is cloned into each step that can reach it: blocks after a
///            join of paths from different forces, and those of a loop with a
///            force in it, also for the step before the loop.
///
/// A frame has, from its start: the header (TKL_FRAME_HEADER), join groups if
/// the function has any (JoinGroups.h), a slot for each future, and the captures of the force at which the task waits. The areas of
/// different forces overlap, because a continuation first loads all of its
/// captures.
///
/// Two spawns cost less than a record:
///  - the last one before a force runs next, on top of the frame. If children
///    keep the order of their spawns (ChildOrder.h), it does so only where
///    nothing older is outstanding;
///  - a tail spawn takes the place of the running task. It is `t <- g(x); force
///    (t) { return t; }`, or a spawn as the last act of a void task. FO16 and
///    FO17 of docs/rules.md have all forms.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SPLITTASKS_H
#define TASKLET_PASSES_TASKS_SPLITTASKS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Gives a kernel a single return, like all kernels from clang. With several
/// returns, PoCL runs work-items incorrectly, unless simplifycfg, which is not
/// one of PoCL's own passes, has merged them.
void mergeReturns(llvm::Function &Kernel);

struct SplitTasksPass : llvm::PassInfoMixin<SplitTasksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
