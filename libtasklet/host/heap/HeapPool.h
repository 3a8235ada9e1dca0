//===- HeapPool.h - The heap buffers of a context ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One buffer serves one command at a time, or the commands of one in-order
/// queue, which cannot overlap. Buffers that nothing uses are kept for the
/// next command until the application releases its context.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_HEAPPOOL_H
#define TASKLET_HOST_HEAP_HEAPPOOL_H

#include "support/OpenCL.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace tasklet {

struct Heap {
  cl_mem Buffer;
  uint64_t Size; ///< bytes
};

/// Held by every command that uses the heap; the last one gives it back.
using HeapLease = std::shared_ptr<const Heap>;

class HeapPool : public std::enable_shared_from_this<HeapPool> {
public:
  explicit HeapPool(cl_context Context) : Context(Context) {}
  ~HeapPool();

  /// A heap of at least \p Size bytes that nobody uses. Null, with an OpenCL
  /// error code, if there is no memory for one.
  HeapLease acquire(uint64_t Size, cl_int &Error);

  /// The heap of an earlier command, if that has not ended and the heap has
  /// \p Size bytes; else null. After a command its heap is idle.
  HeapLease again(const std::weak_ptr<const Heap> &Earlier, uint64_t Size);

  /// Ends the use of a heap. To others it is always either used or idle.
  void drop(HeapLease &Ended);

  /// Keeps \p Device as long as heaps may remember commands on it. In PoCL 3.1
  /// a buffer holds the event of its last command, and the event holds the
  /// queue. But nothing holds the queue's sub-device after the application has
  /// released it.
  void keep(cl_device_id Device);

  /// From now on unused heaps are released at once, so that they do not keep
  /// the context alive.
  void close();

private:
  /// If so many heaps are in use, a new command waits a little for an old one
  /// to end.
  static constexpr size_t SoftLimit = 8;

  cl_context Context;
  /// Recursive: the last lease is given back while drop() holds it.
  std::recursive_mutex Mutex;
  std::condition_variable_any GivenBack;
  std::vector<Heap> Idle;
  std::vector<cl_device_id> Devices;
  size_t Busy = 0;
  bool Closed = false;

  void giveBack(const Heap &Unused);
  bool takeIdle(uint64_t Size, Heap &Taken);
  HeapLease lease(const Heap &Taken);
};

} // namespace tasklet

#endif
