//===- SpawnRoles.h - The role of each spawn of a step ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which spawns of a cloned step become records, which run next, and
/// which take the place of the running task. SplitTasks.h describes the costs.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SPAWNROLES_H
#define TASKLET_PASSES_TASKS_SPAWNROLES_H

#include "ir/Marks.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Type;
} // namespace llvm

namespace tasklet {

struct BuiltStep;
struct StepPlan;

/// A place where a step ends at a force.
struct StepEnd {
  unsigned Next;           ///< the step that follows
  llvm::BasicBlock *Block; ///< empty, with one predecessor
  /// The spawn that runs next, on top of the frame. It is the last instruction
  /// of the predecessor. Null: all spawns are records.
  llvm::CallInst *RunNext = nullptr;
  /// The step that follows only returns the result of \ref RunNext.
  bool Forwards = false;
};

struct SpawnRoles {
  llvm::SmallVector<llvm::CallInst *, 8> Recorded;
  llvm::SmallVector<llvm::CallInst *, 4> Tails; ///< just before a return
  llvm::SmallVector<StepEnd, 4> Ends;
  llvm::SmallVector<DeliveryMark, 4> Deliveries;

  /// Children may have been recorded before the step began.
  bool Outstanding = false;

  /// True if the step needs a frame.
  bool needsFrame() const;
};

SpawnRoles findRoles(llvm::Function &Old, const StepPlan &Plan, BuiltStep &S);

/// True if \p Spawn is the last act of a function without result. In a task it
/// takes the place of that.
bool isLastAct(SpawnMark Spawn);

/// True if \p Spawn takes the place of the task when nothing else is
/// outstanding (SplitTasks.h).
bool isTailSpawn(SpawnMark Spawn);

/// True if \p Spawn may become a record. It may not if it is the last act of a
/// void task, or the last spawn before a force that waits for it.
bool mayBeRecorded(SpawnMark Spawn);

/// The type that a task returns, by value or through its result parameter.
llvm::Type *resultType(const llvm::Function &Task);

} // namespace tasklet

#endif
