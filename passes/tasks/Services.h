//===- Services.h - Functions for tasks -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-services`: the plugin declares functions of the runtime that tasks may
/// call (docs/language.md, "Functions for tasks"). They need to know the worker,
/// and after a failure the step must end at once.
///
/// Input:     tkl-split-tasks's output. Calls of `__tkl_service_NAME` are as
///            clang left them, in steps and in ordinary functions.
/// Output:    calls of the runtime's `__tkl_serve_NAME` (services.cl), with the
///            worker's state first. An ordinary function that comes to such a
///            call gets that state as one more parameter, the last one. Where
///            a call may have failed the command, a branch leaves: a step
///            returns TKL_ACTION_FAIL, and an ordinary function returns zeros
///            to a caller that leaves, too:
///
/// \code
///   p = tkl_alloc(n);        p = __tkl_serve_alloc(state, n);
///   ...                      if (!p) return TKL_ACTION_FAIL;
///   f(p);                    f(p, state);
///   ...                      if (__tkl_serve_left(state)) return ...FAIL;
///   tkl_fail("no", 0, 0);    __tkl_serve_fail(state, "no", 0, 0);
///                            return TKL_ACTION_FAIL;
/// \endcode
///
/// Guarantee: no function with the prefix `__tkl_service_` is left. A module
///            that names none does not change.
/// Reports:   kernels that come to such a call, since there is no worker.
/// Cost:      linear in the number of these calls.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SERVICES_H
#define TASKLET_PASSES_TASKS_SERVICES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct ServicesPass : llvm::PassInfoMixin<ServicesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
