//===- CommandStage.cpp - How far a command is ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/CommandStage.h"

#include "objects/EventState.h"

#include <algorithm>

using namespace tasklet;

Stage tasklet::stageOf(const ContextState &Context, cl_event Written,
                       const std::vector<cl_event> &Kernels, cl_event Last) {
  cl_int Status = executionStatus(Last);
  if (Status == CL_COMPLETE &&
      (Context.Settings.Stats || !Context.Settings.Trace.Path.empty()))
    return Stage::Reporting; // until nobody watches it any more
  if (Status <= CL_COMPLETE)
    return Stage::Ended;
  if (std::all_of(Kernels.begin(), Kernels.end(), [](cl_event Event) {
        return executionStatus(Event) <= CL_RUNNING;
      }))
    return Stage::Running;
  return executionStatus(Written) < CL_QUEUED ? Stage::Preparing
                                              : Stage::Waiting;
}
