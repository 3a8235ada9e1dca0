//===- UserEvents.h - User events that are pending --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_USEREVENTS_H
#define TASKLET_HOST_OBJECTS_USEREVENTS_H

#include "support/OpenCL.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace tasklet {

/// The user events of the process whose status is not set yet.
class UserEvents {
public:
  bool anyPending() const { return Pending != 0; }
  void created(cl_event Event);
  void set(cl_event Event);
  void retained(cl_event Event) { count(Event, 1); }
  /// Nobody can set an event that nobody has.
  void released(cl_event Event) { count(Event, -1); }

private:
  std::atomic<size_t> Pending{0};
  std::mutex Mutex;
  std::unordered_map<cl_event, int> References; ///< guarded by Mutex

  void count(cl_event Event, int Change);
};

UserEvents &userEvents();

} // namespace tasklet

#endif
