//===- OrderedNotes.h - The report on ordered kernels -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_ORDEREDNOTES_H
#define TASKLET_PASSES_ORDERED_ORDEREDNOTES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

struct KernelParts;

/// Notes for `taskletc --report` what became of \p Kernel, whose body still has
/// its debug information. Does nothing without a report (tasks/TaskNotes.h).
void noteOrdered(const llvm::Function &Kernel,
                 llvm::ArrayRef<unsigned> Monitored, const KernelParts &Parts);

} // namespace tasklet

#endif
