//===- SpirvForm.h - Express a program in SPIR-V's terms --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-spirv`: replaces what optimised IR has and SPIR-V has not. That is
/// `freeze`, which makes one value of a value that may be undefined or poison,
/// and integers of other than 8, 16, 32 or 64 bits (WidenIntegers.h),
/// and the cycle counter, which is 0 if the target has no clock. Where the place of a variable takes
/// more words than SPIR-V's debug information has, debuggers are told that it
/// is not known. Parts of several versions of OpenCL C become one of the
/// latest. LLVM's vectorisers make more (reductions, vectors of pointers), so
/// they are off where this pass runs, for the target spirv.
///
/// Input:     a complete program after all optimisations.
/// Output:    the same without `freeze`. Where the operand depends only on what
///            SPIR-V defines, the operand itself, and instructions that it is
///            computed by lose their `nsw`, `exact` and the like. Any other
///            goes through volatile private memory, which holds one value.
/// Cost:      O(instructions) for each freeze.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_SPIRVFORM_H
#define TASKLET_PASSES_TARGET_SPIRVFORM_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct SpirvFormPass : llvm::PassInfoMixin<SpirvFormPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
