//===- Summary.h - A timeline in words and numbers --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_SUMMARY_H
#define TASKLET_TOOLS_SUMMARY_H

#include "Trace.h"

namespace tasklet {

/// Table by table. \p Burden is the cost of a theft, in nanoseconds.
std::string summarise(const Trace &T, double Burden, unsigned MaximumWorkers);

/// "1.25 ms", or "1250 tasks".
std::string timeText(double Nanoseconds, bool CountsTasks);

} // namespace tasklet

#endif
