//===- DeviceTarget.h - Which programs a driver takes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The target of each device: the device's programs are compiled for it. A
/// compiled program is LLVM bitcode. In this form it is cached, linked and
/// given to applications. Drivers with cl_khr_spir, such as PoCL up to 3.1,
/// take it as it is. For other drivers that take SPIR-V, such as PoCL 6, it is
/// translated when a program is made from it. NVIDIA's takes PTX, as text in the
/// place of a binary: bitcode is translated for it, too, for devices that PTX of
/// sm_70 runs on. No such device has been tried (docs/gpu.md). A driver that
/// takes none of these must not be given bitcode: some of them then end the
/// process, such as rusticl of Mesa 22.3 and PoCL 3.0 without SPIR.
///
/// A driver for another form gets a Target in DeviceTarget.cpp, a ProgramForm,
/// and a function beside createWithSpirv.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_DEVICETARGET_H
#define TASKLET_HOST_BUILD_DEVICETARGET_H

#include "compile/Target.h"
#include "support/OpenCL.h"

#include <string>
#include <vector>

namespace tasklet {

/// Null if there is none.
const Target *targetOf(cl_device_id Device);

/// The processor for which the compiler may choose vectors, as LLVM calls it;
/// empty if it is not known, or the driver's business.
std::string processorOf(cl_device_id Device);

/// For the build log of a device that has none.
std::string refusalOfNoTarget(cl_device_id Device);

/// For the build log of a device whose target is not \p Name, the one in the
/// program's manifest.
std::string refusalOfTarget(cl_device_id Device, const std::string &Name);

/// Whether the drivers of all these devices take bitcode.
bool allTakeBitcode(const std::vector<cl_device_id> &Devices);

/// Bitcode for one device of a program.
struct DeviceBitcode {
  cl_device_id Device;
  const std::string *Bitcode;
};

/// Makes a program for these devices, each of which has a target. Null on
/// failure: then \p Error is the driver's code. \p Log is a message for the
/// build log, unless isShortage(\p Error).
cl_program createDriverProgram(cl_context Context,
                               const std::vector<DeviceBitcode> &Parts,
                               cl_int &Error, std::string &Log);

/// An empty program. It is the application's handle if the driver does not take
/// what the program would hold.
cl_program createEmptyProgram(cl_context Context, cl_int &Error);

} // namespace tasklet

#endif
