//===- Prepare.h - Bring tasks into the form that capture needs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// First pass of the pipeline, `tkl-prepare`.
///
/// Input:     the module as clang's code generator left it, with the plugin's
///            marks (docs/abi.md, section 1).
/// Output:    tasks carry "tkl-task"; spawns, forces and aggregate results have
///            the form of Marks.h; private variables are in SSA form where they
///            can be; helper functions that ask for work-item values have been
///            inlined into kernels that force, and those values are computed at
///            the start of the kernel. Lifetime markers say only what
///            Lifetimes.h says.
/// Guarantee: the body of a force is left only by return. A result is stored
///            with the type that the task returns: where the source converts
///            it, `g.result`, a task that spawns g and converts, was put
///            between (ResultThunks.h).
/// Reports:   uses of a task other than spawns; destinations that are neither a
///            variable of the function nor in global memory.
/// Cost:      one walk over the module and SROA on functions with marks.
///
/// A module without tasks and forces is left exactly as it is.
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
