//===- CaptureTest.cpp - What a force body still knows --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>

using namespace tasklet::test;

using CaptureTest = DeviceTest;

static const std::string Wait = R"(
  __task int one() { return 1; }
  __task int two() {
    int a, b;
    a <- one();
    b <- one();
    force (a, b) { return a + b; }
  }
)";

TEST_F(CaptureTest, CapturedScalarsOfEveryType) {
  Buffer<int> Out(20);
  run(Wait + R"(
    __task int collect(int n) {
      char c = n - 10; uchar uc = 250 + n; short s = -n * 100; bool b = n > 7;
      long l = (long)n << 33; ulong ul = ~(ulong)n; float f = n * 0.5f;
      uint ui = 4000000000u + n; double d = n / 8.0; size_t z = n * 3;
      int t;
      t <- two();
      force (t) {
        return c + uc + s + b + (int)(l >> 33) + (int)(~ul) + (int)(f * 2)
          + (int)(ui - 4000000000u) + (int)(d * 8) + (int)z + t;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- collect(i);
    })",
      "k", 20, Out);
  expectEach(Out, [](int N) {
    return (N - 10) + (250 + N) % 256 - 100 * N + (N > 7) + 8 * N + 2;
  });
}

TEST_F(CaptureTest, CapturedStructsAndArrays) {
  Buffer<int> Out(16);
  run(Wait + R"(
    typedef struct { int x, y; float m[3]; } body;
    __task int hold(int n) {
      int table[20];
      body bodies[2], single;
      for (int i = 0; i < 20; ++i) table[i] = i * n;
      for (int i = 0; i < 2; ++i) {
        bodies[i].x = n + i;
        bodies[i].y = n - i;
        for (int j = 0; j < 3; ++j) bodies[i].m[j] = i + j * 0.5f;
      }
      single = bodies[n & 1];
      int t;
      t <- two();
      force (t) {
        table[n % 20] += t;
        int u;
        u <- two();
        force (u) {
          int s = u;
          for (int i = 0; i < 20; ++i) s += (i + 1) * table[i];
          for (int i = 0; i < 2; ++i)
            s += bodies[i].x * 3 + bodies[i].y + (int)(2 * bodies[i].m[2 - i]);
          return s * 2 + single.x + (int)(single.m[1] * 2);
        }
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- hold(i);
    })",
      "k", 16, Out);
  expectEach(Out, [](int N) {
    int S = 2;
    for (int I = 0; I < 20; ++I)
      S += (I + 1) * (I * N + (I == N ? 2 : 0));
    S += 3 * N + N + 2;             // first body: m[2] = 1.0
    S += 3 * (N + 1) + (N - 1) + 3; // second body: m[1] = 1.5
    int Odd = N & 1;
    return S * 2 + N + Odd + 2 * Odd + 1;
  });
}

/// A few bits of one element of a vector in the frame. The cases have nothing
/// in common, so that there is a switch over just these bits.
TEST_F(CaptureTest, FewBitsOfCapturedVectors) {
  Buffer<int> Out(16);
  run(Wait + R"(
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      uint8 v[3] = {(uint8)(9, 9, i + 1, 9, 9, 9, 9, 9), (uint8)(7), (uint8)(8)};
      out[i] = 1;
      int t;
      t <- two();
      force (t) {
        switch (v[0].s2 % 4) {
        case 0: out[i] = 10; break;
        case 1: break;
        case 2: out[i] ^= 5;
        default: out[i] += t;
        }
      }
    })",
      "k", 16, Out);
  expectEach(Out, [](int N) {
    const int Results[] = {10, 1, (1 ^ 5) + 2, 1 + 2};
    return Results[(N + 1) % 4];
  });
}

TEST_F(CaptureTest, CapturedArrayWithRunTimeIndexKeepsItsContents) {
  // The board of the queens so far is copied into every branch.
  Buffer<int> Out(9);
  run(R"(
    typedef struct { uchar row[8]; } board;
    __task int queens(int n, int column, board b) {
      if (column == n) return 1;
      int r[8];
      for (int y = 0; y < n; ++y) r[y] = 0;
      for (int y = 0; y < n; ++y) {
        int free = 1;
        for (int x = 0; x < column; ++x)
          free &= b.row[x] != y && abs(b.row[x] - y) != column - x;
        if (free) {
          b.row[column] = y;
          r[y] <- queens(n, column + 1, b);
        }
      }
      force (r) {
        int s = 0;
        for (int y = 0; y < n; ++y) s += r[y];
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int n = get_global_id(0);
      board b = {{0}};
      out[n] <- queens(n, 0, b);
    })",
      "k", 9, Out);
  const int Known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92};
  expectEach(Out, [&](int I) { return Known[I]; });
}

TEST_F(CaptureTest, ManyArguments) {
  Buffer<int64_t> Out(10);
  run(R"(
    __task long many(char a, uchar b, short c, ushort d, int e, uint f, long g,
                     ulong h, float i, double j, int4 k, float2 l, bool m,
                     __global long *n, uchar3 o, int depth) {
      if (depth == 0)
        return a + b + c + d + e + f + g + (long)h + (long)i + (long)j + k.x +
               k.y * 2 + k.z * 3 + k.w * 4 + (long)(l.x - l.y) + m + n[1] +
               o.x + o.y + o.z;
      long r;
      r <- many(a + 1, b, c, d + 1, e, f, g, h, i + 1, j, k + 1, l, !m, n, o,
                depth - 1);
      force (r) { return r + a + k.w; }
    }
    __kernel void k(__global long *out, __global long *in) {
      int i = get_global_id(0);
      out[i] <- many(-1, 200, -300, 60000, i, 4000000000u, 1L << 40, 7, 2.5f,
                     1e6, (int4)(1, 2, 3, 4), (float2)(9.0f, 4.0f), true, in,
                     (uchar3)(1, 2, 3), i);
    })",
      "k", 10, Out, Buffer<int64_t>(std::vector<int64_t>{5, 11}));
  struct Serial {
    static int64_t many(int64_t A, int64_t D, float F, int64_t K, bool M,
                        int64_t E, int Depth) {
      if (Depth == 0)
        return A + 200 - 300 + D + E + 4000000000 + (int64_t(1) << 40) + 7 +
               int64_t(F) + 1000000 + (K + 1) + 2 * (K + 2) + 3 * (K + 3) +
               4 * (K + 4) + 5 + M + 11 + 6;
      return many(A + 1, D + 1, F + 1, K + 1, !M, E, Depth - 1) + A + K + 4;
    }
  };
  expectEach(
      Out, [](int I) { return Serial::many(-1, 60000, 2.5f, 0, true, I, I); });
}

TEST_F(CaptureTest, LargeArguments) {
  Buffer<int> Out(5);
  run(R"(
    typedef struct { int v[100]; } block;
    __task block rotate_by(block b, int n) {
      if (n == 0) return b;
      block next;
      for (int i = 0; i < 100; ++i) next.v[i] = b.v[(i + 1) % 100] + i;
      block r;
      r <- rotate_by(next, n - 1);
      force (r) {
        r.v[n] += b.v[n];
        return r;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      block b;
      for (int j = 0; j < 100; ++j) b.v[j] = j * j + i;
      block r;
      r <- rotate_by(b, i);
      force (r) {
        uint s = 0;
        for (int j = 0; j < 100; ++j) s = s * 31 + r.v[j];
        out[i] = s;
      }
    })",
      "k", 5, Out);
  struct Serial {
    static std::vector<unsigned> rotate(std::vector<unsigned> B, int N) {
      if (N == 0)
        return B;
      std::vector<unsigned> Next(100);
      for (unsigned I = 0; I < 100; ++I)
        Next[I] = B[(I + 1) % 100] + I;
      std::vector<unsigned> R = rotate(Next, N - 1);
      R[N] += B[N];
      return R;
    }
  };
  expectEach(Out, [](int I) {
    std::vector<unsigned> B(100);
    for (unsigned J = 0; J < 100; ++J)
      B[J] = J * J + I;
    unsigned S = 0;
    for (unsigned V : Serial::rotate(B, I))
      S = S * 31 + V;
    return S;
  });
}

TEST_F(CaptureTest, PointersInsideStructsAndUnions) {
  Buffer<int> Data(std::vector<int>{5, 3, 8, 1, 9, 2, 7, 4}), Out(8);
  run(R"(
    typedef struct { __global int *data; int from, to; } slice;
    typedef union { float f; uint u; } bits;
    __task int best(slice s) {
      if (s.to - s.from == 1) return s.data[s.from];
      slice l = s, r = s;
      l.to = r.from = (s.from + s.to) / 2;
      int a, b;
      a <- best(l);
      b <- best(r);
      force (a, b) { return max(a, b); }
    }
    __task uint raw(bits b) { return b.u; }
    __kernel void k(__global int *data, __global int *out) {
      int i = get_global_id(0);
      slice s = {data, 0, i + 1};
      bits b;
      b.f = i;
      uint u;
      u <- raw(b);
      int m;
      m <- best(s);
      force (m, u) { out[i] = m * 10 + (int)as_float(u); }
    })",
      "k", 8, Data, Out);
  const int Best[] = {5, 5, 8, 8, 9, 9, 9, 9};
  expectEach(Out, [&](int I) { return Best[I] * 10 + I; });
}

TEST_F(CaptureTest, KernelBodyKeepsItsWorkItem) {
  // Six work-items in two groups, with an offset: all values after the force
  // are those of the work-item that reached it.
  Buffer<int> Out(8 * 12);
  run(Wait + R"(
    __kernel void k(__global int *out) {
      int row = get_global_id(1) - get_global_offset(1);
      int column = get_global_id(0) - get_global_offset(0);
      __global int *at = out + 8 * (row * 6 + column);
      int t;
      t <- two();
      force (t) {
        at[0] = get_global_id(0);
        at[1] = get_global_id(1);
        at[2] = get_local_id(0) + 10 * get_local_id(1);
        at[3] = get_group_id(0) + 10 * get_group_id(1);
        at[4] = get_global_size(0) + 10 * get_global_size(1);
        at[5] = get_local_size(0) + 10 * get_local_size(1);
        at[6] = get_num_groups(0) + 10 * get_num_groups(1);
        at[7] = get_global_offset(0) + 10 * get_global_offset(1)
          + 100 * get_work_dim() + 1000 * t;
      }
    })",
      "k", Range({6, 2}, {3, 1}, {4, 5}), Out);
  expectEach(Out, [](int E) {
    int Row = E / 48, Column = E / 8 % 6;
    int Values[] = {Column + 4, Row + 5, Column % 3, Column / 3 + 10 * Row,
                    6 + 20,     3 + 10,  2 + 20,     4 + 50 + 200 + 2000};
    return Values[E % 8];
  });
}

TEST_F(CaptureTest, NestedForceInKernelKeepsItsWorkItem) {
  Buffer<int> Out(40);
  run(Wait + R"(
    __kernel void k(__global int *out, int by) {
      int first;
      first <- two();
      force (first) {
        if (get_global_id(0) % 2) {
          int second;
          second <- two();
          force (second) {
            out[get_global_id(0)] = get_global_id(0) * by + first + second;
            return;
          }
        }
        out[get_global_id(0)] = -(int)get_global_id(0) * by;
      }
    })",
      "k", 40, Out, 5);
  expectEach(Out, [](int I) { return I % 2 ? I * 5 + 4 : -I * 5; });
}
