//===- QueueState.cpp - What we know about a cl_command_queue -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/QueueState.h"

#include "tkl_abi.h"

#include <algorithm>

using namespace tasklet;

QueueState::QueueState(cl_command_queue Handle) : Queue(Handle) {
  cl_command_queue_properties Properties = 0;
  auto Ask = [&](cl_command_queue_info Name, auto &Value) {
    next().clGetCommandQueueInfo(Queue, Name, sizeof(Value), &Value, nullptr);
  };
  Ask(CL_QUEUE_CONTEXT, Context);
  Ask(CL_QUEUE_DEVICE, Device);
  Ask(CL_QUEUE_PROPERTIES, Properties);
  InOrder = !(Properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  if (Context)
    Owner = contextState(Context);
}

LaunchSettings QueueState::settings() const {
  LaunchSettings Result = Owner->Settings.with(Choices, Chooser::Queue);
  if (!Result.Workers) {
    cl_uint Units = 0;
    next().clGetDeviceInfo(Device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(Units),
                           &Units, nullptr);
    Result.Workers = std::clamp<cl_uint>(Units, 1, TKL_MAX_WORKERS);
    Result.WorkersUnset = true;
  }
  return Result;
}

QueueState::Helpers QueueState::helpers() {
  std::lock_guard<std::mutex> Lock(StateMutex);
  return HelperQueues;
}

void QueueState::setHelpers(Helpers New) {
  // The old ones are released after the lock.
  std::lock_guard<std::mutex> Lock(StateMutex);
  HelperQueues.swap(New);
}

/// Before it is true, nobody needs the queue of an event.
static std::atomic<bool> AnyStarted{false};

void QueueState::started(std::shared_ptr<Outcome> Started) {
  AnyStarted = true;
  std::lock_guard<std::mutex> Lock(StateMutex);
  Commands.push_back(std::move(Started));
  if (Commands.size() >= ForgetAt)
    forgetOld();
}

/// The caller holds StateMutex.
void QueueState::forgetOld() {
  auto IsOld = [](const std::shared_ptr<Outcome> &Each) {
    return Each->isSettled() && !Each->hasNews();
  };
  Commands.erase(std::remove_if(Commands.begin(), Commands.end(), IsOld),
                 Commands.end());
  ForgetAt = 2 * Commands.size() + 16;
}

bool QueueState::takeFailure() {
  Outcomes Candidates;
  {
    std::lock_guard<std::mutex> Lock(StateMutex);
    forgetOld();
    if (Commands.empty())
      return false; // As after most waits.
    Candidates = Commands;
  }
  bool News = false;
  for (const std::shared_ptr<Outcome> &Each : Candidates)
    if (Each->hasFailed())
      News |= Each->tell();
  std::lock_guard<std::mutex> Lock(StateMutex);
  forgetOld();
  return News;
}

std::shared_ptr<QueueState> tasklet::queueOf(cl_event Event) {
  cl_command_queue Queue = nullptr;
  if (!AnyStarted ||
      next().clGetEventInfo(Event, CL_EVENT_COMMAND_QUEUE, sizeof(Queue),
                            &Queue, nullptr) != CL_SUCCESS)
    return nullptr;
  return queues().find(Queue);
}

ObjectTable<cl_command_queue, QueueState> &tasklet::queues() {
  return immortal<ObjectTable<cl_command_queue, QueueState>>();
}

std::shared_ptr<QueueState> tasklet::queueState(cl_command_queue Queue) {
  return queues().findOrInsert(
      Queue, [&] { return std::make_shared<QueueState>(Queue); });
}
