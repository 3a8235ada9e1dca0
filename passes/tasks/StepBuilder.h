//===- StepBuilder.h - Clone the blocks of one step -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The first half of building a step. Its function gets copies of the step's
/// blocks, code that loads arguments and captured values, and an empty block
/// for each force at which the step may end. Marks and returns stay as they
/// are. lowerStep (StepLowering.h) turns them into runtime calls.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPBUILDER_H
#define TASKLET_PASSES_TASKS_STEPBUILDER_H

#include "tasks/StepPlan.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Function;
class IntrinsicInst;
} // namespace llvm

namespace tasklet {

class RuntimeCalls;

/// A future of a step, as the step sees it.
struct LocalFuture {
  llvm::AllocaInst *Local = nullptr;
  uint64_t Slot = 0; ///< bytes from the start of the frame
  /// The step may write the variable other than by spawning into it.
  bool Touched = false;
};

/// A step whose blocks have been cloned.
struct BuiltStep {
  llvm::Function *New = nullptr;
  unsigned Index = 0;
  bool KernelEntry = false;
  /// This is the overflow form of the step: DequeOverflow.h.
  bool Overflow = false;
  llvm::ValueToValueMapTy Map;   ///< from the original function to the step
  llvm::Value *Worker = nullptr; ///< the worker; a kernel entry has none
  llvm::Value *Heap = nullptr;   ///< of a kernel entry: the hidden argument
  /// Numbers of the steps that follow, each with the empty block to end at.
  llvm::SmallVector<std::pair<unsigned, llvm::BasicBlock *>, 4> Suspends;
  llvm::MapVector<llvm::AllocaInst *, LocalFuture> Futures; ///< by original
  /// By original value: variables for values that are loaded from the frame
  /// but also computed in the step.
  llvm::DenseMap<llvm::Value *, llvm::AllocaInst *> Kept;

  /// False for the entry step of a task, which opens its frame.
  bool hasFrame() const { return Index != 0 || Overflow; }
  /// The value that \p V of the original function has at \p B; null if the step
  /// does not use it.
  llvm::Value *valueOf(llvm::IRBuilderBase &B, llvm::Value *V);
};

/// Fills \p Built.New, whose type is already the step's, with clones of the
/// blocks of step \p Index of \p Old.
void cloneStep(llvm::Function &Old, const StepPlan &Plan, RuntimeCalls &RT,
               BuiltStep &Built);

} // namespace tasklet

#endif
