//===- OrderChoiceTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderChoice.h"

#include <gtest/gtest.h>

using namespace tasklet;

namespace {

constexpr uint32_t bit(uint32_t Plan) { return 1u << Plan; }
constexpr uint32_t None = bit(TKL_ORDER_SERIAL);
constexpr uint32_t Levels = None | bit(TKL_ORDER_LEVELS);
constexpr uint32_t All = Levels | bit(TKL_ORDER_PASSES) | bit(TKL_ORDER_BINS);

} // namespace

TEST(OrderChoiceTest, WhatIsWantedIsTaken) {
  const std::pair<OrderMode, uint32_t> Modes[] = {
      {OrderMode::Levels, TKL_ORDER_LEVELS},
      {OrderMode::Passes, TKL_ORDER_PASSES},
      {OrderMode::Bins, TKL_ORDER_BINS}};
  for (const auto &[Mode, Plan] : Modes) {
    // However few workers and work-items there are.
    OrderChoice Choice = chooseOrder(Mode, All, 1, 1, 3, true);
    EXPECT_EQ(Choice.Plan, Plan);
    EXPECT_EQ(Choice.Reason, SerialReason::None);
    EXPECT_FALSE(Choice.FellBack);
  }
  OrderChoice Choice = chooseOrder(OrderMode::Serial, All, 9, 1 << 20, 1, true);
  EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_SERIAL));
  EXPECT_EQ(Choice.Reason, SerialReason::Chosen);
}

TEST(OrderChoiceTest, WithoutCodeItIsAutomatic) {
  for (OrderMode Mode :
       {OrderMode::Passes, OrderMode::Bins, OrderMode::Tasks}) {
    OrderChoice Choice = chooseOrder(Mode, Levels, 2, FewItems, 1, true);
    EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_LEVELS));
    EXPECT_TRUE(Choice.FellBack);
    EXPECT_EQ(Choice.Reason, SerialReason::None);
  }
  for (OrderMode Mode : {OrderMode::Auto, OrderMode::Levels}) {
    OrderChoice Choice = chooseOrder(Mode, None, 2, FewItems, 1, true);
    EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_SERIAL));
    EXPECT_EQ(Choice.Reason, SerialReason::Kernel);
    EXPECT_EQ(Choice.FellBack, Mode != OrderMode::Auto);
  }
}

TEST(OrderChoiceTest, Automatic) {
  auto Choose = [](uint32_t Plans, uint32_t Workers, uint64_t Items,
                   unsigned Roots) {
    return chooseOrder(OrderMode::Auto, Plans, Workers, Items, Roots, true);
  };
  EXPECT_EQ(Choose(All, 2, FewItems, 1).Plan, uint32_t(TKL_ORDER_BINS));
  EXPECT_EQ(Choose(All, 2, FewItems, 2).Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_EQ(Choose(Levels, 2, FewItems, 1).Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_EQ(Choose(bit(TKL_ORDER_PASSES), 2, FewItems, 1).Plan,
            uint32_t(TKL_ORDER_PASSES));
  EXPECT_EQ(Choose(All, 1, FewItems, 1).Reason, SerialReason::Worker);
  EXPECT_EQ(Choose(All, 2, FewItems - 1, 1).Reason, SerialReason::Items);
  // Levels pay when they are used again; bins at once, with a payload.
  EXPECT_TRUE(Choose(Levels, 2, FewItems, 1).IsBeside);
  EXPECT_FALSE(
      chooseOrder(OrderMode::Levels, All, 2, FewItems, 1, true).IsBeside);
  OrderChoice Choice = chooseOrder(OrderMode::Auto, All, 2, FewItems, 1, false);
  EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_TRUE(Choice.IsBeside);
}
