//===- Pending.h - Futures are not used through pointers --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-pending`: a variable whose result is outstanding must not be read or
/// written (docs/rules.md, "Futures"). The plugin reports what uses its name,
/// and pointers that it can follow in the syntax; this pass finds the rest: uses
/// through pointers that lie in memory, come from functions, or were put
/// together from bytes.
///
/// Input:     tkl-prepare's output, with lifetime markers where a future is
///            named (Lifetimes.h).
/// Output:    the same without those markers.
/// Guarantee: if nothing was reported, no private variable is read or written
///            through an address of it between a spawn into it and the next
///            force, as far as AddressFlow.h follows addresses. An address that
///            the variable had before the last force is tkl-escape's.
/// Reports:   one error for each use, with a note at the spawn.
/// Cost:      nothing unless the address of a future goes elsewhere. Then one
///            walk over the function; and if an address from before a spawn can
///            be used behind it, the same on a copy with all calls inlined. If
///            it lies in memory there, too, a fixpoint (AddressFlow.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_PENDING_H
#define TASKLET_PASSES_ANALYSIS_PENDING_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct PendingPass : llvm::PassInfoMixin<PendingPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
