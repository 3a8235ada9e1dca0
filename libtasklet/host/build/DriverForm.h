//===- DriverForm.h - How a driver takes compiled programs ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiled program is LLVM bitcode of target spir64, which is what is
/// cached, linked and given to applications. Drivers with cl_khr_spir take it
/// as it is, such as PoCL up to 3.1. For others that take SPIR-V, such as PoCL
/// 6, it is translated when a program is made from it. A driver that takes
/// neither must not be given bitcode: some end the process then, such as
/// rusticl of Mesa 22.3 and PoCL 3.0 without SPIR.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_DRIVERFORM_H
#define TASKLET_HOST_BUILD_DRIVERFORM_H

#include "support/OpenCL.h"

#include <string>
#include <vector>

namespace tasklet {

enum class DriverForm { None, Bitcode, Spirv };

DriverForm driverForm(cl_device_id Device);

/// For the build log of a device whose form is None.
std::string refusalOfNoForm(cl_device_id Device);

/// Whether bitcode may be handed over for a program of these.
bool allTakeBitcode(const std::vector<cl_device_id> &Devices);

/// Bitcode for one device of a program.
struct DeviceBitcode {
  cl_device_id Device;
  const std::string *Bitcode;
};

/// Makes a program for these devices, none of whose forms is None. On failure
/// null: \p Error is the driver's code, \p Log a message for the build log
/// unless means were short.
cl_program createDriverProgram(cl_context Context,
                               const std::vector<DeviceBitcode> &Parts,
                               cl_int &Error, std::string &Log);

/// A program with nothing in it, as the application's handle where the driver
/// does not take what it would hold.
cl_program createEmptyProgram(cl_context Context, cl_int &Error);

} // namespace tasklet

#endif
