//===- OrderTimesTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/OrderTimes.h"

#include <gtest/gtest.h>

using namespace tasklet;

TEST(OrderTimesTest, NothingIsKnownAtFirst) {
  OrderTimes Times;
  EXPECT_FALSE(Times.areLevelsSlower());
  Times.add(TKL_ORDER_SERIAL, 10);
  EXPECT_FALSE(Times.areLevelsSlower());
}

TEST(OrderTimesTest, ThreeSlowRuns) {
  OrderTimes Times;
  for (uint64_t Ticks : {200, 100, 300}) {
    Times.add(TKL_ORDER_SERIAL, Ticks);
    Times.add(0, 1);                // It inspected, too.
    Times.add(TKL_ORDER_LEVELS, 0); // There is no clock.
  }
  for (uint64_t Ticks : {150, 101, 400}) {
    EXPECT_FALSE(Times.areLevelsSlower());
    Times.add(TKL_ORDER_LEVELS, Ticks);
  }
  EXPECT_TRUE(Times.areLevelsSlower());
  // A busy machine had slowed them down.
  Times.add(TKL_ORDER_PASSES, 100);
  EXPECT_FALSE(Times.areLevelsSlower());
}

TEST(OrderTimesTest, InOrderWhileAnotherOneInspects) {
  OrderTimes Times;
  Times.addBeside(0); // There is no clock.
  EXPECT_FALSE(Times.isTimed());
  Times.addBeside(50);
  EXPECT_TRUE(Times.isTimed());
  EXPECT_EQ(Times.best(), 50u);
  for (int I = 0; I < 5; ++I)
    Times.add(TKL_ORDER_LEVELS, 100);
  EXPECT_FALSE(Times.areLevelsSlower());
}

TEST(OrderTimesTest, WithoutARunInOrder) {
  OrderTimes Times;
  for (int I = 0; I < 5; ++I)
    Times.add(TKL_ORDER_LEVELS, 100);
  EXPECT_FALSE(Times.areLevelsSlower());
}

TEST(OrderTimesTest, WhenTasksAreTried) {
  OrderTimes Levels;
  EXPECT_FALSE(mayTryTasks(Levels, 1000)) << "nothing is known of levels";
  for (int I = 0; I < 3; ++I)
    Levels.add(TKL_ORDER_LEVELS, 100);
  EXPECT_FALSE(mayTryTasks(Levels, RunsBeforeTasks - 1));
  EXPECT_TRUE(mayTryTasks(Levels, RunsBeforeTasks));
}

TEST(OrderTimesTest, WhenTasksAreSlower) {
  OrderTimes Levels, Tasks;
  for (int I = 0; I < 3; ++I)
    Levels.add(TKL_ORDER_LEVELS, 100);
  Levels.add(TKL_ORDER_SERIAL, 90);
  for (int I = 0; I < 3; ++I) {
    EXPECT_FALSE(isSlower(Tasks, Levels));
    Tasks.add(TKL_ORDER_TASKS, 95);
  }
  EXPECT_TRUE(isSlower(Tasks, Levels)) << "than a run in order";
  Tasks.add(TKL_ORDER_TASKS, 89);
  EXPECT_FALSE(isSlower(Tasks, Levels));
}

TEST(OrderTimesTest, TwoRunsThatAreMuchSlowerAreEnough) {
  OrderTimes Serial, Bins, Others;
  EXPECT_FALSE(isSlower(Bins, Serial));
  Serial.add(TKL_ORDER_SERIAL, 100);
  for (OrderTimes *Each : {&Bins, &Others}) {
    Each->add(TKL_ORDER_BINS, 250);
    EXPECT_FALSE(isSlower(*Each, Serial));
  }
  Bins.add(TKL_ORDER_BINS, 200);
  EXPECT_TRUE(isSlower(Bins, Serial));
  Others.add(TKL_ORDER_BINS, 199);
  EXPECT_FALSE(isSlower(Others, Serial));
}

TEST(BinTrialsTest, AfterManyRuns) {
  BinTrials Trials;
  OrderTimes Serial;
  EXPECT_FALSE(Trials.mayBegin(Serial, 1000)) << "the device has no clock";
  Serial.add(TKL_ORDER_SERIAL, 100);
  EXPECT_FALSE(Trials.mayBegin(Serial, RunsBeforeBins - 1));
  EXPECT_TRUE(Trials.mayBegin(Serial, RunsBeforeBins));
  Trials.end(5, false); // Others came before.
  EXPECT_TRUE(Trials.mayBegin(Serial, RunsBeforeBins));
}

TEST(BinTrialsTest, WhatHasNotPaidWaits) {
  BinTrials Trials;
  OrderTimes Serial;
  Serial.add(TKL_ORDER_SERIAL, 100);
  unsigned Runs = RunsBeforeBins;
  for (int I = 0; I < 20; ++I) {
    ASSERT_TRUE(Trials.mayBegin(Serial, Runs));
    Trials.begin(Runs);
    const bool WereSlower = I == 1;
    Trials.end(Runs + (WereSlower ? RunsToPay : RunsToPay - 1), WereSlower);
    if (I < 6) {
      Runs *= 4;
      ASSERT_FALSE(Trials.mayBegin(Serial, Runs - 1));
    }
  }
  Trials.begin(Runs);
  Trials.end(Runs + RunsToPay, false);
  EXPECT_TRUE(Trials.mayBegin(Serial, RunsBeforeBins)) << "it has paid";
}

/// There was no room for the analysis.
TEST(BinTrialsTest, WhatIsLostWaits) {
  BinTrials Trials;
  OrderTimes Serial;
  Serial.add(TKL_ORDER_SERIAL, 100);
  Trials.begin(RunsBeforeBins);
  EXPECT_TRUE(Trials.mayBegin(Serial, RunsBeforeBins + 1));
  Trials.begin(RunsBeforeBins + 1);
  EXPECT_FALSE(Trials.mayBegin(Serial, 4 * RunsBeforeBins - 1));
  EXPECT_TRUE(Trials.mayBegin(Serial, 4 * RunsBeforeBins));
}
