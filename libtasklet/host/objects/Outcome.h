//===- Outcome.h - How a command with tasks ended ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether tasks failed is known only after the driver has completed their
/// command. So to the driver every such command succeeds. An Outcome is what
/// the library keeps of it, for events, for commands that wait, and for the
/// queue. It is written once and never changes again, so whoever asks later
/// gets the same answer, in any thread.
///
/// An outcome owns no command. A command owns the outcomes of those that it
/// waits for, so chains of any length are destroyed one by one.
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
  /// \p Ask gives the status of the command. If the driver has completed the
  /// command, settle() has been called by the time that \p Ask returns.
  explicit Outcome(std::function<cl_int()> Ask) : AskCommand(std::move(Ask)) {}

  /// CL_COMPLETE or a negative code if the driver has completed the command,
  /// else the status so far.
  cl_int look() const;
  bool hasFailed() const { return look() < 0; }

  /// Notes that the command failed because of \p Others, or by itself if there
  /// are none. The thread that settles the outcome calls this before it tells
  /// anybody.
  void blame(const Outcomes &Others);
  void settle(cl_int Final) { Code.store(Final, std::memory_order_release); }
  bool isSettled() const;

  /// Whether the application does not yet know of this failure, or of one that
  /// caused it.
  bool hasNews() const;
  /// Marks the failures as known. True if one was news: then the caller tells
  /// the application, and nobody else does.
  bool tell();

private:
  static constexpr cl_int Open = CL_QUEUED;
  std::atomic<cl_int> Code{Open};
  const std::function<cl_int()> AskCommand;
  /// The commands that failed by themselves and so made this one fail. Written
  /// before Code.
  Outcomes Causes;
  std::atomic<bool> Untold{false}; ///< This one failed by itself.
};

} // namespace tasklet

#endif
