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
