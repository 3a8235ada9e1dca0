//===- BuiltinOperations.h - Built-in functions as operations ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-builtin-operations`: clang leaves calls of OpenCL's built-in functions
/// to the driver. Our optimiser does not see what they do: a loop with `fabs` or
/// `min` stays a loop of scalars. And what a driver's library does may be slow:
/// PoCL 3.1's `any` looks at one element after the other, with branches. Many of
/// these functions are one operation of LLVM, or two.
///
/// Input:     any IR. Functions that the program defines are its own.
/// Output:    if a processor is named (Processor.h), no call of these functions
///            for scalars and vectors of integers, float and double, but
///            operations in their place:
///
///   any all select bitselect isnan        comparisons, selections, bits
///   abs min max clamp popcount clz rotate of integers
///   min max                               of floating point: a comparison
///   fabs copysign fmin fmax floor ceil trunc rint sqrt rsqrt
///   fma                                   if the processor has it
///
/// Guarantee: the same results to the last bit, where OpenCL defines them. So
///            nothing that it lets be inexact is replaced, but for `rsqrt`, of
///            which PoCL makes the same division and root. What the program's
///            own options allow (-cl-fast-relaxed-math) holds for them, too.
/// Cost:      O(declarations + their calls)
///
/// \code
///   any(a < b)  with float8       =>  vector.reduce.or(a < b)
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_BUILTINOPERATIONS_H
#define TASKLET_PASSES_TARGET_BUILTINOPERATIONS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct BuiltinOperationsPass : llvm::PassInfoMixin<BuiltinOperationsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace tasklet

#endif
