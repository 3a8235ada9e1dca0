//===- QueueState.cpp - What we know about a cl_command_queue -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "QueueState.h"

#include "Command.h"
#include "tkl_abi.h"

#include <algorithm>
#include <iterator>

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

void QueueState::started(std::shared_ptr<Command> Started) {
  std::lock_guard<std::mutex> Lock(StateMutex);
  Started->Number = ++LastNumber;
  Running.push_back(std::move(Started));
}

void QueueState::finished(const std::shared_ptr<Command> &Ended,
                          bool HasFailed) {
  std::vector<std::shared_ptr<Command>> Told; // Destroyed after the lock.
  std::lock_guard<std::mutex> Lock(StateMutex);
  Running.erase(std::remove(Running.begin(), Running.end(), Ended),
                Running.end());
  auto Untold =
      std::partition(Failed.begin(), Failed.end(),
                     [](const auto &Each) { return Each->hasNews(); });
  std::move(Untold, Failed.end(), std::back_inserter(Told));
  Failed.erase(Untold, Failed.end());
  if (HasFailed)
    Failed.push_back(Ended);
}

bool QueueState::takeFailure(uint64_t UpTo) {
  auto IsLater = [&](const std::shared_ptr<Command> &Each) {
    return Each->Number > UpTo;
  };
  std::vector<std::shared_ptr<Command>> Candidates;
  {
    std::lock_guard<std::mutex> Lock(StateMutex);
    std::remove_copy_if(Running.begin(), Running.end(),
                        std::back_inserter(Candidates), IsLater);
  }
  // The driver may wake us before it has called back for the command.
  for (const std::shared_ptr<Command> &Each : Candidates)
    Each->status();
  std::vector<std::shared_ptr<Command>> Ended;
  {
    std::lock_guard<std::mutex> Lock(StateMutex);
    auto Later = std::stable_partition(Failed.begin(), Failed.end(), IsLater);
    std::move(Later, Failed.end(), std::back_inserter(Ended));
    Failed.erase(Later, Failed.end());
  }
  bool News = false;
  for (const std::shared_ptr<Command> &Each : Ended)
    News |= Each->takeNews();
  return News;
}

uint64_t QueueState::lastUncertain() {
  std::lock_guard<std::mutex> Lock(StateMutex);
  uint64_t Last = 0;
  for (const std::shared_ptr<Command> &Each : Running)
    Last = std::max(Last, Each->Number);
  for (const std::shared_ptr<Command> &Each : Failed)
    if (Each->hasNews())
      Last = std::max(Last, Each->Number);
  return Last;
}

ObjectTable<cl_command_queue, QueueState> &tasklet::queues() {
  return immortal<ObjectTable<cl_command_queue, QueueState>>();
}

std::shared_ptr<QueueState> tasklet::queueState(cl_command_queue Queue) {
  return queues().findOrInsert(
      Queue, [&] { return std::make_shared<QueueState>(Queue); });
}
