//===- RecursionTest.cpp - Shapes of task trees ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <chrono>
#include <cstdint>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace tasklet::test;

using RecursionTest = DeviceTest;

TEST_F(RecursionTest, MutualRecursion) {
  // Hofstadter's pair: F(n) = n - M(F(n-1)), M(n) = n - F(M(n-1)).
  Buffer<int> Female(25), Male(25);
  run(R"(
    __task int male(int n);
    __task int female(int n) {
      if (n == 0) return 1;
      int inner;
      inner <- female(n - 1);
      force (inner) {
        int outer;
        outer <- male(inner);
        force (outer) { return n - outer; }
      }
    }
    __task int male(int n) {
      if (n == 0) return 0;
      int inner;
      inner <- male(n - 1);
      force (inner) {
        int outer;
        outer <- female(inner);
        force (outer) { return n - outer; }
      }
    }
    __kernel void k(__global int *f, __global int *m) {
      int i = get_global_id(0);
      f[i] <- female(i);
      m[i] <- male(i);
    })",
      "k", 25, Female, Male);
  int F[25] = {1}, M[25] = {0};
  for (int I = 1; I < 25; ++I) {
    F[I] = I - M[F[I - 1]];
    M[I] = I - F[M[I - 1]];
  }
  expectEach(Female, [&](int I) { return F[I]; });
  expectEach(Male, [&](int I) { return M[I]; });
}

/// Bytes of memory that this process holds.
static uint64_t heldBytes() {
  uint64_t Size = 0, Held = 0;
  std::ifstream("/proc/self/statm") >> Size >> Held;
  return Held * sysconf(_SC_PAGESIZE);
}

TEST_F(RecursionTest, DeepChainsGiveTheirMemoryBack) {
  // More than any size that somebody would choose for all commands.
  constexpr int Depth = 4000000;
  constexpr uint64_t Little = 100 << 20;
  Program P = build(R"(
    __task int depth(int n) {
      if (n == 0) return 0;
      int below;
      below <- depth(n - 1);
      force (below) { return below + 1; }
    }
    __kernel void k(__global int *out, int n) { out[0] <- depth(n); })");
  Kernel K = P.kernel("k");
  Buffer<int> Out(1);
  K.setArgs(Out, 10);
  ASSERT_EQ(K.launch(1), CL_SUCCESS);
  uint64_t Before = heldBytes();
  for (int Round = 0; Round < 2; ++Round) {
    K.setArgs(Out, Depth);
    ASSERT_EQ(K.launch(1), CL_SUCCESS);
    EXPECT_EQ(Out.read()[0], Depth);
    // The driver lets go of it when its own threads are done.
    for (int Wait = 0; Wait < 100 && heldBytes() > Before + Little; ++Wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_LT(heldBytes(), Before + Little);
    K.setArgs(Out, 7);
    ASSERT_EQ(K.launch(1), CL_SUCCESS);
    EXPECT_EQ(Out.read()[0], 7);
  }
}

TEST_F(RecursionTest, ThreeWayRecursionWithTailSpawns) {
  // Ackermann's function grows a deep chain and returns through tail spawns.
  Buffer<int> Out(24);
  run(R"(
    __task int ack(int m, int n) {
      int t;
      if (m == 0) return n + 1;
      if (n == 0) {
        t <- ack(m - 1, 1);
        force (t) { return t; }
      }
      t <- ack(m, n - 1);
      force (t) {
        int u;
        u <- ack(m - 1, t);
        force (u) { return u; }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- ack(i / 6, i % 6);
    })",
      "k", 24, Out);
  expectEach(Out, [](int I) {
    int M = I / 6, N = I % 6;
    int Closed[] = {N + 1, N + 2, 2 * N + 3, (1 << (N + 3)) - 3};
    return Closed[M];
  });
}

TEST_F(RecursionTest, TailSpawnChain) {
  constexpr int Length = 300000;
  Buffer<unsigned> Out(4);
  run(R"(
    __task uint lcg(int n, uint x) {
      if (n == 0) return x;
      uint t;
      t <- lcg(n - 1, x * 1664525u + 1013904223u);
      force (t) { return t; }
    }
    __kernel void k(__global uint *out, int length) {
      int i = get_global_id(0);
      out[i] <- lcg(length + i, i);
    })",
      "k", 4, Out, Length);
  expectEach(Out, [](int I) {
    unsigned X = I;
    for (int N = 0; N < Length + I; ++N)
      X = X * 1664525u + 1013904223u;
    return X;
  });
}

TEST_F(RecursionTest, TailSpawnOfVoidTask) {
  Buffer<int> Out(1000);
  run(R"(
    __task void fill(__global int *at, int left) {
      if (left == 0) return;
      *at = left;
      () <- fill(at + 1, left - 1);
    }
    __kernel void k(__global int *out, int n) { () <- fill(out, n); })",
      "k", 1, Out, 1000);
  expectEach(Out, [](int I) { return 1000 - I; });
}

TEST_F(RecursionTest, DeepChainOfContinuations) {
  // No call stack could hold it: every level waits for the next one.
  constexpr int Depth = 20000;
  Buffer<int> Out(2);
  run(R"(
    __task int depth(int n) {
      if (n == 0) return 0;
      int below;
      below <- depth(n - 1);
      force (below) { return below + 1; }
    }
    __kernel void k(__global int *out, int n) {
      int i = get_global_id(0);
      out[i] <- depth(n + i);
    })",
      "k", 2, Out, Depth);
  expectEach(Out, [](int I) { return Depth + I; });
}

TEST_F(RecursionTest, UnbalancedTree) {
  // Each node's number of children follows from a hash of its name, so that
  // the shape is known to both sides and even to nobody.
  Buffer<int> Out(30);
  run(R"(
    uint hash(uint x) {
      x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;
      return x ^ (x >> 16);
    }
    __task int count(uint name, int depth) {
      int children = depth == 0 ? 0 : (int)(hash(name) % 5u);
      int r[4];
      for (int i = 0; i < children; ++i)
        r[i] <- count(hash(name + i + 1), depth - 1);
      force (r) {
        int s = 1;
        for (int i = 0; i < children; ++i) s += r[i];
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- count(i, 9);
    })",
      "k", 30, Out);
  struct Tree {
    static uint32_t hash(uint32_t X) {
      X = (X ^ (X >> 16)) * 0x7feb352du;
      X = (X ^ (X >> 15)) * 0x846ca68bu;
      return X ^ (X >> 16);
    }
    static int count(uint32_t Name, int Depth) {
      int Sum = 1;
      if (Depth > 0)
        for (uint32_t I = 0; I < hash(Name) % 5u; ++I)
          Sum += count(hash(Name + I + 1), Depth - 1);
      return Sum;
    }
  };
  expectEach(Out, [](int I) { return Tree::count(I, 9); });
}

TEST_F(RecursionTest, DetachedTasksFinishWithTheCommand) {
  // Nobody waits for any of them; the end of the command does.
  constexpr int Size = 1000;
  Buffer<int> Out(Size);
  run(R"(
    __task void split(__global int *out, int from, int to) {
      if (to - from == 1) { out[from] = from * from; return; }
      int mid = (from + to) / 2;
      () <- split(out, from, mid);
      () <- split(out, mid, to);
    }
    __kernel void k(__global int *out, int n) { () <- split(out, 0, n); })",
      "k", 1, Out, Size);
  expectEach(Out, [](int I) { return I * I; });
}

TEST_F(RecursionTest, ManySpawnsFromOneTask) {
  constexpr int Size = 3000;
  Buffer<int> Out(Size), Sum(1);
  run(R"(
    __task int triple(int n) { return 3 * n; }
    __task int spread(__global int *out, int n) {
      for (int i = 0; i < n; ++i) out[i] <- triple(i);
      force () {
        int s = 0;
        for (int i = 0; i < n; ++i) s += out[i];
        return s;
      }
    }
    __kernel void k(__global int *out, __global int *sum, int n) {
      sum[0] <- spread(out, n);
    })",
      "k", 1, Out, Sum, Size);
  expectEach(Out, [](int I) { return 3 * I; });
  EXPECT_EQ(Sum.read()[0], 3 * Size * (Size - 1) / 2);
}

TEST_F(RecursionTest, ManyRootTasks) {
  constexpr int Size = 5000;
  Buffer<int> Out(Size);
  run(R"(
    __task int halve(int n) { return n / 2; }
    __task int digits(int n) {
      if (n == 0) return 0;
      int h, rest;
      h <- halve(n);
      force (h) {
        rest <- digits(h);
        force (rest) { return rest + (n & 1); }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- digits(i);
    })",
      "k", Size, Out);
  expectEach(Out, [](int I) { return __builtin_popcount(I); });
}
