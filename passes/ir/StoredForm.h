//===- StoredForm.h - How values look in memory -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Two types of OpenCL C look different in registers and in memory. A bool is
/// an i1 in a register and a byte in memory. A vector of three elements takes
/// the place of four in memory. Clang emits the change of form like a
/// conversion, but the value stays the same.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_STOREDFORM_H
#define TASKLET_PASSES_IR_STOREDFORM_H

#include "llvm/IR/IRBuilder.h"

namespace tasklet {

/// If \p V is a value brought into the stored form, or back from it, returns
/// the value before that change. Else null.
llvm::Value *withoutStoredForm(llvm::Value *V);

/// True if memory that holds an \p A can be read as a \p B, and every place
/// that is aligned for a \p B is aligned for an \p A.
bool sameInMemory(llvm::Type *A, llvm::Type *B, const llvm::DataLayout &DL);

/// A store and a load of \p Ty as memory holds it.
llvm::StoreInst *storeForm(llvm::IRBuilderBase &B, llvm::Value *V,
                           llvm::Value *Ptr, llvm::Align Alignment);
llvm::Value *loadForm(llvm::IRBuilderBase &B, llvm::Type *Ty, llvm::Value *Ptr,
                      llvm::Align Alignment, const llvm::Twine &Name = "");

/// A store of \p V that LLVM never merges with its neighbours. Without this,
/// LLVM would merge values that are stored side by side into a vector. These
/// values are often the arguments of a task, so LLVM would also load the
/// arguments as a vector. But the record was just written by single stores.
/// Processors cannot forward several stores to one wider load, so the load
/// would wait until the stores have reached the cache.
void storeSeparately(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Ptr,
                     llvm::Align Alignment);

} // namespace tasklet

#endif
