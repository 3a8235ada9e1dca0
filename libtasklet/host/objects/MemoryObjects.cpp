//===- MemoryObjects.cpp - The memory objects that there are --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/MemoryObjects.h"

#include "support/ObjectTable.h"

using namespace tasklet;

void MemoryObjects::made(cl_mem Object) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Objects.insert(Object);
}

void MemoryObjects::destroyed(cl_mem Object) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Objects.erase(Object);
}

cl_mem MemoryObjects::retain(const void *Maybe) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto Found = Objects.find(Maybe);
    if (Found == Objects.end())
      return nullptr;
  }
  auto Object = static_cast<cl_mem>(const_cast<void *>(Maybe));
  return next().clRetainMemObject(Object) == CL_SUCCESS ? Object : nullptr;
}

MemoryObjects &tasklet::memoryObjects() { return immortal<MemoryObjects>(); }
