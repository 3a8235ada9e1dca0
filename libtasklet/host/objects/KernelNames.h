//===- KernelNames.h - The kernels that a user may see ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_KERNELNAMES_H
#define TASKLET_HOST_OBJECTS_KERNELNAMES_H

#include "support/OpenCL.h"

#include <vector>

namespace tasklet {

/// Users do not see kernels of the runtime, such as __tkl_dispatch.
inline bool isHiddenKernel(const std::string &Name) {
  return Name.rfind("__tkl_", 0) == 0;
}

/// The hidden kernel that spawns the task \p Task (docs/abi.md, section 3).
std::string startKernelName(const std::string &Task);

/// What the user calls the kernel \p Name: that, or the task it spawns.
std::string userName(const std::string &Name);

/// Names of \p Program's kernels without the hidden ones.
std::vector<std::string> visibleKernelNames(cl_program Program);

/// As CL_PROGRAM_KERNEL_NAMES lists them.
std::string joinKernelNames(const std::vector<std::string> &Names);

} // namespace tasklet

#endif
