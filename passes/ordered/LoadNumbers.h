//===- LoadNumbers.h - Which loads of a body its slice makes ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice is a copy of the body that has been reduced. The loads of the body get
/// numbers before, as metadata, which those of the copy keep.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_LOADNUMBERS_H
#define TASKLET_PASSES_ORDERED_LOADNUMBERS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tasklet {

void numberLoads(llvm::Function &Body);

/// The parameters of \p Body of which \p Slice makes all loads. A load that is not
/// known to be one of the body's does not count.
llvm::DenseSet<unsigned> paramsReadByBoth(const llvm::Function &Body,
                                          const llvm::Function &Slice);

void dropLoadNumbers(llvm::Module &M);

} // namespace tasklet

#endif
