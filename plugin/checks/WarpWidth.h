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

/// The number of work-items in a warp, as far as the compiler knows it.
inline unsigned lanesOfWarp() {
#ifdef TASKLET_HAVE_PASSES
  return warpSize();
#else
  return 32;
#endif
}

/// The least number of work-items that a warp has if its work-group is that
/// large: 1 where the device decides.
inline unsigned leastLanesOfWarp() {
#ifdef TASKLET_HAVE_PASSES
  return hasFixedWarpSize() ? warpSize() : 1;
#else
  return 32;
#endif
}

/// Whether every warp will have lanesOfWarp() work-items. This is false where
/// the device decides, and in an object, for which the link decides.
inline bool isWarpSizeFixed() {
#ifdef TASKLET_HAVE_PASSES
  return hasFixedWarpSize() && !wantsObject();
#else
  return true;
#endif
}

} // namespace tasklet

#endif
