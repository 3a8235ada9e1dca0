//===- Report.h - What a sample says ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The frame around a sample's main function, its exit status and its last
/// words.
///
/// Exit status of every sample:
///   0  right result
///   1  wrong result, found by the check against serial code
///   2  the command line is wrong
///   3  OpenCL or something around it failed
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_REPORT_H
#define TASKLET_SAMPLES_COMMON_REPORT_H

#include "Device.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sample {

/// Calls \p Body and turns what it throws into one message and a status.
[[nodiscard]] int runSample(const char *Name, const std::function<int()> &Body);

/// What a sample says of an exception, and its exit status.
struct Failure {
  int Status;
  std::string Message; ///< Without the sample's name, without a line's end.
};

/// Judges the exception that is being handled.
[[nodiscard]] Failure judgeException(const char *Name);

/// The name of an OpenCL error, such as "CL_OUT_OF_RESOURCES".
[[nodiscard]] std::string errorName(cl_int Code);

/// What a sample found out, for people or (--json) for scripts.
struct Outcome {
  std::string Problem; ///< Such as "fib 32".
  uint64_t Result = 0; ///< As the device computed it.
  std::string Shown;   ///< The result for people, if not the number.
  uint64_t Units = 0;  ///< Function calls of the serial program.
  Run Measured;
  double SerialSeconds = 0; ///< The check's serial code on the host.
  std::string Wrong;        ///< Why the result is wrong; empty: it is right.
};

/// Prints \p O and returns the exit status: 0, or 1 for a wrong result.
[[nodiscard]] int report(const char *Name, const Outcome &O, bool Json);

/// Prints time, tasks and steals: what report() prints for people. For samples
/// with an output of their own.
void printMeasured(const Run &Measured);

/// A progress bar on the standard error stream, if that is a terminal; silent
/// otherwise.
class ProgressBar {
public:
  ProgressBar(std::string What, uint64_t Total);
  ~ProgressBar();
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

  /// Shows that \p Done of the total are done.
  void update(uint64_t Done);

private:
  std::string What;
  uint64_t Total;
  bool OnTerminal;
  int LastPermille = -1; ///< Saves drawing what is already on the screen.
  Stopwatch Elapsed;
};

} // namespace sample

#endif
