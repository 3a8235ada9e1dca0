//===- OrderChoice.cpp - Which plan an ordered command gets ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderChoice.h"

using namespace tasklet;

static_assert(uint32_t(OrderMode::Serial) == TKL_ORDER_SERIAL &&
                  uint32_t(OrderMode::Levels) == TKL_ORDER_LEVELS &&
                  uint32_t(OrderMode::Passes) == TKL_ORDER_PASSES &&
                  uint32_t(OrderMode::Bins) == TKL_ORDER_BINS,
              "modes are plans");

OrderChoice tasklet::chooseOrder(OrderMode Wanted, uint32_t Plans,
                                 uint32_t Workers, uint64_t Items,
                                 unsigned Roots, bool HasPayload) {
  auto Has = [&](uint32_t Plan) { return Plans >> Plan & 1; };
  OrderChoice Choice;
  auto Serial = [&](SerialReason Reason) {
    Choice.Reason = Reason;
    return Choice;
  };
  auto Take = [&](uint32_t Plan) {
    Choice.Plan = Plan;
    return Choice;
  };
  if (Wanted == OrderMode::Serial)
    return Serial(SerialReason::Chosen);
  if (Wanted != OrderMode::Auto) {
    if (Has(static_cast<uint32_t>(Wanted)))
      return Take(static_cast<uint32_t>(Wanted));
    Choice.FellBack = true;
  }
  if (!Has(TKL_ORDER_LEVELS) && !Has(TKL_ORDER_PASSES) && !Has(TKL_ORDER_BINS))
    return Serial(SerialReason::Kernel);
  if (Workers == 1)
    return Serial(SerialReason::Worker);
  if (Items < FewItems)
    return Serial(SerialReason::Items);
  if (Has(TKL_ORDER_BINS) && HasPayload && Roots == 1)
    return Take(TKL_ORDER_BINS);
  if (Has(TKL_ORDER_LEVELS)) {
    Choice.IsBeside = true;
    return Take(TKL_ORDER_LEVELS);
  }
  return Has(TKL_ORDER_PASSES) ? Take(TKL_ORDER_PASSES)
                               : Serial(SerialReason::Kernel);
}
