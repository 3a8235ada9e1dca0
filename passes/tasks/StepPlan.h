//===- StepPlan.h - Which steps a function has, and its frame ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The analysis half of tkl-capture: decides, without changing anything but
/// block boundaries, which blocks each step consists of, what it needs from
/// before, and where that lies in the frame.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPPLAN_H
#define TASKLET_PASSES_TASKS_STEPPLAN_H

#include "tasks/SetAside.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace tasklet {

/// One step: number 0 is the entry, the others begin at a force.
struct Step {
  llvm::BasicBlock *Root = nullptr;
  /// Blocks reachable from the root without passing another force, in order.
  llvm::SetVector<llvm::BasicBlock *> Blocks;
  /// Steps whose force can be reached from here.
  llvm::SmallVector<unsigned, 4> Next;
  /// Computed before, used here or in a later step.
  llvm::SetVector<llvm::Value *> Values;
  /// Variables in memory that are used here or in a later step and may hold
  /// something by then.
  llvm::SetVector<llvm::AllocaInst *> Variables;
  /// Bytes from the start of the frame, for Values and for Variables that are
  /// no futures.
  llvm::DenseMap<llvm::Value *, uint64_t> Offsets;
  /// Where a task may be set aside in this step; no points: nowhere.
  AsidePlan Aside;
};

struct StepPlan {
  llvm::SmallVector<Step, 4> Steps;
  /// Variables that spawns store into, with the offset of their slot.
  llvm::MapVector<llvm::AllocaInst *, uint64_t> Futures;
  uint64_t FrameSize = 0; ///< bytes, a multiple of TKL_ALIGN
  uint64_t AsideSize = 0; ///< bytes that are kept when the task is set aside

  bool hasForce() const { return Steps.size() > 1; }
  /// The number of the step that begins at \p BB, or 0.
  unsigned stepAt(const llvm::BasicBlock *BB) const;
};

/// True if \p Ptr, an address in a variable, is used to write the variable or
/// in a way that cannot be followed. Reading and spawning into it is neither.
bool isWritten(llvm::Value *Ptr);

/// Plans \p F, whose forces then each begin a block with one predecessor.
/// Returns false if it reported an error.
bool planSteps(llvm::Function &F, StepPlan &Plan);

} // namespace tasklet

#endif
