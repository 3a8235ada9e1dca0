//===- EventState.h - What we know about a cl_event -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What the application sees of the events of commands with tasks, and of
/// commands that wait for them. Whether such an event has failed follows from
/// the driver's status and from outcomes (Outcome.h). So it has no state of its
/// own that could be late. All other events are the driver's.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_EVENTSTATE_H
#define TASKLET_HOST_OBJECTS_EVENTSTATE_H

#include "objects/Outcome.h"
#include "support/ObjectTable.h"

namespace tasklet {

class Command;

/// What clSetEventCallback takes.
using EventNotify = void(CL_CALLBACK *)(cl_event, cl_int, void *);

class EventState : public std::enable_shared_from_this<EventState> {
public:
  virtual ~EventState() = default;

  /// CL_QUEUED ... CL_COMPLETE or a negative code, as the application sees it.
  cl_int status();
  cl_int getEventInfo(cl_event_info Name, size_t Size, void *Value,
                      size_t *SizeRet);
  virtual cl_int getProfilingInfo(cl_profiling_info Name, size_t Size,
                                  void *Value, size_t *SizeRet) = 0;
  cl_int setCallback(cl_int Type, EventNotify Notify, void *UserData);
  /// Null unless this is the event of a command with tasks.
  virtual Command *asCommand() { return nullptr; }

  /// The outcomes of the commands with tasks that can make this event fail.
  virtual Outcomes outcomes() const = 0;
  /// From now on the application knows of all failures that made this event
  /// fail.
  void tell();

  std::atomic<int> AppReferences{0};
  /// Counts the application's references and its callbacks that are still to
  /// come. These may ask about an event that was released meanwhile. At 0 the
  /// event is erased from events().
  void hold() { ++Holds; }
  void letGo(cl_event Event);

protected:
  virtual cl_event driverEvent() const = 0;
  /// The driver's event that tells when the command has reached status \p Type.
  virtual cl_event eventFor(cl_int) const { return driverEvent(); }
  /// The status once the driver's is \p Final: CL_COMPLETE or negative.
  virtual cl_int settled(cl_int Final) = 0;
  /// The status while the driver's is \p Open.
  virtual cl_int inProgress(cl_int Open) const { return Open; }
  /// The type of command that the application sees; 0: what the driver says.
  virtual cl_command_type seemingType() const = 0;

private:
  std::atomic<int> Holds{1};

  struct Callback;
  static void CL_CALLBACK onDriver(cl_event, cl_int Status, void *Data);
};

/// Events that the application holds.
ObjectTable<cl_event, EventState> &events();

cl_int executionStatus(cl_event Event);

/// Gives the application the driver's event \p Event, which \p State tells about:
/// one reference for it, one for us.
void giveEvent(cl_event Event, std::shared_ptr<EventState> State,
               cl_event &Given);

/// As clReleaseEvent.
cl_int releaseEvent(cl_event Event);

} // namespace tasklet

#endif
