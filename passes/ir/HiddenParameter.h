//===- HiddenParameter.h - What drivers learn about a hidden one -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_HIDDENPARAMETER_H
#define TASKLET_PASSES_IR_HIDDENPARAMETER_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Gives kernel \p New the metadata of kernel \p Old, which tells drivers what
/// its parameters are. \p New has one parameter more, the last, a buffer of
/// bytes; \p Called is its name.
void describeHiddenParameter(llvm::Function &Old, llvm::Function &New,
                             llvm::StringRef Called);

} // namespace tasklet

#endif
