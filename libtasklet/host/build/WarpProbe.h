//===- WarpProbe.h - In which order sub-groups are --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenCL leaves open which work-items make a sub-group. Intel's runtime for
/// CPUs makes it of those with the same local ids in dimensions 1 and 2, and no
/// query tells. So a small kernel is run on the device in work-groups of many
/// shapes; each work-item says where it found itself.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_WARPPROBE_H
#define TASKLET_HOST_BUILD_WARPPROBE_H

#include "compile/Compiler.h"
#include "support/OpenCL.h"

namespace tasklet {

/// Empty if sub-groups of \p Width work-items, 0 for the device's own size, are
/// in order there; else one clause on what they are, or why nobody knows. What
/// has been seen of a device is remembered.
std::string judgeSubGroups(cl_device_id Device, const TargetDevice &Target,
                           unsigned Width);

} // namespace tasklet

#endif
