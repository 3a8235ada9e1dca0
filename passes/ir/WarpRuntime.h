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

/// What a warp is.
enum class WarpKind {
  WorkGroups, ///< a part of a work-group
  SubGroups,  ///< a sub-group of the device
  Hardware, ///< likewise, and sub-groups of a work-group may go their own ways
};

/// That of the target, or what `-tkl-sub-groups` asks for.
WarpKind warpKind();

inline bool wantsSubGroups() { return warpKind() != WarpKind::WorkGroups; }

/// The same as TKL_WARP_WORDS or TKL_VOTE_WORDS of warp.h.
uint64_t warpWords(uint64_t Items, bool Exchange);

/// Links the definitions of these functions for warpKind() into \p M. What was
/// linked before stays beside it. Returns false if it reported an error.
bool linkWarpRuntime(llvm::Module &M);

} // namespace tasklet

#endif
