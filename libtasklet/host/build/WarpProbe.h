//===- WarpProbe.h - In which order sub-groups are --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenCL leaves open which work-items make a sub-group, and no query tells.
/// For example, Intel's runtime for CPUs takes work-items with the same local
/// ids in dimensions 1 and 2. So a small kernel is run on the device in
/// work-groups of many shapes, and each work-item says where it found itself.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_WARPPROBE_H
#define TASKLET_HOST_BUILD_WARPPROBE_H

#include "compile/Compiler.h"
#include "support/OpenCL.h"

namespace tasklet {

/// Says in one clause why sub-groups of \p Width work-items are not in the
/// order of warps, or why nobody knows; empty if they are. \p Width 0 stands
/// for the device's own size. What has been seen of a device is remembered.
std::string judgeSubGroups(cl_device_id Device, const TargetDevice &Target,
                           unsigned Width);

} // namespace tasklet

#endif
