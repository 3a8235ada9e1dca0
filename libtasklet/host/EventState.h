//===- EventState.h - What we know about a cl_event -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the tasks of a command failed is known only after the driver has
/// completed its event. So the driver runs what waits for a failed command, and
/// here is remembered what that was: the events of commands with tasks, and of
/// commands that have such an event, or another one of these, in their wait
/// lists. All others are the driver's alone.
///
/// An event is *settled* when the driver has completed it and it is known
/// whether it failed. What it waits for is settled before it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_EVENTSTATE_H
#define TASKLET_HOST_EVENTSTATE_H

#include "ObjectTable.h"
#include "OpenCL.h"

#include <atomic>
#include <vector>

namespace tasklet {

class Command;

/// What clSetEventCallback takes.
using EventNotify = void(CL_CALLBACK *)(cl_event, cl_int, void *);

class EventState : public std::enable_shared_from_this<EventState> {
public:
  virtual ~EventState();

  /// CL_QUEUED ... CL_COMPLETE or a negative code, as the application is to see
  /// it. Settles the event if the driver has completed it.
  virtual cl_int status() = 0;
  cl_int getEventInfo(cl_event_info Name, size_t Size, void *Value,
                      size_t *SizeRet);
  virtual cl_int getProfilingInfo(cl_profiling_info Name, size_t Size,
                                  void *Value, size_t *SizeRet) = 0;
  virtual cl_int setCallback(cl_int Type, EventNotify Notify,
                             void *UserData) = 0;
  /// Null unless this is the event of a command with tasks.
  virtual Command *asCommand() { return nullptr; }

  /// True if this is a failed command of which the application did not know:
  /// the caller passes it on. Who is told of an event that failed with another
  /// one is told of that as well.
  bool takeNews();

  bool hasNews() const { return HasNews; }
  /// The same for commands that its queue, being in order, has run before it.
  virtual bool takeNewsAhead() { return false; }

  bool hasFailed() const { return Outcome < 0; }
  /// It has failed, or is going to: something that it waits for has. A long way
  /// back this is not looked for.
  bool isDoomed();

  std::atomic<int> AppReferences{0};
  /// The application's references and its callbacks that are still to come,
  /// which may ask about an event that was released meanwhile. At 0, events()
  /// has it no longer.
  void hold() { ++Holds; }
  void letGo(cl_event Event);

protected:
  using List = std::vector<std::shared_ptr<EventState>>;

  explicit EventState(List WaitsFor);

  /// Settles all that this one waits for, which the driver has completed.
  /// Whether some of it failed.
  bool settleBefore();
  /// The same for this one alone, once the others are settled.
  virtual void settle() = 0;
  virtual cl_int driverStatus() const = 0;
  virtual cl_event driverEvent() const = 0;
  /// What the event seems to be of; 0: what the driver says.
  virtual cl_command_type seemingType() const = 0;
  void setOutcome(cl_int Code);

  static constexpr cl_int Unsettled = 1;
  std::atomic<cl_int> Outcome{Unsettled}; ///< CL_COMPLETE or negative
  std::atomic<bool> HasNews{false};

private:
  bool BornDoomed = false;
  std::mutex BeforeMutex;
  /// Both guarded by BeforeMutex. Before is empty once this one is settled;
  /// Causes are the commands by which it failed, as far as nobody was told of
  /// them then.
  List Before, Causes;
  std::atomic<int> Holds{1};

  List copyBefore();
  static void addCauses(EventState &Failed, List &To);
};

/// Events that the application holds.
ObjectTable<cl_event, EventState> &events();

/// The command with tasks that \p Event is of, if it is.
std::shared_ptr<Command> findCommand(cl_event Event);

cl_int executionStatus(cl_event Event);

} // namespace tasklet

#endif
