//===- Verify.h - What each lowering guarantees -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-verify`, the lint pass of the pipeline. It stands after each of the
/// lowerings in builds with tests (CMake option TASKLET_VERIFY_PASSES, or the
/// option -tkl-verify-each), and recognises by what is in the module which
/// guarantees hold:
///
///  - marks of tkl-prepare: they name tasks, and private destinations are
///    variables of the function;
///  - steps of tkl-split-tasks: no mark is left, each returns an action, and none
///    stores a private address to global memory;
///  - `__tkl_dispatch` of tkl-dispatch: no step, no `tkl.` symbol, no undefined
///    `__tkl_` function is left, and no function calls itself, directly or not
///    (PoCL 3.1 dies of recursion).
///  - `__tkl_warp_` functions of tkl-linearise: no mark of an everywhere block
///    is left, and only votes decide whether work-items come to where they
///    meet.
///
/// Reports:   each violation as an error, unless a pass has refused the program
///            before. The module is unchanged.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_VERIFY_H
#define TASKLET_PASSES_PIPELINE_VERIFY_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class VerifyPass : public llvm::PassInfoMixin<VerifyPass> {
  bool Addresses;

public:
  /// Whether private addresses in frames are mistakes: not in all programs,
  /// since a captured structure may hold one that nobody reads any more.
  explicit VerifyPass(bool Addresses = true) : Addresses(Addresses) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
