//===- Span.h - How parallel a command is -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Work is the time of all tasks, span that of the longest chain of tasks that
/// have to wait for each other; no number of workers is faster. Both can be
/// read from the timeline of a single worker, where each task lies within its
/// parent: what a task waits for at one force may run at the same time, the
/// rest of it is one after the other.
///
/// What is not drawn belongs to the task around it, as if it could not run at
/// the same time with anything. So the span is one at most, the parallelism one
/// at least.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_SPAN_H
#define TASKLET_TOOLS_SPAN_H

#include "Trace.h"

namespace tasklet {

struct WorkSpan {
  double Work = 0, Span = 0; ///< nanoseconds
  /// The span if each drawn task on its way had been stolen.
  double BurdenedSpan = 0;

  double parallelism() const { return Span > 0 ? Work / Span : 0; }
  double burdenedParallelism() const {
    return BurdenedSpan > 0 ? Work / BurdenedSpan : 0;
  }
  /// How much faster than one worker \p Workers are at best.
  double speedUpAtMost(unsigned Workers) const;
  /// ... and what a scheduler reaches that never lets a worker idle while
  /// there is work, thefts included.
  double speedUpAtLeast(unsigned Workers) const;

  /// Of two commands, one after the other.
  void add(const WorkSpan &Next);
};

/// True if \ref measure can tell: one worker ran the command, and all of it is
/// drawn.
bool canMeasure(const TracedCommand &Command);

/// \p Burden is what a theft costs, in nanoseconds.
WorkSpan measure(const TracedCommand &Command, double Burden);

} // namespace tasklet

#endif
