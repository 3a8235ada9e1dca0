//===- SharedMemory.cpp - Allocations of shared virtual memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/SharedMemory.h"

#include "support/ObjectTable.h"

using namespace tasklet;

void SharedMemory::allocated(const void *Base, uint64_t Size, bool IsFine) {
  std::unique_lock<std::shared_mutex> Lock(Mutex);
  Ranges[reinterpret_cast<uintptr_t>(Base)] = {Base, Size, IsFine, ++Last};
}

void SharedMemory::freed(const void *Base) {
  std::unique_lock<std::shared_mutex> Lock(Mutex);
  Ranges.erase(reinterpret_cast<uintptr_t>(Base));
}

std::optional<SharedRange> SharedMemory::find(const void *Pointer) const {
  auto Address = reinterpret_cast<uintptr_t>(Pointer);
  std::shared_lock<std::shared_mutex> Lock(Mutex);
  auto It = Ranges.upper_bound(Address);
  if (It == Ranges.begin())
    return std::nullopt;
  --It;
  if (Address - It->first >= It->second.Size)
    return std::nullopt;
  return It->second;
}

SharedMemory &tasklet::sharedMemory() { return immortal<SharedMemory>(); }
