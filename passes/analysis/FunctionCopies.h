//===- FunctionCopies.h - SSA copies of functions ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_FUNCTIONCOPIES_H
#define TASKLET_PASSES_ANALYSIS_FUNCTIONCOPIES_H

#include "analysis/PointsTo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Copies of functions in SSA form, for passes that only report. A copy is made
/// at the first request; the destructor removes all of them.
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

  /// A copy into which the ordinary functions that \p F calls are inlined, up
  /// to a limit. Then SSA form also shows the accesses of those functions to
  /// memory. Instructions that come from them have the source position of the
  /// call.
  llvm::Function &inlinedCopyOf(llvm::Function &F);

  const llvm::Function *bodyOf(const llvm::Function &F) override;
};

} // namespace tasklet

#endif
