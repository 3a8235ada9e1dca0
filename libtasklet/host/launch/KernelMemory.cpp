//===- KernelMemory.cpp - The memory of a kernel's arguments --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/KernelMemory.h"

#include "objects/MemoryVersions.h"
#include "objects/SharedMemory.h"

using namespace tasklet;

static ParameterMemory unknown() {
  ParameterMemory Memory;
  Memory.IsKnown = false;
  return Memory;
}

template <typename T>
static bool ask(cl_mem Object, cl_mem_info Name, T &Value) {
  return next().clGetMemObjectInfo(Object, Name, sizeof(Value), &Value,
                                   nullptr) == CL_SUCCESS;
}

static ParameterMemory memoryAt(const void *Pointer) {
  if (!Pointer)
    return {};
  std::optional<SharedRange> Range = sharedMemory().find(Pointer);
  if (!Range)
    return unknown();
  ParameterMemory Memory;
  Memory.Root = Range->Base;
  Memory.Offset = static_cast<const char *>(Pointer) -
                  static_cast<const char *>(Range->Base);
  Memory.Bytes = Range->Size - Memory.Offset;
  Memory.Before = Memory.Offset;
  Memory.IsShared = true;
  Memory.IsTracked = !Range->IsFine;
  Memory.Number = Range->Number;
  return Memory;
}

static ParameterMemory memoryOf(cl_mem Object) {
  if (!Object)
    return {};
  cl_mem Parent = nullptr;
  size_t Size = 0, Offset = 0;
  cl_mem_flags Flags = 0;
  cl_mem_object_type Type = 0;
  void *Host = nullptr;
  if (!ask(Object, CL_MEM_SIZE, Size) || !ask(Object, CL_MEM_TYPE, Type) ||
      !ask(Object, CL_MEM_ASSOCIATED_MEMOBJECT, Parent) ||
      !ask(Object, CL_MEM_FLAGS, Flags) ||
      (Parent && !ask(Object, CL_MEM_OFFSET, Offset)))
    return unknown();
  // A buffer may lie in shared virtual memory, which pointers reach as well.
  if (Flags & CL_MEM_USE_HOST_PTR && ask(Object, CL_MEM_HOST_PTR, Host))
    if (ParameterMemory Shared = memoryAt(Host); Shared.Root) {
      Shared.Bytes = Size;
      Shared.Before = 0;
      return Shared;
    }
  ParameterMemory Memory;
  // Memory that came from elsewhere, such as cl_khr_external_memory.
  size_t Properties = 0;
  if (next().clGetMemObjectInfo(Parent ? Parent : Object, CL_MEM_PROPERTIES, 0,
                                nullptr, &Properties) == CL_SUCCESS)
    Memory.IsTracked = Properties <= sizeof(cl_mem_properties);
  // What is read of an image depends on its format and shape, too. Another image
  // of the same memory may have others.
  Memory.IsTracked &= Type == CL_MEM_OBJECT_BUFFER;
  Memory.Root = Parent ? Parent : Object;
  Memory.Offset = Offset;
  Memory.Bytes = Size;
  return Memory;
}

std::vector<ParameterMemory> tasklet::memoryOf(const KernelState &K) {
  std::vector<ParameterMemory> All(K.Spawning->HiddenArg);
  const bool IsTrusted = memoryVersions().areArgumentsTrusted();
  for (uint32_t Index : K.Spawning->Buffers) {
    auto Pointer = K.pointers().find(Index);
    auto Object = K.buffers().find(Index);
    // An argument that was not set is for the driver to find.
    All[Index] = !IsTrusted                      ? unknown()
                 : Pointer != K.pointers().end() ? memoryAt(Pointer->second)
                 : Object != K.buffers().end()   ? ::memoryOf(Object->second)
                                                 : unknown();
  }
  return All;
}

static void CL_CALLBACK onDestroyed(cl_mem Object, void *) {
  memoryVersions().forget(Object);
}

std::optional<uint64_t> tasklet::watch(const ParameterMemory &Memory) {
  if (!Memory.Root)
    return 0;
  if (!Memory.IsKnown || !Memory.IsTracked)
    return std::nullopt;
  // A new object may get the address of one that is gone.
  if (!Memory.IsShared && !memoryVersions().isWatched(Memory.Root)) {
    auto Object = static_cast<cl_mem>(const_cast<void *>(Memory.Root));
    if (!next().clSetMemObjectDestructorCallback ||
        next().clSetMemObjectDestructorCallback(Object, onDestroyed, nullptr) !=
            CL_SUCCESS)
      return std::nullopt;
  }
  return memoryVersions().watch(Memory.Root, Memory.IsShared);
}
