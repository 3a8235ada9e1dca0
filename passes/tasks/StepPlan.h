//===- StepPlan.h - The steps of a function, and its frame ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The decisions of tkl-split-tasks before it changes anything (PlanSteps.h):
/// the blocks of each step, the values and variables that it needs from earlier
/// steps, and their places in the frame. In loops that wait, an earlier step may
/// be the same one, and then the step also computes some of these values.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPPLAN_H
#define TASKLET_PASSES_TASKS_STEPPLAN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class CallInst;
class Value;
} // namespace llvm

namespace tasklet {

/// A spawn, and the values and variables that the code after it needs, in the
/// same step or in a later one.
struct OverflowPoint {
  llvm::CallInst *Spawn = nullptr;
  llvm::BasicBlock *After = nullptr;
  llvm::SetVector<llvm::Value *> Values;
  llvm::SetVector<llvm::AllocaInst *> Variables; ///< futures as well
};

/// The overflow form of one step. Offsets are bytes from the start of the
/// frame.
struct OverflowPlan {
  llvm::SmallVector<OverflowPoint, 2> Points;
  /// The needs of all points together.
  llvm::SetVector<llvm::Value *> Values;
  llvm::SetVector<llvm::AllocaInst *> Variables;
  /// The places of values, of variables that are no futures, and of a byte for
  /// each future that the function writes. The byte is 1 if the slot holds the
  /// contents of the future.
  llvm::DenseMap<llvm::Value *, uint64_t> Offsets;
  uint64_t PointOffset = 0;   ///< u32: which of the points
  uint64_t PendingOffset = 0; ///< u32: children recorded and not forced
};

/// One step: number 0 is the entry, the others begin at a force.
struct Step {
  llvm::BasicBlock *Root = nullptr;
  /// The groups that its force waits for.
  uint64_t Awaited = 0;
  /// Blocks reachable from the root without passing a force, in order.
  llvm::SetVector<llvm::BasicBlock *> Blocks;
  /// Steps whose force can be reached from here; this one may be among them.
  llvm::SmallVector<unsigned, 4> Next;
  /// Values computed before the step begins that it or a later step needs.
  llvm::SetVector<llvm::Value *> Values;
  /// The same for the contents of variables in memory.
  llvm::SetVector<llvm::AllocaInst *> Variables;
  /// Bytes from the start of the frame, for Values and for Variables that are
  /// no futures.
  llvm::DenseMap<llvm::Value *, uint64_t> Offsets;
  /// The spawns of this step at which a task may be suspended.
  OverflowPlan Overflow;
};

struct StepPlan {
  llvm::SmallVector<Step, 4> Steps;
  /// Variables that spawns store into, with the offset of their slot.
  llvm::MapVector<llvm::AllocaInst *, uint64_t> Futures;
  unsigned Groups = 0;       ///< join groups (JoinGroups.h)
  uint64_t FrameSize = 0;    ///< bytes, a multiple of TKL_ALIGN
  uint64_t OverflowSize = 0; ///< bytes kept while it is suspended at a spawn

  bool hasForce() const { return Steps.size() > 1; }
  /// The number of the step that begins at \p BB, or 0.
  unsigned stepAt(const llvm::BasicBlock *BB) const;
};

/// True if \p Ptr, an address in a variable, is used to write the variable, or
/// in a way that the analysis does not know. Reads, and spawns into the
/// variable, do not count.
bool isWritten(llvm::Value *Ptr);

} // namespace tasklet

#endif
