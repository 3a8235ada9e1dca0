//===- Lifetimes.h - Where variables are new --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_LIFETIMES_H
#define TASKLET_PASSES_ANALYSIS_LIFETIMES_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

void removeLifetimeMarkers(llvm::Function &F);

/// Notes for tkl-future-uses where \p F, which has its spawn marks and is not
/// yet in SSA form, names a future whose address goes elsewhere, too.
///
/// The plugin has refused to name one while its result is outstanding. So where
/// it is named, it is none: not yet, no more, or it is the new variable of the
/// next iteration. Later, when an access through a pointer looks the same as
/// one by name, this could not be told. The note is a lifetime marker before
/// the use.
void markNamedFutures(llvm::Function &F);

} // namespace tasklet

#endif
