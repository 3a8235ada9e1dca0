//===- UnwrittenArguments.h - What a kernel only reads ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_MANIFEST_UNWRITTENARGUMENTS_H
#define TASKLET_PASSES_MANIFEST_UNWRITTENARGUMENTS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
}

namespace tasklet {

/// The pointer parameters to global memory through which \p Kernel surely writes
/// nothing, whatever the source says of `const`. What gets out of sight may be
/// written: a pointer that is stored, made a number, or passed to a function that
/// nobody knows.
llvm::SmallVector<unsigned, 8> unwrittenArguments(const llvm::Function &Kernel);

} // namespace tasklet

#endif
