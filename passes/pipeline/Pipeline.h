//===- Pipeline.h - The order of the passes ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_PIPELINE_H
#define TASKLET_PASSES_PIPELINE_PIPELINE_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace tasklet {

/// Puts our passes between clang's code generator and LLVM's optimiser, at
/// every optimisation level.
void registerPipeline(llvm::PassBuilder &PB);

} // namespace tasklet

#endif
