//===- StartKernels.h - Let the host spawn one task -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-start-kernels`: makes a kernel for each task, for
/// clCreateTaskletKernelTKL.
///
/// Input:     a whole program as the plugin left it (docs/abi.md, section 1).
/// Output:    for each task `f` that is defined and not `static`, a kernel
///            `__tkl_start_f`, as if the source had
/// \code
///   __kernel void __tkl_start_f(A a, B b, __global T *result) {
///     if (result)
///       *result <- f(a, b);
///     else
///       () <- f(a, b);
///   }
/// \endcode
///            without the last parameter if the task has no result. A `bool`
///            parameter is a `uchar`.
/// Cost:      linear in the number of parameters of tasks. A driver compiles
///            these kernels only when they are enqueued.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STARTKERNELS_H
#define TASKLET_PASSES_TASKS_STARTKERNELS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct StartKernelsPass : llvm::PassInfoMixin<StartKernelsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
