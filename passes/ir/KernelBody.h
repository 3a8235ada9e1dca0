//===- KernelBody.h - What a kernel does, as a function ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_KERNELBODY_H
#define TASKLET_PASSES_IR_KERNELBODY_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class StringRef;
class Type;
} // namespace llvm

namespace tasklet {

/// Moves the body of \p Kernel to a new internal function with its name and
/// \p Suffix, the same attributes and debug information, and \p More parameters
/// behind the kernel's. The kernel is left without a body, which the caller
/// makes.
llvm::Function *takeKernelBody(llvm::Function &Kernel, llvm::StringRef Suffix,
                               llvm::ArrayRef<llvm::Type *> More = {});

} // namespace tasklet

#endif
