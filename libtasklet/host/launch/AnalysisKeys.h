//===- AnalysisKeys.h - What the analysis of a command depends on -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ANALYSISKEYS_H
#define TASKLET_HOST_LAUNCH_ANALYSISKEYS_H

#include "launch/OrderLaunch.h"
#include "objects/KeptAnalyses.h"

#include <string>

namespace tasklet {

/// Fills \p Key, but for what streams hold: commands with equal keys have the same
/// analysis. Watches the memory that the inspector reads. Returns why nothing is
/// kept; empty if something is.
std::string makeKey(const OrderLaunch &L, AnalysisKey &Key);

} // namespace tasklet

#endif
