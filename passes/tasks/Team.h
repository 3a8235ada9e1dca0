//===- Team.h - Workers that are the lanes of a warp ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the target's row has several lanes, or with `-tkl-worker-lanes=N`, a
/// work-group of the dispatch kernel is a team of so many workers, which meet
/// before each step (libtasklet/device/team.cl). Otherwise each worker is a
/// work-group of its own, and never waits.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_TEAM_H
#define TASKLET_PASSES_TASKS_TEAM_H

#include "llvm/IR/IRBuilder.h"

namespace tasklet {

class RuntimeCalls;

/// Workers of a team; 1: there are no teams.
unsigned teamLanes();

/// Links what teams need beside the device runtime. Returns false if it reported
/// an error.
bool linkTeamRuntime(llvm::Module &M);

/// The calls of team.cl in the dispatch kernel.
class Team {
  RuntimeCalls &RT;
  llvm::Value *W;
  llvm::AllocaInst *State, *Next;

public:
  /// Makes the variables at \p Entry, and opens the team there.
  Team(llvm::Module &M, RuntimeCalls &RT, llvm::Value *W,
       llvm::Function &Kernel, llvm::IRBuilderBase &Entry);
  /// The step that the lane runs in this turn, if it wants to run \p Step, or
  /// TKL_STEP_PAUSE.
  llvm::Value *meet(llvm::IRBuilderBase &B, llvm::Value *Step);
  /// In the one block that leads back to the meeting: whether there is a next
  /// turn (i1). Were there several such blocks, compilers would make two loops of
  /// this one: that of a lane that pauses, and around it that of a lane that runs
  /// steps. Were the end a step, they would leave the loop from the switch.
  llvm::Value *turn(llvm::IRBuilderBase &B);
  /// What a lane wants to run that paused in this turn.
  llvm::Value *next(llvm::IRBuilderBase &B);
  void end(llvm::IRBuilderBase &B);
};

} // namespace tasklet

#endif
