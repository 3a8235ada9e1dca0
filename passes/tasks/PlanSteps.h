//===- PlanSteps.h - Divide a function into steps ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_PLANSTEPS_H
#define TASKLET_PASSES_TASKS_PLANSTEPS_H

#include "tasks/StepPlan.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Plans the steps of \p F. Changes \p F so that each force begins a block with
/// one predecessor.
void planSteps(llvm::Function &F, StepPlan &Plan);

} // namespace tasklet

#endif
