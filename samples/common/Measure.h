//===- Measure.h - Runs that are timed --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// How samples repeat what they measure. Nothing in here needs OpenCL: the
/// programs that the benchmark compares the samples with (bench/) use it too.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_MEASURE_H
#define TASKLET_SAMPLES_COMMON_MEASURE_H

#include "Options.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace sample {

/// Seconds since it was made.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - Begin).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Begin = Clock::now();
};

/// What one kernel command did.
struct Run {
  double KernelSeconds = 0; ///< Start to end of the command, device's clock.
  double WallSeconds = 0;   ///< From the enqueue until the host knew the end.
  bool Counted = false;     ///< The counts below are known.
  uint64_t Tasks = 0;
  uint64_t Steals = 0;
  uint64_t Workers = 0;
  uint64_t HeapUsed = 0; ///< Bytes of frames and records at most.

  /// Adds up commands; \p Workers and \p HeapUsed stay the larger ones.
  Run &operator+=(const Run &Other);
};

/// Calls \p Once \p How.Runs times after one call as a warm-up, in which the
/// driver compiles, and returns the run with the median kernel time, with the
/// largest HeapUsed of all.
///
/// With \p How.Paced a script decides when to run and how often, so that it can
/// let several programs take turns. After the warm-up, and after each run, this
/// prints one line, {"seconds": ...}, as soon as the threads of this process
/// have come to rest; each line on standard input then asks for one more run,
/// and its end for the report. Without such a run the warm-up is the result.
[[nodiscard]] Run medianRun(const RunOptions &How,
                            const std::function<Run()> &Once);

} // namespace sample

#endif
