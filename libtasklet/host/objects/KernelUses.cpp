//===- KernelUses.cpp - The memory that any kernel may write --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/KernelUses.h"

#include "objects/MemoryVersions.h"

#include <algorithm>

using namespace tasklet;

void KernelUses::setArgument(cl_uint Index, size_t Size, const void *Value) {
  const void *Object = nullptr;
  if (Value && Size == sizeof(Object))
    memcpy(&Object, Value, sizeof(Object));
  std::lock_guard<std::mutex> Lock(Mutex);
  Pointers.erase(Index);
  if (Object)
    Objects[Index] = Object;
  else
    Objects.erase(Index);
}

void KernelUses::setPointer(cl_uint Index) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Objects.erase(Index);
  Pointers.insert(Index);
}

void KernelUses::setShared() {
  std::lock_guard<std::mutex> Lock(Mutex);
  Shared = true;
}

void KernelUses::copyFrom(const KernelUses &Other) {
  std::scoped_lock Lock(Mutex, Other.Mutex);
  Objects = Other.Objects;
  Pointers = Other.Pointers;
  Shared = Other.Shared;
}

bool KernelUses::usesShared() const {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Shared;
}

std::vector<const void *> KernelUses::objects() const {
  std::lock_guard<std::mutex> Lock(Mutex);
  std::vector<const void *> Result;
  for (const auto &[Index, Object] : Objects)
    Result.push_back(Object);
  return Result;
}

void KernelUses::wrote(const std::vector<uint32_t> &Unwritten) const {
  if (!memoryVersions().isActive())
    return;
  const auto IsWritten = [&](cl_uint Index) {
    return std::find(Unwritten.begin(), Unwritten.end(), Index) ==
           Unwritten.end();
  };
  std::lock_guard<std::mutex> Lock(Mutex);
  for (const auto &[Index, Object] : Objects)
    if (IsWritten(Index))
      memoryVersions().wrote(Object);
  if (Shared || std::any_of(Pointers.begin(), Pointers.end(), IsWritten))
    memoryVersions().wroteShared();
}

ObjectTable<cl_kernel, KernelUses> &tasklet::kernelUses() {
  return immortal<ObjectTable<cl_kernel, KernelUses>>();
}

std::shared_ptr<KernelUses> tasklet::usesOfKernel(cl_kernel Kernel) {
  return kernelUses().findOrInsert(
      Kernel, [] { return std::make_shared<KernelUses>(); });
}
