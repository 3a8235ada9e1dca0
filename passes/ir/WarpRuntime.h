//===- WarpRuntime.h - What the lanes of a warp do together -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of libtasklet/device/warp.h, which kernels with everywhere
/// blocks call, and dispatch kernels whose workers are lanes (tasks/Team.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_WARPRUNTIME_H
#define TASKLET_PASSES_IR_WARPRUNTIME_H

#include <cstdint>

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Can a warp have so many lanes? Their masks have 64 bits.
bool isWarpSize(unsigned Lanes);

/// Was `-tkl-sub-groups` given?
bool wantsSubGroups();

/// The same as TKL_WARP_WORDS or TKL_VOTE_WORDS of warp.h.
uint64_t warpWords(uint64_t Items, bool Exchange);

/// Links the definitions of these functions into \p M: those for sub-groups of
/// the device, or those for parts of work-groups. What was linked before stays
/// beside it. Returns false if it reported an error.
bool linkWarpRuntime(llvm::Module &M, bool SubGroups);

} // namespace tasklet

#endif
