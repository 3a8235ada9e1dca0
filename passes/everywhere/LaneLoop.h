//===- LaneLoop.h - Code for one lane after the other -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of a leader over lanes of its warp, and what becomes of code in it: a
/// variable is the lane's element of an array, and the functions that ask for
/// the work-item get the number of the lane.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANELOOP_H
#define TASKLET_PASSES_EVERYWHERE_LANELOOP_H

#include "everywhere/LaneState.h"
#include "everywhere/LineariseValues.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace tasklet {

struct LaneLoop {
  llvm::BasicBlock *Head;  ///< knows the lane
  llvm::BasicBlock *Latch; ///< the code goes there when a lane is through
  llvm::Value *Lane;       ///< i64
  llvm::PHINode *Number;   ///< what it counts, and
  llvm::Value *First;      ///< with what it begins
  /// The blocks of the code.
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks;
  bool IsDense;         ///< over all, one after the other
  bool IsStrip = false; ///< one turn of a loop of all lanes

  /// Ends \p From by the way into the loop.
  void enterFrom(llvm::BasicBlock *From) const;
};

/// Makes a loop around the code from \p First on, for the lanes of \p Set, an
/// i64 that is not 0. It goes to \p Exit. The caller sets what leads to Head and
/// to Latch. New blocks come before \p First and \p Exit.
LaneLoop makeLoopOverSet(llvm::Value *Set, llvm::BasicBlock *First,
                         llvm::BasicBlock *Exit);

/// The same for the first \p Count lanes, an i64 that is not 0.
LaneLoop makeLoopOverAll(llvm::Value *Count, llvm::BasicBlock *First,
                         llvm::BasicBlock *Exit);

/// The address of the element of \p Lane, an i64, in \p Array.
llvm::Value *elementOf(llvm::IRBuilderBase &B, llvm::AllocaInst *Array,
                       llvm::Value *Lane);

/// Tells LLVM that the lanes of \p Loop may run side by side: without a barrier
/// between them, the order of their accesses to memory is open.
void markParallel(const LaneLoop &Loop);

/// Tells LLVM to make neither vectors nor copies of the code of \p Loop.
void keepSmall(const LaneLoop &Loop);

/// An array with an element for each lane in the place of each variable.
class LaneArrays {
  llvm::MapVector<llvm::AllocaInst *, llvm::AllocaInst *> ArrayOf;

public:
  /// For the variables that \p Kernel has now, but for \p Same, which are the
  /// same in all lanes.
  LaneArrays(llvm::Function &Kernel, const VariableSet &Same);

  /// Makes code for the lane of \p Loop of that in its blocks.
  void adapt(const LaneLoop &Loop, LaneState &Warp);

  /// Removes the variables, which nothing uses any more.
  void removeVariables();
};

} // namespace tasklet

#endif
