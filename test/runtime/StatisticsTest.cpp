//===- StatisticsTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/Statistics.h"
#include "trace/TickClock.h"

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
  H.Block[1].begin = 1250, H.Block[1].end = 2000, H.Block[1].tasks = 3;
  H.Block[2].begin = 1000, H.Block[2].end = 1500, H.Block[2].searching = 499;
  Statistics S(H.Header);
  ASSERT_EQ(S.Workers.size(), 3u);
  const uint64_t Expected[3][3] = {{900, 100, 0}, {750, 0, 250}, {1, 499, 500}};
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(S.Workers[I].busy, Expected[I][0]) << I;
    EXPECT_EQ(S.Workers[I].stealing, Expected[I][1]) << I;
    EXPECT_EQ(S.Workers[I].idle, Expected[I][2]) << I;
  }
  EXPECT_EQ(S.describe("k", false),
            "tasklet: k: 3 tasks on 3 workers; heap 0 of 1048576 bytes, 0 "
            "chunks of frames\n"
            "tasklet:  worker  tasks  continuations  steals  blocked    busy  "
            "stealing    idle\n"
            "tasklet:       0      0              0       0        0  90.0 %  "
            "  10.0 %   0.0 %\n"
            "tasklet:       1      3              0       0        0  75.0 %  "
            "   0.0 %  25.0 %\n"
            "tasklet:       2      0              0       0        0   0.1 %  "
            "  49.9 %  50.0 %\n"
            "tasklet:     all      3              0       0        0  55.0 %  "
            "  20.0 %  25.0 %\n");
}

/// The processor may be taken from a worker before its first look for work.
TEST(StatisticsTest, AWorkerThatFoundNothingWasNeverBusy) {
  Heap H(2);
  H.Block[0].begin = 1000, H.Block[0].end = 2000;
  H.Block[1].begin = 1100, H.Block[1].end = 1900, H.Block[1].tasks = 1;
  Statistics S(H.Header);
  EXPECT_EQ(S.Workers[0].busy, 0u);
  EXPECT_EQ(S.Workers[0].stealing, 0u);
  EXPECT_EQ(S.Workers[0].idle, 1000u);
  EXPECT_EQ(S.Workers[1].busy, 800u);
  EXPECT_EQ(S.Workers[1].idle, 200u);
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
  EXPECT_EQ(S.describe("k", true, 0.5),
            "tasklet: k: 5 tasks on 1 worker; heap 0 of 1048576 bytes, 0 "
            "chunks of frames; failed\n"
            "tasklet:  worker  tasks  continuations  steals  blocked\n"
            "tasklet:       0      5              0       0        0\n");
}

TEST(StatisticsTest, LengthOfATickGivesTimes) {
  Heap H(2);
  H.Header.size = 1ull << 40;
  H.Block[0].begin = H.Block[1].begin = 0;
  // 2.5 ms at 0.5 ns a tick, of which the second searches half.
  H.Block[0].end = H.Block[1].end = 5000000;
  H.Block[1].searching = 2500000;
  H.Block[0].tasks = 1000;
  H.Block[1].tasks = 500, H.Block[1].steals = 1234567, H.Block[1].blocked = 7;
  H.Block[0].continuations = 20;
  EXPECT_EQ(
      Statistics(H.Header).describe("k", false, 0.5),
      "tasklet: k: 1500 tasks on 2 workers in 2.5 ms, 2.5 us of work each; "
      "heap 0 of 1099511627776 bytes, 0 chunks of frames\n"
      "tasklet:  worker  tasks  continuations   steals  blocked     busy  "
      "stealing   idle\n"
      "tasklet:       0   1000             20        0        0  100.0 %  "
      "   0.0 %  0.0 %\n"
      "tasklet:       1    500              0  1234567        7   50.0 %  "
      "  50.0 %  0.0 %\n"
      "tasklet:     all   1500             20  1234567        7   75.0 %  "
      "  25.0 %  0.0 %\n");
  // Times of every size, in three digits.
  for (auto [Length, Words] :
       {std::pair<double, const char *>{1e-7, " in 0.5 ns, 0.0005 ns of"},
        {1e-4, " in 500 ns, 0.5 ns of"},
        {1000, " in 5 s, 5 ms of"}}) {
    std::string Text = Statistics(H.Header).describe("k", false, Length);
    EXPECT_NE(Text.find(Words), std::string::npos) << Words << Text;
  }
}

TEST(StatisticsTest, TicksAreAsLongAsTheSystemSays) {
#if defined(__x86_64__) || defined(__i386__)
  // Twice from different starts, while the system's clock goes on.
  TickClock First;
  double A = First.tickLength();
  TickClock Second;
  double B = Second.tickLength();
  ASSERT_GT(A, 0);
  EXPECT_NEAR(A, B, A / 50);
  // A counter of 100 MHz to 10 GHz.
  EXPECT_GT(A, 0.1);
  EXPECT_LT(A, 10);
#else
  EXPECT_EQ(TickClock().tickLength(), 0);
#endif
}

TEST(StatisticsTest, HeapUsedIsNeverMoreThanTheHeap) {
  Heap H(1);
  H.Header.bump = 1 << 30; // wanted, not had
  EXPECT_EQ(Statistics(H.Header).Total.heap_used, H.Header.size);
}
