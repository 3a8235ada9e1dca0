//===- Escape.h - Keep addresses in their step ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-escape`: a value that leaves a step must not carry the address of
/// private or local memory (docs/rules.md, "Addresses"). The plugin reports the
/// addresses that it sees in the syntax, with notes. This pass works on SSA
/// form and finds the rest: it follows addresses through casts to integers,
/// arithmetic, selections and memory.
///
/// Input:     tkl-prepare's output.
/// Output:    the same module, unchanged. All analyses are preserved.
/// Guarantee: if nothing was reported, no spawn argument, result or captured
///            value is computed from the address of a private or local
///            variable. PointsTo.h says what that means, and how far addresses
///            are followed. The pass sees the IR before any optimisation, so
///            the optimisation level does not change its reports.
/// Reports:   one error per place at which a value leaves, with a note where
///            the address was taken.
/// Cost:      a fixpoint over a copy of the task. It visits each call of an
///            ordinary function that may handle an address, on a copy of that
///            function.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_ESCAPE_H
#define TASKLET_PASSES_ANALYSIS_ESCAPE_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct EscapePass : llvm::PassInfoMixin<EscapePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
