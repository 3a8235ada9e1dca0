//===- TailSpawns.h - Spawns that end their tasks ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_RACES_TAILSPAWNS_H
#define TASKLET_PASSES_RACES_TAILSPAWNS_H

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace tasklet {

/// Spawns after which a task does nothing more, and the blocks behind them, which
/// nothing else leads to.
using TailSpawns =
    llvm::SmallDenseMap<llvm::Instruction *, llvm::BasicBlock *, 4>;

/// Finds the tail spawns of \p Task, and gives each of them an end of its own,
/// which needs no marks.
TailSpawns separateTails(llvm::Function &Task);

} // namespace tasklet

#endif
