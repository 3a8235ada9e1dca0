//===- StepFrame.h - The frame of a step while it runs ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Manages the frame of one step. It opens the frame, knows whether the
/// contents of a future are in private memory or in its slot, and saves the
/// captures of a force.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPFRAME_H
#define TASKLET_PASSES_TASKS_STEPFRAME_H

#include "ir/Marks.h"
#include "ir/RuntimeCalls.h"
#include "tasks/StepBuilder.h"

namespace tasklet {

struct SpawnRoles;

class StepFrame {
  const StepPlan &Plan;
  RuntimeCalls &RT;
  BuiltStep &S;
  const llvm::DataLayout &DL;

  llvm::AllocaInst *Pending; ///< i32: children recorded and not forced
  /// i1, by original future: its contents are in the slot.
  llvm::DenseMap<llvm::AllocaInst *, llvm::AllocaInst *> InSlot;
  llvm::Value *RootFrame = nullptr; ///< of a kernel entry

  void copyToSlot(llvm::Instruction *Before, llvm::AllocaInst *Variable,
                  const LocalFuture &Future);

  /// The address in the slot of \p Local that corresponds to \p Dest, an
  /// address in the variable.
  llvm::Value *inSlot(llvm::IRBuilder<> &B, llvm::AllocaInst *Local,
                      llvm::Value *Dest);
  void noteInSlot(llvm::CallInst *Mark, llvm::AllocaInst *Local);
  const OverflowPlan &overflow() const { return Plan.Steps[S.Index].Overflow; }
  llvm::Value *kept(llvm::IRBuilder<> &B, llvm::Type *Ty, uint64_t Offset);
  void keep(llvm::IRBuilder<> &B, llvm::Value *V, uint64_t Offset);

public:
  StepFrame(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S);

  /// Opens the frame in an entry step, before the first of its uses.
  void open(const SpawnRoles &Roles);

  using Builder = llvm::IRBuilder<>;
  llvm::Value *address(Builder &B) {
    return S.KernelEntry ? RootFrame : RT.frame(B, S.Worker);
  }
  bool hasGroups() const { return Plan.Groups != 0; }
  /// What a record of a child of \p Spawn names: the frame or the join group.
  llvm::Value *waiting(Builder &B, SpawnMark Spawn);
  /// i1: children may be outstanding; none are.
  llvm::Value *someOutstanding(Builder &B);
  llvm::Value *noneOutstanding(Builder &B);
  /// A kernel entry without force has no frame, and no use for results.
  bool exists() const { return !S.KernelEntry || RootFrame; }
  llvm::Value *null() const {
    return llvm::Constant::getNullValue(RT.GlobalPtr);
  }

  llvm::Value *pending(Builder &B) { return B.CreateLoad(RT.I32, Pending); }
  /// The child of \p Spawn has been recorded.
  void countPending(Builder &B, SpawnMark Spawn);

  /// The address to which the child stores its result. If the destination is a
  /// variable, it is that of the same element in the slot.
  llvm::Value *destination(Builder &B, SpawnMark Spawn);
  /// Notes that a spawn makes its variable a future, whose contents are in the
  /// slot from then on. Copies elements that were written before to the slot.
  void noteInSlot(SpawnMark Spawn) { noteInSlot(Spawn.call(), Spawn.future()); }
  /// The same for a child that was run at its spawn; also stores its result.
  void deliver(DeliveryMark Delivery);
  /// Saves at the end of \p BB all that step \p Next needs.
  void saveCaptures(llvm::BasicBlock *BB, unsigned Next);
  /// Save all that is needed after the spawn with the number \p Point of this
  /// step. keepValues saves the values. keepVariables saves the variables at a
  /// place where the paths of all such spawns meet.
  void keepValues(llvm::Instruction *Before, unsigned Point);
  void keepVariables(llvm::Instruction *Before, llvm::Value *Point);
};

} // namespace tasklet

#endif
