//===- LargePageBuffer.cpp - Buffers on large pages -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/LargePageBuffer.h"

#include <algorithm>
#include <vector>

using namespace tasklet;

/// With less, there is little to gain.
static constexpr uint64_t LeastSize = 4 << 20;

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

using SharedPages = std::shared_ptr<const LargePages>;

static void CL_CALLBACK onDestroyed(cl_mem, void *Data) {
  delete static_cast<SharedPages *>(Data);
}

cl_mem tasklet::createLargePageBuffer(cl_context Context, uint64_t Size,
                                      SharedPages &Memory) {
  if (Size < LeastSize || !next().clSetMemObjectDestructorCallback ||
      !isOfProcessors(Context))
    return nullptr;
  std::shared_ptr<LargePages> Pages = LargePages::map(Size);
  if (!Pages)
    return nullptr;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer =
      next().clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                            Size, Pages->begin(), &Error);
  if (!Buffer)
    return nullptr;
  auto Held = std::make_unique<SharedPages>(Pages);
  if (next().clSetMemObjectDestructorCallback(Buffer, onDestroyed,
                                              Held.get())) {
    next().clReleaseMemObject(Buffer);
    return nullptr;
  }
  (void)Held.release();
  Memory = std::move(Pages);
  return Buffer;
}
