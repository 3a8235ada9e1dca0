//===- SwitchDefaults.h - Switches without impossible defaults --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-switch-defaults`: where the cases of a switch are exhaustive, LLVM makes
/// its default unreachable. PoCL 3.1 then assumes that all work-items take the
/// same case between barriers, and keeps one copy of the choice. So all lanes of
/// a warp seem to be at the same place, or the whole kernel becomes unreachable.
/// In a program that was not optimised here, PoCL's own passes are the first to
/// see that cases are exhaustive. There no switch may be left at all.
///
/// Input:     optimised IR, or IR as -O0 leaves it.
/// Output:    in kernels whose work-items meet, a switch with an unreachable
///            default has one of its cases as default. In IR that was not
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
