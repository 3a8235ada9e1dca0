//===- EventState.cpp - What we know about a cl_event ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/EventState.h"

using namespace tasklet;

ObjectTable<cl_event, EventState> &tasklet::events() {
  return immortal<ObjectTable<cl_event, EventState>>();
}

cl_int tasklet::executionStatus(cl_event Event) {
  cl_int Status = CL_QUEUED;
  next().clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                        sizeof(Status), &Status, nullptr);
  return Status;
}

void tasklet::giveEvent(cl_event Event, std::shared_ptr<EventState> State,
                        cl_event &Given) {
  next().clRetainEvent(Event);
  State->AppReferences = 1;
  events().insert(Event, std::move(State));
  Given = Event;
}

cl_int tasklet::releaseEvent(cl_event Event) {
  std::shared_ptr<EventState> Found = events().find(Event);
  if (Found && Found->AppReferences > 0) {
    --Found->AppReferences;
    Found->letGo(Event);
  }
  return next().clReleaseEvent(Event);
}

cl_int EventState::status() {
  cl_int Status = executionStatus(driverEvent());
  return Status <= CL_COMPLETE ? settled(Status) : inProgress(Status);
}

cl_int EventState::getEventInfo(cl_event_info Name, size_t Size, void *Value,
                                size_t *SizeRet) {
  switch (Name) {
  case CL_EVENT_COMMAND_TYPE:
    if (!seemingType())
      break;
    return returnValue(seemingType(), Size, Value, SizeRet);
  case CL_EVENT_COMMAND_EXECUTION_STATUS: {
    cl_int Status = status();
    cl_int Result = returnValue(Status, Size, Value, SizeRet);
    if (Result == CL_SUCCESS && Value && Status < 0)
      tell();
    return Result;
  }
  case CL_EVENT_REFERENCE_COUNT:
    return returnValue(static_cast<cl_uint>(AppReferences.load()), Size, Value,
                       SizeRet);
  }
  return next().clGetEventInfo(driverEvent(), Name, Size, Value, SizeRet);
}

void EventState::tell() {
  for (const std::shared_ptr<Outcome> &Each : outcomes())
    if (Each->hasFailed())
      Each->tell();
}

void EventState::letGo(cl_event Event) {
  if (--Holds == 0)
    events().erase(Event);
}

/// What a callback of the application is called with.
struct EventState::Callback {
  std::shared_ptr<EventState> Target;
  cl_int Type;
  EventNotify Notify;
  void *UserData;
};

void CL_CALLBACK EventState::onDriver(cl_event, cl_int Status, void *Data) {
  std::unique_ptr<Callback> Call(static_cast<Callback *>(Data));
  EventState &Target = *Call->Target;
  if (Call->Type == CL_COMPLETE) {
    Status = Target.settled(Status);
    if (Status < 0)
      Target.tell();
  } else if (Status >= 0) {
    // The driver's event may be complete by now, even if this one is not.
    Status = Call->Type;
  }
  cl_event Event = Target.driverEvent();
  Call->Notify(Event, Status, Call->UserData);
  Target.letGo(Event);
}

cl_int EventState::setCallback(cl_int Type, EventNotify Notify,
                               void *UserData) {
  cl_event Event = eventFor(Type);
  // The driver reports a missing function. It also reports progress, except
  // that of commands with tasks, which shows on another event.
  if (!Notify || (Type != CL_COMPLETE && Event == driverEvent()))
    return next().clSetEventCallback(Event, Type, Notify, UserData);
  auto Call = std::make_unique<Callback>(
      Callback{shared_from_this(), Type, Notify, UserData});
  hold();
  cl_int Error = next().clSetEventCallback(Event, Type, onDriver, Call.get());
  if (Error == CL_SUCCESS)
    Call.release();
  else
    letGo(driverEvent());
  return Error;
}
