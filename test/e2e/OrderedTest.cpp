//===- OrderedTest.cpp - Ordered kernels do what a loop does --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each kernel runs in every mode, and leaves bit for bit what its work-items
// leave one after the other.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

namespace {

constexpr size_t Items = 6000;

/// Few work-items meet in so much memory.
constexpr unsigned Elements = 20000;

} // namespace

//===----------------------------------------------------------------------===//
// What people need it for
//===----------------------------------------------------------------------===//

static const OrderedText Scatter = {
    "x",
    "__global float *x, __global const int *at, __global const float *v, int n",
    "int i = get_global_id(0); if (i < n) x[at[i]] = x[at[i]] * 0.9f + v[i];",
    ""};

TEST_F(OrderedTest, ScatterAdd) {
  expectSequential(Scatter, Items,
                   OrderedCall(numbers<float>(Elements, 100),
                               numbers(Items, Elements, 2),
                               numbers<float>(Items, 1000, 3), int(Items - 5)));
}

TEST_F(OrderedTest, ScatterWithManyConflicts) {
  expectSequential(Scatter, Items,
                   OrderedCall(numbers<float>(50, 100), numbers(Items, 50, 2),
                               numbers<float>(Items, 1000, 3), int(Items)),
                   Either);
}

TEST_F(OrderedTest, LowerTriangularSolve) {
  std::mt19937 Random(5);
  std::vector<int> Row = {0}, Col;
  std::vector<double> A;
  for (size_t I = 0; I < Items; ++I) {
    for (unsigned Count = I > 4000 ? Random() % 3 : 0; Count; --Count) {
      Col.push_back(Random() % I);
      A.push_back(0.1 * (1 + Random() % 7));
    }
    Col.push_back(I);
    A.push_back(1.5);
    Row.push_back(Col.size());
  }
  OrderedText T = {"x",
                   "__global double *x, __global const int *row, __global "
                   "const int *col, __global const double *a, __global const "
                   "double *b",
                   R"(int i = get_global_id(0);
                      double s = b[i];
                      for (int k = row[i]; k < row[i + 1] - 1; ++k)
                        s -= a[k] * x[col[k]];
                      x[i] = s / a[row[i + 1] - 1];)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(std::vector<double>(Items), Row, Col, A,
                               numbers<double>(Items, 1000)));
}

TEST_F(OrderedTest, GaussSeidelOnAGrid) {
  const size_t N = 200;
  OrderedText T = {"x", "__global float *x, __global const float *b, int n",
                   R"(int i = get_global_id(0), j = get_global_id(1);
                      int at = j * n + i;
                      x[at] = 0.25f * (b[at] + x[at - 1] + x[at + 1] +
                                       x[at - n] + x[at + n]);)",
                   ""};
  expectSequential(T, Range({N - 2, N - 2}, {}, {1, 1}),
                   OrderedCall(numbers<float>(N * N, 100),
                               numbers<float>(N * N, 100, 2), int(N)),
                   Either);
}

TEST_F(OrderedTest, Histogram) {
  OrderedText T = {"bins", "__global uint *bins, __global const uint *v",
                   "++bins[v[get_global_id(0)] % 9000];", ""};
  expectSequential(T, Items,
                   OrderedCall(std::vector<cl_uint>(9000),
                               numbers<cl_uint>(Items, 1u << 31)));
}

TEST_F(OrderedTest, EdgesOfAMesh) {
  OrderedText T = {"f",
                   "__global float *f, __global const int2 *edge, __global "
                   "const float *w",
                   R"(int i = get_global_id(0);
                      int2 e = edge[i];
                      float flux = w[i] * (f[e.x] - f[e.y]) * 0.25f;
                      f[e.x] -= flux; f[e.y] += flux;)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<float>(Elements, 100),
                               numbers(2 * Items, Elements, 2),
                               numbers<float>(Items, 4, 3)));
}

//===----------------------------------------------------------------------===//
// How much they meet
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, EachNeedsTheOneBefore) {
  OrderedText T = {"x", "__global uint *x",
                   "size_t i = get_global_id(0); x[i + 1] += 3 * x[i];", ""};
  // A chain is not worth levels.
  expectSequential(T, Items, OrderedCall(numbers<cl_uint>(Items + 1, 9)),
                   InOrder);
}

TEST_F(OrderedTest, NobodyMeets) {
  OrderedText T = {"x", "__global uint *x",
                   "size_t i = get_global_id(0); x[i] = 3 * x[i] + 1;", ""};
  expectSequential(T, Items, OrderedCall(numbers<cl_uint>(Items, 9)));
}

TEST_F(OrderedTest, AllMeetAtOneElement) {
  OrderedText T = {"x", "__global uint *x, uint at",
                   "x[at] = 3 * x[at] + (uint)get_global_id(0);", ""};
  expectSequential(T, Items, OrderedCall(numbers<cl_uint>(9, 9), cl_uint(4)),
                   Either);
}

TEST_F(OrderedTest, OneWorkItem) {
  OrderedText T = {"x", "__global uint *x", "x[get_global_id(0)] += 5;", ""};
  expectSequential(T, 1, OrderedCall(numbers<cl_uint>(3, 9)));
}

TEST_F(OrderedTest, NoAccessAtAll) {
  OrderedText T = {"x", "__global uint *x, uint n",
                   "if (get_global_id(0) > n) x[get_global_id(0) - n] = 1;",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(9, 9), cl_uint(Items)));
}

TEST_F(OrderedTest, OnlyReads) {
  OrderedText T = {"x", "__global const uint *x, __global uint *y",
                   "size_t i = get_global_id(0); y[i] = x[i / 2];", ""};
  expectSequential(
      T, Items,
      OrderedCall(numbers<cl_uint>(Items, 9), numbers<cl_uint>(Items, 9)));
}

TEST_F(OrderedTest, EmptyRanges) {
  Program P = build(orderedSource(Scatter));
  Program Plain = build("__kernel void k(__global float *x) { *x = 1; }");
  Buffer<float> X(4), V(4);
  Buffer<int> At(4);
  Kernel K = P.kernel("k"), Other = Plain.kernel("k");
  K.setArgs(X, At, V, 4);
  Other.setArgs(X);
  std::vector<float> Before = X.read();
  for (const Mode &M : modes())
    for (std::vector<size_t> Global :
         {std::vector<size_t>{0}, {0, 4}, {4, 0}, {3, 2, 0}}) {
      auto Enqueue = [&](const Kernel &Which) {
        return clEnqueueNDRangeKernel(
            M.Queue.get(), Which.get(), static_cast<cl_uint>(Global.size()),
            nullptr, Global.data(), nullptr, 0, nullptr, nullptr);
      };
      EXPECT_EQ(Enqueue(K), Enqueue(Other)) << M.Name;
      EXPECT_EQ(clFinish(M.Queue.get()), CL_SUCCESS);
    }
  std::vector<float> After = X.read();
  EXPECT_EQ(std::memcmp(Before.data(), After.data(), 16), 0);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static OrderedCall indexed(unsigned Seed = 1) {
  return OrderedCall(numbers<cl_uint>(Elements, 1000, Seed),
                     numbers<cl_uint>(Items, Elements, Seed + 1),
                     numbers<cl_uint>(Items, Elements, Seed + 2));
}
static const char IndexedParams[] =
    "__global uint *x, __global const uint *at, __global const uint *to";

TEST_F(OrderedTest, BranchOnDataThatNobodyWrites) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (at[i] & 1) x[to[i]] = x[at[i]] + 1;
    else if (to[i] & 1) x[at[i]] *= 3;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, BranchOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] & 1) x[to[i]] = x[at[i]] * 3 + 1;
    else x[at[i] / 2] += 5;)",
                   ""};
  expectSequential(T, Items, indexed());
}

/// A variable says what the first branch decided.
TEST_F(OrderedTest, BranchOnWhatABranchDecided) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    int found = 0;
    if (x[at[i]] & 1) { x[at[i]] += 2; found = 1; }
    x[at[i]] ^= 8;
    if (found) x[to[i]] = x[to[i]] * 3 + 1;
    if (!found) x[to[i] / 2] += 7;)",
                   ""};
  for (const char *Options : {"", "-cl-opt-disable"})
    expectSequential(T, Items, indexed(), Inspected, Options);
}

/// The inspector runs the loop, which the kernel leaves out: 2^31 rounds would
/// take too long.
TEST_F(OrderedTest, ALoopThatIsLeftOut) {
  OrderedText T = {"x", "__global uint *x, __global const int *bound", R"(
    uint i = get_global_id(0);
    x[i * 7 % 3000] += i;
    int end = bound[i];
    if (x[i * 3 % 3000] == 0xffffffff)
      for (int k = 0; k < end; ++k)
        x[(i + k) % 3000] += k;)",
                   ""};
  const std::pair<int, Inspection> Cases[] = {
      {0, Inspected}, {3, Inspected}, {INT32_MAX, InOrder}};
  for (const auto &[Rounds, Wanted] : Cases) {
    SCOPED_TRACE(Rounds);
    std::vector<cl_int> Bounds(5000);
    Bounds[4500] = Rounds;
    expectSequential(T, Range(5000),
                     OrderedCall(numbers<cl_uint>(3000, 99), Bounds), Wanted);
  }
}

TEST_F(OrderedTest, NestedBranchesOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint a = x[at[i]], b = x[to[i]];
    if (a & 1) {
      if (b & 1) x[at[i]] = b * 3;
      else { x[to[i]] = a; if (a & 2) x[at[i] / 3] += 1; }
    } else if (a & 4) {
      x[to[i] / 3] ^= a;
    })",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, ReturnOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] % 3 == 0) return;
    x[to[i]] += x[at[i]] * 5;
    if (x[to[i]] & 1) return;
    x[at[i]] += 1;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, SwitchOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    switch (x[at[i]] % 5) {
    case 0: x[to[i]] += 1; break;
    case 1: x[to[i] / 2] += 1;
    case 2: x[at[i]] = 7; break;
    case 3: return;
    default: x[to[i] / 4] ^= 9;
    }
    x[at[i] / 2] += 3;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

TEST_F(OrderedTest, SwitchOnDataThatNobodyWrites) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    switch (at[i] % 5) {
    case 0: x[to[i]] += 1; break;
    case 1: x[to[i] / 2] += 1;
    case 2: x[at[i]] = 7; break;
    case 3: return;
    default: x[to[i] / 4] ^= 9;
    }
    x[at[i] / 2] += 3;)",
                   ""};
  expectSequential(T, Items, indexed());
}

/// What the untaken side would divide by, or read, is not there.
TEST_F(OrderedTest, SidesThatMustNotFault) {
  OrderedText T = {"x", std::string(IndexedParams) + ", uint n", R"(
    uint i = get_global_id(0);
    uint far = at[i] * 40;             // mostly beyond the end of `to`
    uint zero = at[i] & 3;
    if (far < n && (x[at[i]] & 1)) x[to[far]] += 3;
    if (zero != 0 && (x[at[i]] & 2)) x[to[i] / zero] += 5;
    int minus = (int)zero - 1;
    if (minus != -1 && minus != 0 && (x[at[i]] & 4))
      x[(int)to[i] / minus + 1] ^= 5;)",
                   ""};
  OrderedCall Call = indexed();
  Call.add(cl_uint(Items));
  expectSequential(T, Items, Call);
}

TEST_F(OrderedTest, LoopsWithBreakAndContinue) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    for (uint k = 0; k < at[i] % 7; ++k) {
      if (k == to[i] % 5) continue;
      if (k * 3 > to[i] % 11) break;
      for (uint l = 0; l <= k % 2; ++l)
        x[(at[i] + k * 7 + l) % 20000] += k + 1;
    }
    uint k = at[i] % 3;
    do { x[(to[i] + k) % 20000] ^= k; } while (k--);)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

TEST_F(OrderedTest, LoopInsideABranchOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] & 1)
      for (uint k = 0; k < to[i] % 4; ++k)
        x[(to[i] + k) % 20000] += k;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

// For odd i these loops would never end. The kernel does not run them.
TEST_F(OrderedTest, LoopsWithoutAnEndThatAreNotRun) {
  OrderedText T = {"x", IndexedParams, R"(
    uint i = get_global_id(0), odd = i & 1;
    uint from = at[i] % 19980;
    int last = to[i] % 7 * 2 + odd;
    if ((x[at[i]] & 1) > odd)
      for (int k = 0; k != last; k += 2)
        x[(to[i] + k) % 20000] += k;
    if ((x[to[i]] & 1) > odd)
      for (__global uint *p = x + from; p != x + from + last; p += 2)
        *p ^= i;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, LoopThatDataThatIsWrittenEnds) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    for (uint k = at[i]; k < 20000 && (x[k] & 1); ++k) x[k] += 3;)",
                   ""};
  expectSequential(T, Items, indexed(), InOrder);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, IndexesThroughTwoAndThreeLevels) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    x[to[at[i] % 6000]] += 1;
    x[at[to[at[i] % 6000] % 6000]] *= 3;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, SeveralArrays) {
  OrderedText T = {"a, b, c",
                   "__global uint *a, __global uint *b, __global uint *c, "
                   "__global const uint *at",
                   R"(size_t i = get_global_id(0);
                      a[at[i]] += b[at[i] / 2];
                      b[at[i] / 3] = c[i] + 1;
                      c[at[i] % 6000] ^= a[i];)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)),
                   Either);
}

TEST_F(OrderedTest, WithoutAList) {
  OrderedText T = {"",
                   "__global uint *a, __global uint *b, __global const uint "
                   "*at",
                   R"(size_t i = get_global_id(0);
                      a[at[i]] += b[i];
                      b[at[i] / 2] = i;)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)));
}

/// The address depends on memory that the kernel writes.
TEST_F(OrderedTest, WhatCannotBeInspected) {
  OrderedText T = {"x", "__global uint *x",
                   "size_t i = get_global_id(0); x[x[i] % 6000] += i;", ""};
  expectSequential(T, Items, OrderedCall(numbers<cl_uint>(Items, Items)),
                   InOrder);
}

TEST_F(OrderedTest, PointerThatIsChosen) {
  OrderedText T = {"x, y",
                   "__global uint *x, __global uint *y, __global const "
                   "uint *at",
                   R"(size_t i = get_global_id(0);
                      __global uint *p = at[i] & 1 ? x : y;
                      p[at[i]] = p[at[i]] * 3 + i;)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)),
                   Either);
}

/// Which of the two it is, memory that is written decides.
TEST_F(OrderedTest, PointerThatWrittenDataChooses) {
  OrderedText T = {"x, y",
                   "__global uint *x, __global uint *y, __global const "
                   "uint *at",
                   R"(size_t i = get_global_id(0);
                      __global uint *p = x[at[i]] & 1 ? x : y;
                      p[at[i] / 2] = p[at[i] / 2] * 3 + i;)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)),
                   Either);
}

TEST_F(OrderedTest, ScratchMemory) {
  OrderedText T = {"x",
                   "__global uint *x, __global uint *tmp, __global const uint "
                   "*at",
                   R"(size_t i = get_global_id(0);
                      for (int k = 0; k < 4; ++k) tmp[i * 4 + k] = at[i] + k;
                      for (int k = 0; k < 4; ++k)
                        x[tmp[i * 4 + k] % 20000] += k + x[at[i]];)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(4 * Items, 99),
                               numbers<cl_uint>(Items, Elements)),
                   Either);
}

TEST_F(OrderedTest, PrivateArraysDecideAddresses) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint list[5];
    for (uint k = 0; k < 5; ++k) list[k] = at[(i + k) % 6000];
    list[to[i] % 5] = to[i];
    for (uint k = 0; k < 3; ++k) x[list[(k + at[i]) % 5]] += k;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

TEST_F(OrderedTest, PrivateArraysThatWrittenDataDecide) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint list[2] = {at[i], to[i]};
    if (x[at[i]] & 1) list[1] = list[0] / 2;
    x[list[0]] += 1;
    x[list[1]] += 3;)",
                   ""};
  for (const char *Options : {"", "-cl-opt-disable"})
    expectSequential(T, Items, indexed(), Either, Options);
}

TEST_F(OrderedTest, ConstantMemoryDecides) {
  OrderedText T = {"x", "__global uint *x, __constant uint *at", R"(
    size_t i = get_global_id(0);
    x[at[i % 100] + table[i & 3] + i / 8] += i;)",
                   "__constant uint table[4] = {0, 7, 2, 100};"};
  expectSequential(
      T, Items,
      OrderedCall(numbers<cl_uint>(Elements, 99), numbers<cl_uint>(100, Items)),
      Either);
}

//===----------------------------------------------------------------------===//
// Ranges and work-item functions
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, RangesOfTwoAndThreeDimensions) {
  OrderedText T = {"x", "__global uint *x", R"(
    uint i = get_global_id(0) + 40 * get_global_id(1) + 1500 * get_global_id(2);
    uint n = get_global_id(0) - get_global_offset(0) +
             get_global_size(0) * (get_global_id(1) - get_global_offset(1));
    x[i * 7 % 50000] = x[i * 3 % 50000] * 5 + n + get_work_dim();)",
                   ""};
  for (const Range &R :
       {Range({6000}, {}, {17}), Range({40, 100}), Range({40, 100}, {}, {3, 9}),
        Range({20, 30, 10}, {4, 2, 1}, {1, 2, 3}),
        Range({20, 30, 10}, {}, {0, 0, 5}), Range({1, 1, 3000}),
        Range({1, 5000, 1})})
    expectSequential(T, R, OrderedCall(numbers<cl_uint>(50000, 99)), Either);
}

/// An id of 32 bits wraps where the conversion says so; the whole one does not.
TEST_F(OrderedTest, IdsThatAnIntCannotHold) {
  OrderedText T = {"x", "__global uint *x, __global long *y", R"(
    size_t g = get_global_id(0) - get_global_offset(0);
    uint low = get_global_id(0);
    int next = 5 * (get_global_id(0) + 1);
    x[g] = low + x[low % 100];
    y[g] = next + (get_global_id(0) >> 3);)",
                   ""};
  for (size_t Offset : {size_t(0), (size_t(1) << 31) - 150,
                        (size_t(1) << 32) - 150, size_t(3) << 33}) {
    SCOPED_TRACE(Offset);
    expectSequential(
        T, Range({300}, {}, {Offset}),
        OrderedCall(numbers<cl_uint>(300, 99), std::vector<cl_long>(300)));
  }
}

/// As in a plain command with the same range.
TEST_F(OrderedTest, WorkItemFunctions) {
  const char *Body = R"(
    size_t g = get_global_id(0) - get_global_offset(0) +
        get_global_size(0) * (get_global_id(1) - get_global_offset(1) +
        get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
    __global ulong *o = out + g * 32;
    for (uint d = 0; d < 3; ++d) {
      o[d] = get_global_id(d); o[4 + d] = get_local_id(d);
      o[8 + d] = get_group_id(d); o[12 + d] = get_global_size(d);
      o[16 + d] = get_local_size(d); o[20 + d] = get_num_groups(d);
      o[24 + d] = get_global_offset(d);
    }
    o[28] = get_work_dim();
    o[29] = helper(1);
  })";
  const std::string Helper =
      "ulong helper(uint d) { return get_global_id(d) * 100 + get_local_id(d); "
      "}\n";
  Program Ordered = build(
      Helper + "__kernel __ordered(out) void k(__global ulong *out) {" + Body);
  Program Plain =
      build(Helper + "__kernel void k(__global ulong *out) {" + Body);
  for (const Range &R :
       {Range({32}, {4}), Range({32}, {8}, {5}), Range({12, 6}, {3, 2}),
        Range({12, 6}, {3, 2}, {1, 7}), Range({4, 6, 8}, {2, 3, 4}),
        Range({4, 6, 8}, {2, 3, 4}, {7, 8, 9}), Range({5, 1, 3}, {1, 1, 1})}) {
    size_t Count = 1;
    for (size_t Each : R.Global)
      Count *= Each;
    OrderedCall Call(std::vector<cl_ulong>(32 * Count));
    std::vector<Bytes> Expected =
        runOn(Device::get()->Queue, Plain, "k", R, Call);
    for (const Mode &M : modes()) {
      std::vector<Bytes> Got = runOn(M.Queue.get(), Ordered, "k", R, Call);
      const auto *There = reinterpret_cast<const cl_ulong *>(Got[0].data());
      const auto *Wanted =
          reinterpret_cast<const cl_ulong *>(Expected[0].data());
      for (size_t I = 0; I < 32 * Count; ++I)
        ASSERT_EQ(There[I], Wanted[I])
            << M.Name << ", " << R.Global.size() << " dimensions, number "
            << I % 32 << " of work-item " << I / 32;
    }
  }
}

TEST_F(OrderedTest, LinearIds) {
  const char *Body = R"({
    size_t g = get_global_linear_id();
    out[2 * g] = get_local_linear_id();
    out[2 * g + 1] = get_enqueued_local_size(0) * 10 +
                     get_enqueued_local_size(1);
  })";
  Program Ordered = build(
      std::string("__kernel __ordered(out) void k(__global ulong *out)") + Body,
      "-cl-std=CL3.0");
  Program Plain =
      build(std::string("__kernel void k(__global ulong *out)") + Body,
            "-cl-std=CL3.0");
  const Range R({12, 6, 2}, {3, 2, 2}, {1, 2, 3});
  OrderedCall Call(std::vector<cl_ulong>(2 * 144));
  std::vector<Bytes> Expected =
      runOn(Device::get()->Queue, Plain, "k", R, Call);
  for (const Mode &M : modes())
    EXPECT_EQ(runOn(M.Queue.get(), Ordered, "k", R, Call), Expected) << M.Name;
}

TEST_F(OrderedTest, RequiredWorkGroupSize) {
  Program P = build(R"(
    __attribute__((reqd_work_group_size(4, 2, 1)))
    __kernel __ordered(x) void k(__global uint *x) {
      x[get_global_id(0) + 8 * get_global_id(1)] =
          get_local_id(0) + 10 * get_local_id(1) + 100 * get_group_id(0);
    })");
  OrderedCall Call(std::vector<cl_uint>(32));
  for (const Mode &M : modes())
    for (std::vector<size_t> Local : {std::vector<size_t>{}, {4, 2}}) {
      std::vector<Bytes> Got =
          runOn(M.Queue.get(), P, "k", Range({8, 4}, Local), Call);
      const auto *X = reinterpret_cast<const cl_uint *>(Got[0].data());
      for (unsigned I = 0; I < 32; ++I)
        EXPECT_EQ(X[I], I % 4 + 10 * (I / 8 % 2) + 100 * (I % 8 / 4));
    }
  Kernel K = P.kernel("k");
  Buffer<cl_uint> X(32);
  K.setArgs(X);
  size_t Global[] = {8, 4}, Local[] = {2, 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 2, nullptr,
                                   Global, Local, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, ElementTypes) {
  for (const char *Type : {"char", "uchar", "short", "ushort", "int", "uint",
                           "long", "ulong", "float", "double"}) {
    SCOPED_TRACE(Type);
    OrderedText T = {"x",
                     "__global TYPE *x, __global const uint *at, __global "
                     "const uint *to",
                     R"(size_t i = get_global_id(0);
                        x[at[i]] = (TYPE)(x[to[i]] / 2 + i % 50);)",
                     std::string("typedef ") + Type + " TYPE;"};
    OrderedCall Call;
    std::string Name = Type;
    if (Name == "float")
      Call.add(numbers<float>(Elements, 99));
    else if (Name == "double")
      Call.add(numbers<double>(Elements, 99));
    else
      Call.add(numbers<cl_long>(Elements, 0x3f));
    Call.add(numbers<cl_uint>(Items, Elements, 2));
    Call.add(numbers<cl_uint>(Items, Elements, 3));
    expectSequential(T, Items, Call);
  }
}

TEST_F(OrderedTest, VectorsOfAllWidths) {
  for (const char *Type : {"char2", "int2", "float3", "uint3", "short4",
                           "float4", "ushort8", "int8", "uchar16", "float16"}) {
    SCOPED_TRACE(Type);
    OrderedText T = {"x",
                     "__global TYPE *x, __global const uint *at, __global "
                     "const uint *to",
                     R"(size_t i = get_global_id(0);
                        x[at[i]] += x[to[i]] + (TYPE)3;
                        x[to[i]].s1 = i % 100;)",
                     std::string("typedef ") + Type + " TYPE;"};
    std::vector<float> Content = numbers<float>(Elements * 16, 10);
    // The fourth lane of three is nobody's.
    bool Three = std::string(Type).back() == '3';
    if (Three)
      for (size_t I = 3; I < Content.size(); I += 4)
        Content[I] = 0;
    OrderedCall Call(Content, numbers<cl_uint>(Items, Elements, 2),
                     numbers<cl_uint>(Items, Elements, 3));
    if (Three)
      T.Body = R"(size_t i = get_global_id(0);
                  x[at[i]].s0 += x[to[i]].s2;
                  x[to[i]].s1 = i % 100;)";
    expectSequential(T, Items, Call);
  }
}

TEST_F(OrderedTest, VectorLoadsAndStores) {
  for (const char *Width : {"2", "3", "4", "8", "16"})
    for (const char *Type : {"uchar", "uint", "double"}) {
      SCOPED_TRACE(std::string(Type) + Width);
      std::string W = Width, Vector = Type + W;
      OrderedText T = {"x",
                       std::string("__global ") + Type +
                           " *x, __global const uint *at, __global const uint "
                           "*to",
                       "size_t i = get_global_id(0);" + Vector + " v = vload" +
                           W + "(at[i], x); vstore" + W + "(v + (" + Vector +
                           ")3, to[i], x + 5);",
                       ""};
      OrderedCall Call;
      if (std::string(Type) == "double")
        Call.add(numbers<double>(Elements * 16 + 32, 99));
      else
        Call.add(numbers<cl_uint>(Elements * 16 + 32, 99));
      Call.add(numbers<cl_uint>(Items, Elements, 2));
      Call.add(numbers<cl_uint>(Items, Elements, 3));
      expectSequential(T, Items, Call);
    }
}

TEST_F(OrderedTest, HalfLoadsAndStores) {
  OrderedText T = {"x",
                   "__global half *x, __global const uint *at, __global const "
                   "uint *to",
                   R"(size_t i = get_global_id(0);
                      vstore_half(vload_half(at[i], x) * 0.5f + 1.0f, to[i], x);
                      vstore_half2(vload_half2(to[i] / 2, x) + 1.0f, at[i] / 2,
                                   x);)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(std::vector<cl_ushort>(Elements),
                               numbers<cl_uint>(Items, Elements, 2),
                               numbers<cl_uint>(Items, Elements, 3)));
}

/// A float4 covers four floats.
TEST_F(OrderedTest, AccessesOfSeveralSizes) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    __global uint4 *wide = (__global uint4 *)x;
    __global uchar *narrow = (__global uchar *)x;
    wide[at[i] / 4] += 3;
    x[to[i]] ^= 5;
    narrow[at[i] + to[i]] += 1;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

TEST_F(OrderedTest, Structures) {
  OrderedText T = {"x",
                   "__global struct cell *x, __global const uint *at, __global "
                   "const uint *to",
                   R"(size_t i = get_global_id(0);
                      x[at[i]] = x[to[i]];
                      x[to[i]].count += x[at[i]].part[1];
                      x[at[i]].part[i & 1] = i;)",
                   "struct cell { uint count, part[2]; ushort a, b; };"};
  expectSequential(T, Items,
                   OrderedCall(numbers<cl_uint>(4 * Elements, 1000),
                               numbers<cl_uint>(Items, Elements, 2),
                               numbers<cl_uint>(Items, Elements, 3)));
}

TEST_F(OrderedTest, StructArgumentThatTheKernelChanges) {
  struct {
    cl_uint Step, Part[2];
  } Argument = {3, {5, 7}};
  OrderedText T = {"x", std::string(IndexedParams) + ", struct how how", R"(
    size_t i = get_global_id(0);
    how.step += at[i] & 3;
    how.part[i & 1] *= 3;
    x[(at[i] + how.step) % 20000] += how.part[0] + 10 * how.part[1];)",
                   "struct how { uint step, part[2]; };"};
  OrderedCall Call = indexed();
  Call.add(Argument);
  for (const char *Options : {"", "-cl-opt-disable"})
    expectSequential(T, Items, Call, Inspected, Options);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, HelperFunctions) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    add(x, place(at, i), to[i]);
    if (early(x, to[i])) x[at[i]] = 9;)",
                   R"(
    uint place(__global const uint *at, size_t i) { return at[i] ^ 1; }
    __attribute__((noinline)) void add(__global uint *x, uint at, uint v) {
      if (v & 1) return;
      for (uint k = 0; k < 3; ++k) {
        if (k == v % 3) continue;
        x[at] = x[at] * 3 + k;
      }
    }
    int early(__global uint *x, uint at) {
      if (x[at] & 1) return 1;
      x[at] += 1;
      return x[at] & 2;
    })"};
  for (const char *Options : {"", "-cl-opt-disable"})
    expectSequential(T, Items, indexed(), Inspected, Options);
}

TEST_F(OrderedTest, Atomics) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint old = atomic_add(&x[at[i]], to[i]);
    atomic_xchg(&x[to[i]], old);
    atomic_cmpxchg(x + at[i] / 2, old, 7);
    x[to[i] / 2] += atomic_inc(x + at[i]) ^ atomic_max(x + to[i], 400);)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTest, BuiltinsWithPointers) {
  OrderedText T = {"x, y",
                   "__global float *x, __global int *y, __global const uint "
                   "*at",
                   R"(size_t i = get_global_id(0);
                      float whole;
                      float part = fract(x[at[i]] * 0.7f, &whole);
                      x[at[i] / 2] = part + whole;
                      x[i] = frexp(x[at[i]] + 1.0f, &y[at[i]]);)",
                   ""};
  expectSequential(T, Items,
                   OrderedCall(numbers<float>(Elements, 99),
                               numbers<cl_int>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)),
                   Either);
}

TEST_F(OrderedTest, Printf) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] == 123456789) printf("%u\n", x[at[i]]);
    if (i == 5) printf("five\n");
    x[to[i]] += x[at[i]];)",
                   ""};
  expectSequential(T, Items, indexed());
}

//===----------------------------------------------------------------------===//
// Ways to build
//===----------------------------------------------------------------------===//

TEST_F(OrderedTest, WithoutOptimisation) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint from = at[i], sum = 0;
    for (uint k = 0; k < 3; ++k) {
      if (x[(from + k) % 20000] & 1) sum += k;
      else x[(from + k) % 20000] += sum + 1;
    }
    x[to[i]] = sum;)",
                   ""};
  expectSequential(T, Items, indexed(), Inspected, "-cl-opt-disable");
}

/// All kinds of kernels in one program.
TEST_F(OrderedTest, BesidePlainKernelsAndTasksAndEverywhere) {
  Program P = build(orderedSource(Scatter) + FibTask + R"(
    __kernel void plain(__global float *x) { x[get_global_id(0)] += 1; }
    __kernel void tasks(__global int *o, int n) {
      int a;
      a <- fib(n);
      force (a) { *o = a; }
    }
    __kernel __ordered(x) void second(__global int *x) {
      x[get_global_id(0) / 2] = 3 * x[get_global_id(0) / 2] + get_global_id(0);
    })");
  expectSequential(P, Scatter, Items,
                   OrderedCall(numbers<float>(Elements, 100),
                               numbers(Items, Elements, 2),
                               numbers<float>(Items, 1000, 3), int(Items)));
  Buffer<int> Out(1);
  run(P, "tasks", 1, Out, 15);
  EXPECT_EQ(Out.read()[0], 610);
  Buffer<float> X(std::vector<float>(10, 2.0f));
  run(P, "plain", 10, X);
  expectEach(X, [](int) { return 3; });
  Buffer<int> Y(std::vector<int>{0, 0});
  run(P, "second", 4, Y);
  EXPECT_EQ(Y.read(), (std::vector<int>{1, 9}));
}
