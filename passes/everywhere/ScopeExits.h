//===- ScopeExits.h - Each way out of a scope by itself ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A jump out of a scope runs the scope's cleanups first, which end lifetimes
/// of variables. clang emits them once for all jumps. Each jump stores its
/// number to the *cleanup slot*, one variable for the whole function, and a
/// switch after the cleanups reads it:
///
/// \code
///   store 4 to slot; br cleanup         store 0 to slot; br cleanup
///   cleanup: ...; switch (load slot) { 0: next; 4: latch; default: never }
/// becomes
///   br latch                            br next
/// \endcode
///
/// For lanes of a warp that slot is wrong in two ways. A lane that waits
/// between the store and the switch comes along to a body, and a jump in the
/// body overwrites the number. And the common switch hides which blocks end an
/// iteration, so the order of visits would not be that of the text.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_SCOPEEXITS_H
#define TASKLET_PASSES_EVERYWHERE_SCOPEEXITS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Removes the lifetime markers and the cleanup slot of \p F, which is as clang
/// emitted it: each jump gets its own way, and cleanups that do something are
/// copied for it. Blocks keep their order.
void separateScopeExits(llvm::Function &F);

} // namespace tasklet

#endif
