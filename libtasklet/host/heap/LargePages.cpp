//===- LargePages.cpp - Buffers on large pages ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/LargePages.h"

#include <algorithm>
#include <sys/mman.h>
#include <vector>

using namespace tasklet;

static constexpr uint64_t PageSize = 2 << 20;

namespace {

/// Whole pages.
struct Pages {
  char *Begin;
  uint64_t Size;
};

} // namespace

/// Whether all devices of \p Context use the memory of this process.
static bool isOfProcessors(cl_context Context) {
  size_t Size = 0;
  if (next().clGetContextInfo(Context, CL_CONTEXT_DEVICES, 0, nullptr, &Size))
    return false;
  std::vector<cl_device_id> Devices(Size / sizeof(cl_device_id));
  next().clGetContextInfo(Context, CL_CONTEXT_DEVICES, Size, Devices.data(),
                          nullptr);
  return std::all_of(Devices.begin(), Devices.end(), [](cl_device_id Device) {
    cl_device_type Type = 0;
    next().clGetDeviceInfo(Device, CL_DEVICE_TYPE, sizeof(Type), &Type,
                           nullptr);
    return (Type & CL_DEVICE_TYPE_CPU) != 0;
  });
}

static void CL_CALLBACK onDestroyed(cl_mem, void *Data) {
  auto *Memory = static_cast<Pages *>(Data);
  munmap(Memory->Begin, Memory->Size);
  delete Memory;
}

/// Null if there is none.
static Pages *mapPages(uint64_t Size) {
  Size = (Size + PageSize - 1) / PageSize * PageSize;
  // Where it begins is the system's choice; so one page more.
  void *Place = mmap(nullptr, Size + PageSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Place == MAP_FAILED)
    return nullptr;
  char *First = static_cast<char *>(Place);
  uint64_t Before = -reinterpret_cast<uintptr_t>(First) % PageSize;
  if (Before)
    munmap(First, Before);
  munmap(First + Before + Size, PageSize - Before);
  madvise(First + Before, Size, MADV_HUGEPAGE);
  return new Pages{First + Before, Size};
}

cl_mem tasklet::createLargePageBuffer(cl_context Context, uint64_t Size) {
  if (Size < 2 * PageSize || !next().clSetMemObjectDestructorCallback ||
      !isOfProcessors(Context))
    return nullptr;
  Pages *Memory = mapPages(Size);
  if (!Memory)
    return nullptr;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer =
      next().clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                            Size, Memory->Begin, &Error);
  if (!Buffer ||
      next().clSetMemObjectDestructorCallback(Buffer, onDestroyed, Memory)) {
    if (Buffer)
      next().clReleaseMemObject(Buffer);
    onDestroyed(nullptr, Memory);
    return nullptr;
  }
  return Buffer;
}
