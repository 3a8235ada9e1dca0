//===- HeapPool.cpp - The heap buffers of a context -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/HeapPool.h"

#include <algorithm>
#include <chrono>

using namespace tasklet;

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

bool HeapPool::takeIdle(uint64_t Size, Heap &Taken) {
  auto Best = Idle.end();
  for (auto It = Idle.begin(); It != Idle.end(); ++It)
    if (It->Size >= Size && (Best == Idle.end() || It->Size < Best->Size))
      Best = It;
  if (Best == Idle.end())
    return false;
  Taken = *Best;
  Idle.erase(Best);
  ++Busy;
  return true;
}

HeapLease HeapPool::lease(const Heap &Taken) {
  std::shared_ptr<HeapPool> Pool = shared_from_this();
  return HeapLease(new Heap(Taken), [Pool](const Heap *Unused) {
    Pool->giveBack(*Unused);
    delete Unused;
  });
}

HeapLease HeapPool::acquire(uint64_t Size, cl_int &Error) {
  std::unique_lock<std::recursive_mutex> Lock(Mutex);
  Heap Taken;
  // Many commands on out-of-order queues would want as many heaps. Waiting for
  // the oldest to end keeps their number low. The wait must end: the commands
  // in flight may depend on an event that the caller sets afterwards.
  if (Idle.empty() && Busy >= SoftLimit)
    GivenBack.wait_for(Lock, std::chrono::milliseconds(200),
                       [this] { return !Idle.empty(); });
  if (takeIdle(Size, Taken))
    return lease(Taken);

  // Idle heaps that are too small now will hardly be wanted again.
  std::vector<Heap> TooSmall = std::move(Idle);
  Idle.clear();
  ++Busy;
  Lock.unlock();
  for (const Heap &Small : TooSmall)
    next().clReleaseMemObject(Small.Buffer);
  Taken.Size = Size;
  Taken.Buffer =
      next().clCreateBuffer(Context, CL_MEM_READ_WRITE, Size, nullptr, &Error);
  if (Taken.Buffer)
    return lease(Taken);
  Lock.lock();
  --Busy;
  return nullptr;
}

HeapLease HeapPool::again(const std::weak_ptr<const Heap> &Earlier,
                          uint64_t Size) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  HeapLease Same = Earlier.lock();
  if (Same && Same->Size < Size)
    drop(Same);
  return Same;
}

void HeapPool::drop(HeapLease &Ended) {
  std::shared_ptr<HeapPool> Self = shared_from_this();
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  Ended.reset();
}

void HeapPool::giveBack(const Heap &Unused) {
  bool Release;
  {
    std::lock_guard<std::recursive_mutex> Lock(Mutex);
    --Busy;
    Release = Closed;
    if (!Release)
      Idle.push_back(Unused);
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
    Unused.swap(Idle);
  }
  for (const Heap &Each : Unused)
    next().clReleaseMemObject(Each.Buffer);
}
