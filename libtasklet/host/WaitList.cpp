//===- WaitList.cpp - Commands that wait for one with tasks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "WaitList.h"

#include <algorithm>
#include <iterator>

using namespace tasklet;

namespace {

/// The event of a command of the driver.
class Follower : public EventState {
public:
  Follower(cl_event Handle, cl_command_type InPlaceOf, List WaitsFor,
           const PlaceInQueue &Place)
      : EventState(std::move(WaitsFor)), Event(Handle), Type(InPlaceOf),
        Queue(Place.Queue), LastAhead(Place.LastUncertain) {
    // Else the driver might give its address to another one.
    next().clRetainEvent(Event);
    AppReferences = 1;
  }
  ~Follower() override { next().clReleaseEvent(Event); }

  cl_int status() override {
    if (Outcome != Unsettled)
      return Outcome;
    cl_int Status = driverStatus();
    if (Status <= CL_COMPLETE)
      settle();
    return Status <= CL_COMPLETE ? Outcome.load() : Status;
  }

  cl_int getProfilingInfo(cl_profiling_info Name, size_t Size, void *Value,
                          size_t *SizeRet) override {
    cl_int Error =
        next().clGetEventProfilingInfo(Event, Name, Size, Value, SizeRet);
    return Error == CL_SUCCESS && status() < 0 ? CL_PROFILING_INFO_NOT_AVAILABLE
                                               : Error;
  }

  cl_int setCallback(cl_int CallbackType, EventNotify Notify,
                     void *UserData) override {
    if (!Notify || CallbackType != CL_COMPLETE)
      return next().clSetEventCallback(Event, CallbackType, Notify, UserData);
    auto Call = std::make_unique<Callback>(
        Callback{shared_from_this(), Notify, UserData});
    hold();
    cl_int Error =
        next().clSetEventCallback(Event, CallbackType, onComplete, Call.get());
    if (Error == CL_SUCCESS)
      Call.release();
    else
      letGo(Event);
    return Error;
  }

  bool takeNewsAhead() override {
    std::shared_ptr<QueueState> Q = LastAhead ? Queue.lock() : nullptr;
    return Q && Q->takeFailure(LastAhead);
  }

private:
  const cl_event Event;
  const cl_command_type Type; ///< InAnyCase: what the driver says
  const std::weak_ptr<QueueState> Queue;
  const uint64_t LastAhead; ///< PlaceInQueue::LastUncertain

  struct Callback {
    std::shared_ptr<EventState> Target;
    EventNotify Notify;
    void *UserData;
  };

  static void CL_CALLBACK onComplete(cl_event Event, cl_int Status,
                                     void *Data) {
    std::unique_ptr<Callback> Call(static_cast<Callback *>(Data));
    if (Status == CL_COMPLETE)
      Status = Call->Target->status();
    if (Status < 0)
      Call->Target->takeNews();
    Call->Notify(Event, Status, Call->UserData);
    Call->Target->letGo(Event);
  }

  cl_int driverStatus() const override { return executionStatus(Event); }
  cl_event driverEvent() const override { return Event; }
  cl_command_type seemingType() const override { return Type; }

  void settle() override {
    cl_int Status = driverStatus();
    // What a command waited for that the driver has failed need not be
    // complete.
    if (Status == CL_COMPLETE && settleBefore())
      Status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    setOutcome(Status);
  }
};

} // namespace

EventList tasklet::findUncertain(cl_uint NumWaits, const cl_event *Waits) {
  EventList Found;
  for (cl_uint I = 0; Waits && I < NumWaits; ++I)
    if (std::shared_ptr<EventState> Each = events().find(Waits[I]))
      if (Each->status() != CL_COMPLETE)
        Found.push_back(std::move(Each));
  return Found;
}

bool tasklet::anyDoomed(const EventList &Events) {
  return std::any_of(Events.begin(), Events.end(),
                     [](const auto &Each) { return Each->isDoomed(); });
}

PlaceInQueue tasklet::findPlace(cl_command_queue Queue) {
  PlaceInQueue Place = {queues().find(Queue), 0};
  if (Place.Queue && Place.Queue->InOrder)
    Place.LastUncertain = Place.Queue->lastUncertain();
  return Place;
}

void tasklet::follow(cl_event Event, EventList Before,
                     const PlaceInQueue &Place) {
  events().insert(Event, std::make_shared<Follower>(Event, InAnyCase,
                                                    std::move(Before), Place));
}

cl_int tasklet::enqueueFailed(cl_command_queue Queue, cl_command_type Type,
                              cl_uint NumWaits, const cl_event *Waits,
                              EventList Before, cl_event *Event) {
  if (!next().clEnqueueMarkerWithWaitList)
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  // PoCL 3.1 never completes what comes behind an event that it has failed.
  std::vector<cl_event> Open;
  std::copy_if(Waits, Waits + NumWaits, std::back_inserter(Open),
               [](cl_event Each) { return executionStatus(Each) >= 0; });
  cl_int Error = next().clEnqueueMarkerWithWaitList(
      Queue, static_cast<cl_uint>(Open.size()),
      Open.empty() ? nullptr : Open.data(), Event);
  if (Error == CL_SUCCESS && Event)
    events().insert(*Event,
                    std::make_shared<Follower>(*Event, Type, std::move(Before),
                                               PlaceInQueue()));
  return Error;
}
