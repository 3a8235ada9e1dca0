//===- ChildOrder.h - Siblings run in the order of their spawns -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// With one worker, tasks run in the order of the serial elision, as in Cilk
/// (Frigo, Leiserson and Randall, PLDI 1998): siblings in the order of their
/// spawns. The cheapest order is the reverse one, because a deque gives back
/// what was put there last. So tasks keep that order where nobody can see it.
///
/// `tkl-child-order` finds out who can see it.
///
/// Input:     tkl-prepare's output (Marks.h), the whole program.
/// Output:    the attribute "tkl-in-order" on each task and kernel that may
///            have two children outstanding of which one writes what the other
///            reads or writes; "tkl-unseen" on each task without effects: it,
///            its descendants and what they call neither write memory that
///            others see nor read what others may write.
/// Guarantee: children of functions without "tkl-in-order" give the same
///            results and the same contents of memory in any order.
/// Cost:      nothing in itself. reverseSpawns() says what "tkl-in-order"
///            costs.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_CHILDORDER_H
#define TASKLET_PASSES_TASKS_CHILDORDER_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
} // namespace llvm

namespace tasklet {

struct ChildOrderPass : llvm::PassInfoMixin<ChildOrderPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// True if the children of \p F run in the order of their spawns.
bool keepsChildOrder(const llvm::Function &F);

/// True if nobody can see when \p Task runs.
bool isUnseenTask(const llvm::Function &Task);

/// Puts the spawns that stand directly before a force or a return of \p F into
/// the reverse order, if nothing is outstanding before the first of them. Then
/// the first one runs next, and the deque gives the others back in the order of
/// the source. That costs nothing. Elsewhere, a force with two or more
/// outstanding records turns them round (StepLowering.cpp), and the last spawn
/// before it becomes a record.
void reverseSpawns(llvm::Function &F);

/// True if reverseSpawns() has made \p Spawn the last one of its group.
bool isOldestChild(const llvm::CallInst &Spawn);

} // namespace tasklet

#endif
