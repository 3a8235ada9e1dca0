//===- LaunchPlan.h - What a launch is made of ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel whose launch takes more than one command of the driver has a *plan*
/// with three parts. Command.h says when each part is called, and does all that
/// is the same for each kind of kernel.
///
///   prepare  decides, gets memory, reports what is wrong; enqueues nothing
///   enqueue  gives the driver all steps, in one go
///   resolve  looks at what they left and says how they ended; report tells it
///
/// Each mode of the manifest (docs/abi.md, section 4) has its plan:
///
///   plain    none: the driver launches such a kernel as it is
///   tasks    TaskPlan.h
///   ordered  OrderPlan.h
///
/// A further kind of kernel gets three things: a LaunchMode that the manifest's
/// reader knows, a plan beside these with the same functions, and a case in
/// launchByMode (LaunchByMode.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_LAUNCHPLAN_H
#define TASKLET_HOST_LAUNCH_LAUNCHPLAN_H

#include "launch/OrderPlan.h"
#include "launch/TaskPlan.h"

#include <variant>

namespace tasklet {

using LaunchPlan = std::variant<TaskPlan, OrderPlan>;

} // namespace tasklet

#endif
