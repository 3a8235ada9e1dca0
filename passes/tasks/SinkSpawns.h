//===- SinkSpawns.h - Move the last spawn to its force -------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-sink-spawns`: the last spawn before a force needs no record, because
/// the child runs next. In a loop, the place of the spawn does not tell whether
/// it is the last one. The branch in the loop's header tells it, often a few
/// instructions later. So this pass sinks the spawn past that branch (as LLVM's
/// Sink pass sinks instructions). Then one copy of the spawn is the last one.
///
/// Input:     tkl-prepare's output (Marks.h), after the passes that report.
/// Output:    if only computations and one branch separate a spawn from a
///            force,
///
///              spawn; compute; if (again) goto loop; force
///
///            the spawn moves after them, once on each path:
///
///              compute; if (again) { spawn; goto loop; } spawn; force
///
/// Guarantee: only computations and reads of memory move from after a spawn to
///            before it. This is allowed because the child may begin later
///            anyway.
/// Cost:      a copy of the spawn and of the computations between: at most \ref
///            tkl-sink-budget instructions.
///
/// Where older children must run first (ChildOrder.h), the last one becomes a
/// record all the same.
///
/// Left alone: kernels, whose children are always records, and spawns directly
/// before a force or a return.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SINKSPAWNS_H
#define TASKLET_PASSES_TASKS_SINKSPAWNS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct SinkSpawnsPass : llvm::PassInfoMixin<SinkSpawnsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
