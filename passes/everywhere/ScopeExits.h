//===- ScopeExits.h - Separate the exits of scopes --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A jump out of a scope first runs the scope's cleanups, which end the
/// lifetimes of variables. Clang emits the cleanups once for all jumps. Each
/// jump stores its number to the *cleanup slot*, one variable for the whole
/// function. A switch after the cleanups reads the slot:
///
/// \code
///   store 4 to slot; br cleanup         store 0 to slot; br cleanup
///   cleanup: ...; switch (load slot) { 0: next; 4: latch; default: never }
/// becomes
///   br latch                            br next
/// \endcode
///
/// For lanes of a warp the slot is wrong in two ways. First, a lane that waits
/// between the store and the switch comes along to a body, and a jump in the
/// body overwrites the number. Second, the common switch hides which blocks end
/// an iteration. Then the order of visits would differ from the order of the
/// text.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_SCOPEEXITS_H
#define TASKLET_PASSES_EVERYWHERE_SCOPEEXITS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Removes the lifetime markers and the cleanup slot of \p F, which is as clang
/// emitted it. Each jump goes directly to its target, through its own copy of
/// the cleanups that have an effect. Blocks keep their order.
void separateScopeExits(llvm::Function &F);

} // namespace tasklet

#endif
