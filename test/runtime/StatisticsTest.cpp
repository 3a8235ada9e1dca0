//===- StatisticsTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Statistics.h"

#include <gtest/gtest.h>

using namespace tasklet;

namespace {
/// What a device leaves: a header and its workers' blocks.
struct Heap {
  tkl_heap_header Header = {};
  tkl_worker_block Block[3] = {};

  explicit Heap(uint32_t Workers) {
    Header.size = 1 << 20;
    Header.workers = Workers;
  }
};
} // namespace

TEST(StatisticsTest, EveryWorkerAccountsForTheWholeTime) {
  Heap H(3);
  // From tick 1000 to tick 2000. The second comes late, the third leaves early.
  H.Block[0].begin = 1000, H.Block[0].end = 2000, H.Block[0].searching = 100;
  H.Block[1].begin = 1250, H.Block[1].end = 2000, H.Block[1].searching = 0;
  H.Block[2].begin = 1000, H.Block[2].end = 1500, H.Block[2].searching = 499;
  Statistics S(H.Header);
  ASSERT_EQ(S.Workers.size(), 3u);
  const uint64_t Expected[3][3] = {{900, 100, 0}, {750, 0, 250}, {1, 499, 500}};
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(S.Workers[I].busy, Expected[I][0]) << I;
    EXPECT_EQ(S.Workers[I].stealing, Expected[I][1]) << I;
    EXPECT_EQ(S.Workers[I].idle, Expected[I][2]) << I;
  }
  std::string Text = S.describe("k", false);
  EXPECT_NE(Text.find("worker 1: 0 tasks, 0 steals; 75.0 % busy, 0.0 % "
                      "stealing, 25.0 % idle\n"),
            std::string::npos)
      << Text;
}

TEST(StatisticsTest, CountersThatDisagreeGiveNoHugeTimes) {
  Heap H(2);
  H.Block[0].begin = 1000, H.Block[0].end = 990, H.Block[0].searching = 7;
  H.Block[1].begin = 1005, H.Block[1].end = 1020, H.Block[1].searching = 50;
  Statistics S(H.Header);
  for (const cl_tasklet_worker_stats_tkl &Worker : S.Workers) {
    EXPECT_LE(Worker.busy + Worker.stealing + Worker.idle, 20u);
    EXPECT_LE(Worker.idle, 20u);
  }
}

TEST(StatisticsTest, WithoutACycleCounterThereAreNoTimes) {
  Heap H(1);
  H.Block[0].tasks = 5;
  Statistics S(H.Header);
  EXPECT_EQ(S.Total.tasks, 5u);
  EXPECT_EQ(S.Workers[0].busy + S.Workers[0].stealing + S.Workers[0].idle, 0u);
  std::string Text = S.describe("k", true);
  EXPECT_NE(Text.find("worker 0: 5 tasks, 0 steals\n"), std::string::npos)
      << Text;
  EXPECT_NE(Text.find(", failed\n"), std::string::npos) << Text;
}

TEST(StatisticsTest, HeapUsedIsNeverMoreThanTheHeap) {
  Heap H(1);
  H.Header.bump = 1 << 30; // wanted, not had
  EXPECT_EQ(Statistics(H.Header).Total.heap_used, H.Header.size);
}
