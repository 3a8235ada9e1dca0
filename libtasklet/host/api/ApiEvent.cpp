//===- ApiEvent.cpp - OpenCL functions on events --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/Command.h"
#include "objects/UserEvents.h"

using namespace tasklet;

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint NumEvents,
                                                const cl_event *Events) {
  return guarded([&]() -> cl_int {
    cl_int Result = next().clWaitForEvents(NumEvents, Events);
    if (Result != CL_SUCCESS &&
        Result != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
      return Result;
    for (cl_uint I = 0; I < NumEvents; ++I) {
      std::shared_ptr<EventState> Each = events().find(Events[I]);
      bool Failed = Each && Each->status() < 0;
      if (Failed)
        Each->tell();
      // Like other blocking calls, this one reports what failed before on the
      // queue.
      std::shared_ptr<QueueState> Queue = queueOf(Events[I]);
      if (Failed || (Queue && Queue->InOrder && Queue->takeFailure()))
        Result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return Result;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event Event,
                                               cl_event_info Name, size_t Size,
                                               void *Value, size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    if (std::shared_ptr<EventState> Found = events().find(Event))
      return Found->getEventInfo(Name, Size, Value, SizeRet);
    return next().clGetEventInfo(Event, Name, Size, Value, SizeRet);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event Event,
                                                        cl_profiling_info Name,
                                                        size_t Size,
                                                        void *Value,
                                                        size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    if (std::shared_ptr<EventState> Found = events().find(Event))
      return Found->getProfilingInfo(Name, Size, Value, SizeRet);
    return next().clGetEventProfilingInfo(Event, Name, Size, Value, SizeRet);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(
    cl_event Event, cl_int Type,
    void(CL_CALLBACK *Notify)(cl_event, cl_int, void *), void *UserData) {
  return guarded([&]() -> cl_int {
    if (std::shared_ptr<EventState> Found = events().find(Event))
      return Found->setCallback(Type, Notify, UserData);
    return next().clSetEventCallback(Event, Type, Notify, UserData);
  });
}

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context Context,
                                                    cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    cl_event Event = next().clCreateUserEvent(Context, &Error);
    if (Event)
      userEvents().created(Event);
    return Event;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event Event,
                                                     cl_int Status) {
  return guarded([&] {
    // Afterwards: what waits for it runs from now on.
    cl_int Error = next().clSetUserEventStatus(Event, Status);
    if (Error == CL_SUCCESS)
      userEvents().set(Event);
    return Error;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event Event) {
  return guarded([&]() -> cl_int {
    userEvents().retained(Event);
    if (std::shared_ptr<EventState> Found = events().find(Event))
      ++Found->AppReferences, Found->hold();
    return next().clRetainEvent(Event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event Event) {
  return guarded([&]() -> cl_int {
    userEvents().released(Event);
    return releaseEvent(Event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletStatsTKL(cl_event Event, cl_tasklet_stats_tkl *Stats) {
  return guarded([&]() -> cl_int {
    if (!Stats)
      return CL_INVALID_VALUE;
    if (std::shared_ptr<Command> Found = findCommand(Event))
      return Found->withStatistics(
          [&](const Statistics &All) { *Stats = All.Total; });
    return CL_INVALID_EVENT;
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clGetOrderedStatsTKL(cl_event Event, cl_ordered_stats_tkl *Stats) {
  return guarded([&]() -> cl_int {
    if (!Stats)
      return CL_INVALID_VALUE;
    if (std::shared_ptr<Command> Found = findCommand(Event))
      return Found->withOrderStatistics(
          [&](const OrderStatistics &All) { *Stats = All.Total; });
    return CL_INVALID_EVENT;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetTaskletWorkerStatsTKL(
    cl_event Event, cl_uint NumEntries, cl_tasklet_worker_stats_tkl *Stats,
    cl_uint *NumWorkers) {
  return guarded([&]() -> cl_int {
    if (Stats ? NumEntries == 0 : !NumWorkers)
      return CL_INVALID_VALUE;
    if (std::shared_ptr<Command> Found = findCommand(Event))
      return Found->withStatistics([&](const Statistics &All) {
        if (Stats)
          std::copy_n(All.Workers.begin(),
                      std::min<size_t>(NumEntries, All.Workers.size()), Stats);
        if (NumWorkers)
          *NumWorkers = All.Total.workers;
      });
    return CL_INVALID_EVENT;
  });
}
