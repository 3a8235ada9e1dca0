//===- Link.h - Link several objects into one program -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-link`: the first of all passes, so that the others see the whole
/// program.
///
/// Input:     a module, and the objects that `-mllvm -tkl-link=FILE` names
///            (Object.h). A file may also be other bitcode of the same target,
///            as a library of helper functions.
/// Output:    the module contains all of them, without the mark of objects.
/// Reports:   a file that cannot be read, or is for another version or target;
///            a function or variable that is defined twice; a function that is
///            a task in one object and an ordinary function in another, or
///            whose calls do not fit its definition; recursion of ordinary
///            functions across objects; a task that is spawned and nowhere
///            defined, unless the result is a library. It does not report other
///            undefined functions: the driver may define them, and reports the
///            rest.
/// After an error the module is empty.
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
