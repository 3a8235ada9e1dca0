//===- OrderedDependenceTest.cpp - Kernels whose addresses tell -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where the addresses of a kernel show that no work-items conflict, it needs no
// inspector; that of `levels` must find no conflict either.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

namespace {

class OrderedDependenceTest : public OrderedTest {
protected:
  enum Dependence { None, Some };

  static std::shared_ptr<_cl_command_queue> queue(cl_uint Mode) {
    return makeQueue(0, Mode, /*Workers=*/2);
  }

  static Dependence shownBy(const cl_ordered_stats_tkl &Stats) {
    return Stats.executor == CL_TASKLET_ORDERED_LEVELS_TKL &&
                   Stats.passes == 0 && !Stats.reused
               ? None
               : Some;
  }

  /// \p Wanted: what the addresses tell.
  static void expect(Dependence Wanted, const OrderedText &T,
                     const Range &NDRange, const OrderedCall &Call) {
    SCOPED_TRACE(T.Params + " {" + T.Body + "}");
    expectSequential(T, NDRange, Call, Either);
    Program P = build(orderedSource(T));
    cl_ordered_stats_tkl Chosen = {}, Found = {};
    runOn(queue(CL_TASKLET_ORDERED_AUTO_TKL).get(), P, "k", NDRange, Call,
          &Chosen);
    runOn(queue(CL_TASKLET_ORDERED_LEVELS_TKL).get(), P, "k", NDRange, Call,
          &Found);
    EXPECT_EQ(shownBy(Chosen), Wanted)
        << "executor " << Chosen.executor << ", " << Chosen.analysis_size;
    if (Wanted == None) {
      EXPECT_EQ(Found.conflicts, 0u);
      EXPECT_EQ(Found.levels, 1u);
      EXPECT_EQ(Chosen.analysis_size, 0u);
      EXPECT_EQ(Chosen.inspect_time, 0u);
      EXPECT_EQ(Chosen.levels, 1u);
      EXPECT_EQ(Chosen.widest, Chosen.work_items);
    }
  }

  /// The same of kernels that have only `x`, of many numbers, and `n`.
  static void expectOf(Dependence Wanted, const std::string &Body, cl_int N,
                       const Range &NDRange = Range({Number}, {})) {
    expect(Wanted, {"x", "__global uint *x, int n", Body, ""}, NDRange,
           OrderedCall(numbers<cl_uint>(Many, 1000), N));
  }

  static constexpr size_t Number = 5000, Many = 200000;
};

} // namespace

TEST_F(OrderedDependenceTest, OwnElements) {
  expectOf(None, "x[get_global_id(0)] += 3;", 0);
  expectOf(None, "int i = get_global_id(0); if (i < n) x[i] = 3 * x[i] + i;",
           4321);
  expectOf(None, "uint i = get_global_id(0); x[2 * i] = x[2 * i + 1];", 0);
  expectOf(None, "int i = get_global_id(0); x[n - i] += i;", Number);
  expectOf(None, "short i = get_global_id(0); x[i * 3 + 1] += i;", 0);
  expectOf(None, "long i = get_global_id(0); x[i * n] = i;", 7);
  expectOf(None, "atomic_add(&x[get_global_id(0) + 5], 2);", 0);
  expectOf(None, "uint i = get_global_id(0); vstore3(vload3(i, x) * 3, i, x);",
           0);
  expectOf(None, "uint i = get_global_id(0); if (x[i] & 1) x[i] = 5;", 0);
}

TEST_F(OrderedDependenceTest, ElementsOfOthers) {
  expectOf(Some, "size_t i = get_global_id(0); x[i + 1] = 3 * x[i] + 1;", 0);
  expectOf(Some, "size_t i = get_global_id(0); x[i] = 3 * x[i + 1] + 1;", 0);
  expectOf(Some, "x[3] = 3 * x[3] + get_global_id(0);", 0);
  expectOf(Some, "size_t i = get_global_id(0); x[i + 2] = 3 * x[i] + 1;", 0);
  expectOf(Some, "int i = get_global_id(0); if (i < n) x[i + 1] += x[i];",
           4000);
  expectOf(Some, "int i = get_global_id(0); if (x[i] & 1) x[i + 1] = x[i];", 0);
  expectOf(Some, "uint i = get_global_id(0); x[i * n] += i;", 0);
  expectOf(Some, "uint i = get_global_id(0); vstore4((uint4)(i), 0, x + i);",
           0);
  expectOf(Some, "uint i = get_global_id(0); x[i % 1000] += i;", 0);
  expectOf(Some, "uint i = get_global_id(0); x[i / 2] += i;", 0);
  expectOf(Some,
           "uint i = get_global_id(0); x[i] += x[" +
               std::to_string(Number - 1) + " - i];",
           0);
}

/// What looks like elements of their own is not, where numbers wrap around.
TEST_F(OrderedDependenceTest, NarrowNumbers) {
  expectOf(None, "x[(uchar)get_global_id(0)] += 3;", 0, Range({256}, {}));
  expectOf(Some, "x[(uchar)get_global_id(0)] += 3;", 0, Range({257}, {}));
  expectOf(Some, "x[(uchar)(3 + get_global_id(0))] += 3;", 0, Range({254}, {}));
  expectOf(None, "x[128 + (char)get_global_id(0)] += 3;", 0, Range({128}, {}));
  expectOf(Some, "x[128 + (char)get_global_id(0)] += 3;", 0, Range({129}, {}));
  expectOf(Some, "x[(ushort)(get_global_id(0) * 64)] += 3;", 0);
  // uint: 2^32 is 0.
  expectOf(Some, "uint i = get_global_id(0); x[(i * n) >> 16] += i;", 1 << 22);
  expectOf(None, "uint i = get_global_id(0); x[(ushort)(i * n)] += i;", 512,
           Range({128}, {}));
  expectOf(Some, "uint i = get_global_id(0); x[(ushort)(i * n)] += i;", 512,
           Range({129}, {}));
  expectOf(None, "uint i = get_global_id(0); x[i + (uint)n] += i;", 7);
  // The sum is not negative for any id.
  expectOf(None, "uint i = get_global_id(0); x[i + (uint)n] += i;", -5,
           Range({Number}, {}, {5}));
}

TEST_F(OrderedDependenceTest, Rows) {
  const Range Square({70, 100}, {});
  constexpr char Element[] = "int i = get_global_id(0), j = get_global_id(1); ";
  expectOf(None, Element + std::string("x[j * n + i] += i * j;"), 70, Square);
  expectOf(Some, Element + std::string("x[j * n + i] += i * j;"), 69, Square);
  expectOf(None, Element + std::string("x[i * n + j] += i * j;"), 100, Square);
  expectOf(None, Element + std::string("x[j * n + i] = x[j * n + i + 70];"),
           140, Square);
  expectOf(Some, Element + std::string("x[j * n + i] = x[j * n + i + n];"), 70,
           Square);
  expectOf(None,
           Element + std::string("x[j * get_global_size(0) + i] += i * j;"), 0,
           Square);
  expectOf(None,
           "int i = get_global_id(0), j = get_global_id(1), "
           "k = get_global_id(2); x[(k * 30 + j) * 20 + i] += i + 3 * j;",
           0, Range({20, 30, 40}, {}));
  expectOf(Some,
           "int i = get_global_id(0), j = get_global_id(1), "
           "k = get_global_id(2); x[(k * 30 + j) * 20 + i] += i + 3 * j;",
           0, Range({20, 31, 40}, {}));
  expectOf(None,
           "size_t i = get_global_id(0) - get_global_offset(0); x[i] += i;", 0,
           Range({Number}, {}, {1000000}));
}

TEST_F(OrderedDependenceTest, Loops) {
  const Range Few({200}, {});
  constexpr char Row[] =
      "int i = get_global_id(0); for (int k = 0; k < n; ++k) ";
  expectOf(None, Row + std::string("x[i * n + k] += k;"), 100, Few);
  expectOf(Some, Row + std::string("x[i * (n - 1) + k] += k;"), 100, Few);
  expectOf(None, Row + std::string("x[i + 200 * k] += k;"), 100, Few);
  expectOf(Some, Row + std::string("x[i + 199 * k] += k;"), 100, Few);
  expectOf(None,
           "int i = get_global_id(0); for (int j = 0; j < n; ++j) "
           "for (int k = 0; k < 5; ++k) x[(j * 200 + i) * 5 + k] += j;",
           100, Few);
  expectOf(Some,
           "int i = get_global_id(0); for (int j = 0; j < n; ++j) "
           "for (int k = 0; k < 6; ++k) x[(j * 200 + i) * 5 + k] += j;",
           100, Few);
  expectOf(None, Row + std::string("if (x[i * n + k] & 1) x[i * n + k] = 0;"),
           100, Few);
  expectOf(None,
           "int i = get_global_id(0); for (int k = 0; k < n; k += 2) "
           "{ x[i * n + k] += k; x[i * n + k + 1] *= 3; }",
           100, Few);
  expectOf(None,
           "int i = get_global_id(0); for (int k = n - 1; k >= 0; --k) "
           "x[i * n + k] = 3 * x[i * n + k] + k;",
           100, Few);
  expectOf(None,
           "size_t i = get_global_id(0); for (size_t k = 0; k < i; ++k) "
           "x[i * 200 + k] += k;",
           0, Range({190}, {}, {1}));
  expectOf(Some,
           "size_t i = get_global_id(0); for (size_t k = 0; k < i; ++k) "
           "x[i * 20 + k] += k;",
           0, Range({190}, {}, {1}));
  // The sign of the step, and so the number of rounds, is not known.
  expectOf(
      Some,
      "for (int i = get_global_id(0); i < 100000; i += get_global_size(0)) "
      "x[i] += i;",
      0, Few);
  // Nor is which elements these are.
  expectOf(Some,
           "uint i = get_global_id(0); for (int k = n; k > 0; k /= 2) "
           "x[8 * i + (k & 7)] += k;",
           100, Few);
}

TEST_F(OrderedDependenceTest, OtherMemory) {
  const std::vector<cl_uint> Values = numbers<cl_uint>(Many, 1000);
  const OrderedText Shift = {
      "x, y", "__global uint *x, __global uint *y",
      "size_t i = get_global_id(0); x[i] = y[i + 1] + 3 * x[i];", ""};
  const Range NDRange({Number}, {});
  expect(None, Shift, NDRange, OrderedCall(Values, Values));
  // Both are one buffer, or overlap.
  OrderedCall Same;
  Same.addWhole(Same.buffer(Values));
  Same.addWhole(0);
  expect(Some, Shift, NDRange, Same);
  OrderedCall Parts;
  Parts.buffer(Values);
  Parts.addPart(0, 0, Number * 4);
  Parts.addPart(0, 128, (Number + 1) * 4);
  expect(Some, Shift, NDRange, Parts);
  OrderedCall Apart;
  Apart.buffer(Values);
  Apart.addPart(0, 0, 128 * 157);
  Apart.addPart(0, 128 * 157, (Number + 1) * 4);
  expect(None, Shift, NDRange, Apart);
  // Indexes that are read tell nothing, but those of what is only read need not.
  OrderedCall Gather(Values, numbers<cl_uint>(Many, Many, 3),
                     numbers<cl_uint>(Many, 99, 4));
  expect(None,
         {"x, v", "__global uint *x, __global const uint *at, __global uint *v",
          "size_t i = get_global_id(0); x[i] += v[at[i]];", ""},
         NDRange, Gather);
  expect(Some,
         {"x, v", "__global uint *x, __global const uint *at, __global uint *v",
          "size_t i = get_global_id(0); x[at[i]] = v[i];", ""},
         NDRange, Gather);
}

TEST_F(OrderedDependenceTest, ArgumentsOfAllTypes) {
  const std::vector<cl_uint> Values = numbers<cl_uint>(Many, 1000);
  const Range NDRange({64, 60}, {});
  const cl_int2 Pair = {{3, 64}};
  expect(None,
         {"x", "__global uint *x, int2 n",
          "x[get_global_id(1) * n.y + get_global_id(0) + n.x] += 3;", ""},
         NDRange, OrderedCall(Values, Pair));
  expect(Some,
         {"x", "__global uint *x, int2 n",
          "x[get_global_id(1) * n.x + get_global_id(0)] += 3;", ""},
         NDRange, OrderedCall(Values, Pair));
  expect(None,
         {"x", "__global uint *x, uchar n",
          "x[get_global_id(1) * n + get_global_id(0)] += 3;", ""},
         NDRange, OrderedCall(Values, cl_uchar(64)));
  expect(None,
         {"x", "__global uint *x, ulong n",
          "x[get_global_id(1) * n + get_global_id(0)] += 3;", ""},
         NDRange, OrderedCall(Values, cl_ulong(64)));
  expect(None,
         {"x", "__global struct pair *x, uint n",
          "x[get_global_id(0)].b += x[get_global_id(0)].a * n;",
          "struct pair { uint a, b; };"},
         Range({Number}, {}), OrderedCall(Values, cl_uint(5)));
}

/// The same kernel with other arguments is another question.
TEST_F(OrderedDependenceTest, EachCommandIsAsked) {
  Program P = build(R"(__kernel __ordered(x) void k(__global uint *x, int n) {
    int i = get_global_id(0);
    x[i + n] += x[i];
  })");
  auto Queue = queue(CL_TASKLET_ORDERED_AUTO_TKL);
  std::vector<cl_uint> Values = numbers<cl_uint>(2 * Number, 1000);
  Buffer<cl_uint> There(Values);
  Kernel K = P.kernel("k");
  for (cl_int N : {5000, 1, 5000, 4999, 0}) {
    K.setArgs(There, N);
    const cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Number);
    for (size_t I = 0; I < Number; ++I)
      Values[I + N] += Values[I];
    EXPECT_EQ(shownBy(Stats), N == 1 || N == 4999 ? Some : None) << N;
    EXPECT_EQ(There.read(), Values) << N;
  }
}
