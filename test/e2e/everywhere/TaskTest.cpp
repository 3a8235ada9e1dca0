//===- TaskTest.cpp - everywhere beside tasks -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

using namespace tasklet::test;

using EverywhereTaskTest = EverywhereTest;

TEST_F(EverywhereTaskTest, TasksHaveOneLane) {
  Buffer<int> Out(40);
  run(R"(
    int helper(int x) {
      if (x & 1)
        everywhere (uint m) { x += m * 100; }
      return x;
    }
    __task int square(int x) {
      int y = 0;
      for (int i = 0; i < x; ++i)
        everywhere (uint m) { y += x * (int)m; }
      return helper(y);
    }
    __task int both(int x) {
      int a, b;
      a <- square(x);
      b <- square(x + 1);
      force (a, b) {
        int sum = 0;
        everywhere (ulong m) {
          sum = a + b + (int)m + sub_group_reduce_add((int)get_sub_group_size());
        }
        return sum;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- both(i);
    })",
      "k", 40, Out);
  auto square = [](int X) { return X * X + (X * X % 2 ? 100 : 0); };
  expectEach(Out, [&](int I) { return square(I) + square(I + 1) + 2; });
}

static const char SpawnsAndVisits[] = R"(
    int visited(int x) {
      everywhere (uint m) { x += popcount(m); }
      return x;
    }
    __task int twice(int x) { return 2 * visited(x); }
    __kernel void k(__global int *out, __global int *direct) {
      int i = get_global_id(0), x = i;
      if (i % 3 == 0) {
        out[i] <- twice(i);
        x = visited(x);
      } else if (i % 3 == 1) {
        int y;
        y <- twice(i + 1);
        force (y) {
          everywhere (uint m) { out[i] = y + (int)m; }
          return;
        }
      }
      everywhere (uint m) { x += 1000; }
      direct[i] = x;
    })";

TEST_F(EverywhereTaskTest, KernelsThatSpawnForceAndVisit) {
  // Those that come to the force are gone for the kernel, and come to its
  // blocks when others do.
  constexpr int Size = 64;
  Buffer<int> Out(std::vector<int>(Size, -1)),
      Direct(std::vector<int>(Size, -1));
  run(SpawnsAndVisits, "k", Range({Size}, {32}), Out, Direct);
  expectEach(Out, [](int I) {
    return I % 3 == 0 ? 2 * (I + 1) : I % 3 == 1 ? 2 * (I + 1 + 1) + 1 : -1;
  });
  auto visitors = [](int I) { // of the warp of I, in the first visit
    int Count = 0;
    for (int J = I / 32 * 32; J < I / 32 * 32 + 32; ++J)
      Count += J % 3 == 0;
    return Count;
  };
  expectEach(Direct, [&](int I) {
    // x of visited() is another variable in lanes that only came along.
    return I % 3 == 0 ? I + visitors(I) + 1000 : I % 3 == 1 ? -1 : I + 1000;
  });
}

TEST_F(EverywhereTaskTest, KernelsThatWaitInLoopsAndVisit) {
  // All of a warp come to the first block. After the waits, each work-item is
  // alone.
  constexpr int Size = 64;
  Buffer<int> Out(std::vector<int>(Size, -1));
  run(R"(
    __task int small(int n) { return 3 * n + 1; }
    __kernel void k(__global int *out) {
      int i = get_global_id(0), x = i, s = 0;
      for (int j = 0; j < 2; ++j)
        if ((i + j) & 1)
          everywhere (uint m) { x += popcount(m); }
      if (i % 3 == 2) {
        out[i] = x;
        return;
      }
      int j = 0;
      do {
        int y;
        if (j == 2)
          continue;
        y <- small(x + j);
        force (y);
        if (y % 7 == 3) {
          everywhere (uint m) { s += m * 10000; }
          break;
        }
        s += y;
      } while (++j < i % 5);
      out[i] = s + (int)get_local_id(0);
    })",
      "k", Range({Size}, {32}), Out);
  expectEach(Out, [](int I) {
    int X = I + 32, S = 0;
    if (I % 3 == 2)
      return X;
    int J = 0;
    do {
      if (J == 2)
        continue;
      int Y = 3 * (X + J) + 1;
      if (Y % 7 == 3) {
        S += 10000;
        break;
      }
      S += Y;
    } while (++J < I % 5);
    return S + I % 32;
  });
}
