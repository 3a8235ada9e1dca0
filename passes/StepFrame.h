//===- StepFrame.h - The frame of a step while it runs ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Knows what of a step lies where: opens the frame, tells variables in private
/// memory from their slots in the frame, and saves what a force has captured.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_STEPFRAME_H
#define TASKLET_PASSES_STEPFRAME_H

#include "Marks.h"
#include "RuntimeCalls.h"
#include "StepBuilder.h"

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
  void noteInSlot(SpawnMark Spawn);
  /// Saves what step \p Next needs, at the end of \p BB.
  void saveCaptures(llvm::BasicBlock *BB, unsigned Next);
};

} // namespace tasklet

#endif
