//===- ShortenLoops.h - Leave out turns that do nothing ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-shorten-loops`: kernels check their ids: `if (i >= n) return;`, or leave
/// out the border of a grid. An ordered kernel runs its work-items in a loop, and
/// there such a check is made in each turn. Vectors of such a loop need a mask for
/// each access, and masked accesses are slow. Where the check compares a number
/// that goes up with the loop's counter, the turns that do anything follow each
/// other. So the loop can have these only, and no check (compare index-set
/// splitting).
///
/// Input:     optimised functions, before LLVM's loop vectoriser.
/// Output:
///
/// \code
///   for (i = 0; i < count; ++i)       first = min(max(1 - begin, 0), count)
///     if (begin + i >= 1 &&       =>  last = min(max(n - begin, 0), count)
///         begin + i < n)              for (i = first; i < last; ++i)
///       body(begin + i);                body(begin + i);
/// \endcode
///
///            If `begin + i` may wrap, it is asked before whether it does. Then a
///            copy of the loop as it was runs (LoopVersions.h).
/// Guarantee: the same effects in the same order.
/// Cost:      two comparisons and a choice for each comparison, before the loop.
///            Loops are left alone if they have others inside, but for parallel
///            ones; if they have more than \ref tkl-shorten-loops-size
///            instructions, or effects outside the check; and comparisons if the
///            number does not go up by one, or if what it is compared with is not
///            the same in each turn.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_SHORTENLOOPS_H
#define TASKLET_PASSES_LOOPS_SHORTENLOOPS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct ShortenLoopsPass : llvm::PassInfoMixin<ShortenLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
