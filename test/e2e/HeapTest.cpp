//===- HeapTest.cpp - A command whose tasks need more memory than it has --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

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

int main(int Argc, char **Argv) {
  // Before libtasklet looks.
  setenv("TASKLET_HEAP_SIZE", "1M", 1);
  ::testing::InitGoogleTest(&Argc, Argv);
  return RUN_ALL_TESTS();
}
