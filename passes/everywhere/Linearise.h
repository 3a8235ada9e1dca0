//===- Linearise.h - everywhere blocks --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-linearise`: lets all lanes of a warp come to the everywhere blocks that
/// one of them reaches. docs/everywhere.md explains how; in short:
///
/// \code
///   if (c) { A; everywhere (uint m) { B } C } D
/// becomes, with a number `pc` for each work-item that says where it goes on,
///   pc = c ? 1 : 5;
///   if (pc == 1) { A; pc = 2; }
///   while (any work-item is at 2) {      // at most once
///     m = ballot(pc == 2); saved = pc; if (m) pc = 3;
///     if (pc == 3) { B }
///     if (m) pc = bit of this lane in m ? 4 : saved;
///   }
///   if (pc == 4) { C; pc = 5; }
///   D                                    // all are here: no condition
/// \endcode
///
/// Input:     a whole program as the plugin left it (docs/abi.md, section 1);
///            no pass has changed its blocks or their order.
/// Output:    kernels with everywhere blocks in this form, with what they call
///            and what contains such blocks in their place; everywhere else, in
///            tasks, bodies of force and functions that those call, the block
///            is an ordinary one of a warp of one lane.
/// Guarantee: no mark of an everywhere block is left. In a linearised kernel
///            everybody comes to each barrier, or all that had to: no branch
///            around one depends on anything but votes. A module without
///            everywhere is left exactly as it is, and in any module every
///            function in which no work-items meet.
/// Reports:   recursion of functions with everywhere blocks; a kernel with
///            everywhere blocks whose force can be left but by return.
/// Cost:      linear in the size of what is linearised, after inlining. Code
///            that encloses no everywhere block keeps its blocks and branches.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISE_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISE_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct LinearisePass : llvm::PassInfoMixin<LinearisePass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
