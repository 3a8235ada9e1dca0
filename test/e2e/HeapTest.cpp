//===- HeapTest.cpp - A command whose tasks need more memory than it has --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <cstdlib>

using namespace tasklet::test;

using HeapTest = DeviceTest;

static const char *const Chain = R"(
  typedef struct { int v[16]; } ballast;
  __task int depth(int n, ballast b) {
    if (n == 0) return b.v[7];
    int below;
    below <- depth(n - 1, b);
    force (below) { return below + b.v[3]; }
  }
  __task uint lcg(int n, uint x) {
    if (n == 0) return x;
    uint t;
    t <- lcg(n - 1, x * 5u + 1u);
    force (t) { return t; }
  }
  __kernel void deep(__global int *out, int n) {
    ballast b;
    for (int i = 0; i < 16; ++i) b.v[i] = 1;
    out[get_global_id(0)] <- depth(n, b);
  }
  __kernel void tail(__global uint *out, int n) { out[0] <- lcg(n, 7); }
)";

TEST_F(HeapTest, ExhaustionFailsTheCommandAndOnlyIt) {
  Program P = build(Chain);
  Buffer<int> Out(1);
  Kernel Deep = P.kernel("deep");
  for (int Round = 0; Round < 3; ++Round) {
    Device::get()->Messages.clear();
    ::testing::internal::CaptureStderr();
    Deep.setArgs(Out, 100000);
    cl_int Status = Deep.launch(1);
    std::string Said =
        Device::get()->Messages + ::testing::internal::GetCapturedStderr();
    EXPECT_LT(Status, 0);
    EXPECT_NE(Said.find("TASKLET_HEAP_SIZE"), std::string::npos) << Said;

    Deep.setArgs(Out, 500);
    EXPECT_EQ(Deep.launch(1), CL_SUCCESS);
    EXPECT_EQ(Out.read()[0], 501);
  }
}

/// PoCL 3.1 lets the third command run while the first one does.
TEST_F(HeapTest, IsNotSharedBehindACommandThatFailedEarly) {
  Program P = build(std::string(FibTask) + R"(
    __kernel void k(__global int *out, int n) { out[0] <- fib(n); })");
  Kernel K = P.kernel("k");
  cl_command_queue Queue = Device::get()->Queue;
  const size_t One = 1;
  auto Enqueue = [&](const Buffer<int> &Out, int N, cl_event Wait) {
    K.setArgs(Out, N);
    check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &One, nullptr,
                                 Wait ? 1 : 0, Wait ? &Wait : nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  };
  for (int Round = 0; Round < 4; ++Round) {
    Buffer<int> First(1), Second(1), Third(1);
    cl_int Error = CL_SUCCESS;
    cl_event Start = clCreateUserEvent(Device::get()->Context, &Error);
    check(Error, "clCreateUserEvent");
    Enqueue(First, 30, nullptr);
    Enqueue(Second, 5, Start);
    check(clFlush(Queue), "clFlush");
    check(clSetUserEventStatus(Start, -7), "clSetUserEventStatus");
    Enqueue(Third, 30, nullptr);
    clFinish(Queue); // It tells of the second one.
    clFinish(Queue);
    clReleaseEvent(Start);
    EXPECT_EQ(First.read()[0], 832040);
    EXPECT_EQ(Third.read()[0], 832040);
  }
}

TEST_F(HeapTest, TooManyRootTasksFailTheCommand) {
  Program P = build(Chain);
  constexpr int Many = 100000;
  Buffer<int> Out(Many);
  Kernel Deep = P.kernel("deep");
  Device::get()->Messages.clear();
  ::testing::internal::CaptureStderr();
  Deep.setArgs(Out, 0);
  cl_int Status = Deep.launch(Many);
  std::string Said =
      Device::get()->Messages + ::testing::internal::GetCapturedStderr();
  // More memory than the setting is one way out, a message is the other.
  if (Status == CL_SUCCESS)
    expectEach(Out, [](int) { return 1; });
  else
    EXPECT_NE(Said.find("TASKLET_HEAP_SIZE"), std::string::npos) << Said;

  Deep.setArgs(Out, 3);
  EXPECT_EQ(Deep.launch(10), CL_SUCCESS);
  EXPECT_EQ(Out.read()[9], 4);
}

TEST_F(HeapTest, TailSpawnsNeedNoMemory) {
  constexpr int Length = 10000000;
  Buffer<unsigned> Out(1);
  run(Chain, "tail", 1, Out, Length);
  unsigned X = 7;
  for (int I = 0; I < Length; ++I)
    X = X * 5 + 1;
  EXPECT_EQ(Out.read()[0], X);
}

TEST_F(HeapTest, WaitsInALoopNeedNoMemory) {
  constexpr int Rounds = 1000000;
  Buffer<unsigned> Out(1);
  run(R"(
    __task uint next(uint x, int depth) {
      if (depth == 0) return x * 5 + 1;
      uint y;
      y <- next(x, depth - 1);
      force (y);
      return y;
    }
    __task uint rounds(int n) {
      uint x = 7, table[8];
      for (int i = 0; i < 8; ++i)
        table[i] = i;
      for (int i = 0; i < n; ++i) {
        uint y, z;
        y <- next(x, i & 3);
        z <- next(table[x & 7], 0);
        force (y, z);
        table[i & 7] = z;
        x = y;
      }
      return x + table[0];
    }
    __kernel void k(__global uint *out, int n) { out[0] <- rounds(n); })",
      "k", 1, Out, Rounds);
  unsigned X = 7, Table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int I = 0; I < Rounds; ++I) {
    Table[I & 7] = Table[X & 7] * 5 + 1;
    X = X * 5 + 1;
  }
  EXPECT_EQ(Out.read()[0], X + Table[0]);
}

static const char ForcesAndVisits[] = R"(
    typedef struct { int v[16]; } ballast;
    __task int depth(int n, ballast b) {
      if (n == 0) return b.v[7];
      int below;
      below <- depth(n - 1, b);
      force (below) { return below + b.v[3]; }
    }
    __kernel void k(__global int *out, int n, int tasks) {
      int id = get_global_id(0), visits = 0, below, kept[64];
      ballast b;
      for (int i = 0; i < 16; ++i) b.v[i] = 1;
      for (int i = 0; i < 64; ++i) kept[i] = i + id;
      if (id % 3) {
        for (int i = 0; i < tasks; ++i)
          () <- depth(0, b);
        everywhere { visits += 1; }
        below <- depth(n, b);
        force (below) {
          out[id] = visits * 1000000 + below * 1000 + kept[id % 64] - id;
          return;
        }
      }
      for (int i = 0; i < id % 4; ++i)
        everywhere { visits += 10; }
      out[id] = visits;
    })";

TEST_F(HeapTest, ExhaustionWhereWorkItemsMeet) {
  // By tasks, and by what the kernel itself spawns: work-items for which there
  // is no room meet the others all the same, and what needs no tasks is done.
  // Later commands work.
  Program P = build(ForcesAndVisits);
  struct {
    size_t Items;
    int Depth, Tasks;
  } const Cases[] = {{64, 2000000, 0}, {64, 1, 100000}, {4096, 1, 1000}};
  auto visits = [](int I) {
    int Most = 0; // Of its warp, among those that do not force.
    for (int J = I / 32 * 32; J < I / 32 * 32 + 32; ++J)
      Most = std::max(Most, J % 3 ? 0 : J % 4);
    return 1 + 10 * Most;
  };
  for (auto Each : Cases) {
    SCOPED_TRACE(std::to_string(Each.Items) + " work-items");
    Buffer<int> Out(Each.Items);
    Kernel K = P.kernel("k");
    Device::get()->Messages.clear();
    ::testing::internal::CaptureStderr();
    K.setArgs(Out, Each.Depth, Each.Tasks);
    cl_int Status = K.launch(Range({Each.Items}, {64}));
    std::string Said =
        Device::get()->Messages + ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(Status, CL_OUT_OF_RESOURCES);
    EXPECT_NE(Said.find("TASKLET_HEAP_SIZE"), std::string::npos) << Said;
    std::vector<int> Got = Out.read();
    for (size_t I = 0; I < Each.Items; I += 3)
      EXPECT_EQ(Got[I], visits(int(I))) << "work-item " << I;

    Buffer<int> Few(64);
    run(P, "k", Range({64}, {64}), Few, 20, 3);
    expectEach(Few, [&](int I) {
      return I % 3 ? visits(I) * 1000000 + 21 * 1000 + I % 64 : visits(I);
    });
  }
}

int main(int Argc, char **Argv) {
  // Before libtasklet looks.
  setenv("TASKLET_HEAP_SIZE", "1M", 1);
  ::testing::InitGoogleTest(&Argc, Argv);
  return RUN_ALL_TESTS();
}
