//===- SharedMemory.cpp - Allocations of shared virtual memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/SharedMemory.h"

#include "support/ObjectTable.h"

using namespace tasklet;

void SharedMemory::allocated(const void *Base, uint64_t Size) {
  std::unique_lock<std::shared_mutex> Lock(Mutex);
  Sizes[reinterpret_cast<uintptr_t>(Base)] = Size;
}

void SharedMemory::freed(const void *Base) {
  std::unique_lock<std::shared_mutex> Lock(Mutex);
  Sizes.erase(reinterpret_cast<uintptr_t>(Base));
}

std::optional<SharedRange> SharedMemory::find(const void *Pointer) const {
  auto Address = reinterpret_cast<uintptr_t>(Pointer);
  std::shared_lock<std::shared_mutex> Lock(Mutex);
  auto It = Sizes.upper_bound(Address);
  if (It == Sizes.begin())
    return std::nullopt;
  --It;
  if (Address - It->first >= It->second)
    return std::nullopt;
  return SharedRange{reinterpret_cast<const void *>(It->first), It->second};
}

SharedMemory &tasklet::sharedMemory() { return immortal<SharedMemory>(); }
