//===- ForceTest.cpp - Where force may stand and what it waits for --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>

using namespace tasklet::test;

using ForceTest = DeviceTest;

/// Spawned by the tests below where they need a child that takes some steps.
static const std::string Fib = FibTask;

static int fib(int N) {
  int A = 0, B = 1;
  for (int I = 0; I < N; ++I) {
    int Next = A + B;
    A = B;
    B = Next;
  }
  return A;
}

TEST_F(ForceTest, ForkAndJoin) {
  Buffer<int> Out(20);
  run(Fib + R"(
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- fib(i);
    })",
      "k", 20, Out);
  expectEach(Out, fib);
}

TEST_F(ForceTest, ForceInsideForce) {
  Buffer<int> Out(12);
  run(Fib + R"(
    __task int nested(int n) {
      int a;
      a <- fib(n);
      force (a) {
        int b;
        b <- fib(a % 7);
        force (b) {
          int c;
          c <- fib((a + b) % 9);
          force (c) { return a * 10000 + b * 100 + c; }
        }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- nested(i);
    })",
      "k", 12, Out);
  expectEach(Out, [](int I) {
    int A = fib(I), B = fib(A % 7), C = fib((A + B) % 9);
    return A * 10000 + B * 100 + C;
  });
}

TEST_F(ForceTest, ForceInCondition) {
  Buffer<int> Out(16);
  run(Fib + R"(
    __task int pick(int n) {
      int s = n * 3;
      if (n % 4 == 1) {
        int a;
        a <- fib(n);
        force (a) { return a + s; }
      } else if (n % 4 == 2) {
        int a, b;
        a <- fib(n / 2);
        b <- fib(n / 3);
        force (a, b) {
          if (a > b) return a - b;
          return s;
        }
      }
      return -s;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- pick(i);
    })",
      "k", 16, Out);
  expectEach(Out, [](int I) {
    switch (I % 4) {
    case 1:
      return fib(I) + 3 * I;
    case 2:
      return fib(I / 2) > fib(I / 3) ? fib(I / 2) - fib(I / 3) : 3 * I;
    default:
      return -3 * I;
    }
  });
}

TEST_F(ForceTest, ForceInLoops) {
  Buffer<int> Out(24);
  run(Fib + R"(
    __task int seek(int n) {
      int seen = 0;
      for (int i = 0; i < 10; ++i) {
        int j = i;
        while (j > 0) {
          seen += j--;
          if (seen == n) {
            int a;
            a <- fib(i);
            force (a) {
              int more = 0;
              for (int k = 0; k < j; ++k) more += k;
              return a * 1000 + more * 100 + i * 10 + j;
            }
          }
        }
      }
      return -seen;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- seek(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int N) {
    int Seen = 0;
    for (int I = 0; I < 10; ++I)
      for (int J = I; J > 0;) {
        Seen += J--;
        if (Seen == N)
          return fib(I) * 1000 + J * (J - 1) / 2 * 100 + I * 10 + J;
      }
    return -Seen;
  });
}

TEST_F(ForceTest, LoopOfForcesInsideForce) {
  Buffer<int> Out(10);
  run(Fib + R"(
    __task int climb(int n) {
      int a;
      a <- fib(n);
      force (a) {
        for (int i = 0; i < 4; ++i) {
          if (a > i * 10 && a <= (i + 1) * 10) {
            int b;
            b <- fib(i + 3);
            force (b) { return a * 100 + b * 10 + i; }
          }
        }
        return a;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- climb(i);
    })",
      "k", 10, Out);
  expectEach(Out, [](int N) {
    int A = fib(N);
    if (A < 1 || A > 40)
      return A;
    int I = (A - 1) / 10;
    return A * 100 + fib(I + 3) * 10 + I;
  });
}

TEST_F(ForceTest, FuturesLeftPendingAreForcedInTheBody) {
  Buffer<int> Out(12);
  run(Fib + R"(
    __task int stages(int n) {
      int a, b, c;
      a <- fib(n);
      b <- fib(n / 2);
      c <- fib(n / 3);
      force (b) {
        int t = b * 2;
        int d;
        d <- fib(t % 5);
        force (a) {
          t += a;
          force (c, d) { return t * 100 + c * 10 + d; }
        }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- stages(i);
    })",
      "k", 12, Out);
  expectEach(Out, [](int N) {
    int A = fib(N), B = fib(N / 2), C = fib(N / 3);
    return (2 * B + A) * 100 + C * 10 + fib(2 * B % 5);
  });
}

TEST_F(ForceTest, ForceWithoutNamesJoinsVoidTasks) {
  constexpr int Size = 256;
  std::vector<int> Input(Size);
  for (int I = 0; I < Size; ++I)
    Input[I] = I * 7919 % 1009;
  Buffer<int> Data(Input), Scratch(Size), Check(1);
  run(R"(
    __task void merge_sort(__global int *data, __global int *tmp, int n) {
      if (n < 2) return;
      int h = n / 2;
      () <- merge_sort(data, tmp, h);
      () <- merge_sort(data + h, tmp + h, n - h);
      force () {
        int a = 0, b = h;
        for (int i = 0; i < n; ++i)
          tmp[i] = b == n || (a < h && data[a] <= data[b]) ? data[a++]
                                                           : data[b++];
        for (int i = 0; i < n; ++i) data[i] = tmp[i];
      }
    }
    __kernel void k(__global int *data, __global int *tmp, __global int *ok,
                    int n) {
      () <- merge_sort(data, tmp, n);
      force () {
        int sorted = 1;
        for (int i = 1; i < n; ++i) sorted &= data[i - 1] <= data[i];
        ok[0] = sorted;
      }
    })",
      "k", 1, Data, Scratch, Check, Size);
  std::sort(Input.begin(), Input.end());
  EXPECT_EQ(Data.read(), Input);
  EXPECT_EQ(Check.read()[0], 1);
}

TEST_F(ForceTest, ForceWithoutNamesWaitsForDetachedAndNamedTasks) {
  constexpr int Tasks = 40;
  Buffer<int> Out(1), Scratch(2 * Tasks);
  run(R"(
    __task int mark(__global int *at, int value) {
      *at = value;
      return value;
    }
    __task int collect(__global int *scratch, int n) {
      for (int i = 0; i < 2 * n; ++i) scratch[i] = 0;
      for (int i = 0; i < n; ++i) () <- mark(scratch + i, i);
      int named;
      named <- mark(scratch + n, 1000);
      for (int i = 1; i < n; ++i) () <- mark(scratch + n + i, i);
      force () {
        int s = 0;
        for (int i = 0; i < 2 * n; ++i) s += scratch[i];
        force (named) { return s + named; }
      }
    }
    __kernel void k(__global int *out, __global int *scratch, int n) {
      out[0] <- collect(scratch, n);
    })",
      "k", 1, Out, Scratch, Tasks);
  EXPECT_EQ(Out.read()[0], Tasks * (Tasks - 1) + 2000);
}

TEST_F(ForceTest, ForceWithNothingOutstanding) {
  Buffer<int> Out(8);
  run(Fib + R"(
    __task int maybe(int n) {
      int a = n;
      if (n & 1) a <- fib(n);
      force (a) { return a * 2; }
    }
    __task int none(int n) {
      force () { return n + 100; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      if (i < 4) out[i] <- maybe(i + 5);
      else out[i] <- none(i);
    })",
      "k", 8, Out);
  expectEach(Out, [](int I) {
    if (I >= 4)
      return I + 100;
    return 2 * ((I + 5) & 1 ? fib(I + 5) : I + 5);
  });
}

TEST_F(ForceTest, ListMayNameOrdinaryVariables) {
  Buffer<int> Out(6);
  run(Fib + R"(
    __task int add(int n) {
      int base = n * 50, a;
      a <- fib(n);
      force (base, a, n) { return base + a - n; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- add(i);
    })",
      "k", 6, Out);
  expectEach(Out, [](int I) { return 50 * I + fib(I) - I; });
}

TEST_F(ForceTest, VoidTaskReturnsAtTheEndOfItsBody) {
  Buffer<int> Out(8);
  run(Fib + R"(
    __task void store(__global int *at, int n) {
      int a;
      *at = -1;
      if (n == 3) return;
      a <- fib(n);
      force (a) {
        if (n == 5) return;
        *at = a;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      () <- store(out + i, i);
    })",
      "k", 8, Out);
  expectEach(Out, [](int I) { return I == 3 || I == 5 ? -1 : fib(I); });
}

TEST_F(ForceTest, ForceInSwitch) {
  Buffer<int> Out(10);
  run(Fib + R"(
    __task int choose(int n) {
      int a;
      switch (n % 5) {
      case 0:
        a <- fib(n);
        force (a) { return a; }
      case 1:
        n += 3;
      case 2:
        a <- fib(n / 2);
        break;
      case 3:
        return -n;
      default: {
        int b;
        a <- fib(2);
        b <- fib(n);
        force (b) {
          force (a) { return a + b; }
        }
      }
      }
      force (a) { return a * 1000 + n; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- choose(i);
    })",
      "k", 10, Out);
  expectEach(Out, [](int N) {
    switch (N % 5) {
    case 0:
      return fib(N);
    case 1:
      return fib((N + 3) / 2) * 1000 + N + 3;
    case 2:
      return fib(N / 2) * 1000 + N;
    case 3:
      return -N;
    default:
      return 1 + fib(N);
    }
  });
}
