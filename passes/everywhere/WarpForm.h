//===- WarpForm.h - What lanes know and do together -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels with everywhere blocks have one of two forms: work-items that meet
/// (WarpState.h) or lane loops (LaneCalls.h). Each says here how a lane asks its
/// warp. SubGroups.cpp builds all sub-group functions from these.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_WARPFORM_H
#define TASKLET_PASSES_EVERYWHERE_WARPFORM_H

#include "llvm/IR/IRBuilder.h"

namespace tasklet {

class WarpForm {
public:
  using Builder = llvm::IRBuilderBase;
  using Value = llvm::Value;

  virtual ~WarpForm() = default;

  virtual Value *lane(Builder &B) = 0;  ///< i32
  virtual Value *size(Builder &B) = 0;  ///< i32: lanes of this warp
  virtual Value *index(Builder &B) = 0; ///< i32: of this warp in the work-group
  virtual Value *count(Builder &B) = 0; ///< i32: warps in the work-group
  virtual Value *most(Builder &B) = 0;  ///< i32: lanes of the largest warp

  // Lanes meet in what follows. Active, an i1, says which lanes take part.

  /// i64: bit i is set if \p Predicate (i1) is true in lane i.
  virtual Value *ballot(Builder &B, Value *Active, Value *Predicate) = 0;
  /// The i64 \p Piece of lane \p Lane, which need not be active.
  virtual Value *shuffle(Builder &B, Value *Piece, Value *Lane) = 0;
  /// Those of \p Lanes with the same \p Piece as this one, as i64.
  virtual Value *match(Builder &B, Value *Lanes, Value *Piece) = 0;
  /// The reduction or scan \p Name, such as `reduce_add_i64`, of \p Operand. \p
  /// More has what else the function takes: the identity of an exclusive scan,
  /// or the size of a cluster.
  virtual Value *fold(Builder &B, llvm::StringRef Name, Value *Active,
                      Value *Operand, llvm::ArrayRef<Value *> More) = 0;
  virtual void barrier(Builder &B, Value *Flags) = 0;
};

} // namespace tasklet

#endif
