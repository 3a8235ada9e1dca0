//===- ReducibleLoops.h - Loops with one entry ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-reducible-loops`: LLVM's optimiser threads jumps through the switch of the
/// uber-kernel, so that its loop gets several entries. Compilers for GPUs give
/// control flow a structure before all else. That of Mesa, in rusticl, makes
/// something else of some loops with several entries: no task runs, or the
/// kernel never ends. LLVM's FixIrreducible sends all entries through one block.
/// It takes no switch, so those of such a function become trees of comparisons.
///
/// Input:     optimised IR, or IR as -O0 leaves it.
/// Output:    no loop has several entries. Functions without such a loop are as
///            they were.
/// Cost:      O(blocks); in the kernel, a branch or two for each entry
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_REDUCIBLELOOPS_H
#define TASKLET_PASSES_TARGET_QUIRKS_REDUCIBLELOOPS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class ReducibleLoopsPass : public llvm::PassInfoMixin<ReducibleLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_REDUCIBLELOOPS_H
