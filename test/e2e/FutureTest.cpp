//===- FutureTest.cpp - Where results go and how they are converted -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>

using namespace tasklet::test;

using FutureTest = DeviceTest;

/// A child that runs in two steps, so that its result arrives late.
static const std::string Square = R"(
  __task int one() { return 1; }
  __task int square(int n) {
    int x;
    x <- one();
    force (x) { return n * n * x; }
  }
)";

TEST_F(FutureTest, ArrayOfFuturesWithRunTimeIndex) {
  Buffer<int> Out(16);
  run(Square + R"(
    __task int scatter(int n) {
      int r[16];
      for (int i = 0; i < n; ++i) r[(i * 5) % 16] <- square(i);
      force (r) {
        int s = 0;
        for (int i = 0; i < n; ++i) s = s * 3 + r[(i * 5) % 16];
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- scatter(i);
    })",
      "k", 16, Out);
  expectEach(Out, [](int N) {
    int S = 0;
    for (int I = 0; I < N; ++I)
      S = S * 3 + I * I;
    return S;
  });
}

/// A task with \p N generations below, each with up to \p Size children.
static int serialFamily(int N, int Salt, int Size) {
  int Hash = Salt;
  int Children = N == 0 ? 0 : (N + Salt) % (Size + 1);
  for (int I = 0; I < Children; ++I)
    Hash = Hash * 31 + serialFamily(N - 1, Salt * 3 + I, Size);
  return Hash & 0x7fff;
}

TEST_F(FutureTest, AnyNumberOfResultsIsReadInLoops) {
  // Of few, some are read in vain: up to the end of the array.
  const std::pair<int, const char *> Arrays[] = {
      {1, "int"}, {3, "int"},   {4, "int"},   {5, "int"},
      {9, "int"}, {4, "short"}, {5, "float"}, {9, "long"}};
  for (auto [Size, Type] : Arrays) {
    Buffer<int> Out(12);
    run("#define SIZE " + std::to_string(Size) + "\n#define TYPE " + Type +
            R"(
        __task int family(int n, int salt) {
          if (n == 0)
            return salt & 0x7fff;
          TYPE results[SIZE];
          int children = 0, wanted = (n + salt) % (SIZE + 1);
          while (children < wanted) {
            results[children] <- family(n - 1, salt * 3 + children);
            ++children;
          }
          force (results, children) {
            int hash = salt;
            for (int i = 0; i < children; ++i)
              hash = hash * 31 + (int)results[i];
            return hash & 0x7fff;
          }
        }
        __kernel void k(__global int *out) {
          int i = get_global_id(0);
          out[i] <- family(i % 4, i);
        })",
        "k", 12, Out);
    SCOPED_TRACE(std::to_string(Size) + " " + Type);
    expectEach(Out,
               [Size = Size](int I) { return serialFamily(I % 4, I, Size); });
  }
}

TEST_F(FutureTest, LoopsOverResultsOfOtherKinds) {
  Buffer<int> Out(64);
  run(R"(
    __task int halve(int n) { return n / 2; }
    // Backwards, every other one, until a result says so, with two values.
    __task int loops(int n) {
      int r[8];
      for (int i = 0; i < n % 9; ++i)
        r[i] <- halve(n * i);
      force (r) {
        int back = 0, other = 0, until = 0, least = 1000, at = -1;
        for (int i = n % 9 - 1; i >= 0; --i)
          back = back * 3 + r[i];
        for (int i = 0; i < n % 9; i += 2)
          other += r[i];
        while (until < n % 9 && r[until] < 20)
          ++until;
        for (int i = 0; i < n % 9; ++i)
          if (r[i] < least) {
            least = r[i];
            at = i;
          }
        return back * 7 + other * 5 + until * 3 + least + at;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- loops(i);
    })",
      "k", 64, Out);
  expectEach(Out, [](int N) {
    int Back = 0, Other = 0, Until = 0, Least = 1000, At = -1;
    auto Result = [&](int I) { return N * I / 2; };
    for (int I = N % 9 - 1; I >= 0; --I)
      Back = Back * 3 + Result(I);
    for (int I = 0; I < N % 9; I += 2)
      Other += Result(I);
    while (Until < N % 9 && Result(Until) < 20)
      ++Until;
    for (int I = 0; I < N % 9; ++I)
      if (Result(I) < Least) {
        Least = Result(I);
        At = I;
      }
    return Back * 7 + Other * 5 + Until * 3 + Least + At;
  });
}

TEST_F(FutureTest, ArrayElementsThatNobodySpawnedIntoStay) {
  Buffer<int> Out(8);
  run(Square + R"(
    __task int partly(int n) {
      int r[8];
      for (int i = 0; i < 8; ++i) r[i] = -i;
      for (int i = 0; i < 8; ++i)
        if ((n >> (i % 3)) & 1) r[i] <- square(i);
      force (r) {
        int s = 0;
        for (int i = 0; i < 8; ++i) s = s * 7 + r[i];
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- partly(i);
    })",
      "k", 8, Out);
  expectEach(Out, [](int N) {
    int S = 0;
    for (int I = 0; I < 8; ++I)
      S = S * 7 + ((N >> (I % 3)) & 1 ? I * I : -I);
    return S;
  });
}

TEST_F(FutureTest, TwoDimensionalArrayOfFutures) {
  Buffer<int> Out(5);
  run(Square + R"(
    __task int matrix(int n) {
      int r[4][5];
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < n; ++x) r[y][x] <- square(10 * y + x);
      force (r) {
        int s = 0;
        for (int y = 0; y < 4; ++y)
          for (int x = 0; x < n; ++x) s += (x + 1) * r[y][x] + y;
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- matrix(i + 1);
    })",
      "k", 5, Out);
  expectEach(Out, [](int I) {
    int S = 0;
    for (int Y = 0; Y < 4; ++Y)
      for (int X = 0; X <= I; ++X)
        S += (X + 1) * (10 * Y + X) * (10 * Y + X) + Y;
    return S;
  });
}

TEST_F(FutureTest, OnePlaceInSeveralSpellings) {
  Buffer<int> Out(7);
  run(Square + R"(
    typedef struct { int v, w[3]; } pair;
    __task int spelled(int n) {
      int x, y, r[6], m[2][3];
      pair b, bs[2];
      *&x <- square(n);
      (&y)[0] <- square(n + 1);
      *r <- square(n + 2);
      *(r + n % 2 + 1) <- square(n + 3);
      3[r] <- square(n + 4);
      (&r[5])[-1] <- square(n + 5);
      *(*(m + 1) + 2) <- square(n + 6);
      (&b)->v <- square(n + 7);
      *(&(*&b).w[3] - 1) <- square(n + 8);
      (bs + 1)->w[n % 3] <- square(n + 9);
      force (x, y, r, m, b, bs) {
        return x + 2 * y + 3 * r[0] + 5 * r[n % 2 + 1] + 7 * r[3] + 11 * r[4] +
               13 * m[1][2] + 17 * b.v + 19 * b.w[2] + 23 * bs[1].w[n % 3];
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      i[out] <- (spelled)(i);
    })",
      "k", 7, Out);
  expectEach(Out, [](int I) {
    const int Factors[] = {1, 2, 3, 5, 7, 11, 13, 17, 19, 23};
    int S = 0;
    for (int K = 0; K < 10; ++K)
      S += Factors[K] * (I + K) * (I + K);
    return S;
  });
}

TEST_F(FutureTest, MembersOfStructsAsFutures) {
  Buffer<int> Out(10);
  run(Square + R"(
    typedef struct { int tag; int v; long w[2]; } entry;
    __task int members(int n) {
      entry r[3];
      for (int i = 0; i < 3; ++i) r[i].tag = 100 * i;
      for (int i = 0; i < 3; ++i) {
        r[i].v <- square(n + i);
        r[i].w[i & 1] <- square(i);
        r[i].w[!(i & 1)] <- square(-n);
      }
      force (r) {
        long s = 0;
        for (int i = 0; i < 3; ++i)
          s = s * 2 + r[i].tag + r[i].v + 10 * r[i].w[0] + r[i].w[1];
        return (int)s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- members(i);
    })",
      "k", 10, Out);
  expectEach(Out, [](int N) {
    int S = 0;
    for (int I = 0; I < 3; ++I) {
      int W[2];
      W[I % 2] = I * I;
      W[1 - I % 2] = N * N;
      S = 2 * S + 100 * I + (N + I) * (N + I) + 10 * W[0] + W[1];
    }
    return S;
  });
}

TEST_F(FutureTest, ArgumentsAndDestinationAreEvaluatedAtTheSpawn) {
  Buffer<int> Out(6);
  run(Square + R"(
    __task int order(int n) {
      int r[6], i = 0, v = n;
      while (i < 6) {
        r[i] <- square(v++);
        i++;
        v += i;
      }
      v = -1000;
      force (r) {
        int s = v;
        for (i = 0; i < 6; ++i) s = s * 2 + r[i];
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- order(i);
    })",
      "k", 6, Out);
  expectEach(Out, [](int N) {
    int S = -1000, V = N;
    for (int I = 1; I <= 6; ++I) {
      S = S * 2 + V * V;
      V += 1 + I;
    }
    return S;
  });
}

TEST_F(FutureTest, ConversionsOfResults) {
  Buffer<float> Out(12);
  run(R"(
    __task int give(int n) { return n; }
    __task float giveFloat(float x) { return x; }
    __task char giveChar(int n) { return (char)n; }
    __task uchar giveUchar(int n) { return (uchar)n; }
    __kernel void k(__global float *out) {
      float f; char c; uchar u; long l; bool b; short s; int i; ulong ul;
      float4 v; uint w;
      f <- give(-7);
      c <- give(300);
      u <- give(-1);
      l <- give(-5);
      b <- give(256);
      s <- giveUchar(200);
      i <- giveFloat(-2.75f);
      ul <- giveChar(-1);
      v <- giveFloat(1.5f);
      w <- giveChar(-2);
      force (f, c, u, l, b, s, i, ul, v, w) {
        out[0] = f; out[1] = c; out[2] = u; out[3] = l; out[4] = b;
        out[5] = s; out[6] = i; out[7] = ul == ULONG_MAX;
        out[8] = v.x + v.y; out[9] = v.z * v.w; out[10] = w == 0xfffffffeu;
        out[11] = l < 0;
      }
    })",
      "k", 1, Out);
  EXPECT_EQ(Out.read(), (std::vector<float>{-7, 44, 255, -5, 1, 200, -2, 1, 3,
                                            2.25f, 1, 1}));
}

TEST_F(FutureTest, ConversionsOnTheWayToGlobalMemory) {
  Buffer<float> Floats(8);
  Buffer<char> Chars(8);
  Buffer<int64_t> Longs(8);
  run(Square + R"(
    __task float third(int n) { return n * 0.25f; }
    __kernel void k(__global float *f, __global char *c, __global long *l) {
      int i = get_global_id(0);
      f[i] <- square(i);
      c[i] <- square(10 * i);
      l[i] <- third(-13 * i);
    })",
      "k", 8, Floats, Chars, Longs);
  expectEach(Floats, [](int I) { return I * I; });
  expectEach(Chars, [](int I) { return 100 * I * I; });
  expectEach(Longs, [](int I) { return -13 * I / 4; });
}

TEST_F(FutureTest, StructResults) {
  Buffer<int> Out(9);
  run(R"(
    typedef struct { int lo, hi; long sum; uchar tag; } span;
    __task span range(int from, int to) {
      span s;
      if (to - from == 1) {
        s.lo = s.hi = from * from % 17;
        s.sum = s.lo;
        s.tag = 1;
        return s;
      }
      int mid = (from + to) / 2;
      span a, b;
      a <- range(from, mid);
      b <- range(mid, to);
      force (a, b) {
        s.lo = min(a.lo, b.lo);
        s.hi = max(a.hi, b.hi);
        s.sum = a.sum + b.sum;
        s.tag = a.tag + b.tag;
        return s;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      span r;
      r <- range(i, 3 * i + 1);
      force (r) { out[i] = r.lo + 100 * r.hi + 10000 * (int)r.sum + r.tag; }
    })",
      "k", 9, Out);
  expectEach(Out, [](int I) {
    int Lo = 17, Hi = -1, Sum = 0;
    for (int J = I; J < 3 * I + 1; ++J) {
      int V = J * J % 17;
      Lo = V < Lo ? V : Lo;
      Hi = V > Hi ? V : Hi;
      Sum += V;
    }
    return Lo + 100 * Hi + 10000 * Sum + 2 * I + 1;
  });
}

TEST_F(FutureTest, VectorResults) {
  Buffer<float> Out(4 * 10);
  run(R"(
    __task float4 walk(int n, float4 at) {
      if (n == 0) return at;
      float4 a, b;
      a <- walk(n - 1, at.yzwx + 1.0f);
      b <- walk(n - 1, at * 0.5f);
      force (a, b) { return a + b; }
    }
    __task float3 three(int n) { return (float3)(n, n + 1, n + 2); }
    __kernel void k(__global float4 *out) {
      int i = get_global_id(0);
      if (i < 8) {
        out[i] <- walk(i % 5, (float4)(i, 2, 4, 8));
      } else {
        float3 t;
        t <- three(i);
        force (t) { out[i] = (float4)(t, t.x + t.y); }
      }
    })",
      "k", 10, Out);
  struct V4 {
    float S[4];
    static V4 walk(int N, V4 A) {
      if (N == 0)
        return A;
      V4 L = walk(N - 1, {A.S[1] + 1, A.S[2] + 1, A.S[3] + 1, A.S[0] + 1});
      V4 R = walk(N - 1, {A.S[0] / 2, A.S[1] / 2, A.S[2] / 2, A.S[3] / 2});
      return {L.S[0] + R.S[0], L.S[1] + R.S[1], L.S[2] + R.S[2],
              L.S[3] + R.S[3]};
    }
  };
  expectEach(Out, [](int E) -> float {
    int I = E / 4, Lane = E % 4;
    if (I >= 8)
      return Lane < 3 ? I + Lane : 2 * I + 1;
    return V4::walk(I % 5, {{float(I), 2, 4, 8}}).S[Lane];
  });
}

TEST_F(FutureTest, LargeVectorsKeepTheirAlignment) {
  // float16 wants 64 bytes: more than the records and frames are aligned to.
  Buffer<float> Out(16 * 6);
  run(R"(
    __task float16 grow(int n, float16 v, char c) {
      if (n == 0) return v + c;
      float16 a;
      char d = c + 1;
      a <- grow(n - 1, v * 2.0f, d);
      force (a) { return a - d + v; }
    }
    __kernel void k(__global float16 *out) {
      int i = get_global_id(0);
      float16 v = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      out[i] <- grow(i, v, 3);
    })",
      "k", 6, Out);
  struct Serial {
    static float grow(int N, float V, int C) {
      return N == 0 ? V + C : grow(N - 1, V * 2, C + 1) - (C + 1) + V;
    }
  };
  expectEach(Out, [](int E) { return Serial::grow(E / 16, E % 16, 3); });
}

TEST_F(FutureTest, UnforcedFuturesStillRun) {
  // The frame that would take the result is long gone when it arrives.
  Buffer<int> Out(64), Seen(64);
  run(R"(
    __task int visit(__global int *at, int n) {
      *at = n;
      return n;
    }
    __task int later(__global int *at, int n) {
      int x;
      x <- visit(at, n);
      force (x) { return x; }
    }
    __task int careless(__global int *seen, int n) {
      int a, r[3];
      a <- later(seen, n);
      for (int i = 1; i < 3; ++i) r[i] <- visit(seen + i, n + i);
      return 2 * n;
    }
    __kernel void k(__global int *out, __global int *seen) {
      int i = get_global_id(0);
      if (i % 3 == 0 && i < 63) out[i] <- careless(seen + i, i);
    })",
      "k", 64, Out, Seen);
  std::vector<int> Results = Out.read(), Visited = Seen.read();
  for (int I = 0; I < 63; ++I) {
    if (I % 3 == 0) {
      EXPECT_EQ(Results[I], 2 * I);
    }
    EXPECT_EQ(Visited[I], I);
  }
}

TEST_F(FutureTest, DetachedChildWithResult) {
  Buffer<int> Out(32);
  run(R"(
    __task float compute(__global int *at, int n) {
      *at = n * 3;
      return 1.0f;
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      () <- compute(out + i, i);
    })",
      "k", 32, Out);
  expectEach(Out, [](int I) { return 3 * I; });
}

TEST_F(FutureTest, ResultsArriveInMembersOfGlobalStructs) {
  Buffer<int> Out(3 * 20);
  run(Square + R"(
    typedef struct { int before, value, after; } cell;
    __kernel void k(__global cell *out) {
      int i = get_global_id(0);
      out[i].before = -1;
      out[i].after = -2;
      out[i].value <- square(i);
    })",
      "k", 20, Out);
  expectEach(Out, [](int E) {
    int I = E / 3;
    return E % 3 == 0 ? -1 : E % 3 == 1 ? I * I : -2;
  });
}

TEST_F(FutureTest, DeclaredWithTheirSpawns) {
  Buffer<int> Out(12);
  run(FibTask + std::string(R"(
    typedef struct { int v; float w; } pair;
    __task pair both(int n) { return (pair){n, n + 0.5f}; }
    __task int declared(int n) {
      int s = 0, x <- fib(n), y = n++, z <- fib(n);
      const pair p <- both(y);
      float w <- fib(n - 1);
      force (x, z, p, w) {
        for (int i = 0; i < 3; ++i) {
          const int each <- fib(x % 5 + i);
          force (each);
          s += each;
        }
        return s * 1000 + x + z + p.v + (int)(2 * p.w) + (int)w;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- declared(i);
    })"),
      "k", 12, Out);
  auto fib = [](int N) {
    int A = 0, B = 1;
    for (; N > 0; --N)
      B += A, A = B - A;
    return A;
  };
  expectEach(Out, [&](int N) {
    int X = fib(N), S = 0;
    for (int I = 0; I < 3; ++I)
      S += fib(X % 5 + I);
    return S * 1000 + X + fib(N + 1) + N + (2 * N + 1) + X;
  });
}
