//===- LaneState.h - What a leader knows of its warp ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel with lane loops (LaneForm.h) has one `__tkl_lanes`, a structure of
/// libtasklet/device/warp_lanes.cl, and fills it on entry. From then on it is
/// the same for the leader and all its lanes.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANESTATE_H
#define TASKLET_PASSES_EVERYWHERE_LANESTATE_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
class Module;
class StructType;
} // namespace llvm

namespace tasklet {

/// Are kernels to get lane loops, by `-tkl-lane-loops` and by what the program
/// is compiled for?
bool wantsLaneLoops();

/// Links the definitions of the functions of warp_lanes.cl into \p M, which has
/// kernels with lane loops. Returns false if it reported an error.
bool linkLaneRuntime(llvm::Module &M);

class LaneState {
  using Builder = llvm::IRBuilderBase;
  using Value = llvm::Value;

  llvm::Module &M;
  llvm::AllocaInst *Warp;
  bool Line; ///< the work-items are known to have one dimension
  Value *Leader, *Size, *Lanes, *Index, *Count, *Most, *All;

public:
  /// Emits what fills the structure of \p Kernel before \p At, in its first
  /// block.
  LaneState(llvm::Function &Kernel, llvm::Instruction *At);

  // Values of the first block.
  Value *isLeader() const { return Leader; } ///< i1: of this work-item
  Value *size() const { return Size; }       ///< i32
  Value *count() const { return Lanes; }     ///< i64: the same
  Value *all() const { return All; }         ///< i64: a bit for each lane

  bool isLine() const { return Line; }

  /// What the call `tkl.lane.NAME()` asks for, in lane \p Lane, an i32; null if
  /// \p Name is another one.
  Value *answer(llvm::StringRef Name, Value *Lane) const;

  /// Emits a call of `Name(the structure, Args...)`.
  Value *callWithState(Builder &B, llvm::StringRef Name, llvm::Type *Result,
                       llvm::ArrayRef<Value *> Args);
  /// Emits a call of `Name(Args...)`.
  Value *call(Builder &B, llvm::StringRef Name, llvm::Type *Result,
              llvm::ArrayRef<Value *> Args);
};

} // namespace tasklet

#endif
