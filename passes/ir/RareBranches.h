//===- RareBranches.h - Ways that failures take -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A branch to code that fails the command has weights that no other branch
/// has: rare enough that the usual case may be compiled apart.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_RAREBRANCHES_H
#define TASKLET_PASSES_IR_RAREBRANCHES_H

namespace llvm {
class BranchInst;
class LLVMContext;
class MDNode;
} // namespace llvm

namespace tasklet {

/// Weights of a branch that takes successor \p Rare, 0 or 1, to a failure.
llvm::MDNode *rareWeights(llvm::LLVMContext &C, unsigned Rare);

/// The successor that \p Br takes to a failure, 0 or 1; or -1.
int rareSuccessor(const llvm::BranchInst &Br);

} // namespace tasklet

#endif
