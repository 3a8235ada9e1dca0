//===- Span.h - How parallel a command is -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Work is the time of all tasks. Span is the time of the longest chain of
/// tasks that must wait for each other; no number of workers is faster. The
/// timeline of a single worker, where each task lies within its parent, shows
/// both. The children for which a task waits at one force may run at the same
/// time; the rest of the task is sequential.
///
/// Tasks that are not drawn belong to the task around them, as if they could
/// not run in parallel. So the span is an upper bound, and the parallelism a
/// lower bound.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_SPAN_H
#define TASKLET_TOOLS_SPAN_H

#include "Trace.h"

namespace tasklet {

struct WorkSpan {
  double Work = 0, Span = 0; ///< nanoseconds
  /// The span if each drawn task on the longest chain had been stolen.
  double BurdenedSpan = 0;

  double parallelism() const { return Span > 0 ? Work / Span : 0; }
  double burdenedParallelism() const {
    return BurdenedSpan > 0 ? Work / BurdenedSpan : 0;
  }
  /// How much faster than one worker \p Workers are at best.
  double speedUpAtMost(unsigned Workers) const;
  /// ... and the speed-up of a scheduler that never lets a worker idle while
  /// there is work, thefts included.
  double speedUpAtLeast(unsigned Workers) const;

  /// Adds a command that runs after this one.
  void add(const WorkSpan &Next);
};

/// Whether \ref measure gives an answer: one worker ran the command, and all of
/// it is drawn.
bool canMeasure(const TracedCommand &Command);

/// \p Burden is the cost of a theft, in nanoseconds.
WorkSpan measure(const TracedCommand &Command, double Burden);

} // namespace tasklet

#endif
