//===- LineariseNodes.h - What lanes do between votes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Divides a kernel into *nodes*, in the order of its text, which is the order
/// in which clang lays blocks out. Lanes are at the same or at different nodes;
/// they run node after node, each those that are at it, and go back when one of
/// them has come to the end of a loop that encloses a meeting.
///
/// A *meeting* is what lanes do together: a visit, its end, a sub-group
/// function, a barrier that not everybody passes anyway. It is a node of its
/// own. Other nodes are runs of blocks without meetings, as long as possible:
/// entered at the first block only, and left towards blocks before only from
/// the last, so that running them in one go changes no order.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LINEARISENODES_H
#define TASKLET_PASSES_LINEARISENODES_H

#include "EverywhereMarks.h"

#include "llvm/ADT/DenseMap.h"

namespace tasklet {

struct Node {
  enum Kind { Plain, Begin, End, SubGroup, Barrier } What = Plain;
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks; ///< entered at the first
  /// Whoever has not come to an end is here: no lane need be asked.
  bool Everybody = false;
  Visit *TheVisit = nullptr;         ///< of Begin and End
  llvm::CallInst *Meeting = nullptr; ///< of SubGroup and Barrier
  /// Of a SubGroup that asks any lane: the operand of one that is not there.
  llvm::Value *Elsewhere = nullptr;
};

/// Divides \p Kernel, whose everywhere loops are cut. Blocks in \p Apart, which
/// nothing leaves, are no part of it. Splits blocks at meetings, gives each
/// loop that encloses one a single block that goes back, behind all others of
/// it.
std::vector<Node>
divideIntoNodes(llvm::Function &Kernel, const Visits &All,
                const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Apart);

/// Is \p I a call of barrier() or work_group_barrier()?
bool isBarrier(const llvm::Instruction &I);

} // namespace tasklet

#endif
