//===- ProgramBuild.h - From source to a program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides who builds a program. A source that may use the additions goes to
/// taskletc. The driver gets the original, byte for byte, in two cases:
/// taskletc says that the source uses none, or it refuses a source that shows
/// no trace of them. Sources in Kite (-x kite) are all ours.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_PROGRAMBUILD_H
#define TASKLET_HOST_BUILD_PROGRAMBUILD_H

#include "objects/ProgramState.h"

namespace tasklet {

/// Who takes the build.
enum class BuildRoute {
  Driver, ///< Nothing was changed.
  Ours,   ///< Done; the result is in the state.
};

/// Builds or compiles \p State for \p Devices if the program is extended.
/// \p Result is what the API function returns then. The caller holds
/// State.Mutex.
BuildRoute buildExtended(ProgramState &State,
                         const std::vector<cl_device_id> &Devices,
                         const BuildInput &Input, cl_int &Result);

/// The options with which the driver builds \p State when it is not extended:
/// without those that only taskletc knows, and with the macros of the extension
/// if the source asks for them. The caller holds State.Mutex.
std::string optionsForDriver(ProgramState &State,
                             const std::vector<cl_device_id> &Devices,
                             const BuildInput &Input);

/// Compiles \p Each for each device, as a part of a program that uses the
/// additions elsewhere. If \p Each lies in a ProgramState, the caller holds its
/// Mutex.
void compilePiece(const Piece &Each, const std::vector<cl_device_id> &Devices,
                  std::map<cl_device_id, CompileResult> &Results);

/// Makes \p Results the builds of \p State, and if they are executables, gives
/// them to the driver. Returns CL_SUCCESS, \p Failure, or the code for bad
/// options or for a shortage. The caller holds State.Mutex.
cl_int adoptResults(ProgramState &State, const std::string &Options,
                    cl_program_binary_type Type, cl_int Failure,
                    std::map<cl_device_id, CompileResult> &Results);

/// Builds what the application gave as bitcode. The caller holds State.Mutex.
cl_int buildGiven(ProgramState &State, const std::vector<cl_device_id> &Devices,
                  const std::string &Options);

/// For compiling with \p Options.
TargetDevice describeDevice(cl_device_id Device,
                            const std::vector<std::string> &Options = {});
/// Devices with the same text get the same program.
std::string kindOf(const TargetDevice &Target);

std::vector<cl_device_id> programDevices(cl_program Program);
std::vector<cl_device_id> contextDevices(cl_context Context);

/// \p Device or the device that it is part of, whichever \p Known has; null if
/// neither. Drivers such as PoCL put the whole device into contexts and
/// programs when an application gives a sub-device.
cl_device_id findDevice(const std::vector<cl_device_id> &Known,
                        cl_device_id Device);

using BuildNotify = void(CL_CALLBACK *)(cl_program, void *);

/// What the driver would say about these arguments. \p Devices gets the list,
/// or all devices of the program if there is none.
cl_int checkBuildArguments(ProgramState &State, cl_uint NumDevices,
                           const cl_device_id *DeviceList, BuildNotify Notify,
                           void *UserData, std::vector<cl_device_id> &Devices);

} // namespace tasklet

#endif
