//===- BothSides.h - Run both sides of a branch -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_BOTHSIDES_H
#define TASKLET_PASSES_ORDERED_BOTHSIDES_H

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace tasklet {

/// Changes \p Branch, a branch or switch whose condition a slice does not know:
/// all of its sides run, one after the other, up to where they meet. What
/// depends on the choice gets any value. What runs in vain does no harm: loads
/// of memory and divisions are guarded (\ref guardLoads), and a loop must end
/// by a count. Returns false, and changes nothing, if that cannot be had.
bool runBothSides(llvm::Instruction &Branch);

/// Removes the sides of branches to which nothing gets, such as the default of
/// the switch that clang makes for `return` in the middle of a function. They
/// would not meet the others.
void dropUnreachableSides(llvm::Function &F);

} // namespace tasklet

#endif
