//===- SplitTasks.h - Split tasks into steps at their forces -- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-split-tasks`: splits each task at its forces into steps, as LLVM's
/// CoroSplit splits a coroutine at its suspension points: the entry step, and
/// one continuation for each force. A continuation uses values that steps
/// before it have computed. These are captured: the step that ends saves them
/// in the task's frame.
///
/// Input:     tkl-prepare's output (Marks.h).
/// Output:    every task `f` is a function `i32 f(%worker*, i8* args)`, every
///            force of it a function `i32 f.forceN(%worker*, i8*)`, with
///            "tkl-step"; kernels that spawn have the hidden argument last.
///            Marks have become calls of the device runtime (libtasklet/device/
///            steps.cl and root.cl). Two symbols are left to tkl-dispatch:
///            `tkl.step.id(f)`, the number of a step, and `tkl.args(f)`, the
///            private memory that holds f's arguments while f is started.
/// Guarantee: no mark is left. Values and the contents of private variables are
///            saved, never the address of one.
/// Reports:   a force body that can be left or entered other than as it must.
/// Cost:      a block is cloned into each step that can reach it; only blocks
///            after a join of different forces' bodies are cloned twice.
///
/// A frame, from its start: header (TKL_FRAME_HEADER), a slot for each future,
/// then what the force at which the task waits has captured. The areas of
/// different forces overlap: a continuation loads all of its own first.
///
/// Two spawns cost less than a record:
///  - the last one before a force runs next, on top of the frame;
///  - `t <- g(x); force (t) { return t; }`, and a spawn as the last act of a
///    void task, take the place of the running task: a tail spawn. All forms:
///    FO16 and FO17 of docs/rules.md.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SPLITTASKS_H
#define TASKLET_PASSES_TASKS_SPLITTASKS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct SplitTasksPass : llvm::PassInfoMixin<SplitTasksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
