//===- WaitTest.cpp - `force (x);` goes on with the next statement --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace tasklet::test;

using WaitTest = DeviceTest;

/// A child that runs at its spawn, and one that takes some steps.
static const std::string Children = R"(
    __task int small(int n) { return 3 * n + 1; }
    __task int large(int n) {
      if (n < 2) return n;
      int a, b;
      a <- large(n - 1);
      b <- large(n - 2);
      force (a, b);
      return a + b;
    }
)";

static int small(int N) { return 3 * N + 1; }
static int large(int N) { return N < 2 ? N : large(N - 1) + large(N - 2); }

TEST_F(WaitTest, ForkAndJoin) {
  Buffer<int> Out(20);
  run(Children + R"(
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- large(i);
    })",
      "k", 20, Out);
  expectEach(Out, large);
}

TEST_F(WaitTest, OneAfterTheOther) {
  Buffer<int> Out(16);
  run(Children + R"(
    __task int three(int n) {
      int a, b, c;
      a <- large(n);
      force (a);
      b <- large(a % 7);
      force (b);
      c <- small(a + b);
      force (c);
      return a * 10000 + b * 100 + c;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- three(i);
    })",
      "k", 16, Out);
  expectEach(Out, [](int I) {
    int A = large(I), B = large(A % 7), C = small(A + B);
    return A * 10000 + B * 100 + C;
  });
}

/// Each round needs the result of the round before it.
TEST_F(WaitTest, InLoops) {
  Buffer<int> Out(12);
  run(Children + R"(
    __task int loops(int n) {
      int s = 1;
      for (int i = 0; i < n; ++i) {
        int x;
        x <- large((s + i) % 9);
        force (x);
        s += x * i;
      }
      int j = 0;
      while (j < n) {
        int y;
        y <- small(s % 11 + j++);
        force (y);
        s ^= y;
      }
      do {
        int z;
        z <- large(j % 6);
        force (z);
        s = s * 3 + z;
      } while (--j > 0);
      return s;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- loops(i);
    })",
      "k", 12, Out);
  expectEach(Out, [](int N) {
    int S = 1;
    for (int I = 0; I < N; ++I)
      S += large((S + I) % 9) * I;
    int J = 0;
    for (; J < N; ++J)
      S ^= small(S % 11 + J);
    do
      S = S * 3 + large(J % 6);
    while (--J > 0);
    return S;
  });
}

TEST_F(WaitTest, JumpsAround) {
  Buffer<int> Out(30);
  run(Children + R"(
    __task int jumps(int n) {
      int s = 0, x;
      for (int i = 0; ; ++i) {
        if (i % 3 == 1)
          continue;
        if (i > n)
          break;
        x <- large(i % 8);
        if (i % 4 == 0) {
          force (x);
          s += x;
          continue;
        }
        force (x);
        switch (x % 4) {
        case 0:
          s += 5;
        case 1:
          x <- small(i);
          force (x);
          s += x;
          break;
        default:
          if (x == 13)
            goto out;
          s -= 1;
        }
        if (s > 500)
          return s - 1000;
      }
    out:
      return s;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- jumps(i);
    })",
      "k", 30, Out);
  expectEach(Out, [](int N) {
    int S = 0;
    for (int I = 0;; ++I) {
      if (I % 3 == 1)
        continue;
      if (I > N)
        break;
      int X = large(I % 8);
      if (I % 4 == 0) {
        S += X;
        continue;
      }
      if (X % 4 < 2) {
        S += (X % 4 == 0 ? 5 : 0) + small(I);
      } else {
        if (X == 13)
          break;
        S -= 1;
      }
      if (S > 500)
        return S - 1000;
    }
    return S;
  });
}

TEST_F(WaitTest, NestedLoops) {
  Buffer<int> Out(7);
  run(Children + R"(
    __task int nested(int n) {
      int s = 0;
      for (int i = 0; i < n; ++i) {
        int r = 0;
        for (int j = 0; j <= i; ++j) {
          int x[2];
          for (int k = 0; k < 2; ++k)
            x[k] <- large((i + j + k) % 7);
          force (x);
          r += x[0] * 10 + x[1];
        }
        int y;
        y <- small(r % 50);
        s += r;
        force (y);
        s ^= y;
      }
      return s;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- nested(i);
    })",
      "k", 7, Out);
  expectEach(Out, [](int N) {
    int S = 0;
    for (int I = 0; I < N; ++I) {
      int R = 0;
      for (int J = 0; J <= I; ++J)
        R += large((I + J) % 7) * 10 + large((I + J + 1) % 7);
      S += R;
      S ^= small(R % 50);
    }
    return S;
  });
}

/// `force ();` waits for tasks without a future as well: each round reads what
/// the tasks of the round before it wrote.
TEST_F(WaitTest, ForEverything) {
  constexpr int Cells = 16;
  Buffer<int> Out(8);
  Buffer<int> Work(std::vector<int>(8 * 2 * Cells, 1));
  run(Children + R"(
    __task void next(__global const int *from, __global int *to, int i) {
      int x;
      x <- large((from[i] + from[(i + 1) % 16]) % 7);
      force (x);
      to[i] = x + i;
    }
    __task int rounds(__global int *row, int n) {
      for (int r = 0; r < n; ++r) {
        for (int i = 0; i < 16; ++i)
          () <- next(row + r % 2 * 16, row + (r + 1) % 2 * 16, i);
        force ();
      }
      int s = 0;
      for (int i = 0; i < 16; ++i)
        s = s * 3 + row[n % 2 * 16 + i];
      return s;
    }
    __kernel void k(__global int *out, __global int *work) {
      int i = get_global_id(0);
      out[i] <- rounds(work + 32 * i, i);
    })",
      "k", 8, Out, Work);
  expectEach(Out, [](int N) {
    std::vector<int> Row(Cells, 1), To(Cells);
    for (int R = 0; R < N; ++R, Row.swap(To))
      for (int I = 0; I < Cells; ++I)
        To[I] = large((Row[I] + Row[(I + 1) % Cells]) % 7) + I;
    unsigned S = 0;
    for (int V : Row)
      S = S * 3 + V;
    return int(S);
  });
}

/// Arrays and structures keep their contents, parts that are no results too.
TEST_F(WaitTest, ContentsStay) {
  Buffer<int> Out(10);
  run(Children + R"(
    typedef struct { int n; int w[5]; } s;
    __task s step(s a, int by) {
      s b = a;
      b.n += by;
      b.w[by % 5] += a.n;
      return b;
    }
    __task int contents(int n) {
      int table[12], r[3] = {7, 8, 9};
      s at = {1, {2, 3, 4, 5, 6}};
      for (int i = 0; i < 12; ++i)
        table[i] = i * n;
      for (int i = 0; i < n; ++i) {
        r[i % 3] <- large(i);
        force (r);
        table[r[i % 3] % 12] += r[(i + 1) % 3];
        at <- step(at, i);
        force (at);
        at.w[0] += table[i % 12];
      }
      int h = at.n;
      for (int i = 0; i < 12; ++i)
        h = h * 5 + table[i];
      for (int i = 0; i < 5; ++i)
        h = h * 7 + at.w[i];
      return h * 11 + r[0] + r[1] * 2 + r[2] * 3;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- contents(i);
    })",
      "k", 10, Out);
  expectEach(Out, [](int N) {
    unsigned Table[12], R[3] = {7, 8, 9}, W[5] = {2, 3, 4, 5, 6}, Count = 1;
    for (int I = 0; I < 12; ++I)
      Table[I] = I * N;
    for (int I = 0; I < N; ++I) {
      R[I % 3] = large(I);
      Table[R[I % 3] % 12] += R[(I + 1) % 3];
      W[I % 5] += Count;
      Count += I;
      W[0] += Table[I % 12];
    }
    unsigned H = Count;
    for (unsigned V : Table)
      H = H * 5 + V;
    for (unsigned V : W)
      H = H * 7 + V;
    return int(H * 11 + R[0] + R[1] * 2 + R[2] * 3);
  });
}

/// What a wait does not name stays a future, which a later one names.
TEST_F(WaitTest, OthersStayFutures) {
  Buffer<int> Out(12);
  run(Children + R"(
    __task int later(int n) {
      int a, b, s = 0;
      b <- large(n);
      for (int i = 0; i < 3; ++i) {
        a <- small(n + i);
        force (a);
        s += a;
      }
      force (b);
      return s * 1000 + b;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- later(i);
    })",
      "k", 12, Out);
  expectEach(Out, [](int I) {
    return (small(I) + small(I + 1) + small(I + 2)) * 1000 + large(I);
  });
}

/// Nothing was spawned on some paths, or on all.
TEST_F(WaitTest, NothingToWaitFor) {
  Buffer<int> Out(8);
  run(Children + R"(
    __task int maybe(int n) {
      int x = 100;
      if (n & 1)
        x <- large(n);
      force (x);
      force ();
      force (x, x);
      return x;
    }
    __task void empty(int n) { force (); }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      force ();
      () <- empty(i);
      int y;
      y <- maybe(i);
      force (y);
      out[i] = y;
    })",
      "k", 8, Out);
  expectEach(Out, [](int I) { return I & 1 ? large(I) : 100; });
}

/// With bodies: a wait in a body, and a body after a wait.
TEST_F(WaitTest, BesideBodies) {
  Buffer<int> Out(14);
  run(Children + R"(
    __task int both(int n) {
      int a, b;
      a <- large(n);
      if (n % 3 == 0)
        force (a) {
          int s = a;
          for (int i = 0; i < 3; ++i) {
            int c;
            c <- small(s % 10);
            force (c);
            s += c;
          }
          return s;
        }
      force (a);
      b <- small(a % 20);
      force (b) { return a * 100 + b; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- both(i);
    })",
      "k", 14, Out);
  expectEach(Out, [](int I) {
    int A = large(I);
    if (I % 3)
      return A * 100 + small(A % 20);
    for (int J = 0; J < 3; ++J)
      A += small(A % 10);
    return A;
  });
}

/// A kernel goes on as its work-item.
TEST_F(WaitTest, InKernels) {
  Buffer<int> Out(24);
  run(Children + R"(
    __kernel void k(__global int *out, int by, __local int *part) {
      part[get_local_id(0)] = get_global_id(0) * by;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = part[get_local_id(0) ^ 1];
      for (int i = 0; i < 3; ++i) {
        int x;
        x <- large((int)get_local_id(0) + i);
        force (x);
        other = other * 5 + x;
        if (get_global_id(0) % 5 == 4)
          break;
      }
      if (get_global_id(0) == 7)
        return;
      out[get_global_id(0)] = other + (int)get_group_id(0);
    })",
      "k", Range({24}, {8}), Out, 3, Local{32});
  std::vector<int> Got = Out.read(), Untouched = Buffer<int>(24).read();
  for (int I = 0; I < 24; ++I) {
    int Other = (I ^ 1) * 3;
    for (int J = 0; J < (I % 5 == 4 ? 1 : 3); ++J)
      Other = Other * 5 + large(I % 8 + J);
    EXPECT_EQ(Got[I], I == 7 ? Untouched[7] : Other + I / 8) << I;
  }
}

/// A loop of rounds takes no more memory than one of them.
TEST_F(WaitTest, ManyRounds) {
  Buffer<long> Out(1);
  run(Children + R"(
    __task long rounds(int n) {
      long s = 0;
      for (int i = 0; i < n; ++i) {
        int x, y;
        x <- large(i & 3);
        y <- small(i);
        force (x, y);
        s += x + y;
      }
      return s;
    }
    __kernel void k(__global long *out, int n) { out[0] <- rounds(n); })",
      "k", 1, Out, 1000000);
  long Sum = 0;
  for (int I = 0; I < 1000000; ++I)
    Sum += large(I & 3) + small(I);
  EXPECT_EQ(Out.read()[0], Sum);
}

/// `t <- g(x); force (t); return t;` is a tail call.
TEST_F(WaitTest, TailCalls) {
  Buffer<int> Out(1);
  run(R"(
    __task int down(int n, int s) {
      if (n == 0) return s;
      int t;
      t <- down(n - 1, s + (n & 1));
      force (t);
      return t;
    }
    __kernel void k(__global int *out, int n) { out[0] <- down(n, 0); })",
      "k", 1, Out, 50000000);
  EXPECT_EQ(Out.read()[0], 25000000);
}

/// Addresses that are taken anew after each wait.
TEST_F(WaitTest, AddressesOfARound) {
  Buffer<int> Out(9);
  run(Children + R"(
    int sum(const int *p, int n) {
      int s = 0;
      for (int i = 0; i < n; ++i)
        s += p[i];
      return s;
    }
    __task int addresses(int n) {
      int a[4] = {1, 2, 3, 4}, s = 0;
      for (int i = 0; i < n; ++i) {
        int *p = i & 1 ? a : a + 2;
        *p += sum(p, 2);
        int x;
        x <- large(a[i & 3] % 9);
        force (x);
        p = a + (x & 3);
        *p += x;
        s += sum(a, 4);
      }
      return s;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- addresses(i);
    })",
      "k", 9, Out);
  expectEach(Out, [](int N) {
    int A[4] = {1, 2, 3, 4}, S = 0;
    for (int I = 0; I < N; ++I) {
      int P = I & 1 ? 0 : 2;
      A[P] += A[P] + A[P + 1];
      int X = large(A[I & 3] % 9);
      A[X & 3] += X;
      S += A[0] + A[1] + A[2] + A[3];
    }
    return S;
  });
}
