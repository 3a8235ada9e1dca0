//===- DriverBuild.h - The driver's build, beside other processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Several processes may build one program for the first time at the same
/// moment: the ranks of an MPI job do. PoCL before 6.0 lets some of them fail
/// then. It stores each program under one name for all processes, and removes
/// the old file before it renames the new one into its place (pocl_write_file).
/// Whoever wants to read or remove the file meanwhile fails, without a message.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_DRIVERBUILD_H
#define TASKLET_HOST_BUILD_DRIVERBUILD_H

#include "support/OpenCL.h"

#include <string>
#include <vector>

namespace tasklet {

/// The driver's clBuildProgram for \p Devices, and its code. A build that PoCL
/// refuses is tried three times more, within half a second and the time of the
/// builds: what was another process's fault passes then.
cl_int buildWithDriver(cl_program Program,
                       const std::vector<cl_device_id> &Devices,
                       const std::string &Options);

} // namespace tasklet

#endif
