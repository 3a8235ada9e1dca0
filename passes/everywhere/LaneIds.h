//===- LaneIds.h - Which work-item a lane is --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEIDS_H
#define TASKLET_PASSES_EVERYWHERE_LANEIDS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace tasklet {

/// If \p F gives each lane of a warp its own value, such as get_global_id, the
/// function of warp_lanes.cl that a leader calls for a lane; else empty. \p Line:
/// work-groups have one dimension.
llvm::StringRef idOfLane(const llvm::Function &F, bool Line = false);

/// Is \p V a call of a function for work-items that gives all lanes the same,
/// such as get_group_id?
bool isIdOfGroup(const llvm::Value *V);

/// Is \p V a call of a function for work-items for which idOfLane is not empty?
bool isIdOfLane(const llvm::Value *V);

} // namespace tasklet

#endif
