//===- Updates.h - What a work-item does, place by place --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An *update* is what a work-item does at one place of monitored memory: at one
/// address, or in one window (Window.h). In
/// `sum[a] += w; sum[b] -= w` there are two. Neither needs what the other one has
/// read, so each may be done apart, as long as all updates of an element keep their
/// order: that of the work-items, and in a work-item that of the body.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_UPDATES_H
#define TASKLET_PASSES_ORDERED_UPDATES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace tasklet {

struct Update {
  /// The accesses, and what needs them, in the order of their block.
  llvm::SetVector<llvm::Instruction *> Late;
  /// Where all of the accesses lie, or behind.
  llvm::Value *Address = nullptr;
  uint64_t Bytes = 0; ///< from there on
  llvm::Align Alignment;
};

/// The updates that \p Late consists of, in their order: for each of some blocks,
/// instructions with all that needs them. \p IsAccess: to monitored memory. None if
/// they cannot be told apart, if there are more than \p Most, or if two of different
/// work-items may overlap in part. With \p MayOverlap there is one update, and
/// whoever counts its accesses sees which of them overlap. Accesses in windows get
/// their pointers from Address.
llvm::SmallVector<Update, 2>
findUpdates(llvm::ArrayRef<llvm::ArrayRef<llvm::Instruction *>> Late,
            llvm::function_ref<bool(llvm::Instruction &)> IsAccess,
            bool MayOverlap, size_t Most);

/// A mark of \p U: a call `RESULT @NAME(i32 parameter, i8* address, i64 bytes)`.
llvm::CallInst *markUpdate(llvm::IRBuilderBase &B, llvm::StringRef Name,
                           llvm::Type &Result, const Update &U);

} // namespace tasklet

#endif
