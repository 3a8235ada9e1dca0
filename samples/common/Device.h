//===- Device.h - OpenCL set-up shared by the samples -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds a device, builds a sample's `.cl` file, runs a kernel with a clock
/// beside it. Nothing in here knows that the `.cl` files use tasks, except for
/// reading the counts of tasks and steals afterwards: that a sample needs no
/// more than plain OpenCL is the point of it.
///
/// Errors leave as cl::Error or SetupError; runSample() reports them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_DEVICE_H
#define TASKLET_SAMPLES_COMMON_DEVICE_H

#include "Measure.h"

#include <CL/opencl.hpp>

#include <stdexcept>
#include <string>

namespace sample {

/// OpenCL works, but not for us: no device, no source file, a build that fails.
class SetupError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Device {
  cl::Platform Platform;
  cl::Device Id;
  cl::Context Context;
  cl::CommandQueue Queue; ///< In order, with profiling.
};

/// Opens the first device of any platform whose name contains \p NamePart.
[[nodiscard]] Device openDevice(const std::string &NamePart = "");

/// Builds the `.cl` file \p FileName, which lies next to the executable (CMake
/// copies it there), whatever the working directory is, for all devices of the
/// context. The build log goes to the standard error stream if the build fails.
[[nodiscard]] cl::Program buildProgram(const Device &Dev,
                                       const std::string &FileName,
                                       const std::string &BuildOptions = "");

/// Likewise, one program of several files, one after the other.
[[nodiscard]] cl::Program
buildProgramOf(const Device &Dev, const std::vector<std::string> &FileNames,
               const std::string &BuildOptions = "");

/// Enqueues \p Kernel over \p GlobalSize work-items and waits for its end. The
/// event is for those who want to ask it more.
[[nodiscard]] Run runKernel(const Device &Dev, const cl::Kernel &Kernel,
                            const cl::NDRange &GlobalSize,
                            cl::Event *Done = nullptr);

} // namespace sample

#endif
