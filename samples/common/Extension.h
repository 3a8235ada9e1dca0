//===- Extension.h - Functions of cl_tkl_tasklets ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_EXTENSION_H
#define TASKLET_SAMPLES_COMMON_EXTENSION_H

#include "Device.h"

#include <CL/cl_tkl_tasklets.h>

namespace sample {

/// A function of the extension, which no loader exports:
/// findExtension<clGetTaskletStatsTKL_fn>(Dev, "clGetTaskletStatsTKL").
template <typename Function>
[[nodiscard]] Function findExtension(const Device &Dev, const char *Name) {
  auto Found = reinterpret_cast<Function>(
      clGetExtensionFunctionAddressForPlatform(Dev.Platform(), Name));
  if (!Found)
    throw SetupError(std::string(Name) +
                     " is missing; link libtasklet, or set OPENCL_LAYERS to "
                     "libtasklet-layer.so");
  return Found;
}

/// Throws what \p Call returned unless that is success.
inline void check(cl_int Code, const char *Call) {
  if (Code != CL_SUCCESS)
    throw cl::Error(Code, Call);
}

/// What the tasks of a finished command did.
[[nodiscard]] inline cl_tasklet_stats_tkl statistics(const Device &Dev,
                                                     const cl::Event &Done) {
  cl_tasklet_stats_tkl Stats;
  check(findExtension<clGetTaskletStatsTKL_fn>(Dev, "clGetTaskletStatsTKL")(
            Done(), &Stats),
        "clGetTaskletStatsTKL");
  return Stats;
}

} // namespace sample

#endif
