//===- EventState.cpp - What we know about a cl_event ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "EventState.h"

#include "Command.h"

#include <algorithm>
#include <iterator>

using namespace tasklet;

ObjectTable<cl_event, EventState> &tasklet::events() {
  return immortal<ObjectTable<cl_event, EventState>>();
}

std::shared_ptr<Command> tasklet::findCommand(cl_event Event) {
  std::shared_ptr<EventState> Found = events().find(Event);
  Command *AsCommand = Found ? Found->asCommand() : nullptr;
  return AsCommand ? std::shared_ptr<Command>(Found, AsCommand) : nullptr;
}

cl_int tasklet::executionStatus(cl_event Event) {
  cl_int Status = CL_QUEUED;
  next().clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                        sizeof(Status), &Status, nullptr);
  return Status;
}

EventState::EventState(List WaitsFor) : Before(std::move(WaitsFor)) {
  BornDoomed = std::any_of(Before.begin(), Before.end(),
                           [](const auto &Each) { return Each->isDoomed(); });
}

bool EventState::isDoomed() {
  if (Outcome != Unsettled || BornDoomed)
    return Outcome != CL_COMPLETE;
  std::lock_guard<std::mutex> Lock(BeforeMutex);
  return std::any_of(Before.begin(), Before.end(), [](const auto &Each) {
    return Each->hasFailed() || Each->BornDoomed;
  });
}

EventState::~EventState() {
  // The last owner of a long chain must not descend into it.
  List Gone = std::move(Before);
  while (!Gone.empty()) {
    std::shared_ptr<EventState> Each = std::move(Gone.back());
    Gone.pop_back();
    if (Each.use_count() > 1)
      continue;
    std::move(Each->Before.begin(), Each->Before.end(),
              std::back_inserter(Gone));
    Each->Before.clear();
  }
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
      takeNews();
    return Result;
  }
  case CL_EVENT_REFERENCE_COUNT:
    return returnValue(static_cast<cl_uint>(AppReferences.load()), Size, Value,
                       SizeRet);
  }
  return next().clGetEventInfo(driverEvent(), Name, Size, Value, SizeRet);
}

bool EventState::takeNews() {
  bool News = HasNews.exchange(false);
  List Told;
  {
    std::lock_guard<std::mutex> Lock(BeforeMutex);
    Told.swap(Causes);
  }
  for (const std::shared_ptr<EventState> &Each : Told)
    News |= Each->HasNews.exchange(false);
  return News;
}

void EventState::letGo(cl_event Event) {
  if (--Holds == 0)
    events().erase(Event);
}

/// Adds the commands with news that \p Failed is one of, or failed by.
void EventState::addCauses(EventState &Failed, List &To) {
  auto Add = [&To](const std::shared_ptr<EventState> &Each) {
    if (Each->HasNews && std::find(To.begin(), To.end(), Each) == To.end())
      To.push_back(Each);
  };
  Add(Failed.shared_from_this());
  std::lock_guard<std::mutex> Lock(Failed.BeforeMutex);
  std::for_each(Failed.Causes.begin(), Failed.Causes.end(), Add);
}

EventState::List EventState::copyBefore() {
  std::lock_guard<std::mutex> Lock(BeforeMutex);
  return Before;
}

void EventState::setOutcome(cl_int Code) {
  // Of several threads the first one is right: the others may have found Before
  // empty.
  cl_int Expected = Unsettled;
  if (!Outcome.compare_exchange_strong(Expected, Code))
    return;
  List Gone; // Destroyed after the lock is gone.
  std::lock_guard<std::mutex> Lock(BeforeMutex);
  Gone.swap(Before);
}

bool EventState::settleBefore() {
  const List Direct = copyBefore();
  // Chains may be long, so this is no recursion.
  List Due = Direct;
  while (!Due.empty()) {
    std::shared_ptr<EventState> Each = Due.back();
    size_t Size = Due.size();
    // What a failed event waits for need not be complete.
    if (Each->Outcome == Unsettled && Each->driverStatus() == CL_COMPLETE)
      for (std::shared_ptr<EventState> &Earlier : Each->copyBefore())
        if (Earlier->Outcome == Unsettled &&
            Earlier->driverStatus() <= CL_COMPLETE)
          Due.push_back(std::move(Earlier));
    if (Due.size() > Size)
      continue;
    if (Each->Outcome == Unsettled && Each->driverStatus() <= CL_COMPLETE)
      Each->settle();
    Due.pop_back();
  }
  List Found;
  bool Failed = false;
  for (const std::shared_ptr<EventState> &Each : Direct)
    if (Each->hasFailed()) {
      Failed = true;
      addCauses(*Each, Found);
    }
  std::lock_guard<std::mutex> Lock(BeforeMutex);
  if (Outcome == Unsettled)
    Causes = std::move(Found);
  return Failed;
}
