//===- NumberSpawns.h - The places of spawns --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-number-spawns`, with -tkl-check=stack only: gives each place that spawns
/// a number, from 1 on, by which a task knows where it comes from
/// (libtasklet/device/tkl_stack.h).
///
/// Input:     what tkl-child-order leaves: whole tasks, and kernels that spawn.
/// Output:    a spawn has its number in the metadata !tkl.place. The texts of all
///            places are in !tkl.places.
/// Guarantee: spawns of tasks that only convert a result have none: these tasks
///            are not the user's.
/// Cost:      linear. tkl-split-tasks adds some stores to each spawn and step,
///            and small children are not inlined.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_NUMBERSPAWNS_H
#define TASKLET_PASSES_TASKS_NUMBERSPAWNS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace tasklet {

class SpawnMark;

struct NumberSpawnsPass : llvm::PassInfoMixin<NumberSpawnsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// The number of the place of \p Spawn, an i32; 0 if it has none.
llvm::Value *placeOf(llvm::IRBuilderBase &B, SpawnMark Spawn);

} // namespace tasklet

#endif
