//===- SharedBuffer.cpp - Buffers that several devices work in ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/SharedBuffer.h"

#include "heap/SharedAllocation.h"

#include <memory>

using namespace tasklet;

static void CL_CALLBACK freeMemory(cl_mem, void *Data) {
  delete static_cast<SharedAllocation *>(Data);
}

cl_mem tasklet::createSharedBuffer(cl_context Context, uint64_t Size,
                                   char *&Address) {
  auto Its = std::make_unique<SharedAllocation>(Context, Size);
  if (!Its->begin())
    return nullptr;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer =
      next().clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                            Size, Its->begin(), &Error);
  if (!Buffer)
    return nullptr;
  // Commands of the driver may hold the buffer for longer than we do.
  if (!next().clSetMemObjectDestructorCallback ||
      next().clSetMemObjectDestructorCallback(Buffer, freeMemory, Its.get()) !=
          CL_SUCCESS) {
    next().clReleaseMemObject(Buffer);
    return nullptr;
  }
  Address = Its.release()->begin();
  return Buffer;
}
