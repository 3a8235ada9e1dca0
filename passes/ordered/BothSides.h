//===- BothSides.h - Run both sides of a branch -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_BOTHSIDES_H
#define TASKLET_PASSES_ORDERED_BOTHSIDES_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace tasklet {

/// Why the sides of a branch cannot all run.
struct SidesProblem {
  enum Kind {
    None,
    Repeats, ///< the branch decides how often a loop runs
    Shared,  ///< the sides have code in common
    Endless, ///< a loop of a side may not end there
    Harmful  ///< an instruction may fault if it runs in vain
  } Why = None;
  llvm::Instruction *At = nullptr; ///< that instruction
  /// What the branch decides about: the sides or the loop.
  llvm::SmallVector<llvm::BasicBlock *, 8> Decided;
};

/// Changes \p Branch, a branch or switch whose condition a slice does not know:
/// all of its sides run, one after the other, up to where they meet. What
/// depends on the choice gets any value. What runs in vain does no harm: loads
/// of memory and divisions are guarded (\ref guardLoads), and a loop runs as
/// often as it says before it. Changes nothing if that cannot be had.
SidesProblem runBothSides(llvm::Instruction &Branch);

/// Removes the sides of branches to which nothing gets, such as the default of
/// the switch that clang makes for `return` in the middle of a function. They
/// would not meet the others.
void dropUnreachableSides(llvm::Function &F);

} // namespace tasklet

#endif
