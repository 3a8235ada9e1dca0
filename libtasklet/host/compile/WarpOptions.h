//===- WarpOptions.h - What a device's warps are ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Everywhere blocks have two forms (libtasklet/device/warp.h). The one over
/// sub-groups is taken only where a warp of the device is what the language
/// promises, a run of work-items by linear local id:
///
///   - The device has ballots and shuffles.
///   - It has sub-groups of the warp's size.
///   - A kernel has run there and seen their order (WarpProbe.h).
///   - It is not PoCL: its sub-groups meet at barriers of the work-group as
///     well, and its kernels cannot be linked for work-groups of one or two
///     work-items if they use them. There only the build option
///     `-tkl-sub-groups` asks for them.
///
/// Everywhere else it is the form over work-groups, unless that option asks for
/// sub-groups, which is an error then. This form needs local memory for each
/// work-item that a work-group may have, which is for the device to say.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_WARPOPTIONS_H
#define TASKLET_HOST_COMPILE_WARPOPTIONS_H

#include "compile/Compilation.h"

namespace tasklet {

/// Adds to \p Arguments for taskletc, which have what the application asks for,
/// what \p Device asks for. Without \p HasBlocks there are no everywhere
/// blocks, and the device's sub-groups are not judged. False if the application
/// asks for what the device has not; \p Error is one sentence on that.
[[nodiscard]] bool addWarpOptions(const TargetDevice &Device, bool HasBlocks,
                                  std::vector<std::string> &Arguments,
                                  std::string &Error);

} // namespace tasklet

#endif
