//===- MemoryObjects.h - The memory objects that there are ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An argument as large as a pointer may be a memory object, or a number: of
/// kernels without tasks nobody tells. It is one if there is an object at that
/// address. Objects of graphics interfaces are not known here.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_MEMORYOBJECTS_H
#define TASKLET_HOST_OBJECTS_MEMORYOBJECTS_H

#include "support/OpenCL.h"

#include <mutex>
#include <unordered_set>

namespace tasklet {

class MemoryObjects {
public:
  void made(cl_mem Object);
  void destroyed(cl_mem Object);
  /// \p Maybe as a memory object that the caller has to release; null if it is
  /// none.
  cl_mem retain(const void *Maybe);

private:
  std::mutex Mutex;
  std::unordered_set<const void *> Objects; ///< guarded by Mutex
};

MemoryObjects &memoryObjects();

} // namespace tasklet

#endif
