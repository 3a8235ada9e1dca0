//===- LaneObstacles.cpp - What lane loops cannot do ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneObstacles.h"
#include "compat/Strings.h"
#include "everywhere/LaneIds.h"
#include "everywhere/SubGroups.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/ReachedFunctions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// Must a call of \p F be one of each work-item?
static bool isForWorkItems(const Function &F) {
  StringRef Name = F.getName();
  if (isMarkedAsTask(F))
    return true;
  // Marks of everywhere blocks, and functions for tasks: `tkl_assert` ends the
  // work-item.
  if (startsWith(Name, names::RuntimePrefix))
    return Name != names::PluginEverywhere &&
           Name != names::PluginEverywhereMask;
  if (!F.isDeclaration())
    return false;
  // Barriers, copies of a work-group and what waits for these, reductions,
  // pipes; kernels that start kernels.
  return (Name.contains("barrier") && !Name.contains("sub_group_barrier")) ||
         Name.contains("work_group") || Name.contains("wait_group_events") ||
         Name.contains("enqueue") || Name.contains("ndrange");
}

bool tasklet::hasObstacleToLaneLoops(Function &Kernel) {
  if (findReached(Kernel, isForWorkItems))
    return true;
  return any_of(instructions(Kernel), [](const Instruction &I) {
    if (const auto *Variable = dyn_cast<AllocaInst>(&I))
      return !Variable->isStaticAlloca();
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && (!isa<CallInst>(Call) || Call->isInlineAsm());
  });
}

bool tasklet::hasObstacleToLaneLoops(Function &Kernel, const Visits &All) {
  return any_of(instructions(Kernel), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && isSubGroupCall(*Call) && !innermost(All, I.getParent());
  });
}

bool tasklet::asksForLane(Function &F) {
  return findReached(
      F, [](Function &Reached) { return !idOfLane(Reached).empty(); });
}
