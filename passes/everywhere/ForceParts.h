//===- ForceParts.h - What a force keeps for later --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_FORCEPARTS_H
#define TASKLET_PASSES_EVERYWHERE_FORCEPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace tasklet {

/// A force and its body: work-items that come to First leave the kernel for
/// good; nothing else leads to Blocks, and only return leads out of them.
struct ForcePart {
  llvm::BasicBlock *First;
  llvm::SmallVector<llvm::BasicBlock *, 8> Blocks;
};

/// The block that the plugin's loop around the call \p Mark of `__tkl_force`
/// jumps back to.
llvm::BasicBlock *headerOfForce(llvm::BasicBlock *Mark);

/// The outermost forces of \p Kernel, whose marks the plugin has left. Blocks
/// that return and that others use as well are copied. False if a body can be
/// left otherwise, which is reported.
bool separateForceParts(llvm::Function &Kernel, std::vector<ForcePart> &Parts);

/// Finds the blocks of \p Part again, after some were added.
void collectBlocks(ForcePart &Part);

} // namespace tasklet

#endif
