//===- OrderedKernels.h - Give ordered kernels their machine ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_ORDEREDKERNELS_H
#define TASKLET_PASSES_ORDERED_ORDEREDKERNELS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// `tkl-ordered`: an ordered kernel becomes the loop of one worker, of
/// libtasklet/device/ordered/work.cl. It runs the body of the kernel for one
/// work-item after the other, and the slice (Slice.h) for each inspector.
///
/// Input:     kernels with the plugin's mark.
/// Output:    the same kernels without the mark. Each has one more parameter,
///            the order of the command, and the entry of the manifest as an
///            attribute. A kernel without slice runs in order only.
/// Reports:   recursion; a kernel that cannot be inspected, as a warning.
struct OrderedKernelsPass : llvm::PassInfoMixin<OrderedKernelsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
