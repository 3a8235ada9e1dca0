//===- KernelState.h - What we know about a cl_kernel -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_KERNELSTATE_H
#define TASKLET_HOST_KERNELSTATE_H

#include "ProgramState.h"

namespace tasklet {

/// A kernel of an extended program, whether it spawns itself or not.
class KernelState {
public:
  KernelState(std::shared_ptr<ProgramState> Program,
              std::shared_ptr<BuiltProgram> Built, std::string Name);
  ~KernelState();

  const std::shared_ptr<ProgramState> Program;
  const std::shared_ptr<BuiltProgram> Built;
  const std::string Name;
  /// Null if the kernel does not spawn; then it has no hidden argument.
  const ManifestKernel *const Spawning;
  std::atomic<int> AppReferences{1};
  /// Held from setting the hidden argument to the enqueue that takes it.
  std::mutex ArgumentMutex;

  bool isHiddenArgument(cl_uint Index) const {
    return Spawning && Index >= Spawning->HiddenArg;
  }
};

ObjectTable<cl_kernel, KernelState> &kernels();

} // namespace tasklet

#endif
