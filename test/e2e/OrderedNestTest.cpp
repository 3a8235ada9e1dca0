//===- OrderedNestTest.cpp - Ordered kernels with loops -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Work-items that do not conflict may go through the loops of a kernel side by side
// (passes/loops/InterchangeLoops.h), in strips. Each must do what it does alone, to
// the last bit, for ranges at the ends of strips, and for any number of rounds.
// test/passes/interchange-loops/report.cl shows that these kernels do so.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

namespace {

class OrderedNestTest : public OrderedTest {
protected:
  static constexpr cl_int Side = 300;

  /// With so many work-items in a row, and these rounds.
  static void expectAll(const OrderedText &T) {
    const Program P = build(orderedSource(T));
    for (size_t Width : {1, 64, 131, 299})
      for (cl_int Rounds : {0, 1, 7}) {
        SCOPED_TRACE(T.Body + std::to_string(Width) + " " +
                     std::to_string(Rounds));
        OrderedCall Call(numbers<cl_float>(Side * Side, 1000, 3),
                         numbers<cl_float>(Side * Side, 1000, 4),
                         numbers<cl_int>(Side * Side, 1000, 5), Side, Rounds);
        expectSequential(P, T, Range({Width, 2}, {}, {Width == 1, 2}), Call,
                         Either);
      }
  }
  static constexpr char Params[] =
      "__global float *x, __global const float *y, __global const int *z, "
      "int n, int m";
};

} // namespace

/// What the last round began with is needed as well.
TEST_F(OrderedNestTest, Products) {
  expectAll({"x", Params,
             R"(int i = get_global_id(0), j = get_global_id(1);
  if (i >= n || j >= n) return;
  float s = x[j * n + i], before = 0;
  for (int k = 0; k < m; ++k) {
    before = s;
    s = fma(y[j * n + k], y[k * n + i], s);
  }
  x[j * n + i] = s + 3 * before;)",
             ""});
}

/// Numbers change places; there is a loop in a loop, and a branch in that.
TEST_F(OrderedNestTest, LoopsAndBranches) {
  expectAll(
      {"x", Params,
       R"(size_t w = n, i = get_global_id(0), at = get_global_id(1) * w + i;
  float s = x[at], t = 1;
  bool isLow = s < 400;
  for (size_t k = 0; k < m; ++k) {
    float u = s + y[k * w + i];
    s = t;
    t = u;
  }
  double d = t;
  for (size_t k = 0; k < m; ++k) {
    for (size_t l = 0; l <= k; ++l)
      if (isLow || y[l * w + i] > 500)
        d = 1.5 * d + z[l];
      else
        d -= k;
    t += (float)d * s;
  }
  x[at] = t;)",
       ""});
}

/// Narrow numbers, and elements of its own that each work-item writes in a loop.
TEST_F(OrderedNestTest, Columns) {
  expectAll({"x", Params,
             R"(size_t i = get_global_id(0), first = 20 * get_global_id(1);
  ushort s = i;
  char c = 3;
  for (int k = 0; k < m; ++k) {
    s = s * 3 + z[k * n + i];
    c ^= s;
    x[(first + k) * n + i] = x[(first + k) * n + i] + s + c;
  }
  x[(first + 19) * n + i] += s;)",
             ""});
}

/// Loops that a work-item may leave, with its own number of rounds, or in strides.
TEST_F(OrderedNestTest, OfItsOwn) {
  expectAll({"x", Params,
             R"(int i = get_global_id(0), j = get_global_id(1);
  float s = 0, t = 0;
  for (int k = 0; k < m; ++k) {
    if (z[k * n + i] < 100) break;
    s += y[k * n + i];
  }
  for (int k = 0; k < i % 5; ++k)
    s *= y[k * n + i];
  for (int k = 0; k < m; ++k) {
    s += t * y[i * n + k];
    t = s;
  }
  x[j * n + i] = s;)",
             ""});
}
