//===- TraceEvents.h - What the workers of a command recorded ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_TRACE_TRACEEVENTS_H
#define TASKLET_HOST_TRACE_TRACEEVENTS_H

#include "tkl_abi.h"
#include "trace/TickClock.h"

#include <vector>

namespace tasklet {

/// What one worker did for a while, which is never no time at all. Two slices of
/// a worker are nested or disjoint, and outer ones come first.
struct TraceSlice {
  int64_t Begin, End; ///< nanoseconds, or numbers of tasks
  tkl_trace_event Event;
};

/// An arrow between two workers.
struct TraceFlow {
  bool Stolen; ///< else left and adopted
  uint32_t From, To;
  int64_t Begin, End; ///< within a slice of each
};

struct TraceEvents {
  int64_t Begin = 0, End = 0;
  std::vector<std::vector<TraceSlice>> Workers; ///< by number
  std::vector<TraceFlow> Flows; ///< only those with both ends in slices
  uint64_t Dropped = 0;         ///< events that did not fit
  uint64_t Shortest = 0;        ///< ticks or tasks; what is shorter is missing

  /// \p Header is followed by what the device left. Events that make no sense
  /// are left out: the program has written over them.
  TraceEvents(const tkl_heap_header &Header, const TickClock::Scale &Scale);

private:
  void readWorker(const tkl_heap_header &Header, uint32_t Number,
                  const TickClock::Scale &Scale);
  void findSteals();
  void findAdoptions();
};

} // namespace tasklet

#endif
