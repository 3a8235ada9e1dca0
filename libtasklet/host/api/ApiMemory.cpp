//===- ApiMemory.cpp - OpenCL functions that make memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver makes the memory. Here it is noted which objects there are, and
/// which memory is a part of which other one, for the conflicts of ordered
/// kernels and for the versions of what they read.
///
//===----------------------------------------------------------------------===//
#include "objects/MemoryObjects.h"
#include "objects/MemoryVersions.h"
#include "objects/SharedMemory.h"
#include "support/OpenCL.h"

using namespace tasklet;

static void CL_CALLBACK onDestroyed(cl_mem Object, void *) {
  memoryVersions().forget(Object);
  memoryObjects().destroyed(Object);
}

/// \p Object is new; it may be null. \p Root is null if it is no part.
static cl_mem note(cl_mem Object, const void *Root) {
  if (!Object)
    return Object;
  // What had the address before is gone, even if the driver did not say so:
  // PoCL 3.1 does not for images that were made from buffers.
  memoryVersions().forget(Object);
  if (Root)
    memoryVersions().alias(Object, Root);
  if (!next().clSetMemObjectDestructorCallback ||
      next().clSetMemObjectDestructorCallback(Object, onDestroyed, nullptr) !=
          CL_SUCCESS)
    return Object;
  memoryObjects().made(Object);
  return Object;
}

static const void *sharedRoot(cl_mem_flags Flags, const void *Host) {
  if (!(Flags & CL_MEM_USE_HOST_PTR) || !Host)
    return nullptr;
  std::optional<SharedRange> Range = sharedMemory().find(Host);
  return Range ? Range->Base : nullptr;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context Context,
                                               cl_mem_flags Flags, size_t Size,
                                               void *Host, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return note(next().clCreateBuffer(Context, Flags, Size, Host, &Error),
                sharedRoot(Flags, Host));
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(
    cl_context Context, const cl_mem_properties *Properties, cl_mem_flags Flags,
    size_t Size, void *Host, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_mem {
    if (!next().clCreateBufferWithProperties) {
      Error = CL_INVALID_OPERATION;
      return nullptr;
    }
    return note(next().clCreateBufferWithProperties(Context, Properties, Flags,
                                                    Size, Host, &Error),
                sharedRoot(Flags, Host));
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem Buffer,
                                                  cl_mem_flags Flags,
                                                  cl_buffer_create_type Type,
                                                  const void *Info,
                                                  cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return note(next().clCreateSubBuffer(Buffer, Flags, Type, Info, &Error),
                Buffer);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context Context,
                                              cl_mem_flags Flags,
                                              const cl_image_format *Format,
                                              const cl_image_desc *Shape,
                                              void *Host, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_mem {
    if (!next().clCreateImage) {
      Error = CL_INVALID_OPERATION;
      return nullptr;
    }
    return note(
        next().clCreateImage(Context, Flags, Format, Shape, Host, &Error),
        Shape ? Shape->mem_object : nullptr);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(
    cl_context Context, const cl_mem_properties *Properties, cl_mem_flags Flags,
    const cl_image_format *Format, const cl_image_desc *Shape, void *Host,
    cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_mem {
    if (!next().clCreateImageWithProperties) {
      Error = CL_INVALID_OPERATION;
      return nullptr;
    }
    return note(next().clCreateImageWithProperties(Context, Properties, Flags,
                                                   Format, Shape, Host, &Error),
                Shape ? Shape->mem_object : nullptr);
  });
}

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context Context,
                                          cl_svm_mem_flags Flags, size_t Size,
                                          cl_uint Alignment) {
  if (!next().clSVMAlloc)
    return nullptr;
  void *Memory = next().clSVMAlloc(Context, Flags, Size, Alignment);
  try {
    if (Memory)
      sharedMemory().allocated(Memory, Size,
                               Flags & CL_MEM_SVM_FINE_GRAIN_BUFFER);
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
  memoryVersions().forget(Memory);
  next().clSVMFree(Context, Memory);
}
