//===- LaneCount.h - Work-items of a warp -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_LANECOUNT_H
#define TASKLET_PLUGIN_CHECKS_LANECOUNT_H

#ifdef TASKLET_HAVE_PASSES
#include "passes/everywhere/WarpState.h"
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

} // namespace tasklet

#endif
