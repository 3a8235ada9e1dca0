//===- InlineForms.h - Small children as functions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The *inline form* of a task f, which tkl-inline-children (InlineChildren.h)
/// runs at spawns:
///
/// \code
///   i32 f.inline(args, i8 *result)
/// \endcode
///
/// It runs f, stores the result, and returns how many tasks that were; or it
/// gives up and returns 0, and has changed nothing that others can see. It gives
/// up at a spawn that does not run inline itself, and where f may have more than
/// one child.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_INLINEFORMS_H
#define TASKLET_PASSES_TASKS_INLINEFORMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// The most instructions that an inline form may run.
unsigned inlineBudget();

/// The inline forms of a module's tasks.
class InlineForms {
  llvm::FunctionAnalysisManager &FAM;
  llvm::MapVector<llvm::Function *, llvm::Function *> Forms; ///< by task

  void replaceSpawns(llvm::Function &Form, llvm::AllocaInst *Children);
  llvm::Function *make(llvm::Function &Task);
  void discard(llvm::Function *Form);

public:
  explicit InlineForms(llvm::FunctionAnalysisManager &FAM) : FAM(FAM) {}
  /// Makes the forms of those of \p Tasks that are suitable.
  void grow(llvm::ArrayRef<llvm::Function *> Tasks);
  /// Null if \p Task has none.
  llvm::Function *lookup(llvm::Function *Task) const {
    return Forms.lookup(Task);
  }
  /// Removes all forms from the module, when nothing calls them any more.
  void discardAll();
};

} // namespace tasklet

#endif
