//===- FutureUses.h - No uses of futures through pointers -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-future-uses`: a variable whose result is outstanding must not be read
/// or written (language.md, "Futures"). The plugin reports uses by name, and
/// uses through pointers that it can follow in the syntax. This pass finds the
/// rest: uses through pointers that are loaded from memory, returned by
/// functions, or put together from bytes. It is a typestate check (Strom and
/// Yemini, IEEE TSE 1986): a spawn makes a variable pending, a force ends that.
///
/// Input:     tkl-prepare's output, with lifetime markers where a future is
///            named (Lifetimes.h).
/// Output:    the same without those markers.
/// Guarantee: if nothing was reported, no private variable is read or written
///            through an address of it between a spawn into it and the next
///            force that waits for it, as far as PointsTo.h follows addresses. tkl-escape checks
///            addresses from before the last force.
/// Reports:   one error for each use, with a note at the spawn. In an object,
///            calls of functions that other parts define are left to the link.
/// Cost:      nothing unless the address of a future is passed on. Then it
///            costs one walk over the function. If an address from before a
///            spawn can be used after it, the pass walks over a copy with all
///            calls inlined. If the address lies in memory there as well, the
///            pass computes a fixpoint (PointsTo.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_FUTUREUSES_H
#define TASKLET_PASSES_ANALYSIS_FUTUREUSES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct FutureUsesPass : llvm::PassInfoMixin<FutureUsesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
