//===- OrderAlternatives.h - What may take a plan's place -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Some plans pay only if many commands have the same analysis, and nothing says
/// before whether they do. So they are tried after some such commands, timed, and
/// stay if they are faster (OrderTimes.h): tasks in the place of levels, and bins in
/// that of levels, copies, and one worker that runs all in order.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERALTERNATIVES_H
#define TASKLET_HOST_LAUNCH_ORDERALTERNATIVES_H

#include "launch/OrderLaunch.h"
#include "objects/KeptAnalyses.h"

namespace tasklet {

/// The plan (TKL_ORDER_*) that is to take the place of that of \p L, whose key and
/// share these are; that of \p L if it stays.
uint32_t findBetterPlan(KeptAnalyses &Analyses, OrderLaunch &L,
                        const AnalysisKey &Key,
                        const KeptAnalyses::Share &Share);

} // namespace tasklet

#endif
