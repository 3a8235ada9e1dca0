//===- SlotAccess.h - Use a variable where its slot is ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A continuation gets a copy of each future, which LLVM then turns into
/// values. For an array that is read by a running index it cannot: the copy is
/// made, all of it, and right after the children have written single elements,
/// which stalls the processor. Such a variable is used in the frame itself. So
/// are, where possible, all futures of a task that was suspended at a spawn:
/// some of their results may be outstanding, and others, or ordinary contents,
/// be there.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SLOTACCESS_H
#define TASKLET_PASSES_TASKS_SLOTACCESS_H

namespace llvm {
class AllocaInst;
class Value;
} // namespace llvm

namespace tasklet {

/// True if every use of \p Variable is an access that can be made elsewhere.
/// Spawns and deliveries into it are: they go to the slot anyway.
bool canUseInSlot(const llvm::AllocaInst &Variable);

/// True if also at least one has an index that is not a constant.
bool isBetterInSlot(const llvm::AllocaInst &Variable);

/// Makes all uses of \p Variable, for which \ref canUseInSlot holds, go to \p
/// Slot, a place in global memory aligned as heapAlign() says. Only marks still
/// name the variable then.
void useInSlot(llvm::AllocaInst &Variable, llvm::Value *Slot);

} // namespace tasklet

#endif
