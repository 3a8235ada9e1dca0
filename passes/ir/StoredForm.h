//===- StoredForm.h - How memory holds what registers hold ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Two types of OpenCL C look different in memory: a bool, i1 in registers, is
/// a byte there, and a vector of three takes the place of four. Clang writes
/// the change of form into the code like a conversion, but no value changes.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_STOREDFORM_H
#define TASKLET_PASSES_IR_STOREDFORM_H

#include "llvm/IR/IRBuilder.h"

namespace tasklet {

/// What \p V was before it was brought into the form in which it is stored, or
/// back from that form. Null if \p V is nothing of that kind.
llvm::Value *withoutStoredForm(llvm::Value *V);

/// True if memory that holds an \p A can be read as a \p B, and \p A may lie
/// wherever \p B may.
bool sameInMemory(llvm::Type *A, llvm::Type *B, const llvm::DataLayout &DL);

/// A store and a load of \p Ty as memory holds it.
llvm::StoreInst *storeForm(llvm::IRBuilderBase &B, llvm::Value *V,
                           llvm::Value *Ptr, llvm::Align Alignment);
llvm::Value *loadForm(llvm::IRBuilderBase &B, llvm::Type *Ty, llvm::Value *Ptr,
                      llvm::Align Alignment, const llvm::Twine &Name = "");

/// A store of \p V that is never joined with its neighbours. LLVM would make
/// one vector of values that are stored side by side, and then load the
/// arguments of a task, which those often are, as a vector, too. But a record
/// has just been written by single stores, and processors cannot forward those
/// to a wider load: it waits until they have reached the cache.
void storeSeparately(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Ptr,
                     llvm::Align Alignment);

} // namespace tasklet

#endif
