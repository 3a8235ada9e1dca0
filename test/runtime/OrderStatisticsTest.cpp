//===- OrderStatisticsTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/OrderStatistics.h"

#include <gtest/gtest.h>

using namespace tasklet;

namespace {

tkl_order_header makeHeader(uint32_t Executor) {
  tkl_order_header Header = {};
  Header.size = 5000;
  Header.marks_offset = 904;
  Header.workers = 2;
  Header.items = 100000;
  Header.executor = Executor;
  Header.levels = 17;
  Header.widest = 9000;
  Header.conflicts = 1234;
  Header.passes = 1;
  Header.segments = 1;
  Header.inspected = 1000;
  Header.executed = 2000000;
  return Header;
}

std::string describe(const tkl_order_header &Header,
                     const OrderFacts &Facts = {}, bool Failed = false) {
  return OrderStatistics(Header, Facts, 0.5).describe("k", Failed);
}

} // namespace

TEST(OrderStatisticsTest, NumbersAreTheHeaders) {
  tkl_order_header Header = makeHeader(TKL_ORDER_LEVELS);
  Header.reused = 1;
  cl_ordered_stats_tkl Stats = OrderStatistics(Header, {}, 0.5).Total;
  EXPECT_EQ(Stats.work_items, 100000u);
  EXPECT_EQ(Stats.levels, 17u);
  EXPECT_EQ(Stats.widest, 9000u);
  EXPECT_EQ(Stats.conflicts, 1234u);
  EXPECT_EQ(Stats.passes, 1u);
  EXPECT_EQ(Stats.segments, 1u);
  EXPECT_EQ(Stats.analysis_size, 4096u);
  EXPECT_EQ(Stats.inspect_time, 500u);
  EXPECT_EQ(Stats.execute_time, 1000000u);
  EXPECT_EQ(Stats.executor, uint32_t(CL_TASKLET_ORDERED_LEVELS_TKL));
  EXPECT_EQ(Stats.workers, 2u);
  EXPECT_EQ(Stats.reused, 1u);
  EXPECT_EQ(Stats.streamed, 0u);
}

TEST(OrderStatisticsTest, OneLineForACommand) {
  tkl_order_header Header = makeHeader(TKL_ORDER_LEVELS);
  EXPECT_EQ(describe(Header),
            "tasklet: k: 100000 work-items on 2 workers, levels: 17 levels, "
            "the widest with 9000 work-items, 1234 conflicts in 1 pass; "
            "inspected in 500 ns; executed in 1 ms; analysis of 4096 bytes, "
            "new\n");
  OrderFacts Facts;
  Facts.NotReused = "an argument is different";
  Header.segments = 3;
  Header.inspected = Header.executed = 0;
  Header.passes = 20;
  Header.executor = TKL_ORDER_PASSES;
  EXPECT_EQ(describe(Header, Facts, true),
            "tasklet: k: 100000 work-items on 2 workers, passes: 17 levels, "
            "the widest with 9000 work-items, 1234 conflicts in 20 passes, 3 "
            "segments; analysis of 4096 bytes, new since an argument is "
            "different; failed\n");
  Facts = {};
  Header = makeHeader(TKL_ORDER_TASKS);
  Header.task_items = 64;
  EXPECT_EQ(describe(Header, Facts),
            "tasklet: k: 100000 work-items on 2 workers, tasks of 64 "
            "work-items: 17 tasks in the longest chain, the widest level with "
            "9000 work-items, 1234 conflicts in 1 pass; inspected in 500 ns; "
            "executed in 1 ms; analysis of 4096 bytes, new\n");
  Facts.FellBack = true;
  Facts.Wanted = OrderMode::Tasks;
  Header = makeHeader(TKL_ORDER_BINS);
  Header.reused = 1;
  EXPECT_EQ(describe(Header, Facts),
            "tasklet: k: 100000 work-items on 2 workers, bins (the kernel has "
            "no code for tasks): 17 bins, the largest with 9000 work-items; "
            "inspected in 500 ns; executed in 1 ms; analysis of 4096 bytes, "
            "reused\n");
}

TEST(OrderStatisticsTest, WhatTheAddressesTell) {
  tkl_order_header Header = makeHeader(TKL_ORDER_LEVELS);
  Header.marks_offset = Header.size;
  Header.levels = 1;
  Header.widest = Header.items;
  Header.conflicts = Header.passes = Header.inspected = 0;
  Header.flags = TKL_ORDER_INDEPENDENT;
  EXPECT_EQ(describe(Header),
            "tasklet: k: 100000 work-items on 2 workers, levels since the "
            "addresses show that no work-items conflict: 1 level, the widest "
            "with 100000 work-items, 0 conflicts in 0 passes; executed in 1 "
            "ms\n");
}

TEST(OrderStatisticsTest, Copies) {
  tkl_order_header Header = makeHeader(TKL_ORDER_COPIES);
  EXPECT_EQ(describe(Header, {}),
            "tasklet: k: 100000 work-items on 2 workers, copies of 4096 bytes; "
            "inspected in 500 ns; executed in 1 ms\n");
  EXPECT_EQ(describe(Header, {}, true),
            "tasklet: k: 100000 work-items on 2 workers, copies of 4096 bytes; "
            "inspected in 500 ns; executed in 1 ms; failed\n");
  OrderFacts Facts;
  Facts.FellBack = true;
  Facts.Wanted = OrderMode::Copies;
  Header = makeHeader(TKL_ORDER_SERIAL);
  Header.marks_offset = Header.size;
  Facts.Reason = SerialReason::Unknown;
  EXPECT_NE(describe(Header, Facts).find(" (there can be no copies)"),
            std::string::npos);
}

TEST(OrderStatisticsTest, Owners) {
  tkl_order_header Header = makeHeader(TKL_ORDER_OWNERS);
  Header.levels = 8;
  Header.widest = 20000;
  const std::string Text = describe(Header, {});
  EXPECT_EQ(Text.substr(0, Text.find(';')),
            "tasklet: k: 100000 work-items on 2 workers, owners: 8 owners, the "
            "largest with 20000 work-items");
}

TEST(OrderStatisticsTest, WhyAllRanInOrder) {
  tkl_order_header Header = makeHeader(TKL_ORDER_SERIAL);
  Header.marks_offset = Header.size;
  Header.inspected = 0;
  Header.workers = Header.items = 1;
  OrderFacts Facts;
  Facts.Reason = SerialReason::Chosen;
  EXPECT_EQ(describe(Header, Facts),
            "tasklet: k: 1 work-item on 1 worker, serial; executed in 1 ms\n");
  const std::pair<SerialReason, const char *> Reasons[] = {
      {SerialReason::Kernel, "the kernel has no inspector"},
      {SerialReason::Worker, "there is one worker"},
      {SerialReason::Items, "there are few work-items"},
      {SerialReason::Unknown,
       "a pointer leads to memory that the library does not know"},
      {SerialReason::Aliased,
       "a parameter that is not monitored shares memory with one that is"},
      {SerialReason::Inspected,
       "the kernel writes memory that its inspector would read"},
      {SerialReason::Grain,
       "two parameters share memory at offsets that do not fit together"},
      {SerialReason::Memory, "there is no memory for an analysis"},
      {SerialReason::Pages, "memory for an analysis is not there yet"},
      {SerialReason::Once, "its levels could not be kept for later commands"},
      {SerialReason::Slower, "its levels have been slower"}};
  for (const auto &[Reason, Text] : Reasons) {
    Facts.Reason = Reason;
    EXPECT_EQ(
        describe(Header, Facts),
        std::string("tasklet: k: 1 work-item on 1 worker, serial since ") +
            Text + "; executed in 1 ms\n");
  }
  const std::pair<uint32_t, const char *> DeviceReasons[] = {
      {TKL_REASON_CHAIN, "hardly any work-items are independent"},
      {TKL_REASON_BINS, "a work-item touches more than one bin"},
      {TKL_REASON_COUNTS,
       "there are more levels, or conflicts, than memory to count them"},
      {TKL_REASON_ROUNDS,
       "a loop of the inspector has more than a million rounds"},
      {TKL_REASON_BACK,
       "a pointer to shared memory is used with negative indexes"},
      {TKL_REASON_NEAR,
       "work-items that follow each other touch memory in a cache"},
      {TKL_REASON_FAR,
       "work-items that follow each other touch memory that lies far apart"},
      {TKL_REASON_BESIDE, "its levels are not known yet"}};
  for (const auto &[Reason, Text] : DeviceReasons) {
    Header.reason = Reason;
    EXPECT_EQ(
        describe(Header),
        std::string("tasklet: k: 1 work-item on 1 worker, serial since ") +
            Text + "; executed in 1 ms\n");
  }
  Header = makeHeader(TKL_ORDER_SERIAL);
  Header.reason = TKL_REASON_BESIDE;
  for (bool Reused : {false, true}) {
    Header.reused = Reused;
    EXPECT_EQ(
        describe(Header),
        std::string("tasklet: k: 100000 work-items on 2 workers, serial "
                    "since its levels are not known yet; inspected in "
                    "500 ns; executed in 1 ms; analysis of 4096 bytes, ") +
            (Reused ? "continued\n" : "begun\n"));
  }
}
