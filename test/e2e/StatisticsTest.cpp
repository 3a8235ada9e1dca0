//===- StatisticsTest.cpp - What the workers of a command did -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "CL/cl_tkl_tasklets.h"
#include "DeviceTest.h"

using namespace tasklet::test;

namespace {
class StatisticsTest : public DeviceTest {
protected:
  /// Computes 5 Fibonacci numbers; the event of that command.
  static std::shared_ptr<_cl_event> runFib(cl_uint N) {
    Program P = build(std::string(FibTask) + R"(
      __kernel void k(__global int *out, int n) {
        out[get_global_id(0)] <- fib(n);
      })");
    Buffer<int> Out(5);
    Kernel K = P.kernel("k");
    K.setArgs(Out, N);
    size_t Items = 5;
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                                 &Items, nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &Event), "clWaitForEvents");
    return {Event, clReleaseEvent};
  }
};
} // namespace

TEST_F(StatisticsTest, WorkersAddUpToTheCommand) {
  auto GetStats =
      extensionFunction<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  auto GetWorkers = extensionFunction<clGetTaskletWorkerStatsTKL_fn>(
      "clGetTaskletWorkerStatsTKL");
  std::shared_ptr<_cl_event> Event = runFib(20);
  cl_tasklet_stats_tkl Total = {};
  ASSERT_EQ(GetStats(Event.get(), &Total), CL_SUCCESS);
  cl_uint Count = 0;
  ASSERT_EQ(GetWorkers(Event.get(), 0, nullptr, &Count), CL_SUCCESS);
  ASSERT_EQ(Count, Total.workers);
  std::vector<cl_tasklet_worker_stats_tkl> Workers(Count);
  ASSERT_EQ(GetWorkers(Event.get(), Count, Workers.data(), nullptr),
            CL_SUCCESS);
  // fib(20) makes 21891 calls. Those that make two of them have a force.
  EXPECT_EQ(Total.tasks, 5 * 21891u);
  EXPECT_GT(Total.continuations, 0u);
  EXPECT_LE(Total.continuations, 5 * 10945u);
  cl_tasklet_worker_stats_tkl Sum = {};
  const bool HasClock = takesBitcode(Device::get()->Id);
  cl_ulong Whole = Workers[0].busy + Workers[0].stealing + Workers[0].idle;
  for (const cl_tasklet_worker_stats_tkl &Worker : Workers) {
    Sum.tasks += Worker.tasks;
    Sum.steals += Worker.steals;
    Sum.busy += Worker.busy;
    EXPECT_EQ(Worker.busy + Worker.stealing + Worker.idle, Whole);
    if (Worker.tasks == 0) {
      EXPECT_EQ(Worker.busy, 0u);
    }
  }
  EXPECT_EQ(Sum.tasks, Total.tasks);
  EXPECT_EQ(Sum.steals, Total.steals);
  if (!HasClock)
    GTEST_SKIP() << "SPIR-V has no cycle counter, which workers measure with";
#if defined(__x86_64__) || defined(__i386__)
  // No task is run in less than a cycle.
  EXPECT_GT(Sum.busy, Sum.tasks);
#endif
  if (Count == 1) {
    EXPECT_EQ(Workers[0].idle, 0u);
  }
}

TEST_F(StatisticsTest, AskingForTooFewOrInTheWrongWay) {
  auto GetWorkers = extensionFunction<clGetTaskletWorkerStatsTKL_fn>(
      "clGetTaskletWorkerStatsTKL");
  std::shared_ptr<_cl_event> Event = runFib(5);
  cl_tasklet_worker_stats_tkl Workers[2] = {};
  Workers[1].tasks = 12345;
  cl_uint Count = 0;
  EXPECT_EQ(GetWorkers(Event.get(), 1, Workers, &Count), CL_SUCCESS);
  EXPECT_GE(Count, 1u);
  EXPECT_EQ(Workers[1].tasks, 12345u);
  EXPECT_EQ(GetWorkers(Event.get(), 0, Workers, &Count), CL_INVALID_VALUE);
  EXPECT_EQ(GetWorkers(Event.get(), 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(GetWorkers(nullptr, 1, Workers, nullptr), CL_INVALID_EVENT);
  cl_int Status = 0;
  cl_event User = clCreateUserEvent(Device::get()->Context, &Status);
  EXPECT_EQ(GetWorkers(User, 1, Workers, nullptr), CL_INVALID_EVENT);
  clReleaseEvent(User);
}

TEST_F(StatisticsTest, TasksThatWaitForNothing) {
  auto GetStats =
      extensionFunction<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  cl_tasklet_stats_tkl Stats = {};
  ASSERT_EQ(GetStats(runFib(1).get(), &Stats), CL_SUCCESS);
  EXPECT_EQ(Stats.tasks, 5u);
  EXPECT_EQ(Stats.continuations, 0u);
  EXPECT_EQ(Stats.blocked, 0u);
}

/// The high-water mark of a chain: each link keeps its number while it waits.
TEST_F(StatisticsTest, HeapUsedFollowsTheDepth) {
  auto GetStats =
      extensionFunction<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  Program P = build(R"(
    __task long sum(int n) {
      long below;
      if (n == 0)
        return 0;
      below <- sum(n - 1);
      force (below) { return below + n; }
    }
    __kernel void k(__global long *out, int n) { *out <- sum(n); })");
  Kernel K = P.kernel("k");
  Buffer<cl_long> Out(1);
  cl_ulong Used[2];
  const int Depth[] = {1, 300000};
  for (int I = 0; I < 2; ++I) {
    K.setArgs(Out, Depth[I]);
    size_t Items = 1;
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                                 &Items, nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &Event), "clWaitForEvents");
    cl_tasklet_stats_tkl Stats = {};
    EXPECT_EQ(GetStats(Event, &Stats), CL_SUCCESS);
    clReleaseEvent(Event);
    Used[I] = Stats.heap_used;
    EXPECT_LE(Used[I], Stats.heap_size);
    EXPECT_EQ(Stats.tasks, Depth[I] + 1u);
    EXPECT_EQ(Out.read()[0], cl_long(Depth[I]) * (Depth[I] + 1) / 2);
  }
  EXPECT_GE(Used[1] - Used[0], (Depth[1] - Depth[0]) * sizeof(int));
}
