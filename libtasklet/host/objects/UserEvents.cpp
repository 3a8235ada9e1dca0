//===- UserEvents.cpp - User events that are pending ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/UserEvents.h"

#include "support/ObjectTable.h"

using namespace tasklet;

void UserEvents::created(cl_event Event) {
  std::lock_guard<std::mutex> Lock(Mutex);
  References[Event] = 1;
  Pending = References.size();
}

void UserEvents::set(cl_event Event) {
  std::lock_guard<std::mutex> Lock(Mutex);
  References.erase(Event);
  Pending = References.size();
}

void UserEvents::count(cl_event Event, int Change) {
  if (!Pending)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  auto It = References.find(Event);
  if (It != References.end() && (It->second += Change) == 0)
    References.erase(It);
  Pending = References.size();
}

UserEvents &tasklet::userEvents() { return immortal<UserEvents>(); }
