//===- WidenIndexes.h - Indexes as wide as addresses ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-widen-indexes`: programs compute indexes in `uint`, which may wrap. To
/// LLVM an address with such an index need not go up with the loop's counter: it
/// makes no vectors of the loop, or computes each address anew. The pass asks
/// before the loop whether an index will wrap. If none does, a copy of the loop
/// runs in which indexes have 64 bits (loop versioning).
///
/// Input:     a function that is optimised, before LLVM's vectoriser.
/// Output:
///
/// \code
///                                            if (i * n + 15ul <= UINT_MAX)
///   for (uint j = 0; j < 16; ++j)              for (ulong j = 0; j < 16; ++j)
///     s += v[i * n + j];                 =>      s += v[(ulong)i * n + j];
///                                            else
///                                              the loop as it was
/// \endcode
///
/// Guarantee: the same effects in the same order.
/// Cost:      two comparisons at most for each index before the loop, as far out
///            as they can be computed; the code of the loop twice. Loops of more
///            than \ref tkl-widen-indexes-size instructions are left alone, as
///            are loops that call functions, and indexes that are no linear
///            function of the loop's counter. The loop as it was gets no
///            vectors; it runs for indexes from 2^31 on as well, if the part
///            before the loop is as large.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_WIDENINDEXES_H
#define TASKLET_PASSES_LOOPS_WIDENINDEXES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct WidenIndexesPass : llvm::PassInfoMixin<WidenIndexesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
