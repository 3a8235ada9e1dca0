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

struct Payload;
struct Slice;

/// Notes for `taskletc --report` what the slice keeps of \p Kernel. \p Body has
/// its debug information. \p AddsOnly: see Sums.h. Does nothing without a report
/// (tasks/TaskNotes.h).
void noteOrdered(const llvm::Function &Kernel, const llvm::Function &Body,
                 llvm::ArrayRef<unsigned> Monitored, const Slice &Found,
                 const Payload &Carried, bool AddsOnly);

} // namespace tasklet

#endif
