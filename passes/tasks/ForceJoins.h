//===- ForceJoins.h - Ways to a force are kept apart ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The last spawn before a force runs next if nothing stands between the two
/// (SpawnRoles.h). Where several ways lead to the force, what the body uses is
/// joined there; this puts that into variables, which are captured.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_FORCEJOINS_H
#define TASKLET_PASSES_TASKS_FORCEJOINS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// For each force of \p F that some way reaches right behind a spawn.
void joinInMemory(llvm::Function &F);

} // namespace tasklet

#endif
