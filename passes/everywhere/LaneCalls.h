//===- LaneCalls.h - Sub-group functions in lane loops ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// First step of the form with lane loops (LaneForm.h): replaces the sub-group
/// functions in everywhere bodies by what such loops can do. Each of the
/// functions becomes code of a lane and some of these calls, which have no
/// definition. Their names begin with `tkl.lane.`:
///
///   i32 number(), size(), index(), count(), most()     as in WarpForm.h
///   i64 ballot(i1)                                     these are meetings
///   i64 shuffle(i64 piece, i32 lane, i64 of a lane that is not there)
///   i64 match(i64 lanes, i64 piece)
///   T   reduce_add_i64(T) and so on
///   void barrier()
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANECALLS_H
#define TASKLET_PASSES_EVERYWHERE_LANECALLS_H

#include "everywhere/LineariseNodes.h"
#include "everywhere/LineariseValues.h"
#include "everywhere/OperandElsewhere.h"
#include "everywhere/WarpForm.h"

#include "llvm/IR/ValueHandle.h"

namespace tasklet {

/// If \p V is one of the calls above, its name without the prefix.
llvm::StringRef laneCall(const llvm::Value *V);

class LaneCalls : public WarpForm {
  llvm::Module &M;
  const OperandElsewhere *Elsewhere = nullptr; ///< of the shuffle in progress
  unsigned NextPiece = 0;
  llvm::SmallVector<llvm::WeakTrackingVH, 4> Unused; ///< since it is replaced

  llvm::CallInst *emit(Builder &B, const llvm::Twine &Name, llvm::Type *Result,
                       llvm::ArrayRef<Value *> Args = {});
  llvm::CallInst *meet(llvm::CallInst *Call,
                       llvm::Instruction *Start = nullptr);

public:
  /// In the order of the blocks.
  std::vector<Meeting> Meetings;
  /// Variables that lanes give which are not at a call.
  VariableSet Asked;

  explicit LaneCalls(llvm::Module &M) : M(M) {}

  /// Replaces the sub-group functions in the bodies of \p All. What Meetings call
  /// their Start is a mark, since what comes next may be a load of a variable
  /// that becomes a value.
  void replaceCalls(llvm::Function &Kernel, const Visits &All);
  /// Removes these marks.
  void removeStarts();

  Value *lane(Builder &B) override;
  Value *size(Builder &B) override;
  Value *index(Builder &B) override;
  Value *count(Builder &B) override;
  Value *most(Builder &B) override;

  // Who comes to such a call is active, so Active is of no interest.
  Value *ballot(Builder &B, Value *Active, Value *Predicate) override;
  Value *shuffle(Builder &B, Value *Piece, Value *Lane) override;
  Value *match(Builder &B, Value *Lanes, Value *Piece) override;
  Value *fold(Builder &B, llvm::StringRef Name, Value *Active, Value *Operand,
              llvm::ArrayRef<Value *> More) override;
  void barrier(Builder &B, Value *Flags) override;
};

} // namespace tasklet

#endif
