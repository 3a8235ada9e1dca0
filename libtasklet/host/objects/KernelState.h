//===- KernelState.h - What we know about a cl_kernel -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_KERNELSTATE_H
#define TASKLET_HOST_OBJECTS_KERNELSTATE_H

#include "objects/ProgramState.h"
#include "support/Environment.h"

#include <map>

namespace tasklet {

/// A kernel of an extended program; it may spawn or be plain.
class KernelState {
public:
  KernelState(std::shared_ptr<ProgramState> Program,
              std::shared_ptr<BuiltProgram> Built, std::string Name);
  ~KernelState();

  const std::shared_ptr<ProgramState> Program;
  const std::shared_ptr<BuiltProgram> Built;
  const std::string DriverName;
  const std::string Name; ///< as the user calls it
  /// Null if the kernel is plain; then it has no hidden argument.
  const ManifestKernel *const Spawning;
  /// Whether it spawns, is ordered, or has everywhere blocks: the search for
  /// races looks at such kernels. Others may assert, or be plain.
  const bool MayRace;
  std::atomic<int> AppReferences{1};
  /// Guards the arguments; held from setting the hidden argument to the enqueue
  /// that takes it.
  std::mutex ArgumentMutex;

  /// Notes the argument of a parameter that is a memory object. Tasks use it
  /// after the kernel, when the driver thinks that it is no longer used.
  void noteArgument(cl_uint Index, size_t Size, const void *Value);
  /// Likewise, shared virtual memory.
  void notePointer(cl_uint Index, const void *Pointer);
  /// The memory objects among the kernel's present arguments. The caller holds
  /// ArgumentMutex.
  const std::map<cl_uint, cl_mem> &buffers() const { return Buffers; }
  /// The bytes of all other arguments of an ordered kernel.
  const std::map<cl_uint, std::string> &values() const { return Values; }
  /// The pointers to shared virtual memory among them. So is the null pointer.
  const std::map<cl_uint, const void *> &pointers() const { return Pointers; }
  /// For a kernel that the driver has cloned: the same arguments.
  std::shared_ptr<KernelState> clone();
  /// Whether this argument has been set.
  bool hasArgument(cl_uint Index);
  /// Guarded by ArgumentMutex, like the arguments.
  LaunchChoices Choices;

  LaunchMode mode() const {
    return Spawning ? Spawning->Mode : LaunchMode::Plain;
  }
  /// Arguments through which it writes nothing.
  std::vector<uint32_t> unwritten() const {
    auto Known = Built->Info.Unwritten.find(DriverName);
    return Known == Built->Info.Unwritten.end() ? std::vector<uint32_t>()
                                                : Known->second;
  }
  bool isHiddenArgument(cl_uint Index) const {
    return Spawning && Index >= Spawning->HiddenArg;
  }

private:
  std::map<cl_uint, cl_mem> Buffers;        ///< guarded by ArgumentMutex
  std::map<cl_uint, const void *> Pointers; ///< likewise
  std::map<cl_uint, std::string> Values;    ///< likewise

  void copyArguments(KernelState &From);
};

ObjectTable<cl_kernel, KernelState> &kernels();

} // namespace tasklet

#endif
