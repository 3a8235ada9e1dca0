//===- Visits.h - Visits of everywhere blocks -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the loops into which the plugin turns everywhere blocks (docs/abi.md,
/// section 1) and removes their back edges.
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

/// One everywhere statement whose loop is cut. Control comes to \ref Header,
/// which has the mark, and goes on to \ref Body. After the body it comes to
/// \ref End, which goes on to \ref After. The blocks of the body lie between
/// Header and End.
struct Visit {
  llvm::CallInst *Mark = nullptr;
  llvm::BasicBlock *Header = nullptr, *Body = nullptr;
  llvm::BasicBlock *End = nullptr, *After = nullptr;
  /// Calls of `__tkl_everywhere_mask` that ask for the mask of this visit.
  llvm::SmallVector<llvm::CallInst *, 1> Masks;
  /// The blocks of the body, without End.
  llvm::SmallPtrSet<llvm::BasicBlock *, 8> Blocks;
};

/// Is \p I the mark of an everywhere statement?
bool isEverywhereMark(const llvm::Instruction &I);
bool hasEverywhereMark(llvm::Function &F);

/// Cuts the loops of all everywhere statements of \p F and adds them to \p
/// Found. If one has an unexpected form, reports an error, changes nothing and
/// returns false.
using Visits = std::vector<std::unique_ptr<Visit>>;
bool cutEverywhereLoops(llvm::Function &F, Visits &Found);

/// The innermost visit of \p All whose body \p BB belongs to; null if there is
/// none.
Visit *innermost(const Visits &All, const llvm::BasicBlock *BB);

/// Turns the visits of \p Found that \p Which picks into ordinary blocks of a
/// warp of one lane, and replaces the sub-group functions in them. Removes
/// these visits from \p Found.
void makeOneLaneForm(Visits &Found,
                     llvm::function_ref<bool(const Visit &)> Which);

} // namespace tasklet

#endif
