//===- OrderStatistics.h - What an ordered command did ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_ORDERSTATISTICS_H
#define TASKLET_HOST_ORDER_ORDERSTATISTICS_H

#include "CL/cl_tkl_tasklets.h"
#include "order/ConflictSpace.h"
#include "support/Environment.h"

#include <string>

namespace tasklet {

/// What the host knows of a command that the device does not.
struct OrderFacts {
  OrderMode Wanted = OrderMode::Auto;
  bool Inspects = false; ///< It only made an order.
  bool FellBack = false; ///< The kernel has no code for what was wanted.
  SerialReason Reason = SerialReason::None;
  /// Why no analysis was used again; empty if there was none.
  std::string NotReused;
};

/// Reads the header that the device leaves in the order of a finished command.
class OrderStatistics {
public:
  /// \p TickLength is that of TickClock; 0: there are no times.
  OrderStatistics(const tkl_order_header &Header, const OrderFacts &Facts,
                  double TickLength);

  cl_ordered_stats_tkl Total = {};

  /// One line for the command.
  std::string describe(const std::string &Kernel, bool Failed) const;

private:
  OrderFacts Facts;
  uint32_t DeviceReason; ///< TKL_REASON_*
  bool IsIndependent;    ///< The host knew that no work-items conflict.
  uint32_t TaskItems;    ///< of each task
  uint64_t Streamed;     ///< bytes
};

} // namespace tasklet

#endif
