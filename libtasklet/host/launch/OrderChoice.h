//===- OrderChoice.h - Which plan an ordered command gets -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERCHOICE_H
#define TASKLET_HOST_LAUNCH_ORDERCHOICE_H

#include "order/ConflictSpace.h"
#include "support/Environment.h"

namespace tasklet {

/// With fewer work-items, the first phases take longer than what they gain.
constexpr uint64_t FewItems = 4096;

struct OrderChoice {
  uint32_t Plan = TKL_ORDER_SERIAL;
  SerialReason Reason = SerialReason::None;
  /// With levels: run in order while another worker finds them.
  bool IsBeside = false;
  bool FellBack = false; ///< The kernel has no code for what was wanted.
};

/// \p Plans are those of ManifestOrder, \p Roots those of ConflictSpace.
/// \p HasPayload: bins carry what was computed, and pay at the first use.
OrderChoice chooseOrder(OrderMode Wanted, uint32_t Plans, uint32_t Workers,
                        uint64_t Items, unsigned Roots, bool HasPayload);

} // namespace tasklet

#endif
