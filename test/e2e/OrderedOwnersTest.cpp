//===- OrderedOwnersTest.cpp - Who owns memory updates it -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where work-items that follow each other touch memory that lies close together,
// `auto` takes owners. What each pattern leaves is compared with a loop on the host.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <functional>

using namespace tasklet::test;

namespace {

using uint = unsigned;
using Numbers = std::vector<cl_uint>;

constexpr uint Places = 1 << 17;
/// From here on, a work-item does nothing.
constexpr uint Limit = Places - 4;
/// Owners pay for so many.
constexpr uint Many = 200000;

/// Two places of each work-item.
struct Pattern {
  const char *Name;
  bool HasOwners;
  std::function<std::pair<uint, uint>(uint I, uint Random)> Of;
  bool IsFirstNear = false;
};

const Pattern Patterns[] = {
    {"in order", true,
     [](uint I, uint) {
       const uint P = I * 5ull / 8;
       return std::pair(P, P + 1);
     }},
    {"from the last one on", true,
     [](uint I, uint Random) {
       const uint P = Places - 100 - I * 5ull / 8;
       return std::pair(P + Random % 50, P + Random / 50 % 50);
     }},
    {"a mesh", true,
     [](uint I, uint) {
       const uint P = I / 2;
       return std::pair(P, I % 2 ? P + 1 : P + 256);
     }},
    {"several rounds", true,
     [](uint I, uint Random) {
       const uint P = I % 40000 * 3;
       return std::pair(P + Random % 9, P + Random / 9 % 9);
     }},
    {"a few far ones", true,
     [](uint I, uint Random) {
       const uint P = I % 20000 == 7777 ? Random % Places : I / 2;
       return std::pair(P, I / 2 + 3);
     }},
    {"anywhere", false,
     [](uint, uint Random) {
       return std::pair(Random % Places, Random / Places);
     }},
    {"one near, one far", false,
     [](uint I, uint Random) { return std::pair(I / 2, Random % Places); },
     true},
    {"one place", false, [](uint, uint) { return std::pair(7u, 7u); }},
    {"few places", false,
     [](uint, uint Random) { return std::pair(Random % 9, Random / 9 % 9); }},
    {"in turns", false,
     [](uint I, uint) {
       const uint P = I % 600 * 200 + I / 1200;
       return std::pair(P, P + 1);
     }},
    {"nowhere", true, [](uint, uint) { return std::pair(~0u, ~0u); }},
};

/// Kernels of `x` and `y`, two places `p` and `q`, and `i`.
struct Change {
  const char *Body;
  bool HasOnePlace; ///< p
  void (*Run)(Numbers &X, Numbers &Y, uint P, uint Q, uint I);
};

const Change Changes[] = {
    {"x[p] = 3 * x[p] + i;", true,
     [](Numbers &X, Numbers &, uint P, uint, uint I) { X[P] = 3 * X[P] + I; }},
    {"x[p] = 3 * x[p] + i; x[q] = 5 * x[q] ^ i;", false,
     [](Numbers &X, Numbers &, uint P, uint Q, uint I) {
       X[P] = 3 * X[P] + I;
       X[Q] = 5 * X[Q] ^ I;
     }},
    {"if (x[p] % 8 < 6) x[p] = 3 * x[p] + i;", true,
     [](Numbers &X, Numbers &, uint P, uint, uint I) {
       if (X[P] % 8 < 6)
         X[P] = 3 * X[P] + I;
     }},
    {"int k = p / 2; x[2 * k + 1] = 3 * x[2 * k] + i; x[2 * k] += "
     "x[2 * k + 1];",
     true,
     [](Numbers &X, Numbers &, uint P, uint, uint I) {
       const uint K = P / 2;
       X[2 * K + 1] = 3 * X[2 * K] + I;
       X[2 * K] += X[2 * K + 1];
     }},
    // Windows, one after the other in one block.
    {"int k = p / 2, l = q / 2; x[2 * k] = 3 * x[2 * k + 1] + i; x[2 * l] ^= "
     "i; x[2 * l + 1] = 5 * x[2 * l] + x[2 * l + 1];",
     false,
     [](Numbers &X, Numbers &, uint P, uint Q, uint I) {
       const uint K = P / 2, L = Q / 2;
       X[2 * K] = 3 * X[2 * K + 1] + I;
       X[2 * L] ^= I;
       X[2 * L + 1] = 5 * X[2 * L] + X[2 * L + 1];
     }},
    {"int k = p / 2, l = q / 2; x[2 * k] = 3 * x[2 * k + 1] + i; x[2 * l] = 5 "
     "* "
     "x[2 * l] + i;",
     false,
     [](Numbers &X, Numbers &, uint P, uint Q, uint I) {
       const uint K = P / 2, L = Q / 2;
       X[2 * K] = 3 * X[2 * K + 1] + I;
       X[2 * L] = 5 * X[2 * L] + I;
     }},
    // Pointers from another block.
    {"__global uint *to = x + p; if (i % 5 != 3) *to = 3 * *to + i; for (uint "
     "k "
     "= 0; k < q % 3; ++k, ++to) *to ^= i + k;",
     true,
     [](Numbers &X, Numbers &, uint P, uint Q, uint I) {
       if (I % 5 != 3)
         X[P] = 3 * X[P] + I;
       for (uint K = 0; K < Q % 3; ++K)
         X[P + K] ^= I + K;
     }},
    // In several arrays, under conditions, and in loops.
    {"x[p] = 3 * x[p] + i; y[p] = 7 * y[p] + 1; x[q] = 5 * x[q] ^ i;", false,
     [](Numbers &X, Numbers &Y, uint P, uint Q, uint I) {
       X[P] = 3 * X[P] + I;
       Y[P] = 7 * Y[P] + 1;
       X[Q] = 5 * X[Q] ^ I;
     }},
    {"if (i & 1) x[p] = 3 * x[p] + i; if (i % 3) x[q] = 5 * x[q] ^ i; "
     "else x[p + 1] ^= x[p + 1] << 3;",
     false,
     [](Numbers &X, Numbers &, uint P, uint Q, uint I) {
       if (I & 1)
         X[P] = 3 * X[P] + I;
       if (I % 3)
         X[Q] = 5 * X[Q] ^ I;
       else
         X[P + 1] ^= X[P + 1] << 3;
     }},
    {"for (uint k = 0; k < i % 4; ++k) { x[p + k] = 3 * x[p + k] + i; "
     "y[q + k] = 5 * y[q + k] + x_of(k); }",
     false,
     [](Numbers &X, Numbers &Y, uint P, uint Q, uint I) {
       for (uint K = 0; K < I % 4; ++K) {
         X[P + K] = 3 * X[P + K] + I;
         Y[Q + K] = 5 * Y[Q + K] + (K ^ 9);
       }
     }},
    {"uint ends[2] = {p, q}; for (int k = 0; k < 2; ++k) { int e = ends[k]; "
     "for (int c = 0; c < 3; ++c) y[3 * (e / 3) + c] += i ^ c; }",
     false,
     [](Numbers &, Numbers &Y, uint P, uint Q, uint I) {
       for (uint E : {P, Q})
         for (uint C = 0; C < 3; ++C)
           Y[3 * (E / 3) + C] += I ^ C;
     }},
};

class OrderedOwnersTest : public OrderedTest {
protected:
  Numbers X = numbers<cl_uint>(Places, 1000, 1),
          Y = numbers<cl_uint>(Places, 1000, 2), P = Numbers(Many), Q = P;
  Buffer<cl_uint> XThere{X}, YThere{Y}, PThere{P}, QThere{Q};
  std::shared_ptr<_cl_command_queue> Queue =
      makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL);

  static Kernel makeKernel(const Change &C) {
    return build(
               std::string("uint x_of(uint k) { return k ^ 9; }"
                           "__kernel __ordered(x, y) void k(__global uint *x, "
                           "__global uint *y, __global const uint *first, "
                           "__global const uint "
                           "*second, uint n) {"
                           "uint i = get_global_id(0), p = first[i], "
                           "q = second[i];"
                           "if (p < n && q < n) {") +
               C.Body + "}}")
        .kernel("k");
  }
  void write(const Buffer<cl_uint> &To, const Numbers &All) {
    check(clEnqueueWriteBuffer(Queue.get(), To.get(), CL_TRUE, 0,
                               All.size() * sizeof(cl_uint), All.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }
  void make(const Pattern &From) {
    std::mt19937 Random(1);
    for (uint I = 0; I < Many; ++I)
      std::tie(P[I], Q[I]) = From.Of(I, Random() >> 1);
    write(PThere, P);
    write(QThere, Q);
  }
  cl_ordered_stats_tkl run(const Change &C, Kernel &K) {
    const cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Many);
    for (uint I = 0; I < Many; ++I)
      if (P[I] < Limit && Q[I] < Limit)
        C.Run(X, Y, P[I], Q[I], I);
    EXPECT_TRUE(XThere.read() == X);
    EXPECT_TRUE(YThere.read() == Y);
    return Stats;
  }
};

} // namespace

TEST_F(OrderedOwnersTest, Patterns) {
  for (const Change &C : Changes) {
    SCOPED_TRACE(C.Body);
    Kernel K = makeKernel(C);
    K.setArgs(XThere, YThere, PThere, QThere, Limit);
    for (const Pattern &Each : Patterns) {
      SCOPED_TRACE(Each.Name);
      make(Each);
      // Of two places, the first one alone may be near.
      const bool HasOwners =
          Each.HasOwners || (C.HasOnePlace && Each.IsFirstNear);
      cl_ordered_stats_tkl Stats = run(C, K);
      EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_OWNERS_TKL,
                HasOwners && Stats.workers > 1);
      const bool IsOwned = Stats.executor == CL_TASKLET_ORDERED_OWNERS_TKL;
      EXPECT_TRUE(!IsOwned || Stats.levels >= Stats.workers || P[0] == ~0u);
      // The next ones use that, or look for levels.
      for (int Again = 0; Again < 2; ++Again) {
        Stats = run(C, K);
        EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_OWNERS_TKL, IsOwned);
        EXPECT_TRUE(!IsOwned || Stats.reused);
      }
    }
  }
}

/// That there are no owners is kept for each of several arguments, beside levels.
TEST_F(OrderedOwnersTest, SeveralArguments) {
  const Change &C = Changes[0];
  Kernel K = makeKernel(C);
  std::vector<Numbers> Places4;
  std::vector<Buffer<cl_uint>> There;
  for (uint I = 0; I < 4; ++I)
    There.emplace_back(
        Places4.emplace_back(numbers<cl_uint>(Many, Limit, 10 + I)));
  Q = Places4[0];
  unsigned Reused = 0;
  for (uint Round = 0; Round < 60; ++Round) {
    P = Places4[Round % 4];
    K.setArgs(XThere, YThere, There[Round % 4], There[0], Limit);
    const cl_ordered_stats_tkl Stats = run(C, K);
    EXPECT_NE(Stats.executor, cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL));
    Reused += Stats.reused;
    if (Stats.workers == 1 && Round == 4)
      return;
  }
  EXPECT_GT(Reused, 0u);
}

/// Elements have other numbers in two buffers than in two parts of one.
TEST_F(OrderedOwnersTest, TwoBuffersAndTwoPartsOfOne) {
  Queue = makeQueue(0, CL_TASKLET_ORDERED_OWNERS_TKL);
  make(Patterns[2]);
  const Change C = {
      "x[p] = 3 * x[p] + i; y[q] = 5 * y[q] ^ i;", false,
      [](Numbers &A, Numbers &B, uint First, uint Second, uint I) {
        A[First] = 3 * A[First] + I;
        B[Second] = 5 * B[Second] ^ I;
      }};
  Kernel K = makeKernel(C);
  Numbers Both = numbers<cl_uint>(2 * Places, 1000, 3);
  cl_int Status;
  std::shared_ptr<_cl_mem> BothThere(
      clCreateBuffer(Device::get()->Context, CL_MEM_COPY_HOST_PTR,
                     Both.size() * 4, Both.data(), &Status),
      clReleaseMemObject);
  check(Status, "clCreateBuffer");
  std::vector<std::shared_ptr<_cl_mem>> Parts;
  for (size_t I = 0; I < 2; ++I) {
    const cl_buffer_region Part = {I * Places * 4, Places * 4};
    Parts.emplace_back(clCreateSubBuffer(BothThere.get(), 0,
                                         CL_BUFFER_CREATE_TYPE_REGION, &Part,
                                         &Status),
                       clReleaseMemObject);
    check(Status, "clCreateSubBuffer");
  }
  auto RunOnParts = [&] {
    K.setArgs(Parts[0].get(), Parts[1].get(), PThere, QThere, Limit);
    launch(Queue.get(), K, Many);
    Numbers Upper(Both.begin() + Places, Both.end());
    for (uint I = 0; I < Many; ++I)
      if (P[I] < Limit && Q[I] < Limit)
        C.Run(Both, Upper, P[I], Q[I], I);
    std::copy(Upper.begin(), Upper.end(), Both.begin() + Places);
    Numbers Got(Both.size());
    check(clEnqueueReadBuffer(Queue.get(), BothThere.get(), CL_TRUE, 0,
                              Got.size() * 4, Got.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    EXPECT_TRUE(Got == Both);
  };
  for (int Round = 0; Round < 2; ++Round) {
    K.setArgs(XThere, YThere, PThere, QThere, Limit);
    for (int Again = 0; Again < 2; ++Again)
      EXPECT_EQ(run(C, K).executor, cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL));
    RunOnParts();
    RunOnParts();
  }
  // Nor does an order for two buffers suit two parts.
  K.setArgs(XThere, YThere, PThere, QThere, Limit);
  const auto Order = makeOrder(Queue.get(), K, Many);
  K.setArgs(Parts[0].get(), Parts[1].get(), PThere, QThere, Limit);
  const size_t Items = Many;
  EXPECT_EQ(extensionFunction<clEnqueueOrderedNDRangeKernelTKL_fn>(
                "clEnqueueOrderedNDRangeKernelTKL")(
                Queue.get(), K.get(), Order.get(), 1, nullptr, &Items, nullptr,
                0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

/// An order of the application has owners, or levels.
TEST_F(OrderedOwnersTest, Orders) {
  const Change C = {"x[p] = 3 * x[p] + i; x[q] = 5 * x[q] ^ i;", false,
                    Changes[1].Run};
  Kernel K = build(std::string("__kernel __ordered(x) void k(__global uint *x, "
                               "__global const uint *first, __global const "
                               "uint *second) {"
                               "uint i = get_global_id(0), p = first[i], "
                               "q = second[i];") +
                   C.Body + "}")
                 .kernel("k");
  K.setArgs(XThere, PThere, QThere);
  const size_t Items = Many;
  for (const Pattern &Each : {Patterns[0], Patterns[2], Patterns[5]}) {
    SCOPED_TRACE(Each.Name);
    make(Each);
    const auto Order = makeOrder(Queue.get(), K, Items);
    for (int Round = 0; Round < 3; ++Round) {
      const cl_ordered_stats_tkl Stats =
          launch(Queue.get(), K, Items, Order.get());
      for (uint I = 0; I < Many; ++I)
        C.Run(X, Y, P[I], Q[I], I);
      ASSERT_TRUE(XThere.read() == X);
      if (Stats.workers > 1) {
        EXPECT_EQ(Stats.executor, Each.HasOwners
                                      ? cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL)
                                      : cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
      }
    }
  }
}

/// Ranges of several dimensions, and of few work-items.
TEST_F(OrderedOwnersTest, Ranges) {
  const OrderedText T = {
      "x", IndexedParams,
      "uint i = get_global_id(0) - get_global_offset(0) + get_global_size(0) * "
      "(get_global_id(1) - get_global_offset(1) + get_global_size(1) * "
      "get_global_id(2)), p = at[i], q = to[i];"
      "x[p] = 3 * x[p] + i; x[q] = 5 * x[q] ^ i;",
      ""};
  make(Patterns[2]);
  const OrderedCall Call(X, P, Q);
  for (const Range &NDRange :
       {Range(1), Range(63), Range(64), Range(65), Range(Many),
        Range({7, 100}, {}, {3, 5}), Range({300, 600}), Range({10, 20, 30})})
    expectSequential(T, NDRange, Call, Either);
}

/// Several owners may write the same to other memory, and some work-items do nothing
/// else.
TEST_F(OrderedOwnersTest, OtherMemory) {
  Kernel K = build("__kernel __ordered(x) void k(__global uint *x, "
                   "__global uint *z, __global const uint *first, "
                   "__global const uint *second, __global const uint *v, "
                   "uint n) {"
                   "  uint i = get_global_id(0), p = first[i], q = second[i];"
                   "  z[i] = 7 * v[i] ^ p;"
                   "  if (p < n && q < n) {"
                   "    z[i] += q;"
                   "    x[p] = 3 * x[p] + i;"
                   "    x[q] = 5 * x[q] ^ v[i];"
                   "  }"
                   "}")
                 .kernel("k");
  Numbers Z(Many), V = numbers<cl_uint>(Many, 1000, 5);
  Buffer<cl_uint> ZThere{Z}, VThere{V};
  auto Run = [&](cl_order_tkl Order, bool ReadsZ) {
    const cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Many, Order);
    for (uint I = 0; I < Many; ++I) {
      const uint Value = ReadsZ ? Z[I] : V[I];
      Z[I] = 7 * Value ^ P[I];
      if (P[I] < Limit && Q[I] < Limit) {
        Z[I] += Q[I];
        X[P[I]] = 3 * X[P[I]] + I;
        // Here it reads v[i] once more.
        X[Q[I]] = 5 * X[Q[I]] ^ (ReadsZ ? Z[I] : Value);
      }
    }
    EXPECT_TRUE(XThere.read() == X);
    EXPECT_TRUE(ZThere.read() == Z);
    return Stats;
  };
  for (const Pattern &Each : Patterns) {
    SCOPED_TRACE(Each.Name);
    make(Each);
    for (uint I = 0; I < Many; ++I)
      if (I % 30000 < 10000) // Whole parts.
        P[I] = ~0u;
    write(PThere, P);
    std::fill(Z.begin(), Z.end(), 0);
    write(ZThere, Z);
    K.setArgs(XThere, ZThere, PThere, QThere, VThere, Limit);
    for (int Again = 0; Again < 3; ++Again) {
      const cl_ordered_stats_tkl Stats = Run(nullptr, false);
      EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_OWNERS_TKL,
                Each.HasOwners && Stats.workers > 1);
    }
    // Who knows what later commands of an order read?
    const auto Order = makeOrder(Queue.get(), K, Many);
    EXPECT_NE(Run(Order.get(), false).executor,
              cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL));
    // One buffer twice: it reads what it writes.
    K.setArgs(XThere, ZThere, PThere, QThere, ZThere, Limit);
    for (int Again = 0; Again < 3; ++Again)
      EXPECT_NE(Run(nullptr, true).executor,
                cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL));
  }
}

/// A kernel that does more than to update has no owners.
TEST_F(OrderedOwnersTest, WhatHasNoOwners) {
  const auto Owners = makeQueue(0, CL_TASKLET_ORDERED_OWNERS_TKL);
  for (const char *Body :
       {"y[i] += at[i]; x[at[i]] += i;", "y[i] = x[at[i]] += i;",
        "atomic_xchg(y + i, i); x[at[i]] += i;", "x[at[i]] += x[to[i]];",
        "x[at[i]] = printf(\"\");", "atomic_add(x + at[i], i);",
        "uint t = x[at[i]]; if (t & 1) x[to[i]] = t;"}) {
    const OrderedText T = {
        "x", std::string(IndexedParams) + ", __global uint *y",
        std::string("uint i = get_global_id(0);") + Body, ""};
    OrderedCall Call = indexed();
    Call.add(numbers<cl_uint>(Items, 10));
    cl_ordered_stats_tkl Stats = {};
    runOn(Owners.get(), build(orderedSource(T)), "k", Items, Call, &Stats);
    EXPECT_NE(Stats.executor, cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL)) << Body;
    expectSequential(T, Items, Call, Either);
  }
}
