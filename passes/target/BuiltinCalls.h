//===- BuiltinCalls.h - Calls of built-in functions -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// For passes that replace built-in functions of OpenCL C by others. Their
/// symbols are those of C++ functions; a function that the program defines is
/// its own.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_BUILTINCALLS_H
#define TASKLET_PASSES_TARGET_BUILTINCALLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace tasklet {

/// A symbol of a built-in function, taken apart.
struct Symbol {
  llvm::StringRef Name;       ///< empty if it is no such symbol
  llvm::StringRef Parameters; ///< as the C++ ABI mangles them
};

Symbol symbolOf(const llvm::Function &F);

/// The declaration of the built-in function \p Name of type \p Ty. It has the
/// calling convention of \p Like and, where the number of parameters is the
/// same, the attributes.
llvm::Function &declareBuiltin(const llvm::Twine &Name,
                               llvm::StringRef Parameters,
                               llvm::FunctionType *Ty,
                               const llvm::Function &Like);

/// Calls \p F in the place of \p Old.
llvm::CallInst *callBuiltin(llvm::IRBuilder<> &B, llvm::Function &F,
                            llvm::ArrayRef<llvm::Value *> Arguments);

/// Replaces each call of \p F by what \p Emit makes of it, which may be null
/// for a call without result.
void replaceCalls(
    llvm::Function &F,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::CallInst &)>
        Emit);

/// Calls \p Replace for each declaration that is used, and removes those that
/// nobody uses afterwards. Whether one of them was replaced.
bool replaceBuiltins(llvm::Module &M,
                     llvm::function_ref<bool(llvm::Function &)> Replace);

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_BUILTINCALLS_H
