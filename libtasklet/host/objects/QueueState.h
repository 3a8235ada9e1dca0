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
  /// The list that the queue was made with, if the driver got another one.
  std::vector<cl_queue_properties> Properties;

  /// For commands that choose nothing themselves. Never 0 workers.
  LaunchSettings settings() const;

  /// The queues whose devices run tasks of this one's commands as well
  /// (ApiHelperQueues.cpp). The driver's queues live as long as the list.
  using Helpers = std::vector<std::shared_ptr<QueueState>>;
  Helpers helpers();
  void setHelpers(Helpers New);

  /// Held while the steps of one command are enqueued. On an in-order queue, no
  /// step of another command may come between them, since both commands use the
  /// same heap.
  std::mutex EnqueueMutex;
  /// Guarded by EnqueueMutex: the heap of the last command, while that runs.
  std::weak_ptr<const Heap> LastHeap;
  /// Likewise, the order of the last ordered command.
  std::weak_ptr<const Heap> LastOrder;

  /// On an in-order queue, PoCL 3.1 lets a command wait for the one before it
  /// only. If that one fails before it runs, the next one would run beside those
  /// before it, in the same heap. So it waits for the last one that cannot fail
  /// like this. Guarded by EnqueueMutex.
  struct {
    bool LastMayFail = false;
    std::weak_ptr<const void> Owner; ///< of Event
    cl_event Event = nullptr;        ///< the end of that command
  } Order;

  /// A command with tasks has been enqueued here.
  void started(std::shared_ptr<Outcome> Started);

  /// To be called after a wait for this queue. True if a complete command with
  /// tasks has failed and the application did not know it yet. Now it knows.
  bool takeFailure();

private:
  /// Never held while calling the driver or the application.
  std::mutex StateMutex;
  /// Outcomes of commands that are not complete, or whose failure the
  /// application does not know. Others stay until forgetOld() is called.
  Outcomes Commands;
  size_t ForgetAt = 16;
  Helpers HelperQueues;

  void forgetOld();
};

ObjectTable<cl_command_queue, QueueState> &queues();

/// Never null.
std::shared_ptr<QueueState> queueState(cl_command_queue Queue);

/// The queue of \p Event, which may be the driver's own event. Null if no
/// command with tasks can have been on that queue.
std::shared_ptr<QueueState> queueOf(cl_event Event);

} // namespace tasklet

#endif
