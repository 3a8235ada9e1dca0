//===- Registration.h - Make the passes known to LLVM -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_REGISTRATION_H
#define TASKLET_PASSES_PIPELINE_REGISTRATION_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace tasklet {

/// Lets `-passes=` know every pass of PassRegistry.def by name, and puts the
/// whole pipeline (Pipeline.h) at the start of LLVM's own, at every level.
void registerTaskletPasses(llvm::PassBuilder &PB);

/// The plugin says whether the source uses the additions. The IR alone does not
/// show a task that is declared and never spawned.
void noteAdditions(bool Used);
bool notedAdditions();

/// Registers a target for the triples spir and spir64 whose "object files" are
/// bitcode, so that `clang -target spir64 -c` works. Safe to call again.
void registerSpirTarget();

} // namespace tasklet

#endif
