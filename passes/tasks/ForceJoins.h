//===- ForceJoins.h - Joins before a force go to memory ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The last spawn before a force runs next if there is no code between the two
/// (SpawnRoles.h). If several paths lead to a force, phis stand between them.
/// This code replaces the phis by variables (as LLVM's reg2mem does), and the
/// force captures the variables.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_FORCEJOINS_H
#define TASKLET_PASSES_TASKS_FORCEJOINS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Does this for each force of \p F that directly follows a spawn on some path.
void joinInMemory(llvm::Function &F);

} // namespace tasklet

#endif
