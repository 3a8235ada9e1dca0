//===- OrderChoice.cpp - Which plan an ordered command gets ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderChoice.h"

using namespace tasklet;

static_assert(uint32_t(OrderMode::Serial) == TKL_ORDER_SERIAL &&
                  uint32_t(OrderMode::Levels) == TKL_ORDER_LEVELS &&
                  uint32_t(OrderMode::Passes) == TKL_ORDER_PASSES &&
                  uint32_t(OrderMode::Bins) == TKL_ORDER_BINS &&
                  uint32_t(OrderMode::Tasks) == TKL_ORDER_TASKS &&
                  uint32_t(OrderMode::Copies) == TKL_ORDER_COPIES &&
                  uint32_t(OrderMode::Owners) == TKL_ORDER_OWNERS,
              "modes are plans");

OrderChoice tasklet::chooseOrder(const OrderQuestion &Asked) {
  const bool CanCopy = Asked.Sums != 0 && Asked.Workers > 1;
  auto Has = [&](uint32_t Plan) {
    return (Asked.Plans >> Plan & 1) && (Plan != TKL_ORDER_COPIES || CanCopy);
  };
  OrderChoice Choice;
  auto Serial = [&](SerialReason Reason) {
    Choice.Reason = Reason;
    return Choice;
  };
  auto Take = [&](uint32_t Plan) {
    Choice.Plan = Plan;
    return Choice;
  };
  if (Asked.Wanted == OrderMode::Serial)
    return Serial(SerialReason::Chosen);
  if (Asked.Wanted != OrderMode::Auto) {
    auto Plan = static_cast<uint32_t>(Asked.Wanted);
    if (Has(Plan))
      return Take(Plan);
    Choice.FellBack = Plan != TKL_ORDER_COPIES || Asked.Sums == 0;
  }
  if (!Has(TKL_ORDER_LEVELS) && !Has(TKL_ORDER_PASSES) && !Has(TKL_ORDER_BINS))
    return Serial(SerialReason::Kernel);
  const bool ShouldCopy =
      Has(TKL_ORDER_COPIES) && Asked.Items / ItemsForCopies >= Asked.Sums;
  const bool CanOwn = Has(TKL_ORDER_OWNERS) && Asked.Workers > 1 &&
                      Asked.Workers <= WorkersForOwners;
  const bool ShouldTryOwners = CanOwn && Asked.Items >= ItemsForOwners;
  if (Has(TKL_ORDER_LEVELS) && Asked.Depends &&
      Asked.Items >= FewIndependentItems) {
    const Dependence Known = Asked.Depends();
    if (Known == Dependence::None) {
      Choice.IsIndependent = true;
      return Take(TKL_ORDER_LEVELS);
    }
    Choice.IsChain = Known == Dependence::Chain && Asked.Workers > 1;
    if (Choice.IsChain && !ShouldCopy && !ShouldTryOwners)
      return Serial(SerialReason::Chain);
  }
  const uint64_t Much = Asked.Workers == 1 ? MuchMemoryForOne : MuchMemory;
  if (Has(TKL_ORDER_BINS) && Asked.Payloads != 0 &&
      (Asked.Workers > 1 || Asked.Payloads <= PayloadsForOne) &&
      Asked.Roots == 1 && Asked.Bytes >= Much && Asked.Items >= ItemsForBins) {
    Choice.MuchMemory = Much;
    Choice.TriesOwners = CanOwn;
    return Take(TKL_ORDER_BINS);
  }
  Choice.MayTryBins = Asked.Wanted == OrderMode::Auto && !Asked.IsForOrder &&
                      Has(TKL_ORDER_BINS) && Asked.Payloads != 0 &&
                      Asked.Roots == 1 && Asked.Items >= ItemsForBins;
  if (Asked.Workers == 1)
    return Serial(SerialReason::Worker);
  if (Asked.Items < FewItems)
    return Serial(SerialReason::Items);
  if (ShouldCopy)
    return Take(TKL_ORDER_COPIES);
  // Where there are none, later commands may take another plan; but an order is
  // made once. Numbers of elements that suit levels suit owners of one root only.
  Choice.TriesOwners =
      ShouldTryOwners && (!Asked.IsForOrder || Asked.Roots == 1);
  if (Choice.TriesOwners && !Asked.IsForOrder)
    return Take(TKL_ORDER_OWNERS);
  if (Has(TKL_ORDER_LEVELS)) {
    Choice.IsBeside = true;
    return Take(TKL_ORDER_LEVELS);
  }
  return Has(TKL_ORDER_PASSES) ? Take(TKL_ORDER_PASSES)
                               : Serial(SerialReason::Kernel);
}
