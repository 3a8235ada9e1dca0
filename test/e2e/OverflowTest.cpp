//===- OverflowTest.cpp - More children than a deque has room for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of a program that sets the heap to 1 MiB (HeapTest.cpp): the deque of a
/// worker holds a few thousand records there, and each of these programs spawns
/// more from one task. Their children loop or go deep, so that none is run at
/// its spawn only because it is small.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <numeric>

using namespace tasklet::test;

using OverflowTest = DeviceTest;

static constexpr int Many = 200000;

static const std::string Work = R"(
  __task int work(int n) {
    uint x = n;
    for (uint k = 0; k < (uint)n % 13 + 2; ++k) x = x * x + k;
    return x;
  }
  __task int tree(int depth, int n) {
    if (depth == 0) return n;
    int a, b;
    a <- tree(depth - 1, 3 * n);
    b <- tree(depth - 1, n + 5);
    force (a, b) { return a ^ (7 * b); }
  }
)";

/// The same, serially.
static int work(int N) {
  unsigned X = N;
  for (unsigned K = 0; K < unsigned(N) % 13 + 2; ++K)
    X = X * X + K;
  return int(X);
}
static unsigned tree(int Depth, unsigned N) {
  return Depth == 0 ? N : tree(Depth - 1, 3 * N) ^ (7 * tree(Depth - 1, N + 5));
}

TEST_F(OverflowTest, DetachedChildren) {
  Program P = build(Work + R"(
    __task void put(__global int *out, int i) {
      int v;
      v <- work(i);
      force (v) { out[i] = v; }
    }
    __task void all(__global int *out, int n) {
      for (int i = 0; i < n; ++i)
        () <- put(out, i);
    }
    __task void wait(__global int *out, int n) {
      for (int i = 0; i < n; ++i)
        () <- put(out, i);
      force () {
        for (int i = 0; i < n; ++i) out[i] = ~out[i];
      }
    }
    __kernel void left(__global int *out, int n) { () <- all(out, n); }
    __kernel void joined(__global int *out, int n) { () <- wait(out, n); }
  )");
  Buffer<int> Left(1000000), Joined(Many);
  run(P, "left", 1, Left, int(Left.size()));
  expectEach(Left, work);
  run(P, "joined", 1, Joined, Many);
  expectEach(Joined, [](int I) { return ~work(I); });
  // None, one.
  for (int Count : {0, 1}) {
    Buffer<int> One(std::vector<int>{77});
    run(P, "joined", 1, One, Count);
    EXPECT_EQ(One.read()[0], Count ? ~work(0) : 77);
  }
}

TEST_F(OverflowTest, ResultsGoToGlobalMemory) {
  Buffer<int> Out(Many), Sum(1);
  run(Work + R"(
    __task int all(__global int *out, int n) {
      for (int i = 0; i < n; ++i)
        out[n - 1 - i] <- tree(4, i);
      force () {
        uint sum = 0;
        for (int i = 0; i < n; ++i) sum += out[i];
        return sum;
      }
    }
    __kernel void k(__global int *out, __global int *sum, int n) {
      sum[0] <- all(out, n);
    }
  )",
      "k", 1, Out, Sum, Many);
  unsigned Wanted = 0;
  for (int I = 0; I < Many; ++I)
    Wanted += tree(4, I);
  expectEach(Out, [](int I) { return tree(4, Many - 1 - I); });
  EXPECT_EQ(Sum.read()[0], int(Wanted));
}

TEST_F(OverflowTest, FutureArraysByIndex) {
  // Each element of r gets a result; of s some do, the others are written to.
  // The heap holds several frames of this size, but the deques not so many
  // records.
  Program P = build(Work + R"(
    __task int all(__global int *out, int seed, int rounds) {
      int r[2000], s[3000];
      for (int i = 0; i < 3000; ++i) s[i] = seed - i;
      for (int i = 0; i < 2000; ++i) {
        r[(i * 7) % 2000] <- work(i + seed);
        if (i % 3 == 0) s[i] <- tree(3, i * seed);
        for (int k = 0; k < rounds; ++k) () <- work(k);
      }
      force (r, s) {
        uint sum = 0;
        for (int i = 0; i < 2000; ++i) { out[i] = r[i]; sum += r[i]; }
        for (int i = 0; i < 3000; ++i) { out[2000 + i] = s[i]; sum += s[i]; }
        return sum;
      }
    }
    __kernel void k(__global int *out, __global int *sum, int seed, int rounds) {
      sum[0] <- all(out, seed, rounds);
    }
  )");
  Buffer<int> Out(5000), Sum(1);
  for (int Seed : {0, 41}) {
    run(P, "k", 1, Out, Sum, Seed, 50);
    std::vector<int> Wanted(5000);
    for (int I = 0; I < 2000; ++I)
      Wanted[(I * 7) % 2000] = work(I + Seed);
    for (int I = 0; I < 3000; ++I)
      Wanted[2000 + I] =
          I < 2000 && I % 3 == 0 ? int(tree(3, I * Seed)) : Seed - I;
    EXPECT_EQ(Out.read(), Wanted);
    EXPECT_EQ(Sum.read()[0],
              int(std::accumulate(Wanted.begin(), Wanted.end(), 0u)));
  }
}

TEST_F(OverflowTest, FuturesOfOtherShapes) {
  // An array of structures with three-component vectors, members of a
  // structure, and scalars that are spawned before, in and after a loop.
  Buffer<int> Out(9), Filler(1);
  run(Work + R"(
    typedef struct { char tag; int3 v; } entry;
    __task entry make(char c, int n) {
      entry e;
      e.tag = c; e.v = (int3)(0);
      for (int i = 0; i < n; ++i) e.v = e.v.yzx * 3 + (int3)(i, n, c);
      return e;
    }
    __task void all(__global int *out, int n) {
      entry es[5];
      struct { int plain, first, second; } pair;
      int before, between, behind;
      pair.plain = 3;
      before <- tree(5, 1);
      for (int i = 0; i < n; ++i) {
        () <- work(i);
        if (i % (n / 5) == 0) es[i / (n / 5)] <- make('a' + i / (n / 5), 40);
      }
      pair.first <- work(n / 3);
      between <- tree(5, 2);
      for (int i = 0; i < n; ++i) () <- tree(2, i);
      behind <- tree(5, 3);
      pair.second <- work(99);
      force (es, pair, before, between, behind) {
        out[0] = before; out[1] = between; out[2] = behind;
        out[3] = pair.plain; out[4] = pair.first; out[5] = pair.second;
        int3 sum = (int3)(0); int tags = 0;
        for (int i = 0; i < 5; ++i) { sum += es[i].v; tags = tags * 10 + es[i].tag - 'a'; }
        out[6] = sum.x ^ sum.y; out[7] = sum.z; out[8] = tags;
      }
    }
    __kernel void k(__global int *out, int n) { () <- all(out, n); }
  )",
      "k", 1, Out, Many);
  unsigned Sum[3] = {};
  for (int C = 'a'; C < 'a' + 5; ++C) {
    unsigned V[3] = {};
    for (int I = 0; I < 40; ++I) {
      unsigned X = V[0];
      V[0] = V[1] * 3 + I, V[1] = V[2] * 3 + 40, V[2] = X * 3 + C;
    }
    for (int I = 0; I < 3; ++I)
      Sum[I] += V[I];
  }
  std::vector<int> Wanted = {int(tree(5, 1)),
                             int(tree(5, 2)),
                             int(tree(5, 3)),
                             3,
                             work(Many / 3),
                             work(99),
                             int(Sum[0] ^ Sum[1]),
                             int(Sum[2]),
                             1234};
  EXPECT_EQ(Out.read(), Wanted);
}

TEST_F(OverflowTest, WhatTheTaskHasAtHandIsKept) {
  // All of it changes while the loop spawns, and is used after it.
  Buffer<int> Out(Many), Kept(18);
  run(Work + R"(
    typedef struct { char c; uint n[3]; ulong wide; float f; } mixed;
    __task void all(__global int *out, __global int *kept, int n) {
      uint counts[7];
      mixed m;
      uint3 v = (uint3)(1, 2, 3);
      uchar3 c = (uchar3)(5);
      ushort16 many = (ushort16)(0);
      bool odd = false, seen = false;
      ulong total = 0;
      float fraction = 0.5f;
      uchar u = 1;
      for (int i = 0; i < 7; ++i) counts[i] = i;
      m.c = 'a'; m.n[0] = m.n[1] = m.n[2] = 0; m.wide = 1; m.f = 0.25f;
      for (int i = 0; i < n; ++i) {
        counts[(i + u) % 7] += i;
        m.n[i % 3] ^= i; m.wide = m.wide * 3 + i; m.c = 'a' + i % 26;
        m.f = m.f * 0.5f + 1.0f;
        v = v.yzx + (uint3)(i, 1, odd);
        c += (uchar3)(1, 2, i);
        many.s3 += i; many.sf -= i;
        odd = !odd; seen = seen || i == 77;
        total = total * 5 + counts[i % 7];
        u = u * 5 + 1;
        fraction = fraction * 0.5f + (odd ? 1.0f : 0.0f);
        out[i] <- work(counts[i % 7]);
      }
      force () {
        for (int i = 0; i < 7; ++i) kept[0] = kept[0] * (i != 0) + counts[i] * (i + 1);
        kept[1] = m.n[0]; kept[2] = m.n[1]; kept[3] = m.n[2];
        kept[4] = (uint)(m.wide >> 32) ^ (uint)m.wide; kept[5] = m.c;
        kept[6] = v.x; kept[7] = v.y; kept[8] = v.z;
        kept[9] = c.x; kept[10] = c.y; kept[11] = c.z;
        kept[12] = odd * 2 + seen; kept[13] = (uint)total; kept[14] = u;
        kept[15] = as_int(m.f); kept[16] = as_int(fraction);
        kept[17] = (many.s3 << 16) | many.sf;
      }
    }
    __kernel void k(__global int *out, __global int *kept, int n) {
      () <- all(out, kept, n);
    }
  )",
      "k", 1, Out, Kept, Many);
  unsigned Counts[7], N[3] = {}, V[3] = {1, 2, 3};
  unsigned char C[3] = {5, 5, 5}, U = 1;
  char Letter = 'a';
  bool Odd = false, Seen = false;
  uint64_t Total = 0, Wide = 1;
  uint16_t S3 = 0, SF = 0;
  float Half = 0.5f, F = 0.25f;
  std::vector<int> Wanted;
  std::iota(Counts, Counts + 7, 0);
  for (int I = 0; I < Many; ++I) {
    Counts[(I + U) % 7] += I;
    N[I % 3] ^= I;
    Wide = Wide * 3 + I;
    Letter = char('a' + I % 26);
    F = F * 0.5f + 1.0f;
    unsigned X = V[0];
    V[0] = V[1] + I, V[1] = V[2] + 1, V[2] = X + Odd;
    C[0] += 1, C[1] += 2, C[2] += I;
    S3 += I, SF -= I;
    Odd = !Odd;
    Seen = Seen || I == 77;
    Total = Total * 5 + Counts[I % 7];
    U = U * 5 + 1;
    Half = Half * 0.5f + (Odd ? 1.0f : 0.0f);
    Wanted.push_back(work(int(Counts[I % 7])));
  }
  EXPECT_EQ(Out.read(), Wanted);
  unsigned Weighted = 0;
  for (unsigned I = 0; I < 7; ++I)
    Weighted += Counts[I] * (I + 1);
  auto Bits = [](float Value) {
    int Result;
    memcpy(&Result, &Value, sizeof(Result));
    return Result;
  };
  std::vector<int> WantedKept = {int(Weighted),
                                 int(N[0]),
                                 int(N[1]),
                                 int(N[2]),
                                 int(unsigned(Wide >> 32) ^ unsigned(Wide)),
                                 Letter,
                                 int(V[0]),
                                 int(V[1]),
                                 int(V[2]),
                                 C[0],
                                 C[1],
                                 C[2],
                                 Odd * 2 + Seen,
                                 int(unsigned(Total)),
                                 U,
                                 Bits(F),
                                 Bits(Half),
                                 int(unsigned(S3) << 16 | SF)};
  EXPECT_EQ(Kept.read(), WantedKept);
}

TEST_F(OverflowTest, SeveralSpawnPlacesAndNestedLoops) {
  constexpr int Side = 400;
  Buffer<int> Out(Side * Side);
  run(Work + R"(
    __task void all(__global int *out, int side) {
      int count = 0;
      for (int y = 0; y < side; ++y) {
        int line = y * side;
        for (int x = 0; x < side; ++x) {
          int v = x * y + count;
          if (v % 3 == 0) { out[line + x] <- work(v); ++count; }
          else if (v % 3 == 1) { out[line + x] <- tree(3, v); count += 2; }
          else out[line + x] = v;
          if (x % 50 == 0) () <- work(count);
        }
        count ^= y;
      }
    }
    __kernel void k(__global int *out, int side) { () <- all(out, side); }
  )",
      "k", 1, Out, Side);
  std::vector<int> Wanted;
  int Count = 0;
  for (int Y = 0; Y < Side; ++Y) {
    for (int X = 0; X < Side; ++X) {
      int V = X * Y + Count;
      Wanted.push_back(V % 3 == 0 ? work(V) : V % 3 == 1 ? int(tree(3, V)) : V);
      Count += V % 3 == 0 ? 1 : V % 3 == 1 ? 2 : 0;
    }
    Count ^= Y;
  }
  EXPECT_EQ(Out.read(), Wanted);
}

TEST_F(OverflowTest, SpawnsBehindForces) {
  // In a continuation, in a kernel's, and in a loop with a force on its path.
  Program P = build(Work + R"(
    __task int behind(__global int *out, int n, int seed) {
      int a, b;
      a <- work(seed);
      force (a) {
        b <- tree(3, seed);
        for (int i = 0; i < n; ++i) out[i] <- work(a + i);
        force () { force (b) { return a + b + out[n - 1]; } }
      }
    }
    __task int until(__global int *out, int n, int wanted) {
      int last = 0;
      for (int i = 0; i < n; ++i) {
        out[i] <- work(i);
        if (i == wanted) {
          last <- tree(4, i);
          force ();
          force (last) {
            for (int k = 0; k < n; ++k) out[k] <- work(k ^ last);
            return last;
          }
        }
      }
      return -1;
    }
    __kernel void task(__global int *out, __global int *res, int n) {
      res[0] <- behind(out, n, 7);
    }
    __kernel void loop(__global int *out, __global int *res, int n, int wanted) {
      res[0] <- until(out, n, wanted);
    }
    __kernel void kernelBody(__global int *out, __global int *res, int n) {
      int a;
      a <- work(5);
      force (a) {
        int count = 0;
        for (int i = 0; i < n; ++i) { out[i] <- work(a - i); ++count; }
        force () { res[0] = count + out[0]; }
      }
    }
  )");
  Buffer<int> Out(Many), Res(1);
  unsigned A = work(7);
  run(P, "task", 1, Out, Res, Many);
  expectEach(Out, [A](int I) { return work(int(A + I)); });
  EXPECT_EQ(Res.read()[0],
            int(A + tree(3, 7) + unsigned(work(int(A + Many - 1)))));

  unsigned B = work(5);
  run(P, "kernelBody", 1, Out, Res, Many);
  expectEach(Out, [B](int I) { return work(int(B - I)); });
  EXPECT_EQ(Res.read()[0], int(Many + unsigned(work(int(B)))));

  for (int At : {-1, 0, Many / 2, Many - 1}) {
    run(P, "loop", 1, Out, Res, Many, At);
    int Last = At < 0 ? 0 : int(tree(4, At));
    expectEach(Out, [=](int I) { return work(I ^ Last); });
    EXPECT_EQ(Res.read()[0], At < 0 ? -1 : Last);
  }
}

TEST_F(OverflowTest, TailSpawnsBehindTheLoop) {
  Buffer<int> Out(Many);
  run(Work + R"(
    __task void all(__global int *out, int from, int n) {
      int end = min(from + 20000, n);
      for (int i = from; i < end; ++i)
        out[i] <- work(i * 3);
      if (end < n)
        () <- all(out, end, n);
    }
    __kernel void k(__global int *out, int n) { () <- all(out, 0, n); }
  )",
      "k", 1, Out, Many);
  expectEach(Out, [](int I) { return work(I * 3); });
}

TEST_F(OverflowTest, ResultBeforeTheChildrenAreDone) {
  Buffer<int> Out(Many), Res(1);
  run(Work + R"(
    __task int leave(__global int *out, int n) {
      int never[4], sum = 0;
      for (int i = 0; i < n; ++i) {
        out[i] <- tree(3, i);
        never[i & 3] <- work(i);
        sum += i % 10;
      }
      return sum;
    }
    __task int twice(__global int *out, int n) {
      int a, b;
      a <- leave(out, n / 2);
      b <- leave(out + n / 2, n / 2);
      force (a, b) { return a * 2 + b; }
    }
    __kernel void k(__global int *out, __global int *res, int n) {
      res[0] <- twice(out, n);
    }
  )",
      "k", 1, Out, Res, Many);
  expectEach(Out, [](int I) { return tree(3, I % (Many / 2)); });
  EXPECT_EQ(Res.read()[0], 3 * (Many / 2 / 10 * 45));
}

TEST_F(OverflowTest, OverflowWithinOverflow) {
  // Children of a task that is suspended at a spawn find the deque as full as
  // it did.
  constexpr int Rows = 60, Columns = 4000;
  Buffer<int> Out(Rows * Columns), Sums(Rows);
  run(Work + R"(
    __task int row(__global int *out, int columns, int y) {
      for (int x = 0; x < columns; ++x) out[x] <- work(x * y);
      force () {
        uint sum = 0;
        for (int x = 0; x < columns; ++x) sum += out[x];
        return sum;
      }
    }
    __task void rows(__global int *out, __global int *sums, int y, int columns) {
      if (y == 0) return;
      for (int x = 0; x < columns; ++x) () <- work(x);
      sums[y - 1] <- row(out + (y - 1) * columns, columns, y - 1);
      for (int x = 0; x < columns; ++x) () <- work(x);
      () <- rows(out, sums, y - 1, columns);
      for (int x = 0; x < columns; ++x) () <- work(x);
    }
    __kernel void k(__global int *out, __global int *sums, int y, int columns) {
      () <- rows(out, sums, y, columns);
    }
  )",
      "k", 1, Out, Sums, Rows, Columns);
  expectEach(Out, [](int I) { return work(I % Columns * (I / Columns)); });
  expectEach(Sums, [](int Y) {
    unsigned Sum = 0;
    for (int X = 0; X < Columns; ++X)
      Sum += work(X * Y);
    return Sum;
  });
}
