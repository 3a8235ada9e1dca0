//===- OrderedTypesTest.cpp - What ordered kernels access -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each kernel runs in every mode, and leaves bit for bit what its work-items
// leave one after the other.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

using OrderedTypesTest = OrderedTest;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(OrderedTypesTest, ElementTypes) {
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

TEST_F(OrderedTypesTest, VectorsOfAllWidths) {
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

TEST_F(OrderedTypesTest, VectorLoadsAndStores) {
  const struct {
    const char *Type, *Width;
  } Cases[] = {{"uchar", "2"},  {"double", "2"}, {"uint", "3"},
               {"double", "4"}, {"uchar", "8"},  {"uint", "8"},
               {"uchar", "16"}, {"double", "16"}};
  for (const auto &[Type, Width] : Cases) {
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

TEST_F(OrderedTypesTest, HalfLoadsAndStores) {
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
TEST_F(OrderedTypesTest, AccessesOfSeveralSizes) {
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

TEST_F(OrderedTypesTest, Structures) {
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

TEST_F(OrderedTypesTest, StructArgumentThatTheKernelChanges) {
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

TEST_F(OrderedTypesTest, HelperFunctions) {
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

TEST_F(OrderedTypesTest, Atomics) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    uint old = atomic_add(&x[at[i]], to[i]);
    atomic_xchg(&x[to[i]], old);
    atomic_cmpxchg(x + at[i] / 2, old, 7);
    x[to[i] / 2] += atomic_inc(x + at[i]) ^ atomic_max(x + to[i], 400);)",
                   ""};
  expectSequential(T, Items, indexed());
}

TEST_F(OrderedTypesTest, BuiltinsWithPointers) {
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

TEST_F(OrderedTypesTest, Printf) {
  OrderedText T = {"x", IndexedParams, R"(
    size_t i = get_global_id(0);
    if (x[at[i]] == 123456789) printf("%u\n", x[at[i]]);
    if (i == 5) printf("five\n");
    x[to[i]] += x[at[i]];)",
                   ""};
  expectSequential(T, Items, indexed());
}
