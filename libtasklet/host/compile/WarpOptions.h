//===- WarpOptions.h - What a device's warps are ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Everywhere blocks have two forms (libtasklet/device/warp.h). The language
/// promises that a warp is a run of work-items by linear local id. The form
/// over sub-groups is taken only if the device keeps this promise:
///
///   - The device has ballots and shuffles.
///   - It has sub-groups of the warp's size.
///   - A kernel that ran there has seen their order (WarpProbe.h).
///   - The driver is not PoCL. PoCL's sub-groups meet at barriers of the
///     work-group as well. Kernels that use them cannot be linked for
///     work-groups of one or two work-items. With PoCL, only the build option
///     `-tkl-sub-groups` asks for them.
///
/// Otherwise blocks get the form over work-groups; if that option asks for
/// sub-groups then, it is an error. The form over work-groups needs local
/// memory for each work-item that a work-group may have. The device says how
/// many these are.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_WARPOPTIONS_H
#define TASKLET_HOST_COMPILE_WARPOPTIONS_H

#include "compile/Compilation.h"

namespace tasklet {

/// \p Arguments for taskletc have what the application asks for; adds what
/// \p Device needs. Without \p HasBlocks there are no everywhere blocks, and
/// the device's sub-groups are not judged. False if the application asks for
/// something that the device does not have; \p Error says so in one sentence.
[[nodiscard]] bool addWarpOptions(const TargetDevice &Device, bool HasBlocks,
                                  std::vector<std::string> &Arguments,
                                  std::string &Error);

} // namespace tasklet

#endif
