//===- SpawnForm.h - From task calls to spawn marks -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SPAWNFORM_H
#define TASKLET_PASSES_TASKS_SPAWNFORM_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

class ResultThunks;

/// Turns every call of a task in \p F into a spawn mark at the place of the
/// store of its result. If the source converts the result before the store, the
/// mark spawns one of \p Thunks. Reports destinations that are not allowed.
void formSpawns(llvm::Function &F, ResultThunks &Thunks);

} // namespace tasklet

#endif
