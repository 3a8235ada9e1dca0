//===- WaitList.cpp - Commands that wait for one with tasks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/WaitList.h"

#include "objects/EventState.h"
#include "objects/QueueState.h"

#include <algorithm>
#include <iterator>

using namespace tasklet;

static constexpr cl_int InWaitList =
    CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

static bool anyFailed(const Outcomes &List) {
  return std::any_of(List.begin(), List.end(),
                     [](const auto &Each) { return Each->hasFailed(); });
}

namespace {

/// The event of a command of the driver. When it is complete, all that it waits
/// for is complete, too, unless the driver failed it.
class Follower : public EventState {
public:
  Follower(cl_event Handle, cl_command_type InPlaceOf, Outcomes WaitsFor)
      : Event(Handle), Type(InPlaceOf), Before(std::move(WaitsFor)) {
    // Otherwise the driver might give its address to another event.
    next().clRetainEvent(Event);
    AppReferences = 1;
  }
  ~Follower() override { next().clReleaseEvent(Event); }

  cl_int getProfilingInfo(cl_profiling_info Name, size_t Size, void *Value,
                          size_t *SizeRet) override {
    cl_int Error =
        next().clGetEventProfilingInfo(Event, Name, Size, Value, SizeRet);
    return Error == CL_SUCCESS && status() < 0 ? CL_PROFILING_INFO_NOT_AVAILABLE
                                               : Error;
  }

  Outcomes outcomes() const override { return Before; }

private:
  const cl_event Event;
  const cl_command_type Type; ///< 0: what the driver says
  const Outcomes Before;

  cl_event driverEvent() const override { return Event; }
  cl_command_type seemingType() const override { return Type; }
  cl_int settled(cl_int Final) override {
    return Final == CL_COMPLETE && anyFailed(Before) ? InWaitList : Final;
  }
};

} // namespace

bool CommandCall::mayFailEarly() const {
  return std::any_of(Waits, Waits + NumWaits, [this](cl_event Event) {
    cl_command_queue Its = nullptr;
    return executionStatus(Event) != CL_COMPLETE &&
           (next().clGetEventInfo(Event, CL_EVENT_COMMAND_QUEUE, sizeof(Its),
                                  &Its, nullptr) != CL_SUCCESS ||
            Its != Queue);
  });
}

FailureWatch::FailureWatch(const CommandCall &Call) : Call(Call) {
  for (cl_uint I = 0; Call.Waits && I < Call.NumWaits; ++I)
    if (std::shared_ptr<EventState> Event = events().find(Call.Waits[I]))
      for (std::shared_ptr<Outcome> &Each : Event->outcomes()) {
        cl_int Status = Each->look();
        Known |= Status < 0;
        if (Status != CL_COMPLETE &&
            std::find(Before.begin(), Before.end(), Each) == Before.end())
          Before.push_back(std::move(Each));
      }
}

void FailureWatch::follow(cl_command_type SeemingType) const {
  events().insert(*Call.Event,
                  std::make_shared<Follower>(*Call.Event, SeemingType, Before));
}

cl_int FailureWatch::refuse() {
  if (Call.Blocking)
    return failureBefore();
  if (!next().clEnqueueMarkerWithWaitList)
    return InWaitList;
  // PoCL 3.1 never completes what comes after an event that it has failed.
  std::vector<cl_event> Open;
  std::copy_if(Call.Waits, Call.Waits + Call.NumWaits, std::back_inserter(Open),
               [](cl_event Each) { return executionStatus(Each) >= 0; });
  cl_int Error = next().clEnqueueMarkerWithWaitList(
      Call.Queue, static_cast<cl_uint>(Open.size()),
      Open.empty() ? nullptr : Open.data(), Call.Event);
  if (Error == CL_SUCCESS && Call.Event)
    follow(Call.Type);
  return Error;
}

cl_int FailureWatch::enqueued() {
  cl_int Error = Call.Blocking ? failureBefore() : CL_SUCCESS;
  if (Error && Call.Event) {
    next().clReleaseEvent(*Call.Event);
    *Call.Event = nullptr;
  } else if (Call.Event && !Before.empty()) {
    follow(InAnyCase);
  }
  return Error;
}

/// The code for a failure of what a blocking call has waited for. A failed
/// command before it in its queue gives the same code as one in its wait list,
/// not a code for a shortage. Some callers, such as pyopencl, take every code
/// for a shortage as a request to free memory and call again, and the second
/// call would succeed.
cl_int FailureWatch::failureBefore() const {
  bool Failed = false;
  for (const std::shared_ptr<Outcome> &Each : Before)
    if (Each->hasFailed()) {
      Each->tell();
      Failed = true;
    }
  if (Failed)
    return InWaitList;
  std::shared_ptr<QueueState> State = queues().find(Call.Queue);
  // In an out-of-order queue, the end of this command says nothing about the
  // others.
  return State && State->InOrder && State->takeFailure() ? InWaitList
                                                         : CL_SUCCESS;
}
