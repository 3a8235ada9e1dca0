//===- SlotAccess.h - Use variables in their slots --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A continuation gets a copy of each future, and LLVM turns the copy into
/// values. This fails for an array with a variable index. Then the continuation
/// copies the whole array right after the children have written single
/// elements, which stalls the processor. Such a variable is accessed in the
/// frame itself. A task that was suspended at a spawn also accesses its futures
/// there, where possible: some results may be outstanding, while other results
/// or ordinary contents are already there.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SLOTACCESS_H
#define TASKLET_PASSES_TASKS_SLOTACCESS_H

namespace llvm {
class AllocaInst;
class Value;
} // namespace llvm

namespace tasklet {

/// True if every use of \p Variable is an access that can go to the slot
/// instead. Spawns and deliveries into it go there anyway.
bool canUseInSlot(const llvm::AllocaInst &Variable);

/// True if this holds, and at least one access has a variable index.
bool isBetterInSlot(const llvm::AllocaInst &Variable);

/// Redirects all accesses to \p Variable to \p Slot, a place in global memory
/// aligned as heapAlign() says. \ref canUseInSlot must hold. After this only
/// marks use the variable.
void useInSlot(llvm::AllocaInst &Variable, llvm::Value *Slot);

} // namespace tasklet

#endif
