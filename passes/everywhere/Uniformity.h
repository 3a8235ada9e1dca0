//===- Uniformity.h - What all lanes of a warp do alike ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the code that all lanes of a warp come to together, if they come to it,
/// and the values that are the same in all of them. All lanes begin the kernel
/// together, and each body. A branch on a value that differs separates them, up
/// to the block that all ways from there lead to.
///
/// \code
///   if (id < n) return;               // n, not id, is the same
///   everywhere (uint mask) {          // together again
///     for (j = 0; j < 8; ++j)         // j is the same
///       if (mask >> j & 1)            // this, too
///         x += sub_group_shuffle(y, j);
///   }
/// \endcode
///
/// Wrong answers would be wrong code; so where the order of the text is not that
/// of control, as after some `goto`, no lanes are together.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_UNIFORMITY_H
#define TASKLET_PASSES_EVERYWHERE_UNIFORMITY_H

#include "everywhere/Visits.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace tasklet {

class Uniformity {
  llvm::Function &F;
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Place; ///< in the text
  llvm::DenseMap<const llvm::BasicBlock *, const Visit *> Headers;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Apart;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Separated; ///< their ends
  llvm::SmallPtrSet<const llvm::Value *, 32> Different;
  bool Known = true; ///< the text has the order of control

  bool differs(const llvm::Value *V) const { return !isSame(V); }
  bool computesDifference(const llvm::Instruction &I) const;
  bool callsDifference(const llvm::CallBase &Call) const;
  bool isLane(const llvm::Value *V, const llvm::BasicBlock *At) const;
  bool isKnownAt(const llvm::BasicBlock *At,
                 llvm::function_ref<bool(const llvm::Value *)> Condition) const;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16>
  blocksBetween(const llvm::BasicBlock *From,
                const llvm::BasicBlock *Join) const;
  bool separate(llvm::BasicBlock *From);
  bool goesOn();

public:
  /// Of a kernel whose everywhere loops are cut, with LaneCalls.
  Uniformity(llvm::Function &Kernel, const Visits &All);

  /// Do all lanes of a warp come to \p BB together, or none?
  bool isTogether(const llvm::BasicBlock *BB) const {
    return Known && !Apart.count(BB);
  }
  /// Is \p V the same in all lanes that compute it, and do they so together?
  bool isSame(const llvm::Value *V) const;
};

} // namespace tasklet

#endif
