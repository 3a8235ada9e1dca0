//===- OneLaunchTest.cpp - Kernels that run the workers themselves --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The only kernel of a program that spawns, and that asks for no ids, is one
/// launch with the workers if its range has one work-item
/// (passes/tasks/RunsWorkers.h). Nobody can tell the difference, whatever the
/// kernel does and whichever range follows.
///
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "DeviceTest.h"

using namespace tasklet::test;

using OneLaunchTest = DeviceTest;

static int fib(int N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }

/// Each work-item adds to the one before: so the order is that of a counter.
static const std::string Adds = std::string(FibTask) + R"(
  __task int add(__global int *sum, int n) { return atomic_add(sum, n); }
  __kernel void k(__global int *sum, int n) {
    atomic_inc(sum + 1);
    () <- add(sum, n);
    () <- add(sum, 1);
  }
)";

TEST_F(OneLaunchTest, AnyRange) {
  Program P = build(Adds);
  const std::vector<std::pair<Range, int>> Ranges = {
      {Range(1), 1},
      {Range({1, 1, 1}), 1},
      {Range({1}, {1}), 1},
      {Range({1}, {}, {7}), 1},
      {Range(3), 3},
      {Range({2, 2}, {1, 2}), 4},
      {Range({1, 1}, {1, 1}, {0, 5}), 1}};
  Kernel K = P.kernel("k");
  for (int Round = 0; Round < 3; ++Round)
    for (const auto &[NDRange, Items] : Ranges) {
      Buffer<int> Sum(std::vector<int>{0, 0});
      K.setArgs(Sum, 10 + Round);
      ASSERT_EQ(K.launch(NDRange), CL_SUCCESS);
      EXPECT_EQ(Sum.read(), (std::vector<int>{Items * (11 + Round), Items}));
    }
}

/// The work-item waits, in its continuation it spawns again, and structures and
/// arrays are captured.
TEST_F(OneLaunchTest, KernelsThatForce) {
  Program P = build(std::string(FibTask) + R"(
    typedef struct { int v[5]; } five;
    __kernel void k(__global int *out, five in, int n) {
      int before[3] = {n, n + 1, n + 2};
      int a, b;
      a <- fib(n);
      b <- fib(n + 1);
      force (a, b);
      out[0] = a + b + in.v[4];
      for (int i = 0; i < 3; ++i) {
        int c <- fib(before[i]);
        force (c);
        out[1 + i] = c;
      }
      if (n > 3)
        return;
      out[4] <- fib(in.v[2]);
    }
  )");
  struct Five {
    int V[5];
  } In = {{1, 2, 12, 4, 1000}};
  Kernel K = P.kernel("k");
  for (int N : {2, 3, 10, 14}) {
    Buffer<int> Out(std::vector<int>(5, -1));
    K.setArgs(Out, In, N);
    ASSERT_EQ(K.launch(1), CL_SUCCESS);
    EXPECT_EQ(Out.read(),
              (std::vector<int>{fib(N) + fib(N + 1) + 1000, fib(N), fib(N + 1),
                                fib(N + 2), N > 3 ? -1 : fib(12)}));
  }
}

TEST_F(OneLaunchTest, KernelsThatSpawnNothing) {
  Program P = build(std::string(FibTask) + R"(
    __kernel void k(__global int *out, int n) {
      out[1] = n;
      if (n > 0)
        out[0] <- fib(n);
    })");
  Kernel K = P.kernel("k");
  for (int N : {0, 9, 0}) {
    Buffer<int> Out(std::vector<int>{5, 5});
    K.setArgs(Out, N);
    ASSERT_EQ(K.launch(1), CL_SUCCESS);
    EXPECT_EQ(Out.read(), (std::vector<int>{N ? fib(N) : 5, N}));
  }
}

/// Commands of one queue that use what the one before has left.
TEST_F(OneLaunchTest, ManyInOrder) {
  Program P = build(R"(
    __task int next(int x) { return x * 5 + 1; }
    __kernel void k(__global int *out) { out[0] <- next(out[0]); }
  )");
  Kernel K = P.kernel("k");
  Buffer<int> Out(std::vector<int>{1});
  K.setArgs(Out);
  unsigned Wanted = 1;
  const size_t One = 1;
  for (int Round = 0; Round < 20; ++Round) {
    for (int I = 0; I < 50; ++I, Wanted = Wanted * 5 + 1)
      ASSERT_EQ(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1,
                                       nullptr, &One, nullptr, 0, nullptr,
                                       nullptr),
                CL_SUCCESS);
    ASSERT_EQ(clFinish(Device::get()->Queue), CL_SUCCESS);
    EXPECT_EQ(unsigned(Out.read()[0]), Wanted);
  }
}

TEST_F(OneLaunchTest, FailuresAreThoseOfTheCommand) {
  Program P = build(R"(
    __task int check(int n) {
      if (n > 5) tkl_fail("more than five: %0", n, 0);
      return n;
    }
    __kernel void k(__global int *out, int n) {
      tkl_assert(n != 3);
      out[0] <- check(n);
    }
  )");
  Kernel K = P.kernel("k");
  for (int N : {1, 3, 6, 2}) {
    Device::get()->Messages.clear();
    Buffer<int> Out(std::vector<int>{-1});
    K.setArgs(Out, N);
    cl_int Status = K.launch(1);
    if (N < 3) {
      EXPECT_EQ(Status, CL_SUCCESS);
      EXPECT_EQ(Out.read()[0], N);
      continue;
    }
    EXPECT_LT(Status, 0);
    EXPECT_NE(Device::get()->Messages.find(N == 3 ? "assertion 'n != 3'"
                                                  : "more than five: 6"),
              std::string::npos)
        << Device::get()->Messages;
  }
}

/// printf needs the driver's buffer, in the kernel, in tasks and in the steps of
/// large programs, which stay functions.
TEST_F(OneLaunchTest, Prints) {
  for (int Forces : {1, 20}) {
    std::string Source = std::string(FibTask) + R"(
      __task int work(int n) {
        int sum = 0;
        printf("work %d\n", n);
    )";
    for (int I = 0; I < Forces; ++I) {
      const std::string Name = "x" + std::to_string(I);
      Source += "  int " + Name + " <- fib(n); force (" + Name +
                "); sum += " + Name + ";\n";
    }
    Source += R"(
        printf("sum %d\n", sum);
        return sum;
      }
      __kernel void k(__global int *out) {
        printf("kernel\n");
        out[0] <- work(7);
      })";
    Program P = build(Source);
    Buffer<int> Out(1);
    Kernel K = P.kernel("k");
    K.setArgs(Out);
    for (size_t Items : {1, 2}) {
      ::testing::internal::CaptureStdout();
      cl_int Status = K.launch(Items);
      std::string Printed = ::testing::internal::GetCapturedStdout();
      ASSERT_EQ(Status, CL_SUCCESS);
      EXPECT_EQ(Out.read()[0], Forces * fib(7));
      const std::string Line = "sum " + std::to_string(Forces * fib(7)) + "\n";
      for (const std::string &Text :
           {std::string("kernel\n"), std::string("work 7\n"), Line}) {
        size_t Count = 0;
        for (size_t At = 0; (At = Printed.find(Text, At)) != Printed.npos; ++At)
          ++Count;
        EXPECT_EQ(Count, Items) << Text << " in:\n" << Printed;
      }
    }
  }
}

/// Times are those of the one launch, and statistics those of its workers.
TEST_F(OneLaunchTest, EventsAreThoseOfTheCommand) {
  Program P = build(std::string(FibTask) + R"(
    __kernel void k(__global int *out) { out[0] <- fib(15); })");
  auto GetStats =
      extensionFunction<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  cl_int Error = CL_SUCCESS;
  const cl_queue_properties Properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue Queue = clCreateCommandQueueWithProperties(
      Device::get()->Context, Device::get()->Id, Properties, &Error);
  check(Error, "clCreateCommandQueueWithProperties");
  Kernel K = P.kernel("k");
  Buffer<int> Out(1);
  K.setArgs(Out);
  const size_t One = 1;
  cl_event Event = nullptr;
  check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &One, nullptr, 0,
                               nullptr, &Event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &Event), "clWaitForEvents");
  cl_tasklet_stats_tkl Stats = {};
  EXPECT_EQ(GetStats(Event, &Stats), CL_SUCCESS);
  EXPECT_EQ(Stats.tasks, 1973u); // The calls of fib(15).
  cl_ulong Times[4] = {};
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(clGetEventProfilingInfo(
                  Event, cl_profiling_info(CL_PROFILING_COMMAND_QUEUED + I),
                  sizeof(Times[I]), &Times[I], nullptr),
              CL_SUCCESS);
  for (int I = 1; I < 4; ++I)
    EXPECT_LE(Times[I - 1], Times[I]);
  cl_command_type Type = 0;
  clGetEventInfo(Event, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type, nullptr);
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  clReleaseEvent(Event);
  clReleaseCommandQueue(Queue);
  EXPECT_EQ(Out.read()[0], fib(15));
}
