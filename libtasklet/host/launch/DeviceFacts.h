//===- DeviceFacts.h - What plans ask of a device ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_DEVICEFACTS_H
#define TASKLET_HOST_LAUNCH_DEVICEFACTS_H

#include "support/OpenCL.h"

namespace tasklet {

template <typename T> T askDevice(cl_device_id Device, cl_device_info Name) {
  T Value = 0;
  next().clGetDeviceInfo(Device, Name, sizeof(Value), &Value, nullptr);
  return Value;
}

/// Only x86 processors let every program read a counter that all cores share;
/// Arm's may be reserved for the system, and GPUs have one for each core.
inline bool hasClock([[maybe_unused]] cl_device_id Device) {
#if defined(__x86_64__) || defined(__i386__)
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
#else
  return false;
#endif
}

} // namespace tasklet

#endif
