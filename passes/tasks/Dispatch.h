//===- Dispatch.h - One kernel that runs every step -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-dispatch` makes the uber-kernel (the Kite paper, section 4.2): one loop
/// around one switch over all steps. OpenCL has no function pointers, and PoCL
/// has no recursion. The pass also links the device runtime and writes the
/// manifest.
///
/// Input:     tkl-split-tasks's output.
/// Output:    the kernel `__tkl_dispatch(global char *heap)`; the steps and the
///            fast path of the runtime are inlined. In large programs some
///            steps become ordinary functions (SeparateSteps.h). Named metadata
///            `tkl.manifest`.
/// Guarantee: no `tkl.` symbol and no undefined `__tkl_` function is left.
/// Reports:   a task that is spawned and nowhere defined; a wrong target.
/// Cost:      linear in the size of the steps.
///
/// A step that knows its successor (run next, or a tail spawn) branches to it
/// directly. The arguments of the successor stay in private memory, which
/// becomes registers. Other steps return to the loop:
///
/// \code
///   loop:   switch (step) { case f: load f's arguments from the record; ... }
///   f:      switch (f(worker, args of f)) { return: goto back; g: goto g; ...
///   } back:   step = __tkl_return(worker); goto loop;
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_DISPATCH_H
#define TASKLET_PASSES_TASKS_DISPATCH_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct DispatchPass : llvm::PassInfoMixin<DispatchPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
