//===- TeamCount.h - How many teams a device should have --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Of programs whose workers are the lanes of warps (docs/gpu.md), where nobody
/// has said how many workers to have.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_TEAMCOUNT_H
#define TASKLET_HOST_LAUNCH_TEAMCOUNT_H

#include "support/OpenCL.h"

#include <cstdint>

namespace tasklet {

/// As many teams of \p Lanes as \p Device runs at a time, by what the driver
/// says of the kernel \p Dispatch. A few too many cost memory, and time for
/// teams that find no work; too few leave the device idle. On processors, one
/// for each compute unit.
uint32_t countTeams(cl_device_id Device, cl_kernel Dispatch, uint32_t Lanes);

} // namespace tasklet

#endif
