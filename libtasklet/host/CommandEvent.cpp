//===- CommandEvent.cpp - A command's event, as the application sees it ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Command.h"

#include <algorithm>

using namespace tasklet;

cl_int Command::getProfilingInfo(cl_profiling_info Name, size_t Size,
                                 void *Value, size_t *SizeRet) {
  bool AtEnd =
      Name == CL_PROFILING_COMMAND_END || Name == CL_PROFILING_COMMAND_COMPLETE;
  // The driver has the kernel's times as soon as that is done; a command has
  // none before its end.
  if (status() != CL_COMPLETE) {
    cl_int Error =
        next().clGetEventProfilingInfo(Last, Name, Size, Value, SizeRet);
    return Error == CL_SUCCESS ? CL_PROFILING_INFO_NOT_AVAILABLE : Error;
  }
  if (!AtEnd)
    return next().clGetEventProfilingInfo(Kernel, Name, Size, Value, SizeRet);
  // Of the queues that share the tasks, those that take times.
  cl_ulong End = 0;
  for (cl_event Each : Dispatches) {
    cl_ulong Time = 0;
    cl_int Error = next().clGetEventProfilingInfo(Each, Name, sizeof(Time),
                                                  &Time, nullptr);
    if (Error != CL_SUCCESS && Each == Dispatches.front())
      return Error;
    End = std::max(End, Time);
  }
  return returnValue(End, Size, Value, SizeRet);
}

bool Command::takeNewsAhead() {
  std::shared_ptr<QueueState> Q = Queue.lock();
  return Q && Q->InOrder && Q->takeFailure(Number - 1);
}

/// What a user's callback is called with.
struct Command::Callback {
  std::shared_ptr<Command> Target;
  cl_int Type;
  EventNotify Notify;
  void *UserData;
};

void CL_CALLBACK Command::onUserCallback(cl_event, cl_int Status, void *Data) {
  std::unique_ptr<Callback> Call(static_cast<Callback *>(Data));
  if (Call->Type == CL_COMPLETE) {
    Status = Call->Target->resolve(Status);
    if (Status < 0)
      Call->Target->takeNews();
  } else if (Status >= 0) {
    // The user's kernel may be complete by now, which the command is not.
    Status = Call->Type;
  }
  Call->Notify(Call->Target->Last, Status, Call->UserData);
  Call->Target->letGo(Call->Target->Last);
}

cl_int Command::setCallback(cl_int CallbackType, EventNotify Notify,
                            void *UserData) {
  if (!Notify)
    return CL_INVALID_VALUE;
  auto Call = std::make_unique<Callback>(
      Callback{self(), CallbackType, Notify, UserData});
  // The command runs when the user's kernel does, and is complete when the
  // last step is.
  cl_event Event = CallbackType == CL_COMPLETE ? Last : Kernel;
  hold();
  cl_int Error = next().clSetEventCallback(Event, CallbackType, onUserCallback,
                                           Call.get());
  if (Error == CL_SUCCESS)
    Call.release();
  else
    letGo(Last);
  return Error;
}
