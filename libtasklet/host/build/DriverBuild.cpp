//===- DriverBuild.cpp - The driver's build, beside other processes -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/DriverBuild.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace tasklet;

/// Whether another process may be the reason that \p Error was the answer.
static bool mayPass(cl_int Error, const std::vector<cl_device_id> &Devices) {
  return (Error == CL_BUILD_PROGRAM_FAILURE ||
          Error == CL_LINK_PROGRAM_FAILURE) &&
         std::any_of(Devices.begin(), Devices.end(), isOfPocl);
}

cl_int tasklet::buildWithDriver(cl_program Program,
                                const std::vector<cl_device_id> &Devices,
                                const std::string &Options) {
  const int Pauses[] = {50, 150, 300}; // ms
  const int *Pause = std::begin(Pauses);
  for (;;) {
    cl_int Error = next().clBuildProgram(
        Program, static_cast<cl_uint>(Devices.size()), Devices.data(),
        Options.c_str(), nullptr, nullptr);
    if (Pause == std::end(Pauses) || !mayPass(Error, Devices))
      return Error;
    std::this_thread::sleep_for(std::chrono::milliseconds(*Pause++));
  }
}
