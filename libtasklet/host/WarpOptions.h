//===- WarpOptions.h - What a device's warps are ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Everywhere blocks have two forms (libtasklet/device/warp.h). The one over
/// sub-groups is taken where a device has them with ballots and shuffles, but
/// for PoCL: its sub-groups meet at barriers of the work-group as well, and its
/// kernels cannot be linked for work-groups of one or two work-items if they
/// use them. There only the build option `-tkl-sub-groups` asks for it. The
/// other form needs local memory for each work-item that a work-group may have,
/// which is for the device to say.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_WARPOPTIONS_H
#define TASKLET_HOST_WARPOPTIONS_H

#include "Compiler.h"

namespace tasklet {

/// Adds to \p Arguments for taskletc, which have what the application asks for,
/// what \p Device asks for. False if both do not go together; \p Error is one
/// sentence on why.
[[nodiscard]] bool addWarpOptions(const TargetDevice &Device,
                                  std::vector<std::string> &Arguments,
                                  std::string &Error);

} // namespace tasklet

#endif
