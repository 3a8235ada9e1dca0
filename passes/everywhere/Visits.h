//===- Visits.h - Visits of everywhere blocks -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the loops that the plugin makes of everywhere blocks (docs/abi.md,
/// section 1) and cuts them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_VISITS_H
#define TASKLET_PASSES_EVERYWHERE_VISITS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <memory>
#include <vector>

namespace tasklet {

/// One everywhere statement whose loop is cut: control comes to \ref Header,
/// which has the mark and goes to \ref Body; where the body ends, control comes
/// to \ref End, which goes to \ref After. Blocks of the body lie between Header
/// and End.
struct Visit {
  llvm::CallInst *Mark = nullptr;
  llvm::BasicBlock *Header = nullptr, *Body = nullptr;
  llvm::BasicBlock *End = nullptr, *After = nullptr;
  /// Calls of `__tkl_everywhere_mask` that ask for this mask.
  llvm::SmallVector<llvm::CallInst *, 1> Masks;
  /// From Body on, without End.
  llvm::SmallPtrSet<llvm::BasicBlock *, 8> Blocks;
};

/// Is \p I the mark of an everywhere statement?
bool isEverywhereMark(const llvm::Instruction &I);
bool hasEverywhereMark(llvm::Function &F);

/// Cuts the loops of all everywhere statements of \p F. Nothing, and an error
/// is reported, if one has another form.
using Visits = std::vector<std::unique_ptr<Visit>>;
bool cutEverywhereLoops(llvm::Function &F, Visits &Found);

/// Makes ordinary blocks of those of \p Found that \p Which picks: all of the
/// work of a warp of one lane, sub-group functions included. They leave \p
/// Found.
void makeOneLaneForm(Visits &Found,
                     llvm::function_ref<bool(const Visit &)> Which);

} // namespace tasklet

#endif
