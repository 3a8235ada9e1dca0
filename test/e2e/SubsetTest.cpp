//===- SubsetTest.cpp - A force waits for what it names -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace tasklet::test;

using SubsetTest = DeviceTest;

static const std::string Children = R"(
    __task int small(int n) { return 3 * n + 1; }
    __task int large(int n) {
      if (n < 2) return n;
      int a, b;
      a <- large(n - 1);
      b <- large(n - 2);
      force (a, b) { return a + b; }
    }
)";

static int small(int N) { return 3 * N + 1; }
static int large(int N) { return N < 2 ? N : large(N - 1) + large(N - 2); }

/// The younger child ends only after the force for the older one. It gives up
/// after a while, so that a failure is no hang. Nothing makes the device run two
/// workers at the same time, so that one try of many suffices.
TEST_F(SubsetTest, GoesOnWhileAnotherChildRuns) {
  static const std::string Source = Children + R"(
    __task int until(volatile __global int *flag) {
      for (int i = 0; i < 20000000; ++i)
        if (atomic_add(flag, 0) == 1) return 1;
      return 0;
    }
    __task int both(__global int *flag) {
      int first, second;
      first <- large(15);
      second <- until(flag);
      force (first);
      atomic_xchg(flag, 1);
      force (second);
      return 1000 * second + first;
    }
    __kernel void k(__global int *out) {
      out[1] = 0;
      out[0] <- both(out + 1);
    })";
  Buffer<int> Out(2);
  for (int Try = 0; Try != 20; ++Try) {
    run(Source, "k", 1, Out);
    if (Out.read()[0] == 1000 + large(15))
      return;
  }
  FAIL() << "the last try gave " << Out.read()[0];
}

TEST_F(SubsetTest, EachInItsTurn) {
  Buffer<int> Out(24);
  run(Children + R"(
    __task int turns(int n) {
      int a, b, c, s = n;
      a <- large(n % 12);
      b <- large(n % 7 + 3);
      c <- small(n);
      force (b);
      s = 3 * s + b;
      b <- large(n % 5 + 5);
      force (c) {
        s = 3 * s + c;
        force (a);
        s = 3 * s + a;
        force (b) { return 3 * s + b; }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- turns(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int I) {
    int S = 3 * I + large(I % 7 + 3);
    S = 3 * S + small(I);
    S = 3 * S + large(I % 12);
    return 3 * S + large(I % 5 + 5);
  });
}

/// A window of items is on its way; each round waits for the oldest.
TEST_F(SubsetTest, Pipeline) {
  Buffer<int> Out(16);
  run(Children + R"(
    __task int decode(int n) {
      int d;
      d <- large(n % 13);
      force (d) { return d + n; }
    }
    __task int pipeline(int n) {
      int a, b, c, sum = 0;
      a <- decode(0);
      b <- decode(1);
      for (int i = 2; i < n + 2; i += 3) {
        c <- decode(i);
        force (a);
        sum = sum * 5 ^ a;
        a <- decode(i + 1);
        force (b);
        sum = sum * 5 ^ b;
        b <- decode(i + 2);
        force (c);
        sum = sum * 5 ^ c;
      }
      force (a, b);
      return sum + a + b;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- pipeline(3 * i);
    })",
      "k", 16, Out);
  auto Decode = [](int N) { return large(N % 13) + N; };
  expectEach(Out, [&](int I) {
    unsigned Sum = 0;
    int Next = 0;
    for (; Next < 3 * I; ++Next)
      Sum = Sum * 5 ^ Decode(Next);
    return Sum + Decode(Next) + Decode(Next + 1);
  });
}

TEST_F(SubsetTest, ArraysAndGlobalMemory) {
  constexpr int N = 40;
  Buffer<int> Out(N + 1);
  run(Children + R"(
    __task int parts(__global int *out, int n) {
      int r[8], x, sum = 0;
      for (int i = 0; i < n; ++i)
        out[i] <- large(i % 10);
      for (int i = 0; i < 8; ++i)
        r[i] <- large(i + 4);
      x <- large(14);
      force (r);
      for (int i = 0; i < 8; ++i)
        sum += r[i];
      force (x);
      sum += x;
      force ();
      for (int i = 0; i < n; ++i)
        sum += out[i];
      return sum;
    }
    __kernel void k(__global int *out, int n) {
      out[n] <- parts(out, n);
    })",
      "k", 1, Out, N);
  int Sum = large(14);
  for (int I = 0; I < 8; ++I)
    Sum += large(I + 4);
  for (int I = 0; I < N; ++I)
    Sum += large(I % 10);
  expectEach(Out, [&](int I) { return I < N ? large(I % 10) : Sum; });
}

TEST_F(SubsetTest, PartsOfFutures) {
  Buffer<int> Out(12);
  run(Children + R"(
    typedef struct { int a; int v[2]; } pair;
    __task int parts(int n) {
      int w[3], x;
      pair s;
      s.v[0] = n;
      w[0] <- large(n);
      w[1] <- large(n % 7 + 2);
      w[n % 2 + 1] <- large(n % 7 + 2);
      s.a <- small(n);
      s.v[1] <- large(n % 5 + 4);
      force (w[0], s.a);
      x = w[0] + 3 * s.a;
      w[0] = x % 10;
      s.a = 5;
      for (int i = 0; i < 3; ++i) {
        w[0] <- large(w[0] % 10 + i);
        force (w[0]);
        x = 3 * x + w[0];
      }
      force (s.v[1]) {
        x = 7 * x + s.v[1] + s.a;
        force (w, s) { return x + w[0] + w[1] + s.v[0]; }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- parts(i);
    })",
      "k", 12, Out);
  expectEach(Out, [](int I) {
    unsigned X = large(I) + 3 * small(I);
    int W = X % 10;
    for (int Round = 0; Round < 3; ++Round) {
      W = large(W % 10 + Round);
      X = 3 * X + W;
    }
    X = 7 * X + large(I % 5 + 4) + 5;
    return X + W + large(I % 7 + 2) + I;
  });
}

TEST_F(SubsetTest, OnSomePaths) {
  Buffer<int> Out(20);
  run(Children + R"(
    __task int paths(int n) {
      int sum = 0;
      for (int i = 0; i < n; ++i) {
        int c, d, any = i % 3 != 0;
        if (any) c <- large(i % 10);
        d <- large(i % 4 + 6);
        sum = 3 * sum + i;
        if (!any) {
          force (d);
          sum += d;
          continue;
        }
        force (c);
        sum = 5 * sum + c;
        force (d);
        sum += d;
      }
      return sum;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- paths(i);
    })",
      "k", 20, Out);
  expectEach(Out, [](int N) {
    unsigned Sum = 0;
    for (int I = 0; I < N; ++I) {
      Sum = 3 * Sum + I;
      if (I % 3 != 0)
        Sum = 5 * Sum + large(I % 10);
      Sum += large(I % 4 + 6);
    }
    return Sum;
  });
}

TEST_F(SubsetTest, ChildrenThatNobodyForces) {
  Buffer<int> Out(32), Seen(32);
  run(Children + R"(
    __task void mark(__global int *seen, int n) {
      int x;
      x <- large(n % 9);
      force (x) { *seen = x; }
    }
    __task int some(__global int *seen, int n) {
      int x, ignored;
      () <- mark(seen, n);
      ignored <- large(7);
      x <- large(n % 11);
      force (x) {
        if (n % 3 == 0) return x;
        int y;
        y <- small(x);
        force (y);
        return y;
      }
    }
    __task void last(__global int *out, __global int *seen, int n) {
      int x;
      x <- some(seen, n);
      () <- large(8);
      force (x);
      *out = x;
      () <- large(9);
    }
    __kernel void k(__global int *out, __global int *seen) {
      int i = get_global_id(0);
      () <- last(out + i, seen + i, i);
    })",
      "k", 32, Out, Seen);
  expectEach(Out, [](int I) {
    return I % 3 == 0 ? large(I % 11) : small(large(I % 11));
  });
  expectEach(Seen, [](int I) { return large(I % 9); });
}

TEST_F(SubsetTest, InKernels) {
  Buffer<int> Out(64), Other(64);
  run(Children + R"(
    __kernel void k(__global int *out, __global int *other) {
      int i = get_global_id(0), x, y;
      x <- large(i % 16);
      if (i % 4) y <- large(i % 6 + 6);
      other[i] <- small(i);
      if (i % 8 == 0) return;
      force (x);
      out[i] = x;
      if (i % 4) {
        force (y);
        out[i] = 1000 * x + y;
      }
    })",
      "k", 64, Out, Other);
  std::vector<int> Values = Out.read();
  for (int I = 0; I < 64; ++I) {
    if (I % 8 == 0)
      continue;
    EXPECT_EQ(Values[I],
              I % 4 ? 1000 * large(I % 16) + large(I % 6 + 6) : large(I % 16))
        << I;
  }
  expectEach(Other, small);
}

/// More futures than there are groups.
TEST_F(SubsetTest, ManyFutures) {
  constexpr int Futures = 150;
  std::string Declare, Spawn, Join;
  for (int I = 0; I < Futures; ++I) {
    std::string X = "x" + std::to_string(I), N = std::to_string(I % 12);
    Spawn += "int " + X + " <- large(n % 3 + " + N + ");\n";
    Join += "force (" + X + "); sum = 7 * sum + " + X + ";\n";
  }
  Buffer<int> Out(6);
  run(Children + "__task int many(int n) { int sum = n;\n" + Spawn + Join +
          R"(return sum; }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- many(i);
    })",
      "k", 6, Out);
  expectEach(Out, [](int I) {
    unsigned Sum = I;
    for (int X = 0; X < Futures; ++X)
      Sum = 7 * Sum + large(I % 3 + X % 12);
    return Sum;
  });
}

/// More children than a deque has records, of which one is awaited.
TEST_F(SubsetTest, BesideManyChildren) {
  constexpr int Many = 30000;
  Buffer<int> Count(1), Out(4);
  run(Children + R"(
    __task void count(volatile __global int *counter, int n) {
      int x;
      x <- large(n % 4);
      force (x) { atomic_add(counter, x); }
    }
    __task int crowd(__global int *counter, int many, int n) {
      int x, y;
      x <- large(n + 9);
      for (int i = 0; i < many / 2; ++i)
        () <- count(counter, i);
      force (x);
      y <- large(x % 10);
      for (int i = many / 2; i < many; ++i)
        () <- count(counter, i);
      force (y);
      return x * 100 + y;
    }
    __kernel void k(__global int *counter, __global int *out, int many) {
      int i = get_global_id(0);
      if (i == 0) *counter = 0;
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[i] <- crowd(counter, many, i);
    })",
      "k", Range({4}, {4}), Count, Out, Many);
  int Sum = 0;
  for (int I = 0; I < Many; ++I)
    Sum += large(I % 4);
  EXPECT_EQ(Count.read()[0], 4 * Sum);
  expectEach(Out, [](int I) {
    int X = large(I + 9);
    return X * 100 + large(X % 10);
  });
}

/// Each level leaves a child behind that the next level's force does not name.
TEST_F(SubsetTest, DeepRecursion) {
  Buffer<int> Out(3);
  run(Children + R"(
    __task int deep(int n) {
      if (n == 0) return 1;
      int below, beside;
      beside <- large(n % 8);
      below <- deep(n - 1);
      force (below) {
        int s = below % 10007;
        force (beside) { return 3 * s + beside; }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- deep(20000 + i);
    })",
      "k", 3, Out);
  expectEach(Out, [](int I) {
    int S = 1;
    for (int N = 1; N <= 20000 + I; ++N)
      S = 3 * (S % 10007) + large(N % 8);
    return S;
  });
}
