//===- MadeOrderTest.cpp - Orders that applications make ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// clCreateOrderTKL with kernels of every kind. test/runtime/OrderObjectTest.cpp
// has each error.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <cmath>

using namespace tasklet::test;

namespace {

class MadeOrderTest : public OrderedTest {
protected:
  static constexpr size_t Items = 20000;

  /// A kernel with its arguments.
  struct Bound {
    Kernel K;
    Bound(const Program &P, const char *Name) : K(P.kernel(Name)) {}
    template <typename T> void set(cl_uint Index, const T &Value) const {
      check(clSetKernelArg(K.get(), Index, sizeof(T), &Value),
            "clSetKernelArg");
    }
    template <typename T> void set(cl_uint Index, const Buffer<T> &B) const {
      set(Index, B.get());
    }
  };

  static std::shared_ptr<_cl_order_tkl> create(cl_command_queue Queue,
                                               const Bound &B, size_t Number,
                                               cl_ordered_stats_tkl *Stats) {
    cl_int Status;
    cl_event Made = nullptr;
    std::shared_ptr<_cl_order_tkl> Order(
        extensionFunction<clCreateOrderTKL_fn>("clCreateOrderTKL")(
            Queue, B.K.get(), 1, nullptr, &Number, nullptr, 0, nullptr, &Made,
            &Status),
        extensionFunction<clReleaseOrderTKL_fn>("clReleaseOrderTKL"));
    check(Status, "clCreateOrderTKL");
    finish(Made, Stats);
    return Order;
  }
  static void finish(cl_event Event, cl_ordered_stats_tkl *Stats) {
    *Stats = statsOf(Event);
    clReleaseEvent(Event);
  }
  static cl_ordered_stats_tkl run(cl_command_queue Queue, const Bound &B,
                                  cl_order_tkl Order, size_t Number) {
    cl_ordered_stats_tkl Stats = {};
    cl_event Event = nullptr;
    check(extensionFunction<clEnqueueOrderedNDRangeKernelTKL_fn>(
              "clEnqueueOrderedNDRangeKernelTKL")(Queue, B.K.get(), Order, 1,
                                                  nullptr, &Number, nullptr, 0,
                                                  nullptr, &Event),
          "clEnqueueOrderedNDRangeKernelTKL");
    finish(Event, &Stats);
    return Stats;
  }
};

} // namespace

/// What the kernel computes changes with each run, where it goes does not. Bins
/// of this kernel carry values.
TEST_F(MadeOrderTest, ScatterWithOtherValues) {
  Program P = build(R"(
    #pragma OPENCL FP_CONTRACT OFF
    __kernel __ordered(x) void add(__global float *x, __global const uint *at,
                                   __global const float *v, float by) {
      uint i = get_global_id(0);
      x[at[i]] += by * v[i];
    })");
  constexpr unsigned Elements = 30000;
  const std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements);
  for (const Mode &M : modes()) {
    SCOPED_TRACE(M.Name);
    std::vector<cl_float> Expected(Elements, 0.1f);
    Buffer<cl_float> X(Expected), V(Items);
    Buffer<cl_uint> Where(At);
    Bound B(P, "add");
    B.set(0, X);
    B.set(1, Where);
    B.set(2, V);
    B.set(3, 0.0f);
    cl_ordered_stats_tkl Made = {};
    auto Order = create(M.Queue.get(), B, Items, &Made);
    if (M.Value == CL_TASKLET_ORDERED_SERIAL_TKL) {
      EXPECT_EQ(Made.executor, M.Value);
    }
    EXPECT_EQ(X.read(), Expected);
    for (cl_uint Run = 1; Run <= 4; ++Run) {
      std::vector<cl_float> Values = numbers<cl_float>(Items, 1000, Run);
      for (cl_float &Value : Values)
        Value = 1 / (1 + Value);
      check(clEnqueueWriteBuffer(M.Queue.get(), V.get(), CL_TRUE, 0,
                                 Items * sizeof(cl_float), Values.data(), 0,
                                 nullptr, nullptr),
            "clEnqueueWriteBuffer");
      B.set(3, cl_float(Run));
      cl_ordered_stats_tkl Stats = run(M.Queue.get(), B, Order.get(), Items);
      EXPECT_EQ(Stats.executor, Made.executor);
      EXPECT_EQ(Stats.reused, cl_uint(Made.analysis_size != 0));
      for (size_t I = 0; I < Items; ++I)
        Expected[At[I]] += cl_float(Run) * Values[I];
      ASSERT_EQ(X.read(), Expected) << Run;
    }
  }
}

/// The structure decides who waits for whom; the numbers change.
TEST_F(MadeOrderTest, SolveOftenWithOneAnalysis) {
  Program P = build(R"(
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    __kernel __ordered(x) void solve(__global double *x, __global const int *row,
                                     __global const int *col,
                                     __global const double *b, double omega) {
      int i = get_global_id(0);
      double s = b[i];
      for (int k = row[i]; k < row[i + 1]; ++k)
        s = fma(-omega, x[col[k]], s);
      x[i] = s / 8;
    })");
  std::vector<cl_int> Row = {0}, Col;
  for (cl_int I = 0; I < cl_int(Items); ++I) {
    for (cl_int Back : {1000, 350, 4000})
      if (I >= Back)
        Col.push_back(I - Back);
    Row.push_back(cl_int(Col.size()));
  }
  for (const Mode &M : modes()) {
    SCOPED_TRACE(M.Name);
    Buffer<cl_double> X(Items), Right(Items);
    Buffer<cl_int> Rows(Row), Cols(Col);
    Bound B(P, "solve");
    B.set(0, X);
    B.set(1, Rows);
    B.set(2, Cols);
    B.set(3, Right);
    B.set(4, 0.0);
    cl_ordered_stats_tkl Made = {};
    auto Order = create(M.Queue.get(), B, Items, &Made);
    for (int Run = 1; Run <= 3; ++Run) {
      std::vector<cl_double> Values(Items), Expected(Items);
      for (size_t I = 0; I < Items; ++I)
        Values[I] = double(I % 7 + size_t(Run));
      check(clEnqueueWriteBuffer(M.Queue.get(), Right.get(), CL_TRUE, 0,
                                 Items * sizeof(cl_double), Values.data(), 0,
                                 nullptr, nullptr),
            "clEnqueueWriteBuffer");
      B.set(4, 1.0 / Run);
      EXPECT_EQ(run(M.Queue.get(), B, Order.get(), Items).executor,
                Made.executor);
      for (size_t I = 0; I < Items; ++I) {
        double S = Values[I];
        for (cl_int K = Row[I]; K < Row[I + 1]; ++K)
          S = std::fma(-1.0 / Run, Expected[size_t(Col[size_t(K)])], S);
        Expected[I] = S / 8;
      }
      ASSERT_EQ(X.read(), Expected) << Run;
    }
  }
}

/// The inspector uses `shift` and one member of the structure, but not `by`.
/// The library knows that for its own analyses, too.
TEST_F(MadeOrderTest, ValuesThatTheInspectorUses) {
  Program P = build(R"(
    typedef struct { uint shift, unused; } where;
    __kernel __ordered(x) void add(__global uint *x, __global const uint *at,
                                   uint shift, uint by, where more) {
      uint i = get_global_id(0);
      x[at[i] + shift + more.shift] += by * i;
    })");
  constexpr unsigned Elements = 30000;
  const std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements - 10);
  struct {
    cl_uint Shift, Unused;
  } More = {1, 0};
  const cl_queue_properties List[] = {CL_QUEUE_TASKLET_ORDERED_TKL,
                                      CL_TASKLET_ORDERED_LEVELS_TKL, 0};
  cl_int Status;
  std::shared_ptr<_cl_command_queue> Queue(
      clCreateCommandQueueWithProperties(Device::get()->Context,
                                         Device::get()->Id, List, &Status),
      clReleaseCommandQueue);
  check(Status, "clCreateCommandQueueWithProperties");
  Buffer<cl_uint> X(std::vector<cl_uint>(Elements, 0)), Where(At);
  Bound B(P, "add");
  B.set(0, X);
  B.set(1, Where);
  B.set(2, cl_uint(0));
  B.set(3, cl_uint(1));
  B.set(4, More);
  cl_ordered_stats_tkl Made = {};
  auto Order = create(Queue.get(), B, Items, &Made);
  std::vector<cl_uint> Expected(Elements);
  auto Expect = [&](cl_uint By) {
    for (size_t I = 0; I < Items; ++I)
      Expected[At[I] + 1] += cl_uint(By * I);
    EXPECT_EQ(X.read(), Expected);
  };
  B.set(3, cl_uint(7));
  run(Queue.get(), B, Order.get(), Items);
  Expect(7);
  size_t Number = Items;
  auto Refused = [&] {
    return extensionFunction<clEnqueueOrderedNDRangeKernelTKL_fn>(
        "clEnqueueOrderedNDRangeKernelTKL")(Queue.get(), B.K.get(), Order.get(),
                                            1, nullptr, &Number, nullptr, 0,
                                            nullptr, nullptr);
  };
  B.set(2, cl_uint(1));
  EXPECT_EQ(Refused(), CL_INVALID_KERNEL_ARGS);
  B.set(2, cl_uint(0));
  More.Shift = 2;
  B.set(4, More);
  EXPECT_EQ(Refused(), CL_INVALID_KERNEL_ARGS);
  More.Shift = 1;
  B.set(4, More);
  // Without an order.
  for (cl_uint By : {3, 4, 5}) {
    B.set(3, By);
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Queue.get(), B.K.get(), 1, nullptr, &Number,
                                 nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    cl_ordered_stats_tkl Stats = {};
    finish(Event, &Stats);
    EXPECT_EQ(Stats.reused, cl_uint(By != 3 && Stats.analysis_size != 0));
    Expect(By);
  }
}

/// An address that only the run can tell.
TEST_F(MadeOrderTest, KernelWithoutInspector) {
  Program P = build(R"(
    __kernel __ordered(x) void walk(__global uint *x, uint n) {
      x[x[get_global_id(0)] % n] += 1;
    })",
                    "-Wno-tasklet-ordered-sequential");
  const std::vector<cl_uint> Start = numbers<cl_uint>(Items, 5000);
  for (const Mode &M : modes()) {
    SCOPED_TRACE(M.Name);
    std::vector<cl_uint> Expected = Start;
    Buffer<cl_uint> X(Start);
    Bound B(P, "walk");
    B.set(0, X);
    B.set(1, cl_uint(Items));
    cl_ordered_stats_tkl Made = {};
    auto Order = create(M.Queue.get(), B, Items, &Made);
    EXPECT_EQ(Made.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
    EXPECT_EQ(X.read(), Start);
    for (int Run = 0; Run < 2; ++Run) {
      run(M.Queue.get(), B, Order.get(), Items);
      for (size_t I = 0; I < Items; ++I)
        Expected[Expected[I] % Items] += 1;
      EXPECT_EQ(X.read(), Expected);
    }
  }
}
