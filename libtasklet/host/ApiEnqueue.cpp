//===- ApiEnqueue.cpp - OpenCL functions that run kernels -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Command.h"
#include "WaitList.h"

using namespace tasklet;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(
    cl_command_queue Queue, cl_kernel Kernel, cl_uint Dimensions,
    const size_t *Offset, const size_t *Global, const size_t *Local,
    cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (!State || !State->Spawning)
      return enqueueBehind(
          Queue, CL_COMMAND_NDRANGE_KERNEL, NumWaits, Waits, Event, [&] {
            return next().clEnqueueNDRangeKernel(Queue, Kernel, Dimensions,
                                                 Offset, Global, Local,
                                                 NumWaits, Waits, Event);
          });
    LaunchArguments Arguments = {Dimensions,
                                 Offset,
                                 Global,
                                 Local,
                                 NumWaits,
                                 Waits,
                                 CL_COMMAND_NDRANGE_KERNEL};
    return Command::launch(Queue, *State, Kernel, Arguments, Event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue Queue,
                                              cl_kernel Kernel,
                                              cl_uint NumWaits,
                                              const cl_event *Waits,
                                              cl_event *Event) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (!State || !State->Spawning)
      return enqueueBehind(Queue, CL_COMMAND_TASK, NumWaits, Waits, Event, [&] {
        return next().clEnqueueTask(Queue, Kernel, NumWaits, Waits, Event);
      });
    const size_t One = 1;
    LaunchArguments Arguments = {1,        nullptr, &One,           &One,
                                 NumWaits, Waits,   CL_COMMAND_TASK};
    return Command::launch(Queue, *State, Kernel, Arguments, Event);
  });
}
