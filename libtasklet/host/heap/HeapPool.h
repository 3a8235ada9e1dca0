//===- HeapPool.h - The heap buffers of a context ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One buffer serves one command at a time, or commands of one in-order queue
/// that cannot overlap. Buffers that nothing uses are kept for the
/// next command until the application releases its context. A heap serves only
/// commands of its kind (HeapKind).
///
/// A heap that the host reaches begins with *places*, each for the header and
/// the worker blocks of one command. So commands of an in-order queue share the
/// rest, though the host writes the header of one, and reads that of another,
/// while a third one runs. A command that finds no place lies behind them all.
///
/// The processor commits the pages of a buffer when they are first written. So a
/// command whose heap size nobody has chosen gets all that its device and the
/// process may have, and pays for what its tasks use. A heap of which much was
/// used goes back to the system.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_HEAPPOOL_H
#define TASKLET_HOST_HEAP_HEAPPOOL_H

#include "support/Environment.h"
#include "support/OpenCL.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace tasklet {

class LargePages;

/// Who works in a heap at a time.
enum class HeapKind {
  OneDevice,
  HostToo,    ///< and the host: there are places, if the driver has such memory
  ManyDevices ///< and the host, but it has no places
};

struct Heap {
  HeapKind Kind = HeapKind::OneDevice;
  cl_mem Buffer = nullptr;
  uint64_t Size = 0; ///< bytes
  /// Where all find it if it lies in shared virtual memory (SharedBuffer.h).
  char *Address = nullptr;
  /// Where the buffer lies; null if that is the driver's choice.
  std::shared_ptr<const LargePages> Pages;
  /// Not kept once more than KeptBytes of it are used.
  bool GoesBack = false;
  /// The most bytes that a command used; guarded by the pool.
  mutable uint64_t Used = 0;
  /// A bit for each place that a command has; likewise.
  mutable uint32_t Places = 0;
  /// It will be used for long; likewise.
  mutable bool IsAside = false;

  static constexpr uint32_t PlaceCount = 16;
  static constexpr uint32_t PlaceBytes = 64 << 10;
  /// Bytes of all places.
  static constexpr uint32_t Front = PlaceCount * PlaceBytes;
  bool hasPlaces() const { return Address && Kind == HeapKind::HostToo; }
};

/// An unused heap of which more was used is released, if its size was not
/// chosen.
constexpr uint64_t KeptBytes = DefaultHeapSize;

/// Held by every command that uses the heap; the last one gives it back.
using HeapLease = std::shared_ptr<const Heap>;

class HeapPool : public std::enable_shared_from_this<HeapPool> {
public:
  /// \p OnLargePages: see LargePageBuffer.h.
  explicit HeapPool(cl_context Context, bool OnLargePages = false)
      : Context(Context), OnLargePages(OnLargePages) {}
  ~HeapPool();

  /// Bytes of a buffer for the next command on \p Device if nobody has chosen:
  /// on a processor, what its largest buffer and memoryForHeaps() allow beside
  /// the heaps in use; else, and at least, DefaultHeapSize.
  static uint64_t spareBytes(cl_device_id Device);

  /// A heap of at least \p Size bytes that nobody uses. Null, with an OpenCL
  /// error code, if there is no memory for one. A new one \p GoesBack when
  /// nobody uses it any more.
  HeapLease acquire(uint64_t Size, bool GoesBack, cl_int &Error,
                    HeapKind Kind = HeapKind::OneDevice);

  /// The heap of an earlier command, if that has not ended and the heap is of
  /// this kind and has \p Size bytes; else null. After a command its heap is
  /// idle.
  HeapLease again(const std::weak_ptr<const Heap> &Earlier, uint64_t Size,
                  HeapKind Kind = HeapKind::OneDevice);

  /// The size of the heap of an earlier command; 0 if that has ended, or the
  /// heap is not of this kind.
  uint64_t sizeOf(const std::weak_ptr<const Heap> &Earlier,
                  HeapKind Kind = HeapKind::OneDevice);

  /// Ends the use of a heap, of which a command used \p Bytes. To others the
  /// heap is always either used or idle.
  void drop(HeapLease &Ended, uint64_t Bytes);

  /// The number of a place that nobody has; PlaceCount if there is none.
  uint32_t takePlace(const HeapLease &Of);
  void leavePlace(const HeapLease &Of, uint32_t Place);

  /// This heap does not count as one that a command will soon give back.
  void keepAside(const HeapLease &Kept);

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

  const cl_context Context;
  const bool OnLargePages;
  /// Recursive: the last lease is given back while drop() holds it.
  std::recursive_mutex Mutex;
  std::condition_variable_any GivenBack;
  std::vector<Heap> Idle[3]; ///< by kind
  std::vector<cl_device_id> Devices;
  size_t Busy = 0;
  bool Closed = false;

  std::vector<Heap> &idle(HeapKind Kind) {
    return Idle[static_cast<unsigned>(Kind)];
  }
  void giveBack(const Heap &Unused);
  bool takeIdle(uint64_t Size, HeapKind Kind, Heap &Taken);
  std::vector<Heap> takeAllIdle();
  cl_mem create(Heap &New, cl_int &Error);
  HeapLease lease(const Heap &Taken);
};

} // namespace tasklet

#endif
