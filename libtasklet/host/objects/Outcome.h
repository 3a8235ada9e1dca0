//===- Outcome.h - How a command with tasks ended ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether tasks failed is known only after the driver has completed their
/// command, so the driver takes every command for a good one. An Outcome is
/// what all others keep of it: events, commands that wait for it, and its
/// queue. It is written once and never changes again, so whoever asks after
/// that gets the same answer, in whatever thread.
///
/// An outcome owns no command. Commands own the outcomes of those that they
/// wait for, so chains of any length are destroyed one by one.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_OUTCOME_H
#define TASKLET_HOST_OBJECTS_OUTCOME_H

#include "support/OpenCL.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace tasklet {

class Outcome;
using Outcomes = std::vector<std::shared_ptr<Outcome>>;

class Outcome {
public:
  /// \p Ask gives the status of the command. If the driver has completed that,
  /// settle() has been called when it returns.
  explicit Outcome(std::function<cl_int()> Ask) : AskCommand(std::move(Ask)) {}

  /// CL_COMPLETE or a negative code if the driver has completed the command,
  /// else the status so far.
  cl_int look() const;
  bool hasFailed() const { return look() < 0; }

  /// The command failed, by itself or by these \p Others. For the thread that
  /// settles it, before it tells anybody.
  void blame(const Outcomes &Others);
  void settle(cl_int Final) { Code.store(Final, std::memory_order_release); }
  bool isSettled() const;

  /// The application does not know of this failure, or of one that caused it.
  bool hasNews() const;
  /// True if there was: the caller passes it on, and nobody else does.
  bool tell();

private:
  static constexpr cl_int Open = CL_QUEUED;
  std::atomic<cl_int> Code{Open};
  const std::function<cl_int()> AskCommand;
  /// The commands that failed by themselves, of those that this one failed by.
  /// Written before Code.
  Outcomes Causes;
  std::atomic<bool> Untold{false}; ///< This one failed by itself.
};

} // namespace tasklet

#endif
