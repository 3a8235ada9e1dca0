//===- Registration.h - Register the passes with LLVM -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_REGISTRATION_H
#define TASKLET_PASSES_PIPELINE_REGISTRATION_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace tasklet {

/// Registers every pass of PassRegistry.def by name for `-passes=`. Puts the
/// whole pipeline (Pipeline.h) at the start of LLVM's own, at every level.
void registerTaskletPasses(llvm::PassBuilder &PB);

} // namespace tasklet

#endif
