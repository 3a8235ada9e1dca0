//===- OrderPhases.h - What an ordered command did when ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_TRACE_ORDERPHASES_H
#define TASKLET_HOST_TRACE_ORDERPHASES_H

#include "ordered/tkl_order.h"
#include "trace/TickClock.h"

#include <string>
#include <vector>

namespace tasklet {

/// A phase of an ordered command, or some that belong together.
struct OrderPhase {
  int64_t Begin, End; ///< nanoseconds
  std::string Name;   ///< "level 3", "levels 3 to 20", "find levels", "pass 3"
  bool IsLevel;
  bool Runs;      ///< work-items, and does not only inspect
  uint64_t Items; ///< work-items; 0: it is about something else
};

struct OrderPhases {
  int64_t Begin = 0, End = 0; ///< of all
  std::vector<OrderPhase> List;
  uint64_t Dropped = 0; ///< phases that did not fit

  /// \p Records as the device left them. Those that make no sense are left out:
  /// the program has written over them.
  OrderPhases(const tkl_order_header &Header,
              const std::vector<tkl_order_record> &Records,
              const TickClock::Scale &Scale);
};

} // namespace tasklet

#endif
