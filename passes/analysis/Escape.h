//===- Escape.h - Keep addresses in their step ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-escape`: a value that leaves a step must not carry the address of
/// private or local memory (docs/rules.md, "Addresses"). The plugin reports what
/// can be seen in the syntax, with notes; this pass finds the rest on SSA form:
/// through casts to integers, arithmetic, selections and memory.
///
/// Input:     tkl-prepare's output.
/// Output:    the same module, unchanged. All analyses are preserved.
/// Guarantee: if nothing was reported, no spawn argument, result or captured
///            value is computed from the address of a private or local
///            variable. What that means, and how far addresses are followed,
///            is said in PointsTo.h. Only the IR from before any
///            optimisation counts, so the level of optimisation does not.
/// Reports:   one error per place at which a value leaves, with a note where
///            the address was taken.
/// Cost:      a fixpoint over the task and over every call of an ordinary
///            function that may handle an address, on copies of them.
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
