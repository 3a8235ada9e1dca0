//===- WaitList.h - Commands that wait for one with tasks -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What OpenCL says of a command whose wait list has a failed event: it is not
/// executed, and gets a negative status itself. Every function of Commands.def
/// asks here, before and after the driver's (ApiCommands.cpp). A command that
/// waits for none of the events in events() is the driver's, as if nobody had
/// looked.
///
/// Of the others, those that are enqueued when the failure is known are not
/// executed; a marker stands for them. Those enqueued before run, since for the
/// driver nothing has failed. All of them get the negative status. Letting the
/// driver know, by a user event that fails, is no way: PoCL 3.1 then ends the
/// process if it meets a command behind whose event nobody holds, and never
/// completes what is enqueued later.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_WAITLIST_H
#define TASKLET_HOST_LAUNCH_WAITLIST_H

#include "objects/Outcome.h"

namespace tasklet {

/// For commands that only order others or give something back: they are
/// executed all the same.
constexpr cl_command_type InAnyCase = 0;

/// What all calls that enqueue a command have in common.
struct CommandCall {
  cl_command_queue Queue;
  cl_command_type Type;
  cl_uint NumWaits;
  const cl_event *Waits;
  cl_event *Event;
  bool Blocking = false;
};

/// One call's view of failures, before and after the driver's function.
class FailureWatch {
public:
  /// Only as long as \p Call lives.
  explicit FailureWatch(const CommandCall &Call);

  /// It is known that something in the wait list has failed.
  bool refuses() const { return Known && Call.Type != InAnyCase; }
  /// In place of the driver's function then.
  cl_int refuse();
  /// The driver has enqueued the command, and, if the call blocks, has done it.
  /// An error is the result of the call; there is no event then.
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
