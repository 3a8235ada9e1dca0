//===- TickClock.h - Times of the workers as times of the host --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Workers on x86 processors read the time stamp counter (has_clock of
/// tkl_abi.h), and so does the library. It compares the counter with the
/// system's clock at the start, and again when a command has ended. This gives
/// the length of a tick.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_TRACE_TICKCLOCK_H
#define TASKLET_HOST_TRACE_TICKCLOCK_H

#include <cstdint>

namespace tasklet {

class TickClock {
public:
  /// Starts measuring.
  TickClock();

  /// How ticks become times.
  struct Scale {
    double TickLength = 0; ///< nanoseconds, 0: the host cannot read the counter
    uint64_t Ticks = 0;    ///< a moment ...
    int64_t Nanoseconds = 0; ///< ... and what it is since the start
    /// Nanoseconds since the start; grows with \p Tick.
    int64_t at(uint64_t Tick) const;
  };
  /// Most exact for the time shortly before the call.
  Scale scale() const;
  double tickLength() const { return scale().TickLength; }

private:
  struct Reading {
    uint64_t Ticks = 0;
    int64_t Nanoseconds = 0;
    static Reading take();
  };
  Reading Start;
};

/// The clock of the process, which started measuring with the first context.
const TickClock &tickClock();

} // namespace tasklet

#endif
