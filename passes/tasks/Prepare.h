//===- Prepare.h - Bring tasks into a form that can be split ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// First pass of the pipeline, `tkl-prepare`.
///
/// Input:     the module as clang's code generator left it, with the plugin's
///            marks (docs/abi.md, section 1).
/// Output:    tasks have the attribute "tkl-task". Spawns, forces and aggregate
///            results have the form of Marks.h. Private variables are in SSA
///            form where possible. In kernels with forces, helper functions
///            that ask for work-item values are inlined, and the start of the
///            kernel computes these values. Lifetime markers have only the
///            meaning of Lifetimes.h.
/// Guarantee: control can come to each block of a function with marks, and
///            leaves the body of a force only by return. A spawn stores
///            a result with the type that the task returns. If the source
///            converts the result of g, it spawns `g.result` instead, a task
///            that spawns g and converts (ResultThunks.h).
/// Reports:   uses of a task other than spawns; destinations that are neither a
///            variable of the function nor in global memory.
/// Cost:      one walk over the module and SROA on functions with marks.
///
/// The pass does not change a module without tasks and forces.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_PREPARE_H
#define TASKLET_PASSES_TASKS_PREPARE_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct PreparePass : llvm::PassInfoMixin<PreparePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
