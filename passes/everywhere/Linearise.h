//===- Linearise.h - everywhere blocks --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-linearise`: lets all lanes of a warp run an everywhere block as soon as
/// one of them reaches it. This is predication with a program counter for each
/// lane. docs/everywhere.md explains it; in short:
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
/// Output:    kernels with everywhere blocks have this form. Functions with
///            everywhere blocks, sub-group functions or barriers are inlined
///            into them. In tasks, in bodies of force and in functions that
///            those call, the block becomes an ordinary one: the warp has one
///            lane there.
/// Guarantee: no mark of an everywhere block is left. In a linearised kernel,
///            all work-items that must reach a barrier reach it, because a
///            branch around a barrier depends on votes only. The pass does not
///            change a module without everywhere blocks. In other modules it
///            does not change functions in which no work-items meet.
/// Reports:   recursion of functions with everywhere blocks; an everywhere block
///            of a kernel that control reaches both before and after a force.
/// Cost:      linear in the size of the linearised kernels after inlining. Code
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
