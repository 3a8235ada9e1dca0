//===- Link.h - Make one program of several objects -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-link`: first of all passes, so that the others see the whole program.
///
/// Input:     a module, and the objects that `-mllvm -tkl-link=FILE` names
///            (Object.h). Other bitcode of the same target may be among them,
///            as a library of helper functions.
/// Output:    all of them in the module, without the mark of objects.
/// Reports:   what cannot be read or belongs to another version or target; a
///            function or variable that is defined twice; one that is a task
///            here and an ordinary function there, or whose calls do not fit
///            its definition; ordinary functions that call themselves through
///            several objects; unless a library is made, a task that is spawned
///            and nowhere defined. Functions that nobody defines are the
///            driver's to report, which may define them itself.
/// After an error nothing is left in the module.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_LINK_H
#define TASKLET_PASSES_PIPELINE_LINK_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct LinkPass : llvm::PassInfoMixin<LinkPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
