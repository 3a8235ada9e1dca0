//===- LaneStrips.h - Loops that lanes run side by side ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The usual loop of a body takes neighbouring elements with neighbouring lanes:
///
/// \code
///   for (i = start + lane; i < end; i += step) dest[i] = src[i];
/// \endcode
///
/// where start, end and step are the same in all lanes; end and step may be
/// computed in each turn, as in `i += get_sub_group_size()`. A leader that would run
/// it for one lane after the other would go through memory in strides, and no
/// compiler could make vectors of it. This finds such loops and gives them a
/// form in which the index is `base + lane`; LaneForm.cpp puts the loop over
/// the lanes inside of that over `base`, as long as all lanes take part.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANESTRIPS_H
#define TASKLET_PASSES_EVERYWHERE_LANESTRIPS_H

#include "everywhere/LaneCalls.h"

namespace tasklet {

struct Strip {
  llvm::BasicBlock *Before; ///< leads to the loop only
  llvm::BasicBlock *Header; ///< leaves the loop, if \ref Goes is false
  llvm::BasicBlock *Latch;  ///< is another block
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks; ///< from Header to Latch
  llvm::PHINode *Base;                             ///< the index of lane 0
  llvm::BinaryOperator *Next;                      ///< Base plus the step
  llvm::ICmpInst *Goes; ///< is the index less than the bound, operand 1?
  llvm::SmallVector<llvm::PHINode *, 2> Sums; ///< what else goes round
};

/// Finds such loops in \p Kernel, whose everywhere loops are cut (\p All), and
/// prepares them.
std::vector<Strip> findStrips(llvm::Function &Kernel, const Visits &All,
                              LaneCalls &Calls);

} // namespace tasklet

#endif
