//===- StepCalls.h - Run steps and find their successors --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that tkl-dispatch needs for every step, inside the kernel or as a
/// separate function.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPCALLS_H
#define TASKLET_PASSES_TASKS_STEPCALLS_H

#include "ir/RuntimeCalls.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace tasklet {

bool isEntryStep(const llvm::Function &Step);

/// True for the overflow form of a step: DequeOverflow.h.
bool isOverflowStep(const llvm::Function &Step);

/// The steps that \p Step may name when it ends, each once. These are entry
/// steps, for which \p Step has written the arguments to their `tkl.args`, and
/// continuations of its own task.
llvm::SmallVector<llvm::Function *, 4> nextSteps(llvm::Function &Step);

/// Whether \p Step is that of tkl_acquire.
bool waitsForPermit(const llvm::Function &Step);

bool isCallOf(const llvm::Instruction &I, llvm::StringRef Name);

/// The calls of the symbol \p Name in \p M.
llvm::SmallVector<llvm::CallInst *, 16> callsOf(llvm::Module &M,
                                                llvm::StringRef Name);

/// Copies the arguments of the entry step \p Step from the record that is being
/// started to \p Args.
void loadRecord(llvm::IRBuilderBase &B, RuntimeCalls &RT, llvm::Value *W,
                llvm::Function &Step, llvm::Value *Args);

/// The reverse: writes \p Args to the record that is being started.
void storeRecord(llvm::IRBuilderBase &B, RuntimeCalls &RT, llvm::Value *W,
                 llvm::Function &Step, llvm::Value *Args);

/// Counts and calls \p Step. Its return value is the next action.
llvm::CallInst *callStep(llvm::IRBuilderBase &B, RuntimeCalls &RT,
                         llvm::Value *W, llvm::Function &Step,
                         llvm::Value *Args);

} // namespace tasklet

#endif
