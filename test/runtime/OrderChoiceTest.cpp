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
constexpr uint32_t All =
    Levels | bit(TKL_ORDER_PASSES) | bit(TKL_ORDER_BINS) | bit(TKL_ORDER_TASKS);

OrderQuestion ask(OrderMode Wanted, uint32_t Plans, uint32_t Workers,
                  uint64_t Items) {
  OrderQuestion Asked;
  Asked.Wanted = Wanted;
  Asked.Plans = Plans;
  Asked.Workers = Workers;
  Asked.Items = Items;
  Asked.Roots = 1;
  Asked.Bytes = MuchMemory;
  Asked.Payloads = 1;
  return Asked;
}

} // namespace

TEST(OrderChoiceTest, WhatIsWantedIsTaken) {
  const std::pair<OrderMode, uint32_t> Modes[] = {
      {OrderMode::Levels, TKL_ORDER_LEVELS},
      {OrderMode::Passes, TKL_ORDER_PASSES},
      {OrderMode::Bins, TKL_ORDER_BINS},
      {OrderMode::Tasks, TKL_ORDER_TASKS}};
  for (const auto &[Mode, Plan] : Modes) {
    // However few workers and work-items there are.
    OrderChoice Choice = chooseOrder(ask(Mode, All, 1, 1));
    EXPECT_EQ(Choice.Plan, Plan);
    EXPECT_EQ(Choice.Reason, SerialReason::None);
    EXPECT_FALSE(Choice.FellBack);
  }
  OrderChoice Choice = chooseOrder(ask(OrderMode::Serial, All, 9, 1 << 20));
  EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_SERIAL));
  EXPECT_EQ(Choice.Reason, SerialReason::Chosen);
}

TEST(OrderChoiceTest, WithoutCodeItIsAutomatic) {
  for (OrderMode Mode :
       {OrderMode::Passes, OrderMode::Bins, OrderMode::Tasks}) {
    OrderChoice Choice = chooseOrder(ask(Mode, Levels, 2, FewItems));
    EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_LEVELS));
    EXPECT_TRUE(Choice.FellBack);
    EXPECT_EQ(Choice.Reason, SerialReason::None);
  }
  for (OrderMode Mode : {OrderMode::Auto, OrderMode::Levels}) {
    OrderChoice Choice = chooseOrder(ask(Mode, None, 2, FewItems));
    EXPECT_EQ(Choice.Plan, uint32_t(TKL_ORDER_SERIAL));
    EXPECT_EQ(Choice.Reason, SerialReason::Kernel);
    EXPECT_EQ(Choice.FellBack, Mode != OrderMode::Auto);
  }
}

TEST(OrderChoiceTest, WhatTheAddressesTell) {
  unsigned Asks = 0;
  auto Choose = [&](Dependence Known, OrderMode Mode, uint32_t Plans,
                    uint32_t Workers, uint64_t Items, uint64_t Sums = 0) {
    OrderQuestion Asked = ask(Mode, Plans, Workers, Items);
    Asked.Sums = Sums;
    Asked.Depends = [&Asks, Known] { return ++Asks, Known; };
    return chooseOrder(Asked);
  };
  const uint64_t Many = ItemsForBins;
  OrderChoice None =
      Choose(Dependence::None, OrderMode::Auto, All, 2, FewIndependentItems);
  EXPECT_EQ(None.Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_TRUE(None.IsIndependent);
  EXPECT_FALSE(None.IsBeside);
  // Rather than bins, or than copies.
  EXPECT_TRUE(
      Choose(Dependence::None, OrderMode::Auto, All, 2, Many).IsIndependent);
  const uint32_t Adds = All | bit(TKL_ORDER_COPIES);
  EXPECT_TRUE(Choose(Dependence::None, OrderMode::Auto, Adds, 2, 1000, 1)
                  .IsIndependent);
  EXPECT_TRUE(
      Choose(Dependence::None, OrderMode::Auto, All, 1, Many).IsIndependent);
  EXPECT_EQ(Asks, 4u);
  OrderChoice Chain = Choose(Dependence::Chain, OrderMode::Auto, All, 2, Many);
  EXPECT_EQ(Chain.Plan, uint32_t(TKL_ORDER_SERIAL));
  EXPECT_EQ(Chain.Reason, SerialReason::Chain);
  EXPECT_EQ(
      Choose(Dependence::Chain, OrderMode::Auto, Adds, 2, FewItems, 1).Plan,
      uint32_t(TKL_ORDER_COPIES));
  EXPECT_EQ(Choose(Dependence::Maybe, OrderMode::Auto, All, 2, Many).Plan,
            uint32_t(TKL_ORDER_BINS));
  // One worker runs all in order anyway.
  for (Dependence Known : {Dependence::Chain, Dependence::Maybe}) {
    OrderChoice Alone = Choose(Known, OrderMode::Auto, Levels, 1, Many);
    EXPECT_EQ(Alone.Plan, uint32_t(TKL_ORDER_SERIAL));
    EXPECT_EQ(Alone.Reason, SerialReason::Worker);
    EXPECT_FALSE(Alone.IsChain);
  }
  // Where it does not count, nobody asks.
  Asks = 0;
  for (OrderMode Mode : {OrderMode::Levels, OrderMode::Bins, OrderMode::Serial})
    EXPECT_FALSE(Choose(Dependence::None, Mode, All, 2, Many).IsIndependent);
  Choose(Dependence::None, OrderMode::Auto, All, 2, FewIndependentItems - 1);
  Choose(Dependence::None, OrderMode::Auto, bit(TKL_ORDER_BINS), 2, Many);
  EXPECT_EQ(Asks, 0u);
}

TEST(OrderChoiceTest, Automatic) {
  auto Choose = [](uint32_t Plans, uint32_t Workers, uint64_t Items) {
    return chooseOrder(ask(OrderMode::Auto, Plans, Workers, Items));
  };
  EXPECT_EQ(Choose(Levels, 2, FewItems).Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_EQ(Choose(bit(TKL_ORDER_PASSES), 2, FewItems).Plan,
            uint32_t(TKL_ORDER_PASSES));
  EXPECT_EQ(Choose(All, 1, FewItems).Reason, SerialReason::Worker);
  EXPECT_EQ(Choose(All, 2, FewItems - 1).Reason, SerialReason::Items);
  // Levels pay when they are used again.
  EXPECT_TRUE(Choose(Levels, 2, FewItems).IsBeside);
  EXPECT_FALSE(chooseOrder(ask(OrderMode::Levels, All, 2, FewItems)).IsBeside);
}

// Bins pay at once where they spare misses and carry a payload.
TEST(OrderChoiceTest, AutomaticBins) {
  const OrderQuestion Best = ask(OrderMode::Auto, All, 2, ItemsForBins);
  EXPECT_EQ(chooseOrder(Best).Plan, uint32_t(TKL_ORDER_BINS));
  EXPECT_FALSE(chooseOrder(Best).IsBeside);
  EXPECT_EQ(chooseOrder(Best).MuchMemory, MuchMemory);
  EXPECT_EQ(chooseOrder(ask(OrderMode::Bins, All, 2, ItemsForBins)).MuchMemory,
            0u)
      << "who wants them gets them";
  OrderQuestion Alone = Best;
  Alone.Workers = 1;
  EXPECT_EQ(chooseOrder(Alone).Plan, uint32_t(TKL_ORDER_SERIAL));
  EXPECT_EQ(chooseOrder(Alone).Reason, SerialReason::Worker);
  Alone.Bytes = MuchMemoryForOne;
  EXPECT_EQ(chooseOrder(Alone).Plan, uint32_t(TKL_ORDER_BINS));
  EXPECT_EQ(chooseOrder(Alone).MuchMemory, MuchMemoryForOne);
  Alone.Payloads = 2;
  EXPECT_EQ(chooseOrder(Alone).Plan, uint32_t(TKL_ORDER_SERIAL));
  Alone.Workers = 2;
  EXPECT_EQ(chooseOrder(Alone).Plan, uint32_t(TKL_ORDER_BINS));
  std::vector<OrderQuestion> Others(4, Best);
  --Others[0].Items;
  --Others[1].Bytes;
  ++Others[2].Roots;
  Others[3].Payloads = 0;
  for (const OrderQuestion &Asked : Others) {
    EXPECT_EQ(chooseOrder(Asked).Plan, uint32_t(TKL_ORDER_LEVELS));
    EXPECT_TRUE(chooseOrder(Asked).IsBeside);
  }
}

// Where they do not pay at once they may later.
TEST(OrderChoiceTest, BinsThatAreTried) {
  OrderQuestion Small = ask(OrderMode::Auto, All, 2, ItemsForBins);
  Small.Bytes = 4096;
  OrderQuestion Alone = Small;
  Alone.Workers = 1;
  OrderQuestion Sums = Small;
  Sums.Plans |= bit(TKL_ORDER_COPIES);
  Sums.Sums = 1024;
  for (const OrderQuestion &Asked : {Small, Alone, Sums}) {
    EXPECT_NE(chooseOrder(Asked).Plan, uint32_t(TKL_ORDER_BINS));
    EXPECT_TRUE(chooseOrder(Asked).MayTryBins);
    std::vector<OrderQuestion> Others(5, Asked);
    --Others[0].Items;
    ++Others[1].Roots;
    Others[2].Payloads = 0;
    Others[3].IsForOrder = true;
    Others[4].Plans &= ~bit(TKL_ORDER_BINS);
    for (const OrderQuestion &Other : Others)
      EXPECT_FALSE(chooseOrder(Other).MayTryBins);
    for (OrderMode Mode : {OrderMode::Serial, OrderMode::Levels,
                           OrderMode::Copies, OrderMode::Bins}) {
      OrderQuestion Other = Asked;
      Other.Wanted = Mode;
      EXPECT_FALSE(chooseOrder(Other).MayTryBins);
    }
  }
  // They pay at once, or nothing conflicts.
  EXPECT_FALSE(
      chooseOrder(ask(OrderMode::Auto, All, 2, ItemsForBins)).MayTryBins);
  Small.Depends = [] { return Dependence::None; };
  EXPECT_FALSE(chooseOrder(Small).MayTryBins);
}

TEST(OrderChoiceTest, Copies) {
  const uint32_t Plans = All | bit(TKL_ORDER_COPIES);
  auto Choose = [&](OrderMode Wanted, uint32_t Workers, uint64_t Items,
                    uint64_t Sums, uint64_t Bytes) {
    OrderQuestion Asked = ask(Wanted, Plans, Workers, Items);
    Asked.Sums = Sums;
    Asked.Bytes = Bytes;
    return chooseOrder(Asked);
  };
  // With four work-items for each sum.
  const uint64_t Sums = 1 << 16, Items = 4 * Sums;
  EXPECT_EQ(Choose(OrderMode::Auto, 2, Items, Sums, 4 * Sums).Plan,
            uint32_t(TKL_ORDER_COPIES));
  EXPECT_EQ(Choose(OrderMode::Auto, 2, Items - 1, Sums, 4 * Sums).Plan,
            uint32_t(TKL_ORDER_LEVELS));
  EXPECT_EQ(Choose(OrderMode::Auto, 1, Items, Sums, 4 * Sums).Reason,
            SerialReason::Worker);
  EXPECT_EQ(Choose(OrderMode::Auto, 2, FewItems - 1, 1, 4).Reason,
            SerialReason::Items);
  // Bins are faster where copies do not fit into a cache.
  EXPECT_EQ(Choose(OrderMode::Auto, 2, 64 << 20, 8 << 20, MuchMemory).Plan,
            uint32_t(TKL_ORDER_BINS));
  // Whoever wants them gets them, but one worker needs none.
  EXPECT_EQ(Choose(OrderMode::Copies, 2, 1, Sums, 4 * Sums).Plan,
            uint32_t(TKL_ORDER_COPIES));
  OrderChoice Alone = Choose(OrderMode::Copies, 1, Items, Sums, 4 * Sums);
  EXPECT_EQ(Alone.Reason, SerialReason::Worker);
  EXPECT_FALSE(Alone.FellBack);
  // And an order of the application, or memory that does not do, has no sums.
  OrderChoice Others = Choose(OrderMode::Copies, 2, Items, 0, 4 * Sums);
  EXPECT_EQ(Others.Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_TRUE(Others.FellBack);
}

TEST(OrderChoiceTest, Owners) {
  const uint32_t Plans = All | bit(TKL_ORDER_OWNERS);
  OrderQuestion Best = ask(OrderMode::Auto, Plans, 2, ItemsForOwners);
  Best.Bytes = 4096;
  Best.Payloads = 0;
  Best.Roots = 3;
  EXPECT_EQ(chooseOrder(Best).Plan, uint32_t(TKL_ORDER_OWNERS));
  EXPECT_TRUE(chooseOrder(Best).TriesOwners);
  EXPECT_FALSE(chooseOrder(Best).IsBeside);
  // Bins, if there is much memory; and owners where bins spare no misses.
  OrderQuestion Large = ask(OrderMode::Auto, Plans, 2, ItemsForBins);
  EXPECT_EQ(chooseOrder(Large).Plan, uint32_t(TKL_ORDER_BINS));
  EXPECT_TRUE(chooseOrder(Large).TriesOwners);
  Large.Plans = All;
  EXPECT_FALSE(chooseOrder(Large).TriesOwners);
  Large.Plans = Plans;
  Large.Workers = WorkersForOwners + 1;
  EXPECT_FALSE(chooseOrder(Large).TriesOwners);
  std::vector<OrderQuestion> Others(4, Best);
  --Others[0].Items;
  Others[1].Plans = All;
  Others[2].Workers = WorkersForOwners + 1;
  Others[3].IsForOrder = true;
  for (const OrderQuestion &Asked : Others) {
    EXPECT_EQ(chooseOrder(Asked).Plan, uint32_t(TKL_ORDER_LEVELS));
    EXPECT_FALSE(chooseOrder(Asked).TriesOwners);
  }
  // An order is made once: it has levels where there are no owners.
  OrderQuestion Made = Others[3];
  Made.Roots = 1;
  EXPECT_EQ(chooseOrder(Made).Plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_TRUE(chooseOrder(Made).TriesOwners);
  OrderQuestion Alone = Best;
  Alone.Workers = 1;
  EXPECT_EQ(chooseOrder(Alone).Reason, SerialReason::Worker);
  OrderQuestion Adds = Best;
  Adds.Plans |= bit(TKL_ORDER_COPIES);
  Adds.Sums = 1000;
  EXPECT_EQ(chooseOrder(Adds).Plan, uint32_t(TKL_ORDER_COPIES));
  // x[i] += a; x[i + 1] += b
  OrderQuestion Chain = Best;
  Chain.Depends = [] { return Dependence::Chain; };
  EXPECT_EQ(chooseOrder(Chain).Plan, uint32_t(TKL_ORDER_OWNERS));
  EXPECT_TRUE(chooseOrder(Chain).IsChain);
  --Chain.Items;
  EXPECT_EQ(chooseOrder(Chain).Reason, SerialReason::Chain);
  // Whoever wants them gets them.
  OrderQuestion Wanted = ask(OrderMode::Owners, Plans, 1, 1);
  EXPECT_EQ(chooseOrder(Wanted).Plan, uint32_t(TKL_ORDER_OWNERS));
  EXPECT_FALSE(chooseOrder(Wanted).TriesOwners);
  Wanted.Plans = All;
  EXPECT_TRUE(chooseOrder(Wanted).FellBack);
}
