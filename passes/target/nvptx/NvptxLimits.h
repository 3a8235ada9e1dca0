//===- NvptxLimits.h - What no PTX can have ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-nvptx-limits`: for PTX there are neither images nor samplers, pipes and
/// queues of the device, and only those functions of sub-groups that warps have
/// (libtasklet/device/nvptx/groups.cl). This pass says so where the lines of the
/// source are known.
///
/// Input:     IR of the target nvptx, as clang made it.
/// Output:    the same, unchanged.
/// Reports:   one error for each function with such a parameter, and one for
///            each call of a function of sub-groups that does not exist.
/// Cost:      O(functions + calls of declared ones)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXLIMITS_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXLIMITS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct NvptxLimitsPass : llvm::PassInfoMixin<NvptxLimitsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
