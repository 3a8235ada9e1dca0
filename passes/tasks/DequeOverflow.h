//===- DequeOverflow.h - Suspend a task at a spawn ------------ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// If the worker's deque is full, a spawn suspends the task as a force would,
/// and the worker runs the child at once. The task goes on after the spawn when
/// the child has returned. So a loop may spawn any number of children in
/// bounded memory. Leapfrogging (Wagner and Calder, PPoPP 1993) bounds the
/// memory of a blocked worker for the same reason.
///
/// Each step with spawns that may be recorded has an overflow form. It has the
/// same blocks, and begins after one of these spawns. The frame says after
/// which one. There is one overflow form for all spawns of a step, so the code
/// at most doubles.
///
/// Some tasks keep addresses of private variables across the spawn, in values
/// of pointer type. Such a task cannot be suspended at that spawn, because its
/// variables have other addresses when it goes on. A full deque then fails the
/// command (TKL_FAULT_ADDRESSES). The check does not find addresses in
/// integers.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_DEQUEOVERFLOW_H
#define TASKLET_PASSES_TASKS_DEQUEOVERFLOW_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

class Liveness;
struct Step;

/// Splits the block after each spawn of \p F that may be recorded. Must run
/// before any other code refers to blocks of \p F.
void splitAfterSpawns(llvm::Function &F);

/// Finds the overflow points of \p S, whose blocks must be known.
void planOverflow(const Liveness &Live, Step &S);

} // namespace tasklet

#endif
