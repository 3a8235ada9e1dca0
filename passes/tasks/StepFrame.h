//===- StepFrame.h - The frame of a step while it runs ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Knows what of a step lies where: opens the frame, tells variables in private
/// memory from their slots in the frame, and saves what a force has captured.
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
  /// i1, by original future.
  llvm::DenseMap<llvm::AllocaInst *, llvm::AllocaInst *> InSlot;
  llvm::Value *RootFrame = nullptr; ///< of a kernel entry

  void copyToSlot(llvm::Instruction *Before, llvm::AllocaInst *Variable,
                  const LocalFuture &Future);

  /// The address in the slot of \p Local that \p Dest, in the variable, is.
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
  /// A kernel entry without force has none, nor a use for results.
  bool exists() const { return !S.KernelEntry || RootFrame; }
  llvm::Value *null() const {
    return llvm::Constant::getNullValue(RT.GlobalPtr);
  }

  llvm::Value *pending(Builder &B) { return B.CreateLoad(RT.I32, Pending); }
  void countPending(Builder &B) {
    B.CreateStore(B.CreateAdd(pending(B), B.getInt32(1)), Pending);
  }

  /// The address that gets the result: that of the same element in the slot, if
  /// the destination is a variable.
  llvm::Value *destination(Builder &B, SpawnMark Spawn);
  /// A spawn makes its variable a future, which lives in the slot. Elements
  /// that were written before come along.
  void noteInSlot(SpawnMark Spawn) { noteInSlot(Spawn.call(), Spawn.future()); }
  /// The result of a child that was run at its spawn, likewise.
  void deliver(DeliveryMark Delivery);
  /// Saves what step \p Next needs, at the end of \p BB.
  void saveCaptures(llvm::BasicBlock *BB, unsigned Next);
  /// Saves what is needed behind the spawn of this step that has the number
  /// \p Point: the values; and all variables, at a place where all such spawns
  /// meet.
  void keepValues(llvm::Instruction *Before, unsigned Point);
  void keepVariables(llvm::Instruction *Before, llvm::Value *Point);
};

} // namespace tasklet

#endif
