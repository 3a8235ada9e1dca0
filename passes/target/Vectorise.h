//===- Vectorise.h - Loops for the registers of the processor ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-vectorise`: runs LLVM's loop vectoriser for the processor that -tkl-cpu
/// names. To LLVM, SPIR is a machine without vectors, so its own pipeline leaves
/// loops as they are. PoCL 3.1 vectorises some of them, but not those that its
/// optimiser unrolls before: in a product of blocks of 32 by 32 numbers, none.
/// Here the vectoriser gets the costs of the real processor. Before it, loops get
/// a form that it can use: ScalarLoads.h, loops/ShortenLoops.h,
/// loops/WidenIndexes.h, loops/InterchangeLoops.h. Straight code is left to the
/// driver: PoCL's own LLVM makes vectors of that (SLP), and doing it here as well
/// gained nothing.
///
/// Input:     optimised functions, before LLVM's own vectoriser, which finds
///            nothing to do afterwards. Not those of the pass
///            DriverOptimisesPass, and no kernel whose work-items ask for their
///            ids: the driver vectorises these across work-items. Kernels
///            with lane loops (everywhere/LaneForm.h) are taken all the same.
/// Output:    the same functions, with vectors in loops without branches that
///            leave them, and with a copy of such a loop for the case that its
///            pointers overlap. Triple and data layout stay. Vectors have the
///            alignment of their elements.
/// Guarantee: the same results, to the last bit of floating point: no sum is
///            put into another order and no product is contracted that was not
///            before, unless the program's own options allow that
///            (-cl-unsafe-math-optimizations).
/// Reports:   for `taskletc --report`, which loops became vectors, and why
///            others did not (tasks/TaskNotes.h).
/// Cost:      what LLVM's vectoriser costs; nothing if no processor is named.
///
/// \code
///   for (i = 0; i < n; ++i)       if the ranges do not overlap:
///     y[i] += a * x[i];     =>      for (; i + 4 <= n; i += 4)
///                                     four elements at once
///                                 for (; i < n; ++i)
///                                   y[i] += a * x[i];
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_VECTORISE_H
#define TASKLET_PASSES_TARGET_VECTORISE_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct VectorisePass : llvm::PassInfoMixin<VectorisePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace tasklet

#endif
