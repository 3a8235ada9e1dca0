//===- KernelBody.h - One work-item of an ordered kernel --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_KERNELBODY_H
#define TASKLET_PASSES_ORDERED_KERNELBODY_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Type;
} // namespace llvm

namespace tasklet {

/// Moves the body of \p Kernel into a function `NAME.body` with the kernel's
/// parameters and one more, the worker (libtasklet/device/ordered/machine.h), a
/// pointer to \p WorkerTy. It runs the work-item that the worker has located.
/// All that it calls is inlined, and work-item functions ask the worker. Returns
/// null if it reported an error.
llvm::Function *takeBody(llvm::Function &Kernel, llvm::Type &WorkerTy);

} // namespace tasklet

#endif
