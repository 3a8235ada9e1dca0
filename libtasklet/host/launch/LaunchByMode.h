//===- LaunchByMode.h - Who launches a kernel -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_LAUNCHBYMODE_H
#define TASKLET_HOST_LAUNCH_LAUNCHBYMODE_H

#include "launch/Command.h"
#include "launch/RaceSearch.h"

namespace tasklet {

/// Launches \p Handle in the mode that the manifest gives it. \p Plain enqueues
/// a kernel that is the driver's alone. \p Kernel is null if the program is not
/// extended.
template <typename Driver>
cl_int launchByMode(const CommandCall &Call, KernelState *Kernel,
                    cl_kernel Handle, const LaunchRange &Range,
                    const Driver &Plain) {
  switch (Kernel ? Kernel->mode() : LaunchMode::Plain) {
  case LaunchMode::Plain:
    if (Kernel && Kernel->MayRace && Range.workItems() != 0)
      if (auto Context = queueState(Call.Queue)->Owner)
        if (cl_int Error = RaceSearch::admitPlain(*Context, *Kernel))
          return Error;
    return Plain();
  case LaunchMode::Tasks:
  case LaunchMode::Ordered:
    return Command::launch(Call, *Kernel, Handle, Range);
  }
  return CL_INVALID_KERNEL;
}

} // namespace tasklet

#endif
