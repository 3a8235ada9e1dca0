//===- TraceTest.cpp - From recorded events to the file -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TracedHeap.h"
#include "trace/TraceEvents.h"

#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tuple>

using namespace tasklet;
using nlohmann::json;

TEST(TraceTest, TasksByNameAndIdleTimes) {
  TracedHeap Heap(2, 8);
  // In the order of their ends, as a worker writes them.
  Heap.add(0, {2000, 5000, G, 0, F, 0});
  Heap.add(0, {1000, 9123, F, TKL_TRACE_ROOT, 0, 3});
  Heap.add(1, {500, 9500, 0, TKL_TRACE_SEARCH, 0, 0});
  Heap.block(0).tasks = 12;
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder);
  json Slices = pick(Trace, "X", 1);
  ASSERT_EQ(Slices.size(), 2u);
  EXPECT_EQ(Slices[0], json({{"ph", "X"},
                             {"pid", 1},
                             {"tid", 1},
                             {"ts", 1.0},
                             {"dur", 8.123},
                             {"name", "f"},
                             {"cat", "task"},
                             {"args", {{"start", "root task"}}}}));
  EXPECT_EQ(Slices[1]["name"], "g");
  EXPECT_EQ(Slices[1]["args"], json({{"for", "f"}}));
  Slices = pick(Trace, "X", 2);
  ASSERT_EQ(Slices.size(), 1u);
  EXPECT_EQ(Slices[0]["name"], "idle");
  EXPECT_EQ(Slices[0]["dur"], 9.0);
  json Command = pick(Trace, "X", 0)[0];
  EXPECT_EQ(Command["name"], "k");
  EXPECT_EQ(Command["dur"], 9.5);
  EXPECT_EQ(Command["args"]["tasks"], 12);
  EXPECT_EQ(Command["args"]["dropped"], 0);
  EXPECT_EQ(Command["args"]["each_worker"].size(), 2u);
  EXPECT_EQ(Trace["otherData"]["commands"], 1);
  std::vector<std::string> Names;
  for (int Track : {0, 1, 2})
    for (const json &Event : pick(Trace, "M", Track))
      if (Event["name"] == "thread_name")
        Names.push_back(Event["args"]["name"]);
  EXPECT_EQ(Names,
            (std::vector<std::string>{"commands", "worker 0", "worker 1"}));
}

TEST(TraceTest, ChildrenThatOnlyTheEndWaitsFor) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {2000, 4000, G, 0, TKL_STEP_LEAVE, 0});
  Heap.add(0, {5000, 8000, G, 0, TKL_STEP_LEAVE_GROUPS, 0});
  Heap.add(0, {1000, 9000, F, TKL_TRACE_ROOT, 0, 3});
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Slices = pick(readTrace(Folder), "X", 1);
  ASSERT_EQ(Slices.size(), 3u);
  EXPECT_EQ(Slices[1]["args"], json({{"for", "end"}}));
  EXPECT_EQ(Slices[2]["args"], json({{"for", "end"}}));
}

TEST(TraceTest, IdleTimesEndWithTheCommand) {
  // Worker 1 notices late that there is no more work, worker 2 looked for some
  // only after everybody else had ended.
  TracedHeap Heap(3, 8);
  Heap.add(0, {1000, 9000, F, TKL_TRACE_ROOT, 0, 0});
  Heap.add(1, {1500, 30000, 0, TKL_TRACE_SEARCH, 0, 0});
  Heap.add(2, {9000, 30000, 0, TKL_TRACE_SEARCH, 0, 0});
  Heap.block(1).begin = Heap.block(1).end = 1500;
  Heap.block(2).begin = Heap.block(2).end = 9000;
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder), Command = pick(Trace, "X", 0)[0];
  EXPECT_EQ(Command["ts"].get<double>() + Command["dur"].get<double>(), 9.0);
  json Idle = pick(Trace, "X", 2);
  ASSERT_EQ(Idle.size(), 1u);
  EXPECT_EQ(Idle[0]["ts"], 1.5);
  EXPECT_EQ(Idle[0]["dur"], 7.5);
  EXPECT_EQ(pick(Trace, "X", 3).size(), 0u);
  // As the statistics have it.
  EXPECT_EQ(Command["args"]["each_worker"][1]["idle"], 9.0);
}

TEST(TraceTest, NoEventsAtAll) {
  TracedHeap Heap(1, 8);
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  EXPECT_EQ(pick(readTrace(Folder), "X", 0).size(), 1u);
  EXPECT_EQ(pick(readTrace(Folder), "X", 1).size(), 0u);
  // A program that is not compiled for traces: the command alone.
  TracedHeap Plain(1, 0);
  Plain.header().trace_offset = 0;
  ASSERT_EQ(writeOne(Plain, Folder), "");
  json Command = pick(readTrace(Folder), "X", 0)[0];
  EXPECT_EQ(Command["args"]["traced"], false);
  EXPECT_EQ(Command["args"].count("dropped"), 0u);
}

TEST(TraceTest, ArrowsOfTheftsHaveBothEnds) {
  TracedHeap Heap(2, 8);
  Heap.add(0, {1000, 9000, F, TKL_TRACE_ROOT, 0, 0});
  Heap.add(1, {2000, 4000, G, TKL_TRACE_STOLEN, 0, 0});
  // When nothing ran at the victim, or there is no such worker: no arrow.
  Heap.add(1, {9000, 9500, G, TKL_TRACE_STOLEN, 0, 0});
  Heap.add(1, {9600, 9700, G, TKL_TRACE_STOLEN, 7, 0});
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder), From = pick(Trace, "s", 1),
       To = pick(Trace, "f", 2);
  ASSERT_EQ(From.size(), 1u);
  ASSERT_EQ(To.size(), 1u);
  EXPECT_EQ(From[0]["id"], To[0]["id"]);
  EXPECT_EQ(From[0]["ts"], 2.0);
  EXPECT_EQ(To[0]["ts"], 2.0);
  EXPECT_EQ(To[0]["bp"], "e");
  EXPECT_EQ(pick(Trace, "X", 2)[0]["args"]["from"], "worker 0");
}

TEST(TraceTest, ArrowsFromWhereASegmentIsLeftToWhereItIsAdopted) {
  TracedHeap Heap(2, 8);
  uint32_t Left = TKL_TRACE_UNFINISHED | TKL_TRACE_BLOCKED;
  uint32_t Adopted = TKL_TRACE_RESUMED | TKL_TRACE_ADOPTED;
  // The same name, 5, twice: the later one before the adoption counts.
  Heap.add(0, {1000, 2000, F, TKL_TRACE_ROOT | Left, 0, 5});
  Heap.add(0, {2500, 3000, F, TKL_TRACE_ROOT | Left, 0, 5});
  Heap.add(1, {4000, 5000, F, Adopted, 5, 0});
  Heap.add(1, {6000, 7000, F, Adopted, 6, 0});
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder), From = pick(Trace, "s", 1);
  ASSERT_EQ(From.size(), 1u);
  EXPECT_EQ(From[0]["name"], "adopt");
  EXPECT_EQ(From[0]["ts"], 2.999); // still within
  EXPECT_EQ(pick(Trace, "f", 2)[0]["ts"], 4.0);
  EXPECT_EQ(pick(Trace, "X", 1)[0]["args"]["part"], "first");
  EXPECT_EQ(pick(Trace, "X", 2)[0]["args"]["part"], "last");
}

TEST(TraceTest, WhatMakesNoSenseIsLeftOut) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {1000, 3000, 4711, 0, 4711, 0}); // unknown steps
  Heap.add(0, {2000, 4000, F, 0, 0, 0});       // across the first one
  Heap.add(0, {6000, 5000, F, 0, 0, 0});       // from its end to its begin
  Heap.block(0).end = 10000;
  Heap.head(0).count = UINT64_MAX; // The rest are zeros.
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  std::vector<std::string> Names;
  for (const json &Event : pick(readTrace(Folder), "X", 1))
    Names.push_back(Event["name"]);
  EXPECT_EQ(Names, std::vector<std::string>{"tasks"});
}

TEST(TraceTest, ShortTasksAreCounted) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {1000, 2000, F, TKL_TRACE_SEVERAL, 0, 40});
  Heap.add(0, {2000, 2500, 0, TKL_TRACE_SEVERAL, 0, 3});
  Heap.head(0).dropped = 17;
  Heap.head(0).shortest = 5000;
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder), Slices = pick(Trace, "X", 1);
  EXPECT_EQ(Slices[0]["name"], "40 x f");
  EXPECT_EQ(Slices[0]["args"]["tasks"], 40);
  EXPECT_EQ(Slices[1]["name"], "3 x tasks");
  json Arguments = pick(Trace, "X", 0)[0]["args"];
  EXPECT_EQ(Arguments["dropped"], 17);
  EXPECT_EQ(Arguments["shortest"], 5.0);
}

TEST(TraceTest, TicksBecomeMicroseconds) {
  TracedHeap Heap(1, 8);
  uint64_t Start = 1ull << 62; // far from what floating point has exactly
  Heap.block(0).begin = Start;
  Heap.add(0, {Start + 4000, Start + 8000, F, TKL_TRACE_ROOT, 0, 0});
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder, {0.5, Start + 8000, 1000000}), "");
  json Slice = pick(readTrace(Folder), "X", 1)[0];
  EXPECT_EQ(Slice["ts"], 998.0);
  EXPECT_EQ(Slice["dur"], 2.0);
}

TEST(TraceTest, WithoutAClockTasksAreTheTime) {
  TracedHeap Heap(1, 8, /*HasClock=*/false);
  Heap.add(0, {0, 12, F, TKL_TRACE_ROOT, 0, 0});
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  TracedCommand Command = {"k", &Heap.header(), {"f"}, true};
  ASSERT_EQ(File.add(Command, {}), "");
  ASSERT_EQ(File.add(Command, {}), "");
  json Slices = pick(readTrace(Folder), "X", 1);
  EXPECT_EQ(Slices[0]["dur"], 12.0);
  EXPECT_GE(Slices[1]["ts"], 12.0); // one after the other
  json Arguments = pick(readTrace(Folder), "X", 0)[0]["args"];
  EXPECT_EQ(Arguments["clock"], "tasks");
  EXPECT_EQ(Arguments["failed"], true);
  EXPECT_EQ(Arguments["each_worker"][0].count("busy"), 0u);
}

// The rest of a task after its children runs no task: without a clock it takes no
// time, and must not seem to be within what follows it.
TEST(TraceTest, WhatTakesNoTimeIsLeftOut) {
  TracedHeap Heap(2, 8, /*HasClock=*/false);
  Heap.add(0, {0, 7, G, TKL_TRACE_ROOT | TKL_TRACE_BLOCKED, 0, 5});
  Heap.add(1, {7, 7, F, TKL_TRACE_SEVERAL, 0, 5});
  Heap.add(1, {7, 7, G, TKL_TRACE_ADOPTED | TKL_TRACE_RESUMED, 5, 5});
  Heap.add(1, {7, 9, F, TKL_TRACE_STOLEN, 0, 0});
  TestFolder Folder;
  ASSERT_EQ(writeOne(Heap, Folder), "");
  json Trace = readTrace(Folder), Slices = pick(Trace, "X", 2);
  ASSERT_EQ(Slices.size(), 1u);
  EXPECT_EQ(Slices[0]["name"], "f");
  EXPECT_EQ(Slices[0]["dur"], 2.0);
  EXPECT_EQ(pick(Trace, "f", 2), json::array());
}

TEST(TraceTest, CommandsAtTheSameTimeHaveTracksOfTheirOwn) {
  auto Make = [](uint64_t Begin, uint64_t End) {
    auto Heap = std::make_unique<TracedHeap>(1, 8);
    Heap->block(0).begin = Begin;
    Heap->add(0, {Begin, End, F, TKL_TRACE_ROOT, 0, 0});
    return Heap;
  };
  auto A = Make(100000, 200000), B = Make(150000, 250000),
       C = Make(199000, 300000), D = Make(260000, 400000);
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  for (auto *Heap : {&A, &B, &C, &D})
    ASSERT_EQ(File.add({"k", &(*Heap)->header(), {"f"}, false}, Nanoseconds),
              "");
  std::vector<std::pair<int, double>> Found;
  for (const json &Event : pick(readTrace(Folder), "X", 0))
    Found.push_back({Event["pid"], Event["ts"]});
  // The third begins where the first one ended, but for an error of the clocks.
  EXPECT_EQ(Found, (std::vector<std::pair<int, double>>{
                       {1, 100.0}, {2, 150.0}, {1, 200.0}, {2, 260.0}}));
}

TEST(TraceTest, NamesMayBeAnything) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {1000, 2000, F, TKL_TRACE_ROOT, 0, 0});
  TestFolder Folder;
  TraceFile File(Folder.file("t.json"));
  ASSERT_EQ(File.add({"\"k\\\n", &Heap.header(), {"\"f\x01\xff"}, false},
                     Nanoseconds),
            "");
  json Trace = readTrace(Folder);
  EXPECT_EQ(pick(Trace, "X", 0)[0]["name"], "\"k\\\n");
  EXPECT_EQ(pick(Trace, "X", 1)[0]["name"], "\"f\x01\xef\xbf\xbd");
}

TEST(TraceTest, TheFileIsCompleteAfterEachCommand) {
  TracedHeap Heap(1, 8);
  Heap.add(0, {1000, 2000, F, TKL_TRACE_ROOT, 0, 0});
  TestFolder Folder;
  // What was there before goes.
  ASSERT_TRUE(writeFileAtomically(Folder.file("t.json"),
                                  std::string(100000, 'x'), 0600));
  TraceFile File(Folder.file("t.json"));
  for (int I = 1; I <= 3; ++I) {
    ASSERT_EQ(File.add({"k", &Heap.header(), {"f"}, false}, Nanoseconds), "");
    EXPECT_EQ(pick(readTrace(Folder), "X", 0).size(), size_t(I));
  }
}

TEST(TraceTest, AFileThatCannotBeWrittenIsSaidOnce) {
  TracedHeap Heap(1, 8);
  TestFolder Folder;
  TracedCommand Command = {"k", &Heap.header(), {}, false};
  std::string Place = Folder.file("no/such");
  TraceFile NoFolder(Place);
  EXPECT_EQ(NoFolder.add(Command, Nanoseconds),
            "the trace '" + Place +
                "' cannot be written: No such file or directory; set "
                "TASKLET_TRACE to another file");
  EXPECT_EQ(NoFolder.add(Command, Nanoseconds), "");
  // Nobody reads: to wait for somebody would be for ever.
  ASSERT_EQ(mkfifo(Folder.file("fifo").c_str(), 0600), 0);
  EXPECT_NE(TraceFile(Folder.file("fifo"))
                .add(Command, Nanoseconds)
                .find("cannot be written: No such device or address"),
            std::string::npos);
  TraceFile Special("/dev/null");
  EXPECT_EQ(Special.add(Command, Nanoseconds),
            "the trace '/dev/null' cannot be written: it is no ordinary file; "
            "set TASKLET_TRACE to another file");
}

/// In a process of its own.
template <typename Action> static int statusOf(Action Do) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Do());
  int Status = 1;
  EXPECT_EQ(waitpid(Child, &Status, 0), Child);
  return Status;
}

TEST(TraceTest, OneProcessWritesAFile) {
  TracedHeap Heap(1, 8);
  TestFolder Folder;
  std::string Place = Folder.file("t.json");
  TracedCommand Command = {"k", &Heap.header(), {}, false};
  auto Forked = std::make_unique<TraceFile>(Place);
  for (int I = 0; I < 3; ++I)
    ASSERT_EQ(Forked->add(Command, Nanoseconds), "");
  std::string Said = "the trace '" + Place +
                     "' cannot be written: another process writes there, and "
                     "'%p' in the name stands for the number of the process; "
                     "set TASKLET_TRACE to another file";
  EXPECT_EQ(statusOf([&] {
              return Forked->add(Command, Nanoseconds) == Said ? 0 : 1;
            }),
            0);
  EXPECT_EQ(statusOf([&] {
              TraceFile Other(Place);
              return Other.add(Command, Nanoseconds) == Said ? 0 : 1;
            }),
            0);
  EXPECT_EQ(pick(readTrace(Folder), "X", 0).size(), 3u);
  // The next one may.
  Forked.reset();
  TraceFile Next(Place);
  EXPECT_EQ(Next.add(Command, Nanoseconds), "");
  EXPECT_EQ(pick(readTrace(Folder), "X", 0).size(), 1u);
}

TEST(TraceTest, WhatThereIsNoRoomForDoesNoHarm) {
  TracedHeap Heap(1, 8);
  TestFolder Folder;
  TracedCommand Command = {"k", &Heap.header(), {}, false};
  auto FillUp = [&](rlim_t Size) {
    rlimit Limit = {Size, Size};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &Limit);
    TraceFile File(Folder.file("t.json"));
    std::string Said;
    for (int I = 0; I < 20 && Said.empty(); ++I)
      Said = File.add(Command, Nanoseconds);
    // Once.
    return Said.find("cannot be written: File too large; set TASKLET_TRACE") !=
                       std::string::npos &&
                   File.add(Command, Nanoseconds).empty()
               ? 0
               : 1;
  };
  for (rlim_t Size : {1800, 2000, 2200, 3000}) {
    EXPECT_EQ(statusOf([&] { return FillUp(Size); }), 0) << Size;
    size_t Whole = pick(readTrace(Folder), "X", 0).size();
    EXPECT_GE(Whole, 1u) << Size;
    EXPECT_LT(Whole, 20u) << Size;
    EXPECT_EQ(readTrace(Folder)["otherData"]["commands"], Whole) << Size;
  }
}

TEST(TraceTest, TracesComeOnTopOfTheHeap) {
  HeapRequest Request = {64u << 20, 1000, 3, 2ull << 30, 96, 32, 16384, true};
  tkl_heap_header Without, With;
  std::string Error;
  ASSERT_TRUE(layOutHeap(Request, Without, Error));
  Request.TraceSize = 1 << 20;
  Request.TraceShortest = 77;
  ASSERT_TRUE(layOutHeap(Request, With, Error));
  EXPECT_EQ(traceBytes(Without), 0u);
  EXPECT_LE(traceBytes(With), (1u << 20) + 3 * sizeof(tkl_trace_head));
  EXPECT_GT(traceBytes(With), (1u << 20) * 9 / 10);
  EXPECT_EQ(With.trace_offset, Without.deque_offset);
  EXPECT_EQ(With.deque_offset, With.trace_offset + traceBytes(With));
  EXPECT_EQ(With.deque_capacity, Without.deque_capacity);
  EXPECT_NEAR(With.size, Without.size + traceBytes(With), 64);
  EXPECT_EQ(With.trace_shortest, 77u);
  EXPECT_NEAR(bytesBesidesChunks(With), bytesBesidesChunks(Without), 64);
  // Some events at least.
  Request.Workers = 1024;
  ASSERT_TRUE(layOutHeap(Request, With, Error));
  EXPECT_GE(With.trace_capacity, MinimumTraceCapacity);
  Request.TraceSize = 2ull << 30;
  EXPECT_FALSE(layOutHeap(Request, With, Error));
  EXPECT_NE(Error.find("set TASKLET_TRACE_SIZE"), std::string::npos) << Error;
}
