//===- Unknowns.h - Values that a slice cannot compute ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice runs before the kernel, so it cannot know what memory holds that the
/// kernel writes. In the place of such values it has *unknowns*, calls of
/// `tkl.unknown.*`. This analysis finds what depends on them: through values,
/// through private variables, and through branches that decide which value a
/// phi or a variable gets.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_UNKNOWNS_H
#define TASKLET_PASSES_ORDERED_UNKNOWNS_H

#include "ordered/Obstacle.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Instruction;
class Function;
class Type;
class Value;
class CallInst;
class IRBuilderBase;
} // namespace llvm

namespace tasklet {

/// Emits an unknown of type \p Ty. \p At: the instruction whose value it is.
llvm::CallInst *createUnknown(llvm::IRBuilderBase &B, llvm::Type &Ty,
                              llvm::Instruction &At);
bool isUnknown(const llvm::Value &V);
/// What \p Unknown stands for.
ObstacleCause causeOf(const llvm::Instruction &Unknown);
void removeUnknowns(llvm::Function &F);

struct UnknownUses {
  /// Branches and switches that depend on an unknown.
  llvm::SetVector<llvm::Instruction *> Branches;
  /// An instruction of the slice that uses memory at an address, or with a
  /// size, that depends on an unknown; null if there is none.
  llvm::Instruction *Address = nullptr;
  /// The unknown on which \ref Address depends.
  llvm::Instruction *AddressCause = nullptr;
  /// All values and variables that depend on unknowns, each with one of them.
  llvm::MapVector<llvm::Value *, llvm::Instruction *> Values;
};

UnknownUses findUnknowns(llvm::Function &F);

} // namespace tasklet

#endif
