//===- Pipeline.h - The order of the passes ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_H
#define TASKLET_PASSES_PIPELINE_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Adds everything between clang's code generator and LLVM's optimiser.
void addTaskletPipeline(llvm::ModulePassManager &MPM);

} // namespace tasklet

#endif
