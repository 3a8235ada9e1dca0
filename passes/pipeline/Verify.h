//===- Verify.h - Check what each lowering guarantees -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-verify`, the lint pass of the pipeline. It runs after each of the
/// lowerings in builds with tests (CMake option TASKLET_VERIFY_PASSES, or the
/// option -tkl-verify-each). The contents of the module show which guarantees
/// must hold:
///
///  - marks of tkl-prepare: each names a task, and a private destination is a
///    variable of the function;
///  - steps of tkl-split-tasks: no mark is left, each step returns an action,
///    and no step stores a private address to global memory;
///  - `__tkl_dispatch` of tkl-dispatch: no step, no `tkl.` symbol and no
///    undefined `__tkl_` function is left, and no function calls itself,
///    directly or not (PoCL 3.1 crashes on recursion);
///  - `__tkl_warp_` functions of tkl-linearise: no mark of an everywhere block
///    is left, and only votes decide whether work-items reach a meeting.
///
/// Reports:   each violation as an error, unless an earlier pass has rejected
///            the program. The module is unchanged.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_VERIFY_H
#define TASKLET_PASSES_PIPELINE_VERIFY_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class VerifyPass : public llvm::PassInfoMixin<VerifyPass> {
  bool Addresses;

public:
  /// \p Addresses: whether a private address in a frame is a mistake. This is
  /// not so in all programs: a captured structure may hold an address that
  /// nothing reads any more.
  explicit VerifyPass(bool Addresses = true) : Addresses(Addresses) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
