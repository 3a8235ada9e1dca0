//===- ContextState.h - What we know about a cl_context ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_CONTEXTSTATE_H
#define TASKLET_HOST_OBJECTS_CONTEXTSTATE_H

#include "heap/HeapPool.h"
#include "heap/SharedSlabs.h"
#include "support/Environment.h"
#include "support/ObjectTable.h"
#include "support/OpenCL.h"
#include "support/ProcessId.h"

#include <atomic>

namespace tasklet {

class KeptAnalyses;

using ContextNotify = void(CL_CALLBACK *)(const char *, const void *, size_t,
                                          void *);

class ContextState {
public:
  ContextState(cl_context Context, ContextNotify Notify, void *UserData,
               const LaunchChoices &Choices = {});
  ~ContextState();

  /// Tells the user what went wrong: through the context's callback if there
  /// is one, else on standard error.
  void report(const std::string &Text);
  /// The last report, as it was given; empty if there was none.
  std::string lastMessage();

  std::atomic<int> AppReferences{1};
  /// The list that the context was made with, if the driver got another one.
  std::vector<cl_context_properties> Properties;
  const LaunchSettings Settings;
  const std::shared_ptr<HeapPool> Heaps;
  /// The buffers of ordered commands. A heap takes all memory that there is,
  /// so they are no heaps.
  const std::shared_ptr<HeapPool> Orders;
  /// Likewise, of those that need a few bytes.
  SharedSlabs Slabs;
  const std::shared_ptr<KeptAnalyses> Analyses;
  /// Other interfaces than OpenCL may write to its memory.
  const bool SharesMemory;
  /// Drivers have threads, which a fork does not copy: a command of the child
  /// would never run.
  const pid_t Process = processId();
  /// Why nothing runs in another one.
  static constexpr char MadeBeforeFork[] =
      "its context was made before this process was forked, and drivers do not "
      "survive that; make the context in the process that uses it";

private:
  ContextNotify Notify;
  void *UserData;
  std::mutex MessageMutex;
  std::string Message; ///< guarded by MessageMutex
};

ObjectTable<cl_context, ContextState> &contexts();

/// Never null.
std::shared_ptr<ContextState> contextState(cl_context Context);

/// Bytes of the largest heap that any of \p Devices can have; 0 if unknown.
uint64_t largestHeap(const std::vector<cl_device_id> &Devices);

} // namespace tasklet

#endif
