//===- Diagnose.h - Errors that the passes report ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_DIAGNOSE_H
#define TASKLET_PASSES_DIAGNOSE_H

#include "llvm/ADT/Twine.h"

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace tasklet {

/// Reports a mistake of the user in \p F through the context's handler, with
/// the position of \p At if it has one. Compilation goes on; clang fails it.
void reportError(const llvm::Function &F, const llvm::Instruction *At,
                 const llvm::Twine &Message);

/// Reports a mistake that belongs to no single function.
void reportError(const llvm::Module &M, const llvm::Twine &Message);

} // namespace tasklet

#endif
