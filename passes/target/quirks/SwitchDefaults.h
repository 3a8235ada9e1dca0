//===- SwitchDefaults.h - Switches without impossible defaults --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-switch-defaults`: where the cases of a switch are all there can be,
/// LLVM makes its default unreachable. PoCL 3.1 then takes what work-items
/// choose between barriers to be the same for all of them, and keeps one copy:
/// all lanes of a warp seem to be at the same place; or the whole kernel
/// becomes unreachable. Without optimisations here PoCL's are the first that
/// see what cases there can be, so nothing is left that has a default.
///
/// Input:     optimised IR, or such as -O0 leaves.
/// Output:    in kernels whose work-items meet, a switch with an unreachable
///            default has one of its cases as default; of IR that was not
///            optimised, each switch is a tree of comparisons. Other functions
///            are as they were.
/// Cost:      O(blocks)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_SWITCHDEFAULTS_H
#define TASKLET_PASSES_TARGET_QUIRKS_SWITCHDEFAULTS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class SwitchDefaultsPass : public llvm::PassInfoMixin<SwitchDefaultsPass> {
public:
  explicit SwitchDefaultsPass(bool Optimised = true) : Optimised(Optimised) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool Optimised;
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_SWITCHDEFAULTS_H
