//===- KernelCopies.h - Kernels that PoCL compiles once ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-kernel-copies`: PoCL makes two functions of each kernel beside the kernel
/// itself, one for a whole work-group and one for a whole work-group of a small
/// range, and inlines the kernel into both. So its LLVM optimises all that a
/// kernel does three times, unless it finds it too large to be inlined. Where a
/// work-group has one work-item that gains nothing. Then this pass leaves the
/// kernel a call, and PoCL copies the call. So it does with large kernels whose
/// leaders run all lanes of their warps (everywhere/LaneForm.h): only leaders call.
///
/// Input:     optimised IR.
/// Output:    a kernel of many instructions, with work-groups of one work-item
///            (the dispatch kernel, ordered kernels, the user's own ones), asks
///            for its ids and calls `KERNEL.body`, which is never inlined and
///            gets them as arguments. With lane loops it asks first whether the
///            work-item is a leader. Other kernels stay: a call for each
///            work-item would cost more at run time. So do those with local
///            memory or barriers, which PoCL wants to see in the kernel.
/// Cost:      O(instructions); in the kernel, one call for each work-group
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_KERNELCOPIES_H
#define TASKLET_PASSES_TARGET_QUIRKS_KERNELCOPIES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class KernelCopiesPass : public llvm::PassInfoMixin<KernelCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_KERNELCOPIES_H
