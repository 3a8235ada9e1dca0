//===- StepLowering.h - Turn marks into runtime calls -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_STEPLOWERING_H
#define TASKLET_PASSES_TASKS_STEPLOWERING_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

class RuntimeCalls;
struct BuiltStep;
struct StepPlan;

/// Lowers the spawns, forces and returns of a cloned step of \p Old. \p
/// StepFunctions has the functions of all steps of the plan, by number. \p
/// OverflowFunctions has their overflow forms, or null.
void lowerStep(llvm::Function &Old, const StepPlan &Plan,
               llvm::ArrayRef<llvm::Function *> StepFunctions,
               llvm::ArrayRef<llvm::Function *> OverflowFunctions,
               RuntimeCalls &RT, BuiltStep &Built);

} // namespace tasklet

#endif
