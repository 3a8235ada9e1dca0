//===- SharedAllocation.h - Memory of devices and the host ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_SHAREDALLOCATION_H
#define TASKLET_HOST_HEAP_SHAREDALLOCATION_H

#include "support/OpenCL.h"

#include <cstdint>

namespace tasklet {

/// Shared virtual memory in which kernels on all devices of the context, and the
/// host, may read and write at the same time (fine-grained, with atomics). It
/// belongs to its context, which is there until it is freed.
class SharedAllocation {
public:
  SharedAllocation(cl_context Owner, uint64_t Size);
  SharedAllocation(const SharedAllocation &) = delete;
  SharedAllocation &operator=(const SharedAllocation &) = delete;
  ~SharedAllocation();

  /// Null if the driver gives none; a multiple of 128, the largest vector.
  char *begin() const { return static_cast<char *>(Memory); }

private:
  cl_context Context = nullptr;
  void *Memory = nullptr;
};

} // namespace tasklet

#endif
