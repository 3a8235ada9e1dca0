//===- LaneObstacles.h - What lane loops cannot do --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEOBSTACLES_H
#define TASKLET_PASSES_EVERYWHERE_LANEOBSTACLES_H

#include "everywhere/Visits.h"

namespace tasklet {

/// Does \p Kernel do something, itself or in what it calls, that a leader cannot
/// do for its lanes? Such are barriers, tasks and forces.
bool hasObstacleToLaneLoops(llvm::Function &Kernel);

/// The same for what only shows when the bodies of \p Kernel (\p All) are known:
/// sub-group functions of the device.
bool hasObstacleToLaneLoops(llvm::Function &Kernel, const Visits &All);

/// Does \p F, or what it calls, ask for values that differ between lanes?
bool asksForLane(llvm::Function &F);

} // namespace tasklet

#endif
