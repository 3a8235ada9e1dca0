//===- Trace.h - A timeline, read from its file -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The content of a file that TASKLET_TRACE has written (docs/tracing.md).
/// Times are nanoseconds, or thousandths of a task where tasks are the clock.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_TRACE_H
#define TASKLET_TOOLS_TRACE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet {

struct Slice {
  enum class Kind { Task, ShortTasks, Idle };
  Kind What = Kind::Task;
  int64_t Begin = 0, End = 0;
  std::string Name; ///< of the task, "12 x f" for short ones
  /// Of ordered commands, what its phases are counted as; else empty.
  std::string Group;
  bool IsOdd = false;  ///< every second level, to be told from its neighbours
  std::string Waiting; ///< the continuation that waits for it; may be empty
  std::string Start;   ///< "root task", "stolen", or empty
  int Parent = -1;     ///< index in the track, -1: none
  unsigned Depth = 0;  ///< parents above each other
  int64_t length() const { return End - Begin; }
  const std::string &group() const { return Group.empty() ? Name : Group; }
};

struct WorkerTotals {
  uint64_t Tasks = 0, Steals = 0;
  double Busy = 0, Stealing = 0, Idle = 0; ///< nanoseconds; 0 without a clock
};

struct TracedCommand {
  std::string Kernel;
  int Lane = 0;
  int64_t Begin = 0, End = 0;
  uint64_t Tasks = 0, Steals = 0, HeapUsed = 0;
  bool CountsTasks = false; ///< the clock
  bool Traced = false, Failed = false;
  uint64_t Dropped = 0;
  double Shortest = 0; ///< nanoseconds or thousandths of a task
  std::vector<WorkerTotals> Totals;
  std::vector<std::vector<Slice>> Workers; ///< outer slices first

  /// Of an ordered kernel: what brought its work-items into order; else empty.
  /// Then there is one track, with its phases.
  std::string Executor;
  bool Reused = false;
  unsigned OrderWorkers = 0;
  uint64_t WorkItems = 0, Levels = 0, Conflicts = 0;
  bool isOrdered() const { return !Executor.empty(); }

  int64_t length() const { return End - Begin; }
};

struct Arrow {
  bool Steal = true;
  int Lane = 0;
  unsigned From = 0, To = 0; ///< workers
  int64_t Begin = 0, End = 0;
};

struct Trace {
  std::vector<TracedCommand> Commands; ///< as they began
  std::vector<Arrow> Arrows;
  uint64_t LeftOut = 0; ///< commands that the file had no room for
};

/// False: \p Error is one sentence that names the place in the file.
[[nodiscard]] bool readTrace(const std::string &Path, Trace &Result,
                             std::string &Error);

} // namespace tasklet

#endif
