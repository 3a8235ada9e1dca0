//===- OverflowLimitsTest.cpp - How far overflow goes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// As OverflowTest.cpp, for what is just enough or too much: numbers of
/// children around what the deque has room for, depths that the heap has room
/// for or not, and tasks that cannot be suspended at a spawn.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <CL/cl_tkl_tasklets.h>

#include <numeric>

using namespace tasklet::test;

using OverflowTest = DeviceTest;

/// What a kernel's commands get, until it is set otherwise.
static void choose(const Kernel &K, cl_ulong Heap, cl_uint Workers = 0) {
  check(clSetKernelExecInfo(K.get(), CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                            sizeof(Heap), &Heap),
        "heap size");
  if (Workers)
    check(clSetKernelExecInfo(K.get(), CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                              sizeof(Workers), &Workers),
          "workers");
}

TEST_F(OverflowTest, SizesAroundTheDequesCapacity) {
  // The capacity is a power of two: whichever it is, some of these are next to
  // it. Arguments of 256 bytes make the records large and the deque small.
  Program P = build(R"(
    typedef struct { int v[64]; } large;
    __task int last(large l) {
      uint x = 0;
      for (int i = 0; i < 64; ++i) x = x * 31 + l.v[i];
      return x;
    }
    __task void all(__global int *out, int n) {
      large l;
      for (int i = 0; i < 64; ++i) l.v[i] = i;
      for (int i = 0; i < n; ++i) {
        l.v[i & 63] = i;
        out[i] <- last(l);
      }
    }
    __kernel void k(__global int *out, int n) { () <- all(out, n); }
  )");
  Kernel K = P.kernel("k");
  std::vector<int> Wanted, L(64);
  std::iota(L.begin(), L.end(), 0);
  for (int I = 0; I < 4096 + 10; ++I) {
    L[I & 63] = I;
    unsigned X = 0;
    for (int V : L)
      X = X * 31 + V;
    Wanted.push_back(int(X));
  }
  for (cl_uint Workers = 1; Workers <= 8; ++Workers) {
    choose(K, 1 << 20, Workers);
    for (int Capacity = 16; Capacity <= 4096; Capacity *= 2)
      for (int N = Capacity - 10; N <= Capacity + 10; ++N) {
        Buffer<int> Out(N);
        K.setArgs(Out, N);
        ASSERT_EQ(K.launch(1), CL_SUCCESS) << N << ", " << Workers;
        ASSERT_TRUE(
            std::equal(Wanted.begin(), Wanted.begin() + N, Out.read().begin()))
            << N << " children, " << Workers << " workers";
      }
  }
}

TEST_F(OverflowTest, MillionDeepInTheDefaultHeap) {
  constexpr int Depth = 1000000;
  Kernel K = build(R"(
    __task int depth(int n) {
      if (n == 0) return 5;
      int below;
      below <- depth(n - 1);
      force (below) { return below + 1; }
    }
    __kernel void k(__global int *out, int n) { out[0] <- depth(n); }
  )")
                 .kernel("k");
  choose(K, 64 << 20);
  Buffer<int> Out(1);
  K.setArgs(Out, Depth);
  EXPECT_EQ(K.launch(1), CL_SUCCESS);
  EXPECT_EQ(Out.read()[0], Depth + 5);
}

TEST_F(OverflowTest, DepthBeyondMemoryFailsTheCommandAndOnlyIt) {
  Program P = build(R"(
    __task int work(int n) {
      uint x = n;
      for (uint k = 0; k < (uint)n % 13 + 2; ++k) x = x * x + k;
      return x;
    }
    __task int deep(__global int *out, int n) {
      if (n == 0) return 0;
      for (int i = 0; i < 10; ++i) out[n * 10 + i] <- work(i);
      int below;
      below <- deep(out, n - 1);
      force (below) { return below + 1; }
    }
    __kernel void k(__global int *out, __global int *res, int n) {
      res[0] <- deep(out, n);
    }
  )");
  constexpr int Depth = 100000;
  Buffer<int> Out(Depth * 10 + 10), Res(1);
  Kernel K = P.kernel("k");
  for (int Round = 0; Round < 3; ++Round) {
    Device::get()->Messages.clear();
    ::testing::internal::CaptureStderr();
    K.setArgs(Out, Res, Depth);
    cl_int Status = K.launch(1);
    std::string Said =
        Device::get()->Messages + ::testing::internal::GetCapturedStderr();
    EXPECT_LT(Status, 0);
    EXPECT_NE(Said.find("TASKLET_HEAP_SIZE"), std::string::npos) << Said;
    K.setArgs(Out, Res, 300);
    EXPECT_EQ(K.launch(1), CL_SUCCESS);
    EXPECT_EQ(Res.read()[0], 300);
  }
}

/// Part of programs whose task reads private variables through pointers that it
/// keeps across its spawns.
static const std::string Pointers = R"(
  __task int down(int n) {
    int below;
    if (n <= 0) return 0;
    below <- down(n - 1);
    force (below) { return below + 1; }
  }
  __task int sums(int n, int children) {
    int values[16], *places[16];
    for (int i = 0; i < 16; ++i) {
      values[i] = i * n;
      places[i] = &values[(i * 5 + n) % 16];
    }
    int sum = 0;
    for (int j = 0; j < children; ++j) {
      () <- down(n + j % 4 + 1);
      values[j % 16] += j;
      sum = sum * 3 + *places[(j * 7) % 16];
      *places[j % 16] ^= sum;
    }
    return sum;
  }
  __kernel void k(__global int *out, int n) {
    int i = get_global_id(0);
    out[i] <- sums(i, n);
  })";

TEST_F(OverflowTest, AddressesOfPrivateVariablesAreKept) {
  // Wherever tasks are suspended at a spawn without need, too.
  Program P = build(Pointers);
  Buffer<int> Out(8);
  const int Children = 50;
  Kernel K = P.kernel("k");
  K.setArgs(Out, Children);
  check(K.launch(8), "k");
  std::vector<int> Expected;
  for (int N = 0; N < 8; ++N) {
    unsigned Values[16], Sum = 0;
    for (int I = 0; I < 16; ++I)
      Values[I] = I * N;
    for (int J = 0; J < Children; ++J) {
      Values[J % 16] += J;
      Sum = Sum * 3 + Values[(J * 7 % 16 * 5 + N) % 16];
      Values[(J % 16 * 5 + N) % 16] ^= Sum;
    }
    Expected.push_back(int(Sum));
  }
  EXPECT_EQ(Out.read(), Expected);
}

TEST_F(OverflowTest, TooManyChildrenOfATaskThatKeepsAddresses) {
  // It cannot be suspended at a spawn; the command fails, and the next one
  // works.
  Program P = build(Pointers);
  Buffer<int> Out(8);
  Kernel K = P.kernel("k");
  K.setArgs(Out, 200000);
  EXPECT_NE(K.launch(1), CL_SUCCESS);
  K.setArgs(Out, 0);
  EXPECT_EQ(K.launch(1), CL_SUCCESS);
}
