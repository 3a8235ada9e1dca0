//===- QueueState.h - What we know about a cl_command_queue -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_QUEUESTATE_H
#define TASKLET_HOST_QUEUESTATE_H

#include "ContextState.h"
#include "ObjectTable.h"
#include "OpenCL.h"

#include <atomic>
#include <vector>

namespace tasklet {

class Command;

class QueueState {
public:
  /// Asks the driver for everything.
  explicit QueueState(cl_command_queue Queue);

  const cl_command_queue Queue;
  cl_context Context = nullptr;
  cl_device_id Device = nullptr;
  bool InOrder = true;
  /// The application may release its context and go on using the queue.
  std::shared_ptr<ContextState> Owner;
  std::atomic<int> AppReferences{1};
  std::atomic<bool> KeepsDevice{false}; ///< HeapPool::keep was called for it.
  LaunchChoices Choices;
  /// The list that the queue was made with, if the driver has another one.
  std::vector<cl_queue_properties> Properties;

  /// For commands that choose nothing themselves. Never 0 workers.
  LaunchSettings settings() const;

  /// The queues whose devices run tasks of this one's commands as well
  /// (ApiHelperQueues.cpp). The driver's queues live as long as the list.
  using Helpers = std::vector<std::shared_ptr<QueueState>>;
  Helpers helpers();
  void setHelpers(Helpers New);

  /// Held while the steps of one command are enqueued: nothing of another
  /// command may come between them on an in-order queue, since both use the
  /// same heap.
  std::mutex EnqueueMutex;
  /// Guarded by EnqueueMutex: the heap of the last command, while that runs.
  std::weak_ptr<const Heap> LastHeap;

  /// Commands of a queue are numbered in their order.
  void started(std::shared_ptr<Command> Started);
  /// Called once per command; failed ones are kept until someone is told.
  void finished(const std::shared_ptr<Command> &Ended, bool Failed);

  /// After a wait for this queue: whether a command that is complete by now
  /// failed and the application does not know it yet. It knows then. Only
  /// commands up to number \p UpTo count.
  bool takeFailure(uint64_t UpTo = UINT64_MAX);

  /// The number of the last command that may have failed, as far as the
  /// application knows; 0: none.
  uint64_t lastUncertain();

private:
  /// Never held while calling the driver or the application.
  std::mutex StateMutex;
  std::vector<std::shared_ptr<Command>> Running, Failed;
  uint64_t LastNumber = 0;
  Helpers HelperQueues;
};

ObjectTable<cl_command_queue, QueueState> &queues();

/// Never null.
std::shared_ptr<QueueState> queueState(cl_command_queue Queue);

} // namespace tasklet

#endif
