//===- Topology.h - What a simulated machine is like ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_TOPOLOGY_H
#define TASKLET_BENCH_SCALE_TOPOLOGY_H

#include <cstdint>

namespace scale {

constexpr unsigned MaxProcessors = 128;
constexpr unsigned LineBytes = 64;

/// Times are in nanoseconds. Processors that follow each other share a cache,
/// and caches that follow each other share a socket.
struct Topology {
  unsigned Processors = 1;
  unsigned OfCache = 1;  ///< processors that share the last cache
  unsigned OfSocket = 1; ///< processors of a socket

  /// Until a processor has a line that another one has written.
  double SameCache = 0, SameSocket = 0, OtherSocket = 0;
  /// An atomic operation on a line that the processor has, above a load.
  double Atomic = 0;
  /// The time for which a line is busy when one more processor reads it.
  double Serve = 0;

  /// Of the operating system, where there are more workers than processors:
  /// for how long a worker runs, and what a change of workers costs.
  double Slice = 0, Change = 0;

  double distance(unsigned From, unsigned To) const {
    if (From / OfCache == To / OfCache)
      return SameCache;
    return From / OfSocket == To / OfSocket ? SameSocket : OtherSocket;
  }
};

} // namespace scale

#endif
