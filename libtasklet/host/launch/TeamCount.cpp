//===- TeamCount.cpp - How many teams a device should have ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/TeamCount.h"

#include "launch/DeviceFacts.h"
#include "tkl_abi.h"

#include <algorithm>

using namespace tasklet;

/// GPUs keep at most so many work-groups on a compute unit: NVIDIA's up to 32
/// (CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability").
static constexpr size_t MostOfUnit = 32;
/// Where the driver says nothing: what 65536 registers are enough for if a lane
/// takes 128 of them. fib takes 64.
static constexpr size_t FewOfUnit = 16;

template <typename T>
static T askKernel(cl_kernel Kernel, cl_device_id Device,
                   cl_kernel_work_group_info Name) {
  T Value = 0;
  next().clGetKernelWorkGroupInfo(Kernel, Device, Name, sizeof(Value), &Value,
                                  nullptr);
  return Value;
}

uint32_t tasklet::countTeams(cl_device_id Device, cl_kernel Dispatch,
                             uint32_t Lanes) {
  const size_t Units =
      std::max(1u, askDevice<cl_uint>(Device, CL_DEVICE_MAX_COMPUTE_UNITS));
  size_t OfUnit = 1;
  if (!(askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) &
        CL_DEVICE_TYPE_CPU)) {
    // The largest work-group for which a unit has registers. Drivers may answer
    // the size that the kernel requires, which is that of one team.
    const size_t Items =
        askKernel<size_t>(Dispatch, Device, CL_KERNEL_WORK_GROUP_SIZE);
    OfUnit = Items > Lanes ? Items / Lanes : FewOfUnit;
    const uint64_t Local =
        askKernel<cl_ulong>(Dispatch, Device, CL_KERNEL_LOCAL_MEM_SIZE);
    const uint64_t AllLocal =
        askDevice<cl_ulong>(Device, CL_DEVICE_LOCAL_MEM_SIZE);
    if (Local && AllLocal)
      OfUnit = std::min<size_t>(OfUnit, AllLocal / Local);
    OfUnit = std::clamp<size_t>(OfUnit, 1, MostOfUnit);
  }
  return uint32_t(std::min<size_t>(Units * OfUnit, TKL_MAX_WORKERS));
}
