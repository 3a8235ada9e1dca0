//===- OrderedControlTest.cpp - Ordered kernels with branches and loops ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each kernel runs in every mode, and leaves bit for bit what its work-items
// leave one after the other.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

using OrderedControlTest = OrderedTest;

TEST_F(OrderedControlTest, BranchOnDataThatNobodyWrites) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (at[i] & 1) x[to[i]] = x[at[i]] + 1;
    else if (to[i] & 1) x[at[i]] *= 3;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedControlTest, BranchOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] & 1) x[to[i]] = x[at[i]] * 3 + 1;
    else x[at[i] / 2] += 5;)",
                   ""};
  expectSequential(T, Items, indexed());
}

/// A variable says what the first branch decided.
TEST_F(OrderedControlTest, BranchOnWhatABranchDecided) {
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
TEST_F(OrderedControlTest, ALoopThatIsLeftOut) {
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

TEST_F(OrderedControlTest, NestedBranchesOnDataThatIsWritten) {
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

TEST_F(OrderedControlTest, ReturnOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] % 3 == 0) return;
    x[to[i]] += x[at[i]] * 5;
    if (x[to[i]] & 1) return;
    x[at[i]] += 1;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedControlTest, SwitchOnDataThatIsWritten) {
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

TEST_F(OrderedControlTest, SwitchOnDataThatNobodyWrites) {
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
TEST_F(OrderedControlTest, SidesThatMustNotFault) {
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

TEST_F(OrderedControlTest, LoopsWithBreakAndContinue) {
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

TEST_F(OrderedControlTest, LoopInsideABranchOnDataThatIsWritten) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] & 1)
      for (uint k = 0; k < to[i] % 4; ++k)
        x[(to[i] + k) % 20000] += k;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

// For odd i these loops would never end. The kernel does not run them.
TEST_F(OrderedControlTest, LoopsWithoutAnEndThatAreNotRun) {
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

TEST_F(OrderedControlTest, LoopThatDataThatIsWrittenEnds) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    for (uint k = at[i]; k < 20000 && (x[k] & 1); ++k) x[k] += 3;)",
                   ""};
  expectSequential(T, Items, indexed(), InOrder);
}
