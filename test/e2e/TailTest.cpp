//===- TailTest.cpp - Chains of tail spawns in a small heap ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of a program that sets the heap to 1 MiB (HeapTest.cpp). A chain that
/// kept anything of each link would need at least 32 bytes for it, and fail.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>

using namespace tasklet::test;

namespace {

constexpr int Long = 100000000, Short = 10000000;

class TailTest : public DeviceTest {
protected:
  /// Runs a kernel with one work-item that gets \p Out and \p Length.
  template <typename T>
  static std::vector<T> chain(const std::string &Source, int Length,
                              size_t Results = 1) {
    Buffer<T> Out(std::vector<T>(Results, T()));
    run(Source, "k", 1, Out, Length);
    return Out.read();
  }
};

} // namespace

TEST_F(TailTest, SeveralParameters) {
  auto Out = chain<uint64_t>(R"(
    __task ulong walk(int n, ulong a, uint b, char c) {
      if (n == 0) return a + b + c;
      ulong t;
      t <- walk(n - 1, a * 3 + b, b ^ (uint)a, c + 1);
      force (t) { return t; }
    }
    __kernel void k(__global ulong *out, int n) { out[0] <- walk(n, 1, 2, 3); })",
                             Long);
  uint64_t A = 1;
  uint32_t B = 2;
  int8_t C = 3;
  for (int N = Long; N > 0; --N) {
    uint64_t Next = A * 3 + B;
    B ^= static_cast<uint32_t>(A);
    A = Next;
    C = static_cast<int8_t>(C + 1);
  }
  EXPECT_EQ(Out[0], A + B + C);
}

TEST_F(TailTest, TwoTasksAndBool) {
  auto Out = chain<uint8_t>(R"(
    __task bool is_odd(int n);
    __task bool is_even(int n) {
      if (n == 0) return true;
      bool t;
      t <- is_odd(n - 1);
      force (t) { return t; }
    }
    __task bool is_odd(int n) {
      if (n == 0) return false;
      bool t;
      t <- is_even(n - 1);
      force (t) { return t; }
    }
    __kernel void k(__global uchar *out, int n) {
      out[0] <- is_even(n);
      out[1] <- is_even(n - 1);
      out[2] <- is_odd(n);
      out[3] <- is_odd(n - 1);
    })",
                            Short, 4);
  EXPECT_EQ(Out, (std::vector<uint8_t>{1, 0, 0, 1}));
}

TEST_F(TailTest, ThreeTasks) {
  // Parameters of different number and size, so that no layout fits all.
  auto Out = chain<int>(R"(
    __task int first(int n, int a);
    __task int second(uchar x, int n, int4 a);
    __task int third(int n, short a, short b, int c) {
      if (n == 0) return a + b + c;
      int t;
      t <- first(n - 1, a + 2 * b + 3 * c);
      force (t) { return t; }
    }
    __task int second(uchar x, int n, int4 a) {
      if (n == 0) return a.x;
      int t;
      t <- third(n - 1, (short)a.y, (short)a.z, a.w + x);
      force (t) { return t; }
    }
    __task int first(int n, int a) {
      if (n == 0) return a;
      int t;
      t <- second((uchar)a, n - 1, (int4)(a, a & 15, a & 7, a & 255));
      force (t) { return t; }
    }
    __kernel void k(__global int *out, int n) {
      out[0] <- first(n, 5);
      out[1] <- first(n + 1, 5);
      out[2] <- first(n + 2, 5);
    })",
                        Short, 3);
  for (int I = 0; I < 3; ++I) {
    int A = 5, N = Short + I;
    for (; N >= 3; N -= 3)
      A = (A & 15) + 2 * (A & 7) + 3 * ((A & 255) + (A & 255));
    if (N == 2)
      A = (A & 15) + (A & 7) + 2 * (A & 255);
    EXPECT_EQ(Out[I], A) << I;
  }
}

TEST_F(TailTest, VectorsOfThree) {
  auto Out = chain<float>(R"(
    __task float3 turn(int n, float3 v) {
      if (n == 0) return v;
      float3 t;
      t <- turn(n - 1, v.yzx);
      force (t) { return t; }
    }
    __task uchar3 count(int n, uchar3 v) {
      if (n == 0) return v;
      uchar3 t;
      t <- count(n - 1, v.zxy + (uchar3)(1, 2, 3));
      force (t) { return t; }
    }
    __kernel void k(__global float *out, int n) {
      float3 v;
      v <- turn(n, (float3)(1, 2, 3));
      uchar3 u;
      u <- count(n, (uchar3)(0));
      force (v, u) {
        vstore3(v, 0, out);
        vstore3(convert_float3(u), 1, out);
      }
    })",
                          Short, 6);
  uint8_t U[3] = {0, 0, 0};
  for (int N = 0; N < Short; ++N) {
    uint8_t Z = U[2];
    U[2] = static_cast<uint8_t>(U[1] + 3);
    U[1] = static_cast<uint8_t>(U[0] + 2);
    U[0] = static_cast<uint8_t>(Z + 1);
  }
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(Out[I], float((I + Short) % 3 + 1));
    EXPECT_EQ(Out[3 + I], float(U[I]));
  }
}

TEST_F(TailTest, Structures) {
  // The result has a variable of its own in one of them, in the other not.
  auto Out = chain<int>(R"(
    typedef struct { int sum; char tag; float3 at; } record;
    typedef struct __attribute__((packed)) { char tag; int sum; } tight;
    __task record wide(int n, record r) {
      record t = r;
      if (n == 0) return t;
      t.sum += t.tag++;
      t.at.x = -t.at.x;
      t <- wide(n - 1, t);
      force (t) { return t; }
    }
    __task tight narrow(int n, tight r) {
      if (n == 0) {
        tight last = {r.tag, -r.sum};
        return last;
      }
      tight next = {r.tag + 1, r.sum + r.tag}, t;
      t <- narrow(n - 1, next);
      force (t) { return t; }
    }
    __kernel void k(__global int *out, int n) {
      record r = {0, 0, (float3)(1, 2, 3)};
      tight s = {0, 0};
      r <- wide(n, r);
      s <- narrow(n, s);
      force (r, s) {
        out[0] = r.sum;
        out[1] = r.tag;
        out[2] = r.at.x * 100 + r.at.y * 10 + r.at.z;
        out[3] = s.sum;
        out[4] = s.tag;
      }
    })",
                        Short + 1, 5);
  int Sum = 0;
  int8_t Tag = 0;
  for (int N = 0; N < Short + 1; ++N) {
    Sum += Tag;
    Tag = static_cast<int8_t>(Tag + 1);
  }
  EXPECT_EQ(Out, (std::vector<int>{Sum, Tag, -100 + 23, -Sum, Tag}));
}

TEST_F(TailTest, BranchesAndSwitch) {
  auto Out = chain<unsigned>(R"(
    __task uint joined(int n, uint a) {
      if (n == 0) return a;
      uint t;
      switch (a & 3) {
      case 0: t <- joined(n - 1, a + 7); break;
      case 1:
        if (n & 1)
          t <- joined(n - 1, a * 3);
        else
          t <- joined(n - 1, a * 5);
        break;
      default: t <- joined(n - 1, (a >> 1) ^ n);
      }
      force (t) { return t; }
    }
    __task uint apart(int n, uint a) {
      if (n == 0) return a;
      uint t;
      if (a & 1) {
        t <- apart(n - 1, a * 3);
        force (t) { return t; }
      } else {
        for (int i = 0; i < 3; ++i) a = a * 3 + 1;
        t <- apart(n - 1, a);
        force (t) {
          const uint r = t;
          return r;
        }
      }
    }
    __kernel void k(__global uint *out, int n) {
      out[0] <- joined(n, 1);
      out[1] <- apart(n, 1);
    })",
                             Short, 2);
  unsigned A = 1, B = 1;
  for (int N = Short; N > 0; --N) {
    switch (A & 3) {
    case 0:
      A += 7;
      break;
    case 1:
      A *= N & 1 ? 3 : 5;
      break;
    default:
      A = (A >> 1) ^ N;
    }
    B = B & 1 ? B * 3 : B * 27 + 13;
  }
  EXPECT_EQ(Out[0], A);
  EXPECT_EQ(Out[1], B);
}

TEST_F(TailTest, LastActOfVoidTask) {
  auto Out = chain<int>(R"(
    __task int leaf(int n) { return 2 * n; }
    __task void last(int n, __global int *out) {
      ++*out;
      if (n > 1) { () <- last(n - 1, out); }
    }
    __task void cases(int n, __global int *out) {
      switch (n & 3) {
      case 0: *out += 1; () <- cases(n - 1, out); break;
      case 1: if (n == 1) { out[1] <- leaf(n); return; }
      default: *out += 2; () <- cases(n - 1, out);
      }
    }
    __task void waits(int n, __global int *out) {
      ++*out;
      if (n == 1) return;
      () <- waits(n - 1, out);
      force () {}
    }
    __kernel void k(__global int *out, int n) {
      () <- last(n, out);
      () <- cases(n, out + 1);
      () <- waits(n, out + 3);
    })",
                        Short, 4);
  // Every fourth adds 1, the last one, which is 1, nothing.
  EXPECT_EQ(Out,
            (std::vector<int>{Short, Short / 4 + (Short - Short / 4 - 1) * 2, 2,
                              Short}));
}

TEST_F(TailTest, VoidChain) {
  auto Out = chain<unsigned>(R"(
    __task void lcg(int n, uint x, __global uint *out) {
      if (n == 0) { *out = x; return; }
      () <- lcg(n - 1, x * 5u + 1u, out);
    }
    __kernel void k(__global uint *out, int n) { () <- lcg(n, 7, out); })",
                             Long);
  unsigned X = 7;
  for (int N = 0; N < Long; ++N)
    X = X * 5 + 1;
  EXPECT_EQ(Out[0], X);
}

TEST_F(TailTest, BehindOtherForces) {
  // Each link waits for a child first, in a frame that is gone when the next
  // link begins; at the end of the kernel's own body, too.
  auto Out = chain<unsigned>(R"(
    __task uint next(uint x) { return x * 5u + 1u; }
    __task uint step(int n, uint x) {
      if (n == 0) return x;
      uint y;
      y <- next(x);
      force (y) {
        uint t;
        if (y & 1) {
          t <- step(n - 1, y);
          force (t) { return t; }
        }
        uint z;
        z <- next(y);
        force (z) {
          t <- step(n - 1, z);
          force (t) { return t; }
        }
      }
    }
    __task void void_step(int n, uint x, __global uint *out) {
      uint y;
      y <- next(x);
      force (y) {
        if (n == 1) { *out = y; return; }
        () <- void_step(n - 1, y, out);
      }
    }
    __kernel void k(__global uint *out, int n) {
      uint y;
      y <- next(0);
      force (y) {
        () <- void_step(n, y, out + 1);
        force () { out[0] <- step(n, y); }
      }
    })",
                             Short / 10, 2);
  unsigned X = 1, Y = 1;
  for (int N = 0; N < Short / 10; ++N) {
    X = X * 5 + 1;
    if (!(X & 1))
      X = X * 5 + 1;
    Y = Y * 5 + 1;
  }
  EXPECT_EQ(Out[0], X);
  EXPECT_EQ(Out[1], Y);
}

TEST_F(TailTest, ResultsThatNeedNoConversion) {
  auto Out = chain<int>(R"(
    enum color { red, green = 5 };
    __task enum color paint(int n) { return n ? green : red; }
    __task uint number(int n) {
      uint t;
      t <- paint(n);
      force (t) { return t; }
    }
    __task __global int *move(int n, __global int *p) {
      if (n == 0) return p;
      __global int *t;
      t <- move(n - 1, p + 1);
      force (t) { return t; }
    }
    __task const __global void *look(int n, __global int *p) {
      const __global void *t;
      t <- move(n, p - n);
      force (t) { return t; }
    }
    __task bool same(int n) {
      if (n == 0) return true;
      bool t;
      t <- same(n - 1);
      force (t) { return t; }
    }
    __task uchar byte(int n) {
      uchar t;
      t <- same(n);
      force (t) { return t; }
    }
    __kernel void k(__global int *out, int n) {
      const __global void *p;
      p <- look(n, out + 2);
      uchar b;
      b <- byte(n);
      uint c;
      c <- number(n);
      force (p, b, c) {
        out[0] = (const __global int *)p - out;
        out[1] = b;
        out[2] = c;
      }
    })",
                        Short, 3);
  EXPECT_EQ(Out, (std::vector<int>{2, 1, 5}));
}
