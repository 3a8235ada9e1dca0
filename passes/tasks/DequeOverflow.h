//===- DequeOverflow.h - Suspend a task at a spawn ------------ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What a spawn does when the worker's deque is full: it suspends the task as a
/// force would, and the worker runs the child at once. The task goes on after
/// the spawn when the child has returned. So a loop may spawn any number of
/// children in bounded memory. Leapfrogging (Wagner and Calder, PPoPP 1993)
/// bounds the memory of a blocked worker for the same reason.
///
/// Each step with spawns that may be recorded has a second form, the overflow
/// form. It has the same blocks, and begins after one of these spawns: the
/// frame says which. There is one such form for all spawns of a step, so the
/// code at most doubles.
///
/// A task may keep addresses of its private variables across the spawn, in
/// values of pointer type. Such a task cannot be suspended there, because its
/// variables are copied elsewhere when it goes on. There a full deque fails the
/// command (TKL_FAULT_ADDRESSES). Addresses in integers stay as they are.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_DEQUEOVERFLOW_H
#define TASKLET_PASSES_TASKS_DEQUEOVERFLOW_H

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
void planOverflow(const StepPlan &Plan, Step &S);

} // namespace tasklet

#endif
