//===- MonitoredMemory.h - Which instructions access it ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What is done with monitored memory may be done later, or by another worker, than
/// the rest of a body (Payload.h, OwnedUpdates.h). This says what it is.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_MONITOREDMEMORY_H
#define TASKLET_PASSES_ORDERED_MONITOREDMEMORY_H

#include "ordered/Slice.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

struct Access;

class MonitoredMemory {
  llvm::ArrayRef<unsigned> Monitored, Written, Inspected;

  bool isUnchanged(const llvm::Instruction &I) const;

public:
  /// \p Monitored: indices of parameters. \p Found: the slice of the body.
  MonitoredMemory(llvm::ArrayRef<unsigned> Monitored, const Slice &Found)
      : Monitored(Monitored), Written(Found.Written),
        Inspected(Found.Inspected) {}

  bool isTouchedBy(const Access &A) const;
  /// False, too, if nobody knows what \p I accesses.
  bool isTouchedBy(llvm::Instruction &I) const;
  /// Others than loads and stores (vload, atomics) have no address that a mark
  /// could name.
  bool isTouchedByFunction(llvm::Instruction &I) const;
  /// Simplifies a body: `x[at[i]] = x[at[i]] + 1` loads at[i] once then.
  void simplify(llvm::Function &Body, llvm::FunctionAnalysisManager &FAM) const;
};

/// Adds what uses any of \p Found, and what uses that, and so on.
void addUsers(llvm::SetVector<llvm::Instruction *> &Found);

} // namespace tasklet

#endif
