//===- OrderedPayloadTest.cpp - What travels to bins, and what stays ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A command in bins that uses an analysis again finds the destinations of its
// work-items in the bins, and computes the rest. Between the commands, each
// buffer changes, in turn. The oracle of each kernel is a loop on the host.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <algorithm>

using namespace tasklet::test;

namespace {

using uint = unsigned;
using Numbers = std::vector<cl_uint>;

/// Enough for lines with five workers.
constexpr size_t Count = 100000;
constexpr uint Places = 60000;

/// A kernel of `x`, `out`, `at` and `v`. With `n`, which is Places or less, a
/// part of the work-items makes no access.
struct PayloadCase {
  const char *Name;
  const char *Body;
  void (*Run)(Numbers &X, Numbers &Out, cl_uint At, cl_uint V, uint I, uint N);
  /// As step() returns, after \c v has changed.
  char AfterV = 'R';
  /// It writes no memory but what is ordered.
  bool HasOwners = true;
};

/// A second place of a work-item, which may be the first one.
uint other(uint P, uint N) { return P % 5 ? P * 31 % N : P; }

const PayloadCase Cases[] = {
    {"both", "if (at[i] < n) x[at[i]] = 3 * x[at[i]] + v[i] + i;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       if (At < N)
         X[At] = 3 * X[At] + V + I;
     }},
    {"destinations", "x[at[i] % n] = 3 * x[at[i] % n] + 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint, uint, uint N) {
       X[At % N] = 3 * X[At % N] + 1;
     }},
    {"destinations of one byte", "uchar low = at[i]; x[low] = 3 * x[low] + 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint, uint, uint) {
       X[At & 255] = 3 * X[At & 255] + 1;
     }},
    {"contributions", "x[n - 1] = 3 * x[n - 1] + v[i];",
     [](Numbers &X, Numbers &, cl_uint, cl_uint V, uint, uint N) {
       X[N - 1] = 3 * X[N - 1] + V;
     }},
    {"nothing", "x[7] = 3 * x[7] + 1;",
     [](Numbers &X, Numbers &, cl_uint, cl_uint, uint, uint) {
       X[7] = 3 * X[7] + 1;
     }},
    // Later commands, too, must write `out`.
    {"other memory",
     "uint a = at[i]; x[a] = 3 * x[a] + 1; out[i] = v[i] + out[i];",
     [](Numbers &X, Numbers &Out, cl_uint At, cl_uint V, uint I, uint) {
       X[At] = 3 * X[At] + 1;
       Out[I] += V;
     },
     'R', false},
    // Three numbers travel, and the destination is worth something, too.
    // Whether they write depends on what others have written.
    {"maxima", "if (x[at[i]] < v[i]) x[at[i]] = v[i];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint) {
       X[At] = std::max(X[At], V);
     }},
    {"the first ones", "if (at[i] < n && x[at[i]] % 8 == 0) x[at[i]] += i | 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint, uint I, uint N) {
       if (At < N && X[At] % 8 == 0)
         X[At] += I | 1;
     }},
    {"choices",
     "uint t = x[at[i]], w = v[i]; if (t & 1) x[at[i]] = t + w; "
     "else if (t & 2) x[at[i]] = 5 * t; else if (t & 4) x[at[i]] = i ^ w;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint) {
       if (X[At] & 1)
         X[At] += V;
       else if (X[At] & 2)
         X[At] *= 5;
       else if (X[At] & 4)
         X[At] = I ^ V;
     }},
    // Of one side nothing is left, once the branches are gone.
    {"sides",
     "uint g = v[i]; __global uint *p = x + at[i]; if (g & 1) { uint y = *p; "
     "if (y < g) { uint h = (y * 7) ^ (g >> 3); h += (y >> 5) * g; "
     "h *= h ^ 13; h += h >> 7; if (h & 4) { uint k = h * g; k ^= k >> 4; "
     "k *= y; k ^= k >> 9; if (k & 2) *p = k + h; } } } "
     "else { if (*p == g) *p = g; }",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint G, uint, uint) {
       cl_uint Y = X[At];
       if (!(G & 1) || Y >= G)
         return;
       cl_uint H = (Y * 7) ^ (G >> 3);
       H += (Y >> 5) * G;
       H *= H ^ 13;
       H += H >> 7;
       if (!(H & 4))
         return;
       cl_uint K = H * G;
       K ^= K >> 4;
       K *= Y;
       K ^= K >> 9;
       if (K & 2)
         X[At] = K + H;
     },
     'N'},
    // A store of its own memory, and a load after it.
    {"own memory",
     "uint g = v[i]; uint p[4]; for (int q = 0; q < 4; ++q) p[q] = g * (q + "
     "1); "
     "uint j = at[i] & 3, a = p[j], w = 1; "
     "if (g & 1) { p[j] = a + 77; w = p[0]; } w += p[(j + 1) & 3]; out[i] = w; "
     "if (x[at[i]] < w) x[at[i]] = w;",
     [](Numbers &X, Numbers &Out, cl_uint At, cl_uint G, uint I, uint) {
       cl_uint P[4], J = At & 3, W = 1;
       for (uint Q = 0; Q < 4; ++Q)
         P[Q] = G * (Q + 1);
       if (G & 1) {
         P[J] += 77;
         W = P[0];
       }
       W += P[(J + 1) & 3];
       Out[I] = W;
       X[At] = std::max(X[At], W);
     },
     'N', false},
    // Several accesses to one element.
    {"fields",
     "int k = at[i] % (n / 3); x[3 * k] = 3 * x[3 * k] + v[i]; "
     "x[3 * k + 2] ^= x[3 * k] + i;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       const uint K = At % (N / 3) * 3;
       X[K] = 3 * X[K] + V;
       X[K + 2] ^= X[K] + I;
     }},
    {"some fields, the last one first",
     "size_t k = at[i] % (n / 5); x[5 * k + 3] += v[i]; "
     "x[5 * k + 1] = 5 * x[5 * k + 2] + x[5 * k + 3];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       const uint K = At % (N / 5) * 5;
       X[K + 3] += V;
       X[K + 1] = 5 * X[K + 2] + X[K + 3];
     }},
    {"fields of a part",
     "if (at[i] < n / 2) { int k = at[i]; x[2 * k] += v[i]; "
     "x[2 * k + 1] = x[2 * k] + 3 * x[2 * k + 1]; }",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       if (At >= N / 2)
         return;
       X[2 * At] += V;
       X[2 * At + 1] = X[2 * At] + 3 * X[2 * At + 1];
     }},
    // The lowest of them is made for nothing, as is seen only where v[i] is known
    // to stay the same.
    {"fields of which one is not needed",
     "int k = at[i] % (n / 3), m = v[i], s = x[3 * k]; "
     "x[3 * k + 1] = x[3 * k + 1] * 3 + m; "
     "x[3 * k + 2] += (m - (int)v[i]) * s + 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       const uint K = At % (N / 3) * 3;
       X[K + 1] = 3 * X[K + 1] + V;
       X[K + 2] += 1;
     }},
    {"a field that is left",
     "int k = at[i] % (n / 3), m = v[i], s = x[3 * k]; x[3 * k + 1] = m; "
     "x[3 * k + 1] += (m - (int)v[i]) * s + 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       X[At % (N / 3) * 3 + 1] = V + 1;
     }},
    {"fields before and behind",
     "int k = at[i] % (n / 4) + 1; x[4 * k - 1] += v[i]; x[4 * k - 4] ^= i;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       const uint K = At % (N / 4) * 4;
       X[K + 3] += V;
       X[K] ^= I;
     }},
    {"a structure",
     "__global struct both *y = (__global struct both *)x; "
     "uint k = at[i] % (n / 4); y[k].a += v[i]; y[k].c = 3 * y[k].a + 1;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       const uint K = At % (N / 4) * 4;
       X[K] += V;
       X[K + 2] = 3 * X[K] + 1;
     }},
    // Updates at several places. Some work-items have the same place twice.
    {"two ends",
     "uint p = at[i], q = other(p, n); "
     "x[p] = 3 * x[p] + v[i]; x[q] = 5 * x[q] ^ i;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       const uint Q = other(At, N);
       X[At] = 3 * X[At] + V;
       X[Q] = 5 * X[Q] ^ I;
     }},
    {"two ends of a part",
     "if (at[i] < n) { uint p = at[i], q = other(p, n); "
     "x[p] = v[i]; x[q] = 3 * x[q] - v[i]; }",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       if (At >= N)
         return;
       const uint Q = other(At, N);
       X[At] = V;
       X[Q] = 3 * X[Q] - V;
     }},
    {"the first place again",
     "uint p = at[i], q = other(p, n); "
     "x[p] += v[i]; x[q] = 3 * x[q]; x[p] = 7 * x[p] ^ i;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       X[At] += V;
       X[other(At, N)] *= 3;
       X[At] = 7 * X[At] ^ I;
     }},
    {"destinations at two places",
     "uint p = at[i], q = other(p, n); x[p] = 3 * x[p] + 1; x[q] ^= 99;",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint, uint, uint N) {
       X[At] = 3 * X[At] + 1;
       X[other(At, N)] ^= 99;
     }},
    {"an update that is always at one place",
     "x[at[i]] = 3 * x[at[i]] + v[i]; x[n - 1] = 5 * x[n - 1] + v[i];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint, uint N) {
       X[At] = 3 * X[At] + V;
       X[N - 1] = 5 * X[N - 1] + V;
     }},
    {"elements beside each other",
     "uint k = at[i] % (n - 1); x[k] = 3 * x[k] + i; "
     "x[k + 1] = 5 * x[k + 1] + v[i];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       const uint K = At % (N - 1);
       X[K] = 3 * X[K] + I;
       X[K + 1] = 5 * X[K + 1] + V;
     }},
    {"fields at two places",
     "int k = at[i] % (n / 3), l = other(k, n / 3); "
     "x[3 * k] += v[i]; x[3 * k + 2] = x[3 * k] + 3 * x[3 * k + 2]; "
     "x[3 * l + 1] ^= i; x[3 * l] = 3 * x[3 * l] + x[3 * l + 1];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint N) {
       const uint K = At % (N / 3), L = other(K, N / 3);
       X[3 * K] += V;
       X[3 * K + 2] = X[3 * K] + 3 * X[3 * K + 2];
       X[3 * L + 1] ^= I;
       X[3 * L] = 3 * X[3 * L] + X[3 * L + 1];
     }},
    {"wide",
     "ulong w = v[i] * (ulong)i; "
     "x[at[i]] = (uint)((x[at[i]] + w) >> (i & 31)) ^ at[i];",
     [](Numbers &X, Numbers &, cl_uint At, cl_uint V, uint I, uint) {
       X[At] = uint((X[At] + cl_ulong(V) * I) >> (I & 31)) ^ At;
     }},
};

class OrderedPayloadTest : public OrderedTest {
protected:
  Numbers X = numbers<cl_uint>(Places, 1000, 1),
          Out = numbers<cl_uint>(Count, 1000, 2),
          At = numbers<cl_uint>(Count, Places, 3),
          V = numbers<cl_uint>(Count, 1u << 31, 4);
  Buffer<cl_uint> XThere{X}, OutThere{Out}, AtThere{At}, VThere{V};
  cl_uint Mode = CL_TASKLET_ORDERED_BINS_TKL;
  std::shared_ptr<_cl_command_queue> Queue = makeQueue(0, Mode);

  void setMode(cl_uint New) {
    Mode = New;
    Queue = makeQueue(0, Mode);
  }

  static Kernel makeKernel(const PayloadCase &Case) {
    return build(std::string("struct both { uint a, b, c, d; };"
                             "uint other(uint p, uint n) {"
                             "  return p % 5 ? p * 31 % n : p; }"
                             "__kernel __ordered(x) void k(__global uint *x, "
                             "__global uint *out, __global const uint *at, "
                             "__global const uint *v, uint n) {"
                             "uint i = get_global_id(0);") +
                 Case.Body + "}")
        .kernel("k");
  }
  /// 'N': with an analysis of its own, 'R': with that of an earlier one.
  char step(const PayloadCase &Case, Kernel &K, uint N, size_t Items = Count) {
    K.setArgs(XThere, OutThere, AtThere, VThere, N);
    const cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Items);
    for (uint I = 0; I < Items; ++I)
      Case.Run(X, Out, At[I], V[I], I, N);
    EXPECT_EQ(XThere.read(), X);
    EXPECT_EQ(OutThere.read(), Out);
    EXPECT_EQ(Stats.executor, Mode);
    return Stats.reused ? 'R' : 'N';
  }
  uint Seed = 100;
  void changeAndCompare(const PayloadCase &Case, Kernel &K);
  void useOrder();
  void change(Numbers &Content, Buffer<cl_uint> &There, uint Below, uint Seed) {
    Content = numbers<cl_uint>(Content.size(), Below, Seed);
    check(clEnqueueWriteBuffer(Queue.get(), There.get(), CL_TRUE, 0,
                               4 * Content.size(), Content.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  }
};

} // namespace

void OrderedPayloadTest::changeAndCompare(const PayloadCase &Case, Kernel &K) {
  std::string All;
  for (int Round = 0; Round < 3; ++Round)
    All += step(Case, K, Places);
  EXPECT_EQ(All, "NRR");
  change(V, VThere, 1u << 31, ++Seed);
  EXPECT_EQ(step(Case, K, Places), Case.AfterV);
  EXPECT_EQ(step(Case, K, Places), 'R');
  change(X, XThere, 1000, ++Seed);
  EXPECT_EQ(step(Case, K, Places), 'R');
  change(At, AtThere, Places, ++Seed);
  step(Case, K, Places);
  EXPECT_EQ(step(Case, K, Places), 'R');
  // Other destinations, though no buffer has changed.
  step(Case, K, Places / 3);
  step(Case, K, Places / 3);
  step(Case, K, Places);
  for (size_t Items : {size_t(1), size_t(1000), Count / 2, Count})
    for (int Round = 0; Round < 2; ++Round)
      step(Case, K, Places, Items);
}

/// With owners, nothing travels. Work-items touch memory far apart, so each owner
/// runs them all in part.
TEST_F(OrderedPayloadTest, WhatChangesIsComputedAgain) {
  for (const PayloadCase &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    Kernel K = makeKernel(Case);
    setMode(CL_TASKLET_ORDERED_BINS_TKL);
    changeAndCompare(Case, K);
    setMode(CL_TASKLET_ORDERED_OWNERS_TKL);
    if (Case.HasOwners)
      changeAndCompare(Case, K);
  }
}

/// Accesses of a work-item that overlap with those of others in part are none to
/// one element; nor are those whose indexes wrap around.
TEST_F(OrderedPayloadTest, ElementsThatOverlap) {
  for (const char *Indexes :
       {"int k = at[i] % 10000, p = k, q = k + 1;",
        "int k = at[i] % 5000, p = 3 * k + 1, q = 3 * k + 3;",
        "uint k = at[i] % 3 * 0x55555556u, p = 3 * k, q = 3 * k + 2;",
        "ulong k = at[i] % 3 * 0x5555555555555556ul, p = 3 * k, q = 3 * k + 2;",
        "ushort k = at[i]; int p = (ushort)(3 * k), q = (ushort)(3 * k + 2);",
        "int k = at[i] % 5000, p = 3 * k, q = 3 * k + 2;"}) {
    SCOPED_TRACE(Indexes);
    OrderedText T = {"x", "__global uint *x, __global const uint *at",
                     "int i = get_global_id(0);" + std::string(Indexes) +
                         "x[p] = 3 * x[p] + i; x[q] = 5 * x[q] ^ x[p];",
                     ""};
    expectSequential(T, Items,
                     OrderedCall(numbers<cl_uint>(70000, 1000),
                                 numbers<cl_uint>(Items, 1u << 31, 2)),
                     Either);
  }
}

/// Accesses to one place, of which the compiler knows only after simplifying that it
/// is one, overlap with those of others. They lie at the borders of bins.
TEST_F(OrderedPayloadTest, AccessesThatAreNotAligned) {
  for (const char *Body :
       {"*AT(pair) = *AT(pair) * 3 + v[i]; *AT(pair) = (*AT(pair)).yx + i;",
        "*AT(pair) = v[i]; *AT(pair) = i;",
        "x[K] = 3 * x[K] + v[i]; *AT(pair) = (*AT(pair)).yx + i;",
        "AT(packed)->n = AT(packed)->n * 3 + v[i]; AT(packed)->n ^= i;"}) {
    SCOPED_TRACE(Body);
    OrderedText T = {
        "x",
        "__global uint *x, __global const uint *at, __global const uint *v",
        "int i = get_global_id(0);" + std::string(Body),
        "typedef uint2 __attribute__((aligned(4))) pair;"
        "typedef struct __attribute__((packed)) { uint n; } packed;\n"
        "#define K (2046 + at[i] % 4 + 2048 * (at[i] / 4 % 32))\n"
        "#define AT(type) ((__global type *)(x + K))\n"};
    expectSequential(T, Items,
                     OrderedCall(numbers<cl_uint>(70000, 1000),
                                 numbers<cl_uint>(Items, 1u << 31, 2),
                                 numbers<cl_uint>(Items, 1u << 31, 3)),
                     Either);
  }
}

/// An analysis that the application makes is used before anything was packed.
void OrderedPayloadTest::useOrder() {
  const PayloadCase &Case = Cases[0];
  Kernel K = makeKernel(Case);
  K.setArgs(XThere, OutThere, AtThere, VThere, Places);
  const size_t Items = Count;
  const auto Order = makeOrder(Queue.get(), K, Items);
  for (uint Round = 0; Round < 4; ++Round) {
    EXPECT_EQ(launch(Queue.get(), K, Items, Order.get()).reused, 1u);
    for (uint I = 0; I < Items; ++I)
      Case.Run(X, Out, At[I], V[I], I, Places);
    ASSERT_EQ(XThere.read(), X) << Round;
    change(V, VThere, 1000, 200 + Round);
  }
}

TEST_F(OrderedPayloadTest, OrdersOfTheApplication) {
  useOrder();
  setMode(CL_TASKLET_ORDERED_OWNERS_TKL);
  useOrder();
}
