//===- CommandStage.h - How far a command is --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_COMMANDSTAGE_H
#define TASKLET_HOST_LAUNCH_COMMANDSTAGE_H

#include "objects/ContextState.h"
#include "objects/ExitWait.h"

#include <vector>

namespace tasklet {

/// Of a command of several steps, by their events: \p Written is its first step,
/// \p Kernels do its work, \p Last is its last step.
Stage stageOf(const ContextState &Context, cl_event Written,
              const std::vector<cl_event> &Kernels, cl_event Last);

} // namespace tasklet

#endif
