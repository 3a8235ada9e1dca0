//===- ForceParts.h - The bodies of force in kernels ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_FORCEPARTS_H
#define TASKLET_PASSES_EVERYWHERE_FORCEPARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace tasklet {

/// A force and what follows it. A work-item that reaches First does not come
/// back to the rest of the kernel. Control enters Blocks through First only, and
/// leaves them by return only.
struct ForcePart {
  llvm::BasicBlock *First;
  llvm::SmallVector<llvm::BasicBlock *, 8> Blocks;
};

/// The header of the loop that the plugin puts around a call of `__tkl_force`.
/// \p Mark is the block with that call.
llvm::BasicBlock *headerOfForce(llvm::BasicBlock *Mark);

/// Finds the outermost forces of \p Kernel by the plugin's marks. Copies blocks
/// that follow a force and also other code, such as those of a loop around a
/// wait. Reports everywhere blocks among these, and returns false then.
bool separateForceParts(llvm::Function &Kernel, std::vector<ForcePart> &Parts);

/// Finds the blocks of \p Part again after new ones were added.
void collectBlocks(ForcePart &Part);

} // namespace tasklet

#endif
