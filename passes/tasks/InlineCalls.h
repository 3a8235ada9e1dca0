//===- InlineCalls.h - How spawns run inline forms --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The code that runs an inline form (InlineForms.h) at a spawn: inlined there,
/// or, in programs with many spawns, as a function.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_INLINECALLS_H
#define TASKLET_PASSES_TASKS_INLINECALLS_H

#include "ir/Marks.h"
#include "tasks/SpawnRoles.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Puts a call of \p Form, the inline form of the task of \p Spawn, before \p
/// Before. \p Result points to private memory or is null.
llvm::CallInst *callInline(llvm::Instruction *Before, llvm::Function *Form,
                           SpawnMark Spawn, llvm::Value *Result);

/// Inlines \p Call, which can be inlined.
void inlineCall(llvm::CallInst *Call);

/// Private memory in \p F for the result of \p Task; null if it has none.
llvm::AllocaInst *resultVariable(llvm::Function &F, llvm::Function *Task);

/// What the memory of a result of \p Task has: its alignment, and its bytes.
llvm::Align resultAlign(llvm::Function *Task);
uint64_t resultSize(llvm::Function *Task);

/// Inline forms as functions, for programs with many spawns.
class CalledForms {
  llvm::FunctionAnalysisManager &FAM;
  llvm::DenseMap<llvm::Function *, llvm::Function *> Known; ///< by task
  llvm::Function *make(llvm::Function &Task, llvm::Function &Form);

public:
  explicit CalledForms(llvm::FunctionAnalysisManager &FAM) : FAM(FAM) {}
  /// A call needs no memory for a result of these types.
  static bool isPossible(llvm::Function &Task) {
    llvm::Type *Ty = resultType(Task);
    return Ty->isVoidTy() || Ty->isSingleValueType();
  }
  /// Calls \p Form before \p Before as a function. Returns what it returns.
  llvm::Value *call(llvm::Instruction *Before, llvm::Function &Form,
                    SpawnMark Spawn, llvm::AllocaInst *Result);
};

} // namespace tasklet

#endif
