//===- ReuseAttempts.h - Keep what a child computed in vain ----- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-reuse-attempts`: a child that does not run inline (InlineChildren.h) has
/// computed something before it gave up. If it runs next, its step begins with
/// the same computations. The pass keeps their results: partial redundancy
/// elimination (Morel and Renvoise, CACM 1979). LLVM's own leaves out the edges
/// that lead back to the head of a loop, and comparisons; here, all that counts
/// is on such an edge.
///
/// Input:     a function that is optimised and has the steps in it, so that a
///            step branches to the one that runs next.
/// Output:
///
/// \code
///   f:       m = (a + b) / 2; h = height(m);     f:       m = phi, h = phi
///            if (h < limit) return h;              =>       if (h < limit) ...
///            ...                                          ...
///            n = (m + b) / 2; k = height(n);              n, k as before
///            if (k < limit) the child has run             ...
///            else a = m, goto f                           goto f with m = n, h = k
/// \endcode
///
///            Whoever else branches to the step computes the values before.
/// Guarantee: the same values, to the last bit. Nothing is computed more often
///            than before.
/// Cost:      up to \ref tkl-reuse-attempts-size instructions for each branch
///            to a step that has no attempt behind it.
///
/// Left alone: blocks with fewer than four values that are there already, unless
/// their branch is known as well; and what reads memory.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_REUSEATTEMPTS_H
#define TASKLET_PASSES_TASKS_REUSEATTEMPTS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct ReuseAttemptsPass : llvm::PassInfoMixin<ReuseAttemptsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
