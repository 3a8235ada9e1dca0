//===- SetAside.h - Spawns at which a task can be set aside -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A worker whose deque is full runs the child at once: the task is set aside
/// at the spawn as it would be at a force, and goes on behind it when the child
/// has returned. So a loop may spawn any number of children in bounded memory.
///
/// Each step with spawns that may be recorded has a second form for that, with
/// the same blocks, which begins behind one of these spawns, whichever the
/// frame names. One form for all of them, not one for each: the code at most
/// doubles.
///
/// A task that keeps addresses of its private variables across the spawn, in
/// whatever has a pointer type, cannot be set aside there: what it comes back
/// to are copies elsewhere. There a full deque fails the command
/// (TKL_FAULT_ADDRESSES). Addresses as numbers are kept as they are.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SETASIDE_H
#define TASKLET_PASSES_TASKS_SETASIDE_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

struct Step;
struct StepPlan;

/// Gives every spawn of \p F that may be recorded a block of its own that
/// follows. Comes before anything else looks at blocks.
void splitBehindSpawns(llvm::Function &F);

/// Finds the points of \p S. Its blocks and needs are known, and those of all
/// other steps of \p Plan.
void planAside(const StepPlan &Plan, Step &S);

} // namespace tasklet

#endif
