//===- TraceFile.h - The file that TASKLET_TRACE names ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Traces of commands, in the trace event format of Chrome and Perfetto.
/// docs/tracing.md says what is in the file. Each finished command is appended,
/// so nothing is kept in memory. The file is complete after each command, even
/// if there was no room for that command. The file is locked: if two processes
/// name the same file, the second one gets a message.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_TRACE_TRACEFILE_H
#define TASKLET_HOST_TRACE_TRACEFILE_H

#include "order/OrderStatistics.h"
#include "ordered/tkl_order.h"
#include "trace/TickClock.h"

#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tasklet {

/// A command as the device left it.
struct TracedCommand {
  std::string Kernel;
  /// Followed by the blocks of the workers and, if trace_offset says so, their
  /// traces.
  const tkl_heap_header *Header;
  std::vector<std::string> Steps; ///< their names, from TKL_STEP_FIRST on
  bool Failed = false;
};

/// A command of an ordered kernel.
struct TracedOrder {
  std::string Kernel;
  /// As read back; has_clock says whether the trace has times.
  const tkl_order_header &Header;
  const std::vector<tkl_order_record> &Phases;
  const OrderStatistics &Stats;
  bool Failed = false;
};

class TraceFile {
public:
  /// Nothing is written before the first command.
  explicit TraceFile(std::string Path) : Path(std::move(Path)) {}
  ~TraceFile();
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  /// Appends a command. Returns what is wrong, but only once: after that
  /// nothing more is written or reported.
  std::string add(const TracedCommand &Command, const TickClock::Scale &Scale);
  std::string add(const TracedOrder &Command, const TickClock::Scale &Scale);

  /// After so many events, commands are only counted. Viewers take no more, and
  /// a program that runs for days must not fill the disk.
  static constexpr uint64_t MaximumEvents = 2000000;

private:
  /// Commands that do not overlap share tracks.
  struct Lane {
    bool IsOrdered = false;  ///< whether it has ordered commands, or others
    int64_t End = INT64_MIN; ///< of its last command, nanoseconds
    uint32_t Workers = 0;    ///< so many tracks have names
  };

  const std::string Path;
  std::mutex Mutex;
  int Fd = -1;
  pid_t Process = 0; ///< that opened the file
  bool Broken = false;
  off_t End = 0;    ///< of the events
  std::string Tail; ///< what is written after them
  uint64_t Events = 0, Commands = 0, LeftOut = 0, Flows = 0;
  std::vector<Lane> Lanes;

  std::string open();
  bool append(const std::string &Text);
  size_t findLane(bool IsOrdered, bool IsLogical, int64_t Begin,
                  int64_t &Shift);
  std::string laneName(size_t Index) const;
  std::string describe(const TracedCommand &Command,
                       const TickClock::Scale &Scale);
  std::string describe(const TracedOrder &Command,
                       const TickClock::Scale &Scale);
  template <typename Traced>
  std::string append(const Traced &Command, const TickClock::Scale &Scale);
};

/// The file \p Path in this process: one object for each name.
TraceFile &traceFile(const std::string &Path);

} // namespace tasklet

#endif
