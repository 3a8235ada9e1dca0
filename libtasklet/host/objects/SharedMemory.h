//===- SharedMemory.h - Allocations of shared virtual memory ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_SHAREDMEMORY_H
#define TASKLET_HOST_OBJECTS_SHAREDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>

namespace tasklet {

struct SharedRange {
  const void *Base;
  uint64_t Size; ///< bytes
  /// Host and devices may write at any time, without a command.
  bool IsFine = false;
  uint64_t Number = 0; ///< No other allocation of the process has it.
};

/// What clSVMAlloc gave and nobody has freed.
class SharedMemory {
public:
  void allocated(const void *Base, uint64_t Size, bool IsFine = false);
  void freed(const void *Base);
  /// The allocation in which \p Pointer lies; nothing if there is none.
  std::optional<SharedRange> find(const void *Pointer) const;

private:
  mutable std::shared_mutex Mutex;
  uint64_t Last = 0;                       ///< guarded by Mutex
  std::map<uintptr_t, SharedRange> Ranges; ///< by address; likewise
};

SharedMemory &sharedMemory();

} // namespace tasklet

#endif
