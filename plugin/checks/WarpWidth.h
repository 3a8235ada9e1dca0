//===- WarpWidth.h - How many work-items a warp has -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_WARPWIDTH_H
#define TASKLET_PLUGIN_CHECKS_WARPWIDTH_H

#ifdef TASKLET_HAVE_PASSES
#include "passes/everywhere/WarpState.h"
#include "passes/pipeline/Object.h"
#endif

namespace tasklet {

/// Work-items of a warp, as far as the compiler knows.
inline unsigned lanesOfWarp() {
#ifdef TASKLET_HAVE_PASSES
  return warpSize();
#else
  return 32;
#endif
}

/// Work-items that a warp has at least if its work-group has as many: one where
/// the device decides.
inline unsigned leastLanesOfWarp() {
#ifdef TASKLET_HAVE_PASSES
  return hasFixedWarpSize() ? warpSize() : 1;
#else
  return 32;
#endif
}

/// Whether lanesOfWarp() is what warps will have: not where the device decides, nor in a
/// part of a program, for which the link does.
inline bool isWarpSizeFixed() {
#ifdef TASKLET_HAVE_PASSES
  return hasFixedWarpSize() && !wantsObject();
#else
  return true;
#endif
}

} // namespace tasklet

#endif
