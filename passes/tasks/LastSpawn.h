//===- LastSpawn.h - Find the last spawn before a force ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-last-spawn`: the last spawn before a force needs no record, it runs
/// next. In a loop it is not known where the spawn stands whether it is the
/// last one, but often a few instructions later: the head of the loop says so.
///
/// Input:     tkl-prepare's output (Marks.h), after the passes that report.
/// Output:    a spawn that computations and one branch separate from a force
///
///              spawn; compute; if (again) goto loop; force
///
///            stands behind them, once on each way:
///
///              compute; if (again) { spawn; goto loop; } spawn; force
///
/// Guarantee: nothing but computations, and reads of memory, comes before a
///            spawn that stood behind it: the child begins later anyway.
/// Cost:      what is computed between is there once more for each spawn, at
///            most \ref tkl-last-spawn-budget instructions; and the spawn.
///
/// Left alone: kernels, whose children are always records, and spawns that
/// stand before a force or a return already.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_LASTSPAWN_H
#define TASKLET_PASSES_TASKS_LASTSPAWN_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct LastSpawnPass : llvm::PassInfoMixin<LastSpawnPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
