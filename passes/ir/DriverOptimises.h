//===- DriverOptimises.h - Functions that the driver optimises --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Drivers optimise what they get. So the driver's optimiser is enough for code
/// that is not on the fast path. This is done where it saves time: LLVM's
/// optimiser takes longer for a large program than all other parts of the
/// compiler.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_DRIVEROPTIMISES_H
#define TASKLET_PASSES_IR_DRIVEROPTIMISES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Lets LLVM's passes skip \p F, here and in the driver.
void neverOptimise(llvm::Function &F);

/// Lets LLVM's passes skip \p F until DriverOptimisesPass has run.
void leaveToDriver(llvm::Function &F);

/// Lets the driver's passes see the functions of leaveToDriver.
///
/// Input:     any IR.
/// Output:    the same, without the marks of leaveToDriver.
/// Cost:      O(functions)
class DriverOptimisesPass : public llvm::PassInfoMixin<DriverOptimisesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
