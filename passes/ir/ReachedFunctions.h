//===- ReachedFunctions.h - What a function comes to by calls ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_REACHEDFUNCTIONS_H
#define TASKLET_PASSES_IR_REACHEDFUNCTIONS_H

#include "llvm/ADT/STLExtras.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// The first function for which \p Is holds: \p F itself, or one that it calls,
/// directly or through others, depth first in the order of the code; else null.
/// Calls through pointers are not followed. Cost: each function is read once.
llvm::Function *findReached(llvm::Function &F,
                            llvm::function_ref<bool(llvm::Function &)> Is);

} // namespace tasklet

#endif
