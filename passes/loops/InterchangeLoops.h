//===- InterchangeLoops.h - Turns side by side in inner loops ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-interchange-loops`, `tkl-settle-interchange`: LLVM makes vectors of loops
/// without others inside. In the usual kernel with a loop, that is the wrong one: it
/// sums up what must stay in order, or goes through memory in strides, and it is
/// the turns of the loop around it, the work-items, that lie side by side. Where
/// these are known to be independent, the pass takes strips of them through the inner
/// loops (strip-mining and interchange; what goes round in a loop is expanded to
/// arrays, as in Allen and Kennedy, Optimizing Compilers for Modern
/// Architectures, sections 5.3 and 8.3). Then LLVM makes vectors of the strips.
///
/// Input:     optimised functions, with loops marked as parallel, before LLVM's
///            loop vectoriser.
/// Output:
///
/// \code
///                                    for (j = 0; j < count; j += lanes)
///                                      for (l = 0; l < lanes; ++l)
///   for (j = 0; j < count; ++j)          s[l] = c[j + l];
///     s = c[j];                        for (k = 0; k < n; ++k)
///     for (k = 0; k < n; ++k)    =>      for (l = 0; l < lanes; ++l)
///       s += a[k] * b[k * n + j];          s[l] += a[k] * b[k * n + j + l];
///     c[j] = s;                        for (l = 0; l < lanes; ++l)
///                                        c[j + l] = s[l];
///                                    the same for the rest
/// \endcode
///
///            in the place of the loop as it was, if all strips within loops have
///            become vectors. tkl-settle-interchange, after the vectoriser,
///            chooses.
/// Guarantee: each turn makes the same operations in the same order. Only the order
///            of different turns changes, as the mark of the loop permits.
/// Cost:      the code of the loop twice, and a copy for each guard of an inner loop;
///            two arrays on the stack for each value that goes round, or from one
///            part of the loop to another. Loops are left alone, perhaps but for
///            guards, if inner ones do not make the same rounds in all turns, go
///            through memory in strides with the turns, or call functions, or have
///            more than \ref tkl-interchange-loops-size instructions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_INTERCHANGELOOPS_H
#define TASKLET_PASSES_LOOPS_INTERCHANGELOOPS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct InterchangeLoopsPass : llvm::PassInfoMixin<InterchangeLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

struct SettleInterchangePass : llvm::PassInfoMixin<SettleInterchangePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Who says in remarks what was done. The place is that of the first inner loop.
constexpr char InterchangeRemark[] = "tkl-interchange-loops";

/// Whether \p F has arrays of lanes.
bool hasStrips(const llvm::Function &F);

/// When all functions are settled.
void removeStripMarks(llvm::Module &M);

} // namespace tasklet

#endif
