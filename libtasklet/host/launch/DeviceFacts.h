//===- DeviceFacts.h - What plans ask of a device ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_DEVICEFACTS_H
#define TASKLET_HOST_LAUNCH_DEVICEFACTS_H

#include "support/OpenCL.h"

#include <string>

namespace tasklet {

template <typename T> T askDevice(cl_device_id Device, cl_device_info Name) {
  T Value = 0;
  next().clGetDeviceInfo(Device, Name, sizeof(Value), &Value, nullptr);
  return Value;
}

/// Whether the driver waits for no event that another thread sets.
inline bool runsInCaller(cl_device_id Device) {
  return isOfPocl(Device) &&
         queryDeviceString(Device, CL_DEVICE_NAME).rfind("basic", 0) == 0;
}

/// Whether \p Device is a processor that works in memory of this process, also
/// while this process does (fine-grained shared virtual memory).
inline bool sharesMemoryWithHost(cl_device_id Device) {
  return (askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) &
          CL_DEVICE_TYPE_CPU) &&
         (askDevice<cl_device_svm_capabilities>(Device,
                                                CL_DEVICE_SVM_CAPABILITIES) &
          CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
}

/// Whether the workers of a program for \p Target (Manifest::Target) read the
/// time. Only x86 processors let every program read a counter that all cores
/// share; Arm's may be reserved for the system, and GPUs have one for each core.
/// Programs in SPIR-V have no word for it, whatever the device has.
inline bool hasClock([[maybe_unused]] cl_device_id Device,
                     [[maybe_unused]] const std::string &Target) {
#if defined(__x86_64__) || defined(__i386__)
  return Target != "spirv" &&
         (askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) &
          CL_DEVICE_TYPE_CPU);
#else
  return false;
#endif
}

} // namespace tasklet

#endif
