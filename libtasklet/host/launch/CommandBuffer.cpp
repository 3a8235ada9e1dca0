//===- CommandBuffer.cpp - Recorded commands ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/CommandBuffer.h"

#include "objects/KernelState.h"

#include <CL/cl_ext.h>

#include <tuple>

using namespace tasklet;

namespace {

/// The function has no parameter for the platform, so each driver's function
/// gets a wrapper of its own. No process has been seen in which more platforms
/// than this record commands. A platform beyond that gets no function at all.
constexpr unsigned MaximumDrivers = 8;

std::mutex Mutex;
clCommandNDRangeKernelKHR_fn Drivers[MaximumDrivers];

/// The extension is provisional: the type of one parameter has another name in
/// newer headers. Only the kernel matters here.
template <typename Function> struct Recorder;
template <typename... Types> struct Recorder<cl_int(CL_API_CALL *)(Types...)> {
  template <unsigned Index> static cl_int CL_API_CALL record(Types... Each) {
    return guarded([&]() -> cl_int {
      auto Kernel = std::get<cl_kernel>(std::tuple<Types...>(Each...));
      std::shared_ptr<KernelState> State = kernels().find(Kernel);
      if (State && State->mode() != LaunchMode::Plain)
        return CL_INVALID_OPERATION;
      return Drivers[Index](Each...);
    });
  }
};
using Records = Recorder<clCommandNDRangeKernelKHR_fn>;

constexpr clCommandNDRangeKernelKHR_fn Wrappers[MaximumDrivers] = {
    Records::record<0>, Records::record<1>, Records::record<2>,
    Records::record<3>, Records::record<4>, Records::record<5>,
    Records::record<6>, Records::record<7>};

} // namespace

void *tasklet::wrapCommandNDRangeKernel(void *Driver) {
  auto Function = reinterpret_cast<clCommandNDRangeKernelKHR_fn>(Driver);
  std::lock_guard<std::mutex> Lock(Mutex);
  for (unsigned I = 0; I < MaximumDrivers; ++I) {
    if (!Drivers[I])
      Drivers[I] = Function;
    if (Drivers[I] == Function)
      return reinterpret_cast<void *>(Wrappers[I]);
  }
  return nullptr;
}
