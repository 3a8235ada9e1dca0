//===- SharedBuffer.cpp - Buffers that several devices work in ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/SharedBuffer.h"

#include <memory>

using namespace tasklet;

namespace {

/// Shared virtual memory belongs to its context, which must be there when it is
/// freed.
class Allocation {
public:
  Allocation(cl_context Owner, uint64_t Size) {
    if (next().clSVMAlloc && next().clSVMFree &&
        next().clRetainContext(Owner) == CL_SUCCESS)
      Context = Owner;
    if (Context)
      Memory = next().clSVMAlloc(
          Context,
          CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
          Size, /*alignment=*/0);
  }
  Allocation(const Allocation &) = delete;
  Allocation &operator=(const Allocation &) = delete;
  ~Allocation() {
    if (Memory)
      next().clSVMFree(Context, Memory);
    if (Context)
      next().clReleaseContext(Context);
  }

  void *Memory = nullptr; ///< null if there is none

private:
  cl_context Context = nullptr;
};

} // namespace

static void CL_CALLBACK freeMemory(cl_mem, void *Data) {
  delete static_cast<Allocation *>(Data);
}

cl_mem tasklet::createSharedBuffer(cl_context Context, uint64_t Size,
                                   char *&Address) {
  auto Its = std::make_unique<Allocation>(Context, Size);
  if (!Its->Memory)
    return nullptr;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer =
      next().clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                            Size, Its->Memory, &Error);
  if (!Buffer)
    return nullptr;
  // Commands of the driver may hold the buffer for longer than we do.
  if (!next().clSetMemObjectDestructorCallback ||
      next().clSetMemObjectDestructorCallback(Buffer, freeMemory, Its.get()) !=
          CL_SUCCESS) {
    next().clReleaseMemObject(Buffer);
    return nullptr;
  }
  Address = static_cast<char *>(Its.release()->Memory);
  return Buffer;
}
