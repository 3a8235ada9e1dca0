//===- CommandBuffer.cpp - Recorded commands ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/CommandBuffer.h"

#include "objects/KernelState.h"

#include <CL/cl_ext.h>

using namespace tasklet;

namespace {

/// The function has no parameter for the platform, so each driver's function
/// gets a wrapper of its own. No process has been seen in which more platforms
/// than this record commands. A platform beyond that gets no function at all.
constexpr unsigned MaximumDrivers = 8;

std::mutex Mutex;
clCommandNDRangeKernelKHR_fn Drivers[MaximumDrivers];

template <unsigned Index>
cl_int CL_API_CALL
recordKernel(cl_command_buffer_khr Buffer, cl_command_queue Queue,
             const cl_ndrange_kernel_command_properties_khr *Properties,
             cl_kernel Kernel, cl_uint Dimensions, const size_t *Offset,
             const size_t *Global, const size_t *Local, cl_uint NumWaits,
             const cl_sync_point_khr *Waits, cl_sync_point_khr *Point,
             cl_mutable_command_khr *Handle) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && State->mode() != LaunchMode::Plain)
      return CL_INVALID_OPERATION;
    return Drivers[Index](Buffer, Queue, Properties, Kernel, Dimensions, Offset,
                          Global, Local, NumWaits, Waits, Point, Handle);
  });
}

constexpr clCommandNDRangeKernelKHR_fn Wrappers[MaximumDrivers] = {
    recordKernel<0>, recordKernel<1>, recordKernel<2>, recordKernel<3>,
    recordKernel<4>, recordKernel<5>, recordKernel<6>, recordKernel<7>};

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
