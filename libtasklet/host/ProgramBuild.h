//===- ProgramBuild.h - clBuildProgram --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides who builds a program. A source that may use the additions goes to
/// taskletc; if that says it uses none, or refuses a program that shows no
/// trace of them, the driver gets the original, byte for byte.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_PROGRAMBUILD_H
#define TASKLET_HOST_PROGRAMBUILD_H

#include "ProgramState.h"

namespace tasklet {

/// Who takes the build.
enum class BuildRoute {
  Driver, ///< Nothing was changed.
  Ours,   ///< Done; the result is in the state.
};

/// Builds for \p Devices if the program is extended. \p Result is what
/// clBuildProgram returns then. The caller holds State.Mutex.
BuildRoute buildExtended(ProgramState &State,
                         const std::vector<cl_device_id> &Devices,
                         const std::string &Options, cl_int &Result);

/// After the driver has built an App that holds lowered bitcode: takes it as
/// the source of kernels. The caller holds State.Mutex.
cl_int adoptBinary(ProgramState &State);

/// Must clCompileProgram, which cannot handle tasks yet, refuse it?
bool isCertainlyExtended(const ProgramState &State);

std::vector<cl_device_id> programDevices(cl_program Program);

} // namespace tasklet

#endif
