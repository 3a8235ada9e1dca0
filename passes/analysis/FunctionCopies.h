//===- FunctionCopies.h - Functions in SSA form, to look at -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_FUNCTIONCOPIES_H
#define TASKLET_PASSES_ANALYSIS_FUNCTIONCOPIES_H

#include "analysis/PointsTo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Copies of functions in SSA form, made when asked for and gone in the end,
/// for passes that only report.
class FunctionCopies : public FunctionBodies {
  llvm::Module &M;
  llvm::FunctionAnalysisManager &FAM;
  llvm::SmallPtrSet<const llvm::Function *, 32> Before;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> Known;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> Whole;

  void bringToSSA(llvm::Function &Copy);

public:
  FunctionCopies(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);
  ~FunctionCopies() override;

  llvm::Function &copyOf(llvm::Function &F);

  /// With the ordinary functions that it calls in their places, up to a limit:
  /// what they do with memory becomes values, too. What comes from them has the
  /// position of the call.
  llvm::Function &inlinedCopyOf(llvm::Function &F);

  const llvm::Function *bodyOf(const llvm::Function &F) override;
};

} // namespace tasklet

#endif
