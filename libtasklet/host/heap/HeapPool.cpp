//===- HeapPool.cpp - The heap buffers of a context -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/HeapPool.h"

#include "heap/LargePageBuffer.h"
#include "heap/SharedBuffer.h"
#include "support/HostMemory.h"

#include <algorithm>
#include <atomic>
#include <chrono>

using namespace tasklet;

/// Bytes of the heaps in use, of all contexts.
static std::atomic<uint64_t> InUse{0};

uint64_t HeapPool::spareBytes(cl_device_id Device) {
  cl_device_type Type = 0;
  cl_ulong Largest = 0;
  next().clGetDeviceInfo(Device, CL_DEVICE_TYPE, sizeof(Type), &Type, nullptr);
  next().clGetDeviceInfo(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(Largest),
                         &Largest, nullptr);
  if (!(Type & CL_DEVICE_TYPE_CPU))
    return DefaultHeapSize;
  uint64_t Taken = InUse, All = memoryForHeaps();
  uint64_t Spare = std::min<uint64_t>(Largest, All - std::min(All, Taken));
  return std::max(Spare, DefaultHeapSize);
}

HeapPool::~HeapPool() {
  close();
  for (cl_device_id Device : Devices)
    next().clReleaseDevice(Device);
}

void HeapPool::keep(cl_device_id Device) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  if (std::find(Devices.begin(), Devices.end(), Device) == Devices.end() &&
      next().clRetainDevice(Device) == CL_SUCCESS)
    Devices.push_back(Device);
}

bool HeapPool::takeIdle(uint64_t Size, HeapKind Kind, Heap &Taken) {
  std::vector<Heap> &All = idle(Kind);
  auto Best = All.end();
  for (auto It = All.begin(); It != All.end(); ++It)
    if (It->Size >= Size && (Best == All.end() || It->Size < Best->Size))
      Best = It;
  if (Best == All.end())
    return false;
  Taken = *Best;
  All.erase(Best);
  ++Busy;
  InUse += Taken.Size;
  return true;
}

std::vector<Heap> HeapPool::takeAllIdle() {
  std::vector<Heap> All;
  for (std::vector<Heap> &OfKind : Idle) {
    All.insert(All.end(), OfKind.begin(), OfKind.end());
    OfKind.clear();
  }
  return All;
}

HeapLease HeapPool::lease(const Heap &Taken) {
  std::shared_ptr<HeapPool> Pool = shared_from_this();
  return HeapLease(new Heap(Taken), [Pool](const Heap *Unused) {
    Pool->giveBack(*Unused);
    delete Unused;
  });
}

/// A buffer of the kind and the size of \p New.
cl_mem HeapPool::create(Heap &New, cl_int &Error) {
  if (New.Kind != HeapKind::OneDevice) {
    Error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (cl_mem Buffer = createSharedBuffer(Context, New.Size, New.Address))
      return Buffer;
    // A driver may take a buffer that it has no memory for. So that is not for
    // want of memory, but where there is no shared memory of any size.
    cl_mem Small = createSharedBuffer(Context, 4096, New.Address);
    New.Address = nullptr;
    if (Small)
      next().clReleaseMemObject(Small);
    if (Small || New.Kind == HeapKind::ManyDevices)
      return nullptr;
  }
  cl_mem Buffer = OnLargePages
                      ? createLargePageBuffer(Context, New.Size, New.Pages)
                      : nullptr;
  return Buffer ? Buffer
                : next().clCreateBuffer(Context, CL_MEM_READ_WRITE, New.Size,
                                        nullptr, &Error);
}

HeapLease HeapPool::acquire(uint64_t Size, bool GoesBack, cl_int &Error,
                            HeapKind Kind) {
  std::unique_lock<std::recursive_mutex> Lock(Mutex);
  Heap Taken;
  // Many commands on out-of-order queues would want as many heaps. Waiting for
  // the oldest to end keeps their number low. The wait must end: the commands
  // in flight may depend on an event that the caller sets afterwards.
  std::vector<Heap> &All = idle(Kind);
  if (All.empty() && Busy >= SoftLimit)
    GivenBack.wait_for(Lock, std::chrono::milliseconds(200),
                       [&All] { return !All.empty(); });
  if (takeIdle(Size, Kind, Taken))
    return lease(Taken);

  // Idle heaps that are too small now will hardly be wanted again. Those of
  // other kinds may have all memory that there is.
  std::vector<Heap> Unused = takeAllIdle();
  ++Busy;
  Lock.unlock();
  for (const Heap &Each : Unused)
    next().clReleaseMemObject(Each.Buffer);
  Unused.clear(); // their pages
  Taken.Kind = Kind;
  Taken.Size = Size;
  Taken.GoesBack = GoesBack;
  Taken.Buffer = create(Taken, Error);
  if (Taken.Buffer) {
    InUse += Size;
    return lease(Taken);
  }
  Lock.lock();
  --Busy;
  return nullptr;
}

HeapLease HeapPool::again(const std::weak_ptr<const Heap> &Earlier,
                          uint64_t Size, HeapKind Kind) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  HeapLease Same = Earlier.lock();
  if (Same && (Same->Size < Size || Same->Kind != Kind))
    drop(Same, 0);
  return Same;
}

uint64_t HeapPool::sizeOf(const std::weak_ptr<const Heap> &Earlier,
                          HeapKind Kind) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  HeapLease Same = Earlier.lock();
  uint64_t Size = Same && Same->Kind == Kind ? Same->Size : 0;
  if (Same)
    drop(Same, 0);
  return Size;
}

void HeapPool::drop(HeapLease &Ended, uint64_t Bytes) {
  std::shared_ptr<HeapPool> Self = shared_from_this();
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  Ended->Used = std::max(Ended->Used, Bytes);
  Ended.reset();
}

uint32_t HeapPool::takePlace(const HeapLease &Of) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  uint32_t Place = 0;
  while (Place != Heap::PlaceCount && Of->Places >> Place & 1)
    ++Place;
  if (Place != Heap::PlaceCount)
    Of->Places |= 1u << Place;
  return Place;
}

void HeapPool::leavePlace(const HeapLease &Of, uint32_t Place) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  Of->Places &= ~(1u << Place);
}

void HeapPool::keepAside(const HeapLease &Kept) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  if (!Kept->IsAside)
    --Busy;
  Kept->IsAside = true;
}

void HeapPool::giveBack(const Heap &Unused) {
  bool Release;
  {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    if (!Unused.IsAside)
      --Busy;
    InUse -= Unused.Size;
    Release = Closed || (Unused.GoesBack && Unused.Used > KeptBytes);
    if (!Release) {
      std::vector<Heap> &All = idle(Unused.Kind);
      All.push_back(Unused);
      All.back().IsAside = false;
    }
  }
  if (Release)
    next().clReleaseMemObject(Unused.Buffer);
  GivenBack.notify_one();
}

void HeapPool::close() {
  std::vector<Heap> Unused;
  {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    Closed = true;
    Unused = takeAllIdle();
  }
  for (const Heap &Each : Unused)
    next().clReleaseMemObject(Each.Buffer);
}
