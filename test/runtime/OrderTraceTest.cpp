//===- OrderTraceTest.cpp - Phases of ordered commands --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TracedHeap.h"
#include "trace/OrderPhases.h"

#include <gtest/gtest.h>
#include <map>

using namespace tasklet;
using nlohmann::json;

namespace {

/// What a device leaves of an ordered command.
struct TracedPhases {
  tkl_order_header Header = {};
  std::vector<tkl_order_record> Records;

  TracedPhases() {
    Header.has_clock = 1;
    Header.executor = TKL_ORDER_LEVELS;
    Header.workers = 2;
    Header.items = 1000;
    Header.levels = 9;
  }
  /// Begins where the last one ended.
  TracedPhases &add(uint32_t Phase, uint64_t End, uint64_t Items = 0,
                    uint32_t Bucket = 0, uint32_t Executor = TKL_ORDER_LEVELS) {
    uint64_t Begin = Records.empty() ? 1000 : Records.back().end;
    Records.push_back({Begin, End, Items, Phase, Executor, Bucket, 7});
    ++Header.traced;
    return *this;
  }
  std::string write(TraceFile &File, bool Failed = false) const {
    OrderStatistics Stats(Header, {}, 1.0);
    return File.add(TracedOrder{"o", Header, Records, Stats, Failed},
                    Nanoseconds);
  }
};

std::vector<std::string> namesOf(const OrderPhases &Phases) {
  std::vector<std::string> Names;
  for (const OrderPhase &Each : Phases.List)
    Names.push_back(Each.Name);
  return Names;
}

} // namespace

TEST(OrderTraceTest, PhasesOfAnOrderedCommand) {
  TracedPhases Left;
  Left.add(TKL_PHASE_CLEAR, 2000)
      .add(TKL_PHASE_LEVELS, 3000)
      .add(TKL_PHASE_LEVELS, 5000) // twice as many
      .add(TKL_PHASE_COUNT, 5100)
      .add(TKL_PHASE_SUM, 5200)
      .add(TKL_PHASE_PLACE, 5300)
      .add(TKL_PHASE_RUN, 6000, 700, 1)
      .add(TKL_PHASE_RUN, 6400, 200, 2)
      .add(TKL_PHASE_RUN, 7000, 100, 9);
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  ASSERT_EQ(Left.write(File), "");
  json Trace = readTrace(Folder);
  json Commands = pick(Trace, "X", 0), Slices = pick(Trace, "X", 1);
  ASSERT_EQ(Commands.size(), 1u);
  EXPECT_EQ(Commands[0]["name"], "o");
  EXPECT_EQ(Commands[0]["ts"], 1.0);
  EXPECT_EQ(Commands[0]["dur"], 6.0);
  EXPECT_EQ(Commands[0]["args"]["executor"], "levels");
  EXPECT_EQ(Commands[0]["args"]["levels"], 9);
  EXPECT_EQ(Commands[0]["args"]["work_items"], 1000);
  EXPECT_EQ(Commands[0]["args"]["traced"], true);
  EXPECT_FALSE(Commands[0]["args"].contains("dropped"));
  const std::tuple<const char *, const char *, double, double> Wanted[] = {
      {"clear marks", "inspect", 1.0, 1.0},
      {"find levels", "inspect", 2.0, 3.0},
      {"sort work-items", "inspect", 5.0, 0.3},
      {"level 1", "level", 5.3, 0.7},
      {"level 2", "level", 6.0, 0.4},
      {"levels 3 to 9", "level", 6.4, 0.6}};
  ASSERT_EQ(Slices.size(), std::size(Wanted));
  for (size_t I = 0; I < Slices.size(); ++I)
    EXPECT_EQ(std::make_tuple(Slices[I]["name"], Slices[I]["cat"],
                              Slices[I]["ts"], Slices[I]["dur"]),
              Wanted[I])
        << I;
  EXPECT_EQ(Slices[3]["args"]["work_items"], 700);
  EXPECT_FALSE(Slices[1].contains("args"));
}

TEST(OrderTraceTest, PhasesOfEveryPlan) {
  using Names = std::vector<std::string>;
  auto Of = [](const TracedPhases &Left) {
    return namesOf(OrderPhases(Left.Header, Left.Records, Nanoseconds));
  };
  TracedPhases Serial, Bins, Packed, Passes, Pipe, Tasks, Beside, Pieces,
      Copies, Owners, None;
  Serial.add(TKL_PHASE_RUN, 2000, 9, 0, TKL_ORDER_SERIAL);
  EXPECT_EQ(Of(Serial), Names({"run in order"}));
  Bins.add(TKL_PHASE_BINS, 2000)
      .add(TKL_PHASE_SUM, 2100)
      .add(TKL_PHASE_PLACE, 2200)
      .add(TKL_PHASE_RUN, 2300, 8, 8, TKL_ORDER_BINS);
  EXPECT_EQ(Of(Bins), Names({"find bins", "sort work-items", "run bins"}));
  Packed.add(TKL_PHASE_REWIND, 2000)
      .add(TKL_PHASE_PACK, 3000, 100)
      .add(TKL_PHASE_RUN, 4000, 8, 8, TKL_ORDER_BINS);
  EXPECT_EQ(Of(Packed),
            Names({"sort work-items", "compute values", "run bins"}));
  Passes.add(TKL_PHASE_MINIMA, 2000)
      .add(TKL_PHASE_CHECK, 3000)
      .add(TKL_PHASE_KEEP, 4000);
  EXPECT_EQ(Of(Passes), Names({"pass 7"}));
  Pipe.add(TKL_PHASE_PIPE, 2000, 90, 6)
      .add(TKL_PHASE_CHECK, 3000)
      .add(TKL_PHASE_KEEP, 4000)
      .add(TKL_PHASE_RUN, 5000, 9, 7);
  EXPECT_EQ(Of(Pipe), Names({"level 6, pass 7", "pass 7", "level 7"}));
  Tasks.add(TKL_PHASE_CUT, 2000)
      .add(TKL_PHASE_NUMBER, 2100)
      .add(TKL_PHASE_LINK, 2200)
      .add(TKL_PHASE_LENGTH, 2300)
      .add(TKL_PHASE_WIND, 2400)
      .add(TKL_PHASE_TASKS, 2500);
  EXPECT_EQ(Of(Tasks), Names({"link tasks", "wind tasks", "run tasks"}));
  Beside.add(TKL_PHASE_BESIDE, 2000, 2);
  EXPECT_EQ(Of(Beside), Names({"run in order, find levels"}));
  Copies.add(TKL_PHASE_CLEAR, 2000, 4096, 0, TKL_ORDER_COPIES)
      .add(TKL_PHASE_RUN, 3000, 90, 0, TKL_ORDER_COPIES)
      .add(TKL_PHASE_ADD, 4000, 4096, 0, TKL_ORDER_COPIES);
  EXPECT_EQ(Of(Copies), Names({"clear copies", "run on copies", "add copies"}));
  Owners.add(TKL_PHASE_NARROW, 2000)
      .add(TKL_PHASE_EXTENTS, 2100)
      .add(TKL_PHASE_BORDERS, 2200)
      .add(TKL_PHASE_RUN, 2300, 8, 8, TKL_ORDER_OWNERS);
  EXPECT_EQ(Of(Owners), Names({"find owners", "run owners"}));
  // Levels of each piece of the range have numbers of their own.
  Pieces.add(TKL_PHASE_RUN, 2000, 9, 2)
      .add(TKL_PHASE_CLEAR, 3000)
      .add(TKL_PHASE_RUN, 4000, 9, 1);
  EXPECT_EQ(Of(Pieces), Names({"levels 1 to 2", "clear marks", "level 1"}));
  EXPECT_EQ(Of(None), Names());
}

TEST(OrderTraceTest, PhasesThatMakeNoSenseOrDidNotFit) {
  TracedPhases Left;
  Left.add(TKL_PHASE_CLEAR, 2000).add(99, 2500).add(TKL_PHASE_RUN, 3000, 9, 1);
  Left.Records.push_back(
      {4000, 3500, 1, TKL_PHASE_RUN, TKL_ORDER_LEVELS, 2, 0});
  Left.Records.push_back({100, 200, 1, TKL_PHASE_RUN, TKL_ORDER_LEVELS, 3, 0});
  Left.Header.traced = 12;
  OrderPhases Found(Left.Header, Left.Records, Nanoseconds);
  EXPECT_EQ(namesOf(Found),
            std::vector<std::string>({"clear marks", "level 1"}));
  EXPECT_EQ(Found.Dropped, 7u);
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  ASSERT_EQ(Left.write(File, true), "");
  json Command = pick(readTrace(Folder), "X", 0)[0];
  EXPECT_EQ(Command["args"]["dropped"], 7);
  EXPECT_EQ(Command["args"]["failed"], true);
}

/// Ordered commands and others have tracks of their own, whenever they run.
TEST(OrderTraceTest, OrderedCommandsAndTasksInOneFile) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {1000, 9000, F, TKL_TRACE_ROOT, 0, 3});
  TracedPhases Left, Later;
  Left.add(TKL_PHASE_RUN, 50000, 9, 1);
  Later.Records.push_back(
      {90000, 95000, 9, TKL_PHASE_RUN, TKL_ORDER_LEVELS, 1, 0});
  Later.Header.traced = 1;
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  const TracedCommand Tasks = {"k", &Heap.header(), {"f", "g"}, false};
  ASSERT_EQ(Left.write(File), "");
  ASSERT_EQ(File.add(Tasks, Nanoseconds), "");
  ASSERT_EQ(Left.write(File), "");
  ASSERT_EQ(Later.write(File), "");
  json Trace = readTrace(Folder);
  std::map<int, std::string> Names;
  std::vector<int> Lanes;
  for (const json &Event : Trace["traceEvents"]) {
    if (Event["name"] == "process_name")
      Names[Event["pid"]] = Event["args"]["name"];
    if (Event["ph"] == "X" && Event["tid"] == 0)
      Lanes.push_back(Event["pid"]);
  }
  EXPECT_EQ(Names, (std::map<int, std::string>{
                       {1, "ordered kernels"},
                       {2, "tasks"},
                       {3, "ordered kernels at the same time, 2"}}));
  EXPECT_EQ(Lanes, std::vector<int>({1, 2, 3, 1}));
}

/// Nothing says when it ran.
TEST(OrderTraceTest, OrderedCommandsWithoutTimes) {
  TracedPhases Left;
  Left.Header.has_clock = 0;
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  for (int I = 0; I < 2; ++I)
    ASSERT_EQ(Left.write(File), "");
  json Commands = pick(readTrace(Folder), "X", 0);
  ASSERT_EQ(Commands.size(), 2u);
  EXPECT_EQ(Commands[0]["dur"], 1.0);
  EXPECT_EQ(Commands[1]["ts"], 2.0);
  EXPECT_EQ(Commands[1]["args"]["traced"], false);
  EXPECT_EQ(Commands[1]["args"]["clock"], "tasks");
}
