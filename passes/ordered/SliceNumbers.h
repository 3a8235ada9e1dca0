//===- SliceNumbers.h - What of a body its slice has ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice is a copy of the body that has been reduced. The instructions of the
/// body get numbers before, as metadata, which those of the copy keep.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_SLICENUMBERS_H
#define TASKLET_PASSES_ORDERED_SLICENUMBERS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tasklet {

void numberInstructions(llvm::Function &Body);

/// The parameters of \p Body whose memory it reads only to find its way, as
/// \p Slice does: all loads are integers that the slice loads, too. They are only
/// compared there, or they are an index as they are, or say how often a loop runs.
/// So none can have a part that only the body needs, as a member of a vector or
/// some bits of a number would be.
llvm::DenseSet<unsigned> patternParams(const llvm::Function &Body,
                                       const llvm::Function &Slice);

void dropNumbers(llvm::Module &M);

} // namespace tasklet

#endif
