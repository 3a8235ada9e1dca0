//===- Lifetimes.h - Lifetime markers for futures ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_LIFETIMES_H
#define TASKLET_PASSES_ANALYSIS_LIFETIMES_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

void removeLifetimeMarkers(llvm::Function &F);

/// Tells tkl-future-uses where \p F names a future whose address is passed on.
/// \p F has its spawn marks and is not yet in SSA form.
///
/// The plugin has rejected uses by name of a variable whose result is
/// outstanding. So at each use by name the result is not outstanding: the spawn
/// has not run yet, a force came after it, or the variable is the new one of
/// the next iteration. Later passes cannot tell an access by name from an
/// access through a pointer. So this function puts a lifetime marker before
/// each use by name.
void markNamedFutures(llvm::Function &F);

} // namespace tasklet

#endif
