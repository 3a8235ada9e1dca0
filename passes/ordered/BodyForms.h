//===- BodyForms.h - Functions made of a body, and their calls --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_BODYFORMS_H
#define TASKLET_PASSES_ORDERED_BODYFORMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Twine;
class Type;
class Value;
} // namespace llvm

namespace tasklet {

/// A copy of \p Of with parameters of the types \p Before in front of its own, and
/// \p Count numbers of 64 bits behind them. \p Map tells what became of each of
/// its values.
llvm::Function *cloneWithMore(llvm::Function &Of,
                              llvm::ArrayRef<llvm::Type *> Before,
                              unsigned Count, const llvm::Twine &Name,
                              llvm::ValueToValueMapTy &Map);

/// Calls the body, or what was made of it, with the attributes of the parameters
/// that it has: with them, each work-item has its own copy of a structure.
llvm::CallInst *callBody(llvm::IRBuilderBase &B, llvm::Function &Callee,
                         llvm::ArrayRef<llvm::Value *> Args);

} // namespace tasklet

#endif
