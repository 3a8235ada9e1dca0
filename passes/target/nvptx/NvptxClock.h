//===- NvptxClock.h - The timer of NVIDIA's devices -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-nvptx-clock`: of LLVM's cycle counter, the back end of LLVM 15 makes 0.
/// The nearest to it in PTX is `%clock64`, which each multiprocessor counts for
/// itself, and workers compare their times. `%globaltimer` is one for the whole
/// device, in nanoseconds; how often it changes is up to the device.
///
/// Output:    the same without llvm.readcyclecounter.
/// Cost:      O(calls of it)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXCLOCK_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXCLOCK_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct NvptxClockPass : llvm::PassInfoMixin<NvptxClockPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
