//===- AnalysisToken.h - Names of analyses and streams ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_ANALYSISTOKEN_H
#define TASKLET_HOST_ORDER_ANALYSISTOKEN_H

#include <cstdint>

namespace tasklet {

/// A number as tkl_order_saved wants it: no other one of the process is equal.
/// Thread safety: safe.
uint64_t newAnalysisToken();

} // namespace tasklet

#endif
