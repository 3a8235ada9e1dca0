//===- HoistChecks.h - Check indexes before a loop --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-hoist-checks`: a program that checks its indexes, as those in Kite do,
/// compares each of them in each turn of a loop, and leaves where one is bad.
/// LLVM removes such a comparison only if it knows that sums of `int` do not
/// wrap. Here they may, so the pass computes the least and the greatest index
/// beforehand, with numbers that do not wrap. If both are good, a copy of the
/// loop runs that has no checks (loop versioning).
///
/// Input:     optimised functions, with loops that have rare exits
///            (ir/RareBranches.h) as tkl-services marks them.
/// Output:
///
/// \code
///                                       if (a >= 0 && a + 15l < n)
///   for (k = 0; k < 16; ++k) {            for (k = 0; k < 16; ++k)
///     if ((ulong)(a + k) >= n) fail;  =>    s += v[(long)a + k];
///     s += v[a + k];                    else
///   }                                     the loop as it was
/// \endcode
///
/// Guarantee: the same effects in the same order. A bad index is found by the
///            loop as it was, at its element.
/// Cost:      two comparisons for each check before the loop; the code of the
///            loop twice. Loops of more than \ref tkl-hoist-checks-size
///            instructions are left alone, as are checks of indexes that are
///            no linear function of the loop's counter.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_HOISTCHECKS_H
#define TASKLET_PASSES_LOOPS_HOISTCHECKS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct HoistChecksPass : llvm::PassInfoMixin<HoistChecksPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
