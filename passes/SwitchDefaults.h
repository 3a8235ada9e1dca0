//===- SwitchDefaults.h - Switches without impossible defaults --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-switch-defaults`: where the cases of a switch are all there can be,
/// LLVM makes its default unreachable. PoCL 3.1 then takes what work-items
/// choose between barriers to be the same for all of them, and keeps one copy:
/// all lanes of a warp seem to be at the same place.
///
/// Input:     optimised IR.
/// Output:    in kernels whose work-items meet, a switch with an unreachable
///            default has one of its cases as default. Other functions are as
///            they were.
/// Cost:      O(blocks)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_SWITCHDEFAULTS_H
#define TASKLET_PASSES_SWITCHDEFAULTS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct SwitchDefaultsPass : llvm::PassInfoMixin<SwitchDefaultsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_SWITCHDEFAULTS_H
