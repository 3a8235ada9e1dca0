//===- WaitList.h - Commands that wait for one with tasks -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Does what OpenCL says of a command whose wait list has a failed event: the
/// command is not executed, and gets a negative status itself. Every function
/// of Commands.def asks here, before and after the driver's function
/// (ApiCommands.cpp). If a command waits for none of the events in events(),
/// all is left to the driver.
///
/// Other commands are not executed if the failure is known when they are
/// enqueued; a marker stands for each. Those that were enqueued earlier run,
/// since for the driver nothing has failed. All of them get the negative
/// status. A user event that fails could let the driver know, but this does not
/// work with PoCL 3.1. It ends the process if it meets a later command whose
/// event nobody holds, and it never completes what is enqueued after the
/// failure.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_WAITLIST_H
#define TASKLET_HOST_LAUNCH_WAITLIST_H

#include "objects/Outcome.h"

namespace tasklet {

/// For commands that only order others or give something back: they are
/// executed even after a failure.
constexpr cl_command_type InAnyCase = 0;

/// What all calls that enqueue a command have in common.
struct CommandCall {
  cl_command_queue Queue;
  cl_command_type Type;
  cl_uint NumWaits;
  const cl_event *Waits;
  cl_event *Event;
  bool Blocking = false;

  /// \p Steps and what the application's wait list has. A plan gives this to
  /// every step, not to the first one alone: Intel's runtime counts a command
  /// behind a failed event as complete, and the next steps would run on memory
  /// that nobody has written.
  std::vector<cl_event> after(std::vector<cl_event> Steps) const {
    Steps.insert(Steps.end(), Waits, Waits + NumWaits);
    return Steps;
  }
  /// Whether the command may fail while commands before it on an in-order queue
  /// still run: if it waits for what is not on that queue.
  bool mayFailEarly() const;
};

/// One call's view of failures, before and after the driver's function.
class FailureWatch {
public:
  /// To be used only as long as \p Call lives.
  explicit FailureWatch(const CommandCall &Call);

  /// Whether the command must not run: something in its wait list is known to
  /// have failed.
  bool refuses() const { return Known && Call.Type != InAnyCase; }
  /// Then called in place of the driver's function.
  cl_int refuse();
  /// Called when the driver has enqueued the command and, if the call blocks,
  /// has done it. An error is the result of the call, which then has no event.
  cl_int enqueued();

  /// Outcomes of those commands in the wait list that have not ended well.
  const Outcomes &uncertain() const { return Before; }

private:
  const CommandCall &Call;
  Outcomes Before;
  bool Known = false;

  void follow(cl_command_type SeemingType) const;
  cl_int failureBefore() const;
};

} // namespace tasklet

#endif
