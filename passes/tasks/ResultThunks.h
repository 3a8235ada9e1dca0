//===- ResultThunks.h - Tasks that convert a result -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The implicit conversions of an assignment apply to the result of a spawn,
/// but the runtime stores results without conversion. Take `float x; x <-
/// f(a);` with a task f that returns an int. The compiled program spawns a new
/// task `f.result`. It spawns f, waits, converts the result and returns it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_RESULTTHUNKS_H
#define TASKLET_PASSES_TASKS_RESULTTHUNKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
} // namespace llvm

namespace tasklet {

/// The thunks of one module: one for each task and conversion.
class ResultThunks {
  struct Thunk {
    llvm::Function *Task;
    llvm::Function *New;
    /// The load of the task's result, then the conversion.
    llvm::SmallVector<llvm::Instruction *, 4> Steps;
  };
  llvm::SmallVector<Thunk, 4> Thunks;

  static Thunk make(llvm::CallInst *Call,
                    llvm::ArrayRef<llvm::Instruction *> Conversion);

public:
  /// The task that does the work of \p Call, a call of a task, and then of \p
  /// Conversion, which is not empty. Makes it if there is none yet; its spawn
  /// and force are marks already.
  llvm::Function *get(llvm::CallInst *Call,
                      llvm::ArrayRef<llvm::Instruction *> Conversion);

  llvm::SmallVector<llvm::Function *, 4> functions() const;
};

} // namespace tasklet

#endif
