//===- WholeFunctions.h - Functions that can be marked ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_RACES_WHOLEFUNCTIONS_H
#define TASKLET_PASSES_RACES_WHOLEFUNCTIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Inlines what \p F calls and the program defines, so that all accesses stand
/// where the context is known.
void inlineHelpers(llvm::Function &F);

/// Puts structures that \p Task gets by value into variables. The arguments lie
/// where the task was started from; only variables are kept when it is suspended
/// at a spawn.
void copyArguments(llvm::Function &Task);

/// Gives \p Kernel, whose lanes meet and which spawns nothing, a spawn that never
/// happens, so that the runtime of tasks is there for it, too.
void addSpawn(llvm::Function &Kernel);

} // namespace tasklet

#endif
