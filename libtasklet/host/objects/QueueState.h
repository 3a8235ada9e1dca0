//===- QueueState.h - What we know about a cl_command_queue -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_QUEUESTATE_H
#define TASKLET_HOST_OBJECTS_QUEUESTATE_H

#include "objects/ContextState.h"
#include "objects/Outcome.h"
#include "support/ObjectTable.h"

#include <atomic>
#include <vector>

namespace tasklet {

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

  /// A command with tasks has been enqueued here.
  void started(std::shared_ptr<Outcome> Started);

  /// After a wait for this queue: whether a command with tasks that is complete
  /// by now failed and the application does not know it yet. It knows then.
  bool takeFailure();

private:
  /// Never held while calling the driver or the application.
  std::mutex StateMutex;
  /// Of commands that are not complete, or failed unknown to the application,
  /// and of others until forgetOld() is called.
  Outcomes Commands;
  size_t ForgetAt = 16;
  Helpers HelperQueues;

  void forgetOld();
};

ObjectTable<cl_command_queue, QueueState> &queues();

/// Never null.
std::shared_ptr<QueueState> queueState(cl_command_queue Queue);

/// The queue of \p Event, whoever's it is, if a command with tasks can have
/// been on it.
std::shared_ptr<QueueState> queueOf(cl_event Event);

} // namespace tasklet

#endif
