//===- SpirvForm.h - Express a program in SPIR-V's terms --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-spirv`: replaces what optimised IR has and SPIR-V lacks:
///
///  - `freeze`, which turns an undefined or poison value into some fixed one;
///  - integers of other than 8, 16, 32 or 64 bits (WidenIntegers.h);
///  - the cycle counter, which reads 0 if the target has no clock;
///  - debug information: where the place of a variable takes more words than
///    SPIR-V has, debuggers are told that the place is unknown. Without -g
///    there is none;
///  - several versions of OpenCL C in one program: the latest stands for all;
///  - the order and the shape of blocks (SpirvBlocks.h).
///
/// Functions that ask which work-item they run for are no longer `noinline`:
/// PoCL 6 cannot link what it does not inline of them, and ends the process.
///
/// LLVM's vectorisers make more that SPIR-V lacks (reductions, vectors of
/// pointers), so they are off for the target spirv.
///
/// Input:     a complete program after all optimisations.
/// Output:    the same without `freeze`. If its operand depends only on values
///            that SPIR-V defines, the operand takes its place, and the
///            instructions that compute it lose `nsw`, `exact` and the like.
///            Any other operand goes through volatile private memory, which
///            holds one value.
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
