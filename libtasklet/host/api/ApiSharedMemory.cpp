//===- ApiSharedMemory.cpp - OpenCL functions on shared memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/SharedMemory.h"
#include "support/OpenCL.h"

using namespace tasklet;

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context Context,
                                          cl_svm_mem_flags Flags, size_t Size,
                                          cl_uint Alignment) {
  if (!next().clSVMAlloc)
    return nullptr;
  void *Memory = next().clSVMAlloc(Context, Flags, Size, Alignment);
  try {
    if (Memory)
      sharedMemory().allocated(Memory, Size);
  } catch (const std::exception &) {
    next().clSVMFree(Context, Memory);
    return nullptr;
  }
  return Memory;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context Context, void *Memory) {
  if (!next().clSVMFree)
    return;
  // Before: afterwards the driver may give the address to somebody else.
  sharedMemory().freed(Memory);
  next().clSVMFree(Context, Memory);
}
