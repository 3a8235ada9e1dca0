//===- PrintfFunctions.h - Functions that PoCL lets print -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-printf-functions`: PoCL 3.1 gives a function that calls printf the
/// kernel's buffer, in a copy with more parameters. Where the function is
/// internal to the module and not inlined, the call ends up with nothing to
/// call: the command hangs, or the process ends. Other functions are right.
///
/// Input:     optimised IR.
/// Output:    a function that calls printf, itself or through others, is
///            hidden, not internal: known outside of the module, but not outside
///            of what the driver links.
/// Cost:      O(instructions)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_PRINTFFUNCTIONS_H
#define TASKLET_PASSES_TARGET_QUIRKS_PRINTFFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class PrintfFunctionsPass : public llvm::PassInfoMixin<PrintfFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_PRINTFFUNCTIONS_H
