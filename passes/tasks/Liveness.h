//===- Liveness.h - What the code after a point needs -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Live variable analysis of a whole function: the values and the variables in
/// memory that are needed at the start of each block. A step that begins there
/// gets them from the frame.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_LIVENESS_H
#define TASKLET_PASSES_TASKS_LIVENESS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace tasklet {

class Liveness {
public:
  explicit Liveness(llvm::Function &F);

  /// What is needed at the start of \p BB, in the order of the function: values
  /// that were computed before, and variables that may hold something there. A
  /// use of the address of a variable counts as a use of the variable, unless
  /// it writes the whole variable. \p BB has no phis.
  void addNeeds(const llvm::BasicBlock *BB,
                llvm::SetVector<llvm::Value *> &Values,
                llvm::SetVector<llvm::AllocaInst *> &Variables) const;

private:
  /// Of a block, by the numbers of values.
  struct Sets {
    llvm::BitVector Uses;    ///< used before the block computes them
    llvm::BitVector Defs;    ///< computed here
    llvm::BitVector In;      ///< needed at the start
    llvm::BitVector Named;   ///< variables that instructions here use
    llvm::BitVector Touched; ///< variables used on some path to the start
  };

  void number(llvm::Function &F);
  void findUses(llvm::BasicBlock &BB);
  llvm::BitVector out(llvm::BasicBlock &BB) const;
  void solveBackward(llvm::Function &F);
  void solveForward(llvm::Function &F);

  llvm::DenseMap<const llvm::Value *, unsigned> Numbers;
  llvm::SmallVector<llvm::Value *, 32> Known;
  llvm::DenseMap<const llvm::BasicBlock *, Sets> Blocks;
};

} // namespace tasklet

#endif
