//===- SharedAllocation.cpp - Memory of devices and the host --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/SharedAllocation.h"

using namespace tasklet;

SharedAllocation::SharedAllocation(cl_context Owner, uint64_t Size) {
  if (next().clSVMAlloc && next().clSVMFree &&
      next().clRetainContext(Owner) == CL_SUCCESS)
    Context = Owner;
  if (Context)
    Memory = next().clSVMAlloc(
        Context,
        CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
        Size, /*alignment=*/0);
}

SharedAllocation::~SharedAllocation() {
  if (Memory)
    next().clSVMFree(Context, Memory);
  if (Context)
    next().clReleaseContext(Context);
}
