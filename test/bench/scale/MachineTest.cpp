//===- MachineTest.cpp - Processors in simulated time ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Machine.h"
#include "Hooks.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace scale;

namespace {

Topology machine(unsigned Processors) {
  Topology M;
  M.Processors = M.OfCache = M.OfSocket = Processors;
  M.SameCache = M.SameSocket = M.OtherSocket = 50;
  M.Atomic = 5;
  return M;
}

/// Code of the program, as the pass would make it.
void compute(uint64_t Cost) { tkl_scale_clock += Cost; }

alignas(64) uint64_t Words[64];

Outcome run(const Topology &M, unsigned Workers,
            const std::function<void()> &Code, double Unit = 1) {
  std::fill(std::begin(Words), std::end(Words), 0);
  return simulate(M, Workers, Unit,
                  {reinterpret_cast<char *>(Words), sizeof(Words),
                   [](const char *At) {
                     return std::to_string(
                         (At - reinterpret_cast<char *>(Words)) / 8);
                   }},
                  Code);
}

void addTo(uint64_t *Word) {
  tkl_scale_touch(Word, sizeof(*Word), TKL_SCALE_UPDATE);
  ++*Word;
}

} // namespace

TEST(MachineTest, WorkTakesItsTimeOnEachProcessor) {
  const Outcome O = run(
      machine(4), 4, [] { compute(1000 * (1 + tkl_scale_worker())); }, 0.5);
  EXPECT_EQ(O.WorkerEnds, (std::vector<double>{500, 1000, 1500, 2000}));
  EXPECT_EQ(O.Nanoseconds, 2000);
  EXPECT_TRUE(O.ByName.empty());
}

TEST(MachineTest, NothingToDo) {
  const Outcome O = run(machine(3), 3, [] {});
  EXPECT_EQ(O.Nanoseconds, 0);
}

// A counter for all goes from processor to processor: one at a time.
TEST(MachineTest, UpdatesOfOneWordAreInOrderAndTakeTurns) {
  const Outcome O = run(machine(8), 8, [] {
    for (int I = 0; I < 100; ++I)
      addTo(&Words[3]);
  });
  EXPECT_EQ(Words[3], 800u);
  // Most come from another processor: 50 ns each, and 5 for the operation.
  EXPECT_GT(O.Nanoseconds, 0.8 * 800 * 50);
  EXPECT_LT(O.Nanoseconds, 800 * 55.1);
  ASSERT_EQ(O.ByName.size(), 1u);
  EXPECT_EQ(O.ByName.begin()->first, "3");
}

TEST(MachineTest, UpdatesOfOwnLinesDoNotWait) {
  const Outcome O = run(machine(8), 8, [] {
    for (int I = 0; I < 100; ++I)
      addTo(&Words[8 * tkl_scale_worker()]);
  });
  EXPECT_EQ(O.Nanoseconds, 500);
  EXPECT_TRUE(O.ByName.empty());
}

// Two words of one line are as bad as one.
TEST(MachineTest, NeighboursShareALine) {
  const Outcome O = run(machine(2), 2, [] {
    for (int I = 0; I < 100; ++I)
      addTo(&Words[tkl_scale_worker()]);
  });
  EXPECT_GT(O.Nanoseconds, 100 * 50);
}

TEST(MachineTest, AMessageArrivesAfterItWasSent) {
  double Seen = 0;
  const Outcome O = run(machine(2), 2, [] {
    if (tkl_scale_worker() == 0) {
      compute(1000);
      tkl_scale_touch(&Words[0], 8, TKL_SCALE_STORE);
      Words[0] = 1;
      return;
    }
    do {
      compute(1);
      tkl_scale_touch(&Words[0], 8, TKL_SCALE_LOAD);
    } while (!Words[0]);
  });
  Seen = O.WorkerEnds[1];
  EXPECT_GE(Seen, 1000);
  EXPECT_LE(Seen, 1200);
}

// Two workers on one processor have it in turn.
TEST(MachineTest, WorkersShareAProcessorBySlices) {
  Topology M = machine(1);
  M.Slice = 100;
  M.Change = 10;
  const Outcome O = run(M, 2, [] {
    for (int I = 0; I < 100; ++I) {
      compute(10);
      tkl_scale_touch(&Words[0], 8, TKL_SCALE_LOAD);
    }
  });
  EXPECT_GT(O.WorkerEnds[0], 1800);
  EXPECT_GT(O.Nanoseconds, 2000);
  EXPECT_LT(O.Nanoseconds, 2300);
}
