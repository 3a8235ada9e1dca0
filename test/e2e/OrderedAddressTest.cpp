//===- OrderedAddressTest.cpp - Where ordered kernels access memory -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each kernel runs in every mode, and leaves bit for bit what its work-items
// leave one after the other.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

using OrderedAddressTest = OrderedTest;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST_F(OrderedAddressTest, IndexesThroughTwoAndThreeLevels) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    x[to[at[i] % 6000]] += 1;
    x[at[to[at[i] % 6000] % 6000]] *= 3;)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedAddressTest, SeveralArrays) {
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

TEST_F(OrderedAddressTest, WithoutAList) {
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
TEST_F(OrderedAddressTest, WhatCannotBeInspected) {
  OrderedText T = {"x", "__global uint *x",
                   "size_t i = get_global_id(0); x[x[i] % 6000] += i;", ""};
  expectSequential(T, Items, OrderedCall(numbers<cl_uint>(Items, Items)),
                   InOrder);
}

TEST_F(OrderedAddressTest, PointerThatIsChosen) {
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
TEST_F(OrderedAddressTest, PointerThatWrittenDataChooses) {
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

TEST_F(OrderedAddressTest, ScratchMemory) {
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

TEST_F(OrderedAddressTest, PrivateArraysDecideAddresses) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint list[5];
    for (uint k = 0; k < 5; ++k) list[k] = at[(i + k) % 6000];
    list[to[i] % 5] = to[i];
    for (uint k = 0; k < 3; ++k) x[list[(k + at[i]) % 5]] += k;)",
                   ""};
  expectSequential(T, Items, indexed(), Either);
}

TEST_F(OrderedAddressTest, PrivateArraysThatWrittenDataDecide) {
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

TEST_F(OrderedAddressTest, ConstantMemoryDecides) {
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

TEST_F(OrderedAddressTest, RangesOfTwoAndThreeDimensions) {
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
TEST_F(OrderedAddressTest, IdsThatAnIntCannotHold) {
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
TEST_F(OrderedAddressTest, WorkItemFunctions) {
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

TEST_F(OrderedAddressTest, LinearIds) {
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

TEST_F(OrderedAddressTest, RequiredWorkGroupSize) {
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
