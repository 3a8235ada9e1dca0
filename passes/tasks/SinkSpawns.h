//===- SinkSpawns.h - Move the last spawn to its force -------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-sink-spawns`: the last spawn before a force needs no record, because
/// the child runs next. In a loop, the place of the spawn does not say whether
/// it is the last one. The head of the loop says it, often a few instructions
/// later. So this pass sinks the spawn (as LLVM's Sink pass sinks instructions)
/// past that branch, where one copy of it is the last one.
///
/// Input:     tkl-prepare's output (Marks.h), after the passes that report.
/// Output:    a spawn that computations and one branch separate from a force
///
///              spawn; compute; if (again) goto loop; force
///
///            stands after them, once on each way:
///
///              compute; if (again) { spawn; goto loop; } spawn; force
///
/// Guarantee: only computations, and reads of memory, move before a spawn that
///            they stood after. The child may begin later anyway.
/// Cost:      a copy of the spawn, and of what is computed between: at most
///            \ref tkl-sink-budget instructions.
///
/// Left alone: kernels, whose children are always records, and spawns that
/// stand before a force or a return already.
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
