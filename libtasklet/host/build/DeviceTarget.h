//===- DeviceTarget.h - Which programs a driver takes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The target of each device, which is what its programs are compiled for. A
/// compiled program is LLVM bitcode, which is what is cached, linked and given
/// to applications. Drivers with cl_khr_spir take it as it is, such as PoCL up
/// to 3.1. For others that take SPIR-V, such as PoCL 6, it is translated when a
/// program is made from it. A driver that takes neither must not be given
/// bitcode: some end the process then, such as rusticl of Mesa 22.3 and PoCL
/// 3.0 without SPIR.
///
/// A driver for another form, such as PTX, gets a Target in DeviceTarget.cpp,
/// a ProgramForm, and a function beside createWithSpirv.
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

/// For the build log of a device that has none.
std::string refusalOfNoTarget(cl_device_id Device);

/// For the build log of a device that has another one than \p Name, of the
/// program's manifest.
std::string refusalOfTarget(cl_device_id Device, const std::string &Name);

/// Whether bitcode may be handed over for a program of these.
bool allTakeBitcode(const std::vector<cl_device_id> &Devices);

/// Bitcode for one device of a program.
struct DeviceBitcode {
  cl_device_id Device;
  const std::string *Bitcode;
};

/// Makes a program for these devices, each of which has a target. On failure
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
