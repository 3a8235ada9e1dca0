//===- WaitList.h - Commands that wait for one with tasks -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What OpenCL says of a command whose wait list has a failed event: it is not
/// executed, and gets a negative status itself. Every function that takes a
/// wait list goes through here. A command that waits for none of the events in
/// events() is the driver's, as if nobody had looked.
///
/// Of the others, those that are enqueued when the failure is known are not
/// executed; a marker stands for them. Those enqueued before run, since for the
/// driver nothing has failed. All of them get the negative status. Letting the
/// driver know, by a user event that fails, is no way: PoCL 3.1 then ends the
/// process if it meets a command behind whose event nobody holds, and never
/// completes what is enqueued later.
///
/// Commands behind a failed one on a queue in order, without an event between,
/// are as good as ever. But who waits for the event of one is told of the
/// failure, as by clFinish, once.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_WAITLIST_H
#define TASKLET_HOST_WAITLIST_H

#include "EventState.h"
#include "QueueState.h"

namespace tasklet {

using EventList = std::vector<std::shared_ptr<EventState>>;

/// Those of the events that may fail without the driver's knowledge. None of
/// them has ended well when this returns, as far as anyone can know.
EventList findUncertain(cl_uint NumWaits, const cl_event *Waits);

/// Whether it is known of one that it fails.
bool anyDoomed(const EventList &Events);

/// Enqueues a marker in place of a command of type \p Type.
cl_int enqueueFailed(cl_command_queue Queue, cl_command_type Type,
                     cl_uint NumWaits, const cl_event *Waits, EventList Before,
                     cl_event *Event);

/// What a command is behind of, by its queue alone.
struct PlaceInQueue {
  std::shared_ptr<QueueState> Queue;
  uint64_t LastUncertain = 0; ///< as QueueState numbers them; 0: of none
};
PlaceInQueue findPlace(cl_command_queue Queue);

/// \p Event, of a command of the driver, fails if one of \p Before does.
void follow(cl_event Event, EventList Before, const PlaceInQueue &Place);

/// For commands that only order others or give something back: they are
/// executed all the same.
constexpr cl_command_type InAnyCase = 0;

/// Calls \p Enqueue, a function of the driver that enqueues such a command.
template <typename Function>
cl_int enqueueBehind(cl_command_queue Queue, cl_command_type Type,
                     cl_uint NumWaits, const cl_event *Waits, cl_event *Event,
                     Function Enqueue) {
  EventList Before = findUncertain(NumWaits, Waits);
  PlaceInQueue Place = Event ? findPlace(Queue) : PlaceInQueue();
  if (Before.empty() && !Place.LastUncertain)
    return Enqueue();
  if (Type != InAnyCase && anyDoomed(Before))
    return enqueueFailed(Queue, Type, NumWaits, Waits, std::move(Before),
                         Event);
  cl_int Error = Enqueue();
  if (Error == CL_SUCCESS && Event)
    follow(*Event, std::move(Before), Place);
  return Error;
}

} // namespace tasklet

#endif
