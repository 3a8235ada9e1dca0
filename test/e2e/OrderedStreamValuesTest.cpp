//===- OrderedStreamValuesTest.cpp - What else decides about streams ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Streams hold what work-items read from memory. Which memory that is, arguments
// that are no memory decide as well, and other kernels may write to it.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

using OrderedStreamValuesTest = OrderedTest;

using uint = unsigned;
using Numbers = std::vector<cl_uint>;

static constexpr size_t Count = 6000;
static constexpr uint Places = 20000;

/// Kernels of the same program that only read leave analyses and streams alone.
TEST_F(OrderedStreamValuesTest, OtherKernelsOfTheProgram) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  Program P = build(R"(
    __kernel __ordered(x) void scatter(__global uint *x, __global const uint *at,
                                       __global const uint *v) {
      size_t i = get_global_id(0);
      x[at[i]] = 3 * x[at[i]] + v[i];
      x[at[i] + 1] += v[i];
    }
    __kernel void reads(__global uint *at, __global const uint *v,
                        __global uint *out) {
      size_t i = get_global_id(0);
      out[i] = at[i] + v[i];
    }
    __kernel void writes(__global const uint *at, __global uint *v) {
      v[get_global_id(0)] += at[7];
    })");
  Numbers X = numbers<cl_uint>(Places + 1, 1000, 1),
          At = numbers<cl_uint>(Count, Places, 2),
          V = numbers<cl_uint>(Count, 1000, 3);
  Buffer<cl_uint> XThere(X), AtThere(At), VThere(V), Out(Count);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_LEVELS_TKL);
  Kernel Scatter = P.kernel("scatter"), Reads = P.kernel("reads"),
         Writes = P.kernel("writes");
  Scatter.setArgs(XThere, AtThere, VThere);
  Reads.setArgs(AtThere, VThere, Out);
  Writes.setArgs(AtThere, VThere);
  const size_t Items = Count;
  auto Launch = [&](const Kernel &K) {
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    return std::shared_ptr<_cl_event>(Event, clReleaseEvent);
  };
  std::string All;
  for (int Round = 0; Round < 6; ++Round) {
    const cl_ordered_stats_tkl Stats = statsOf(Launch(Scatter).get());
    for (unsigned I = 0; I < Count; ++I) {
      X[At[I]] = 3 * X[At[I]] + V[I];
      X[At[I] + 1] += V[I];
    }
    ASSERT_EQ(XThere.read(), X) << Round;
    All += !Stats.reused ? 'N' : Stats.streamed ? 'S' : 'O';
    Launch(Round == 3 ? Writes : Reads);
    for (unsigned I = 0; I < Count && Round == 3; ++I)
      V[I] += At[7];
  }
  // `v` is left out then, and `at` is still in the streams.
  EXPECT_EQ(All, HasStreams ? "NSSSSS" : "NOOOOO");
}

/// Arguments that are no memory decide what is read, too.
TEST_F(OrderedStreamValuesTest, OtherValues) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  struct Shape {
    cl_uint From, Rounds;
  };
  Program P = build(R"(
    struct shape { uint from, rounds; };
    __kernel __ordered(x) void sums(__global uint *x, __global const uint *at,
                                    __global const uint *v, uint by,
                                    struct shape s, __global uint *out) {
      size_t i = get_global_id(0);
      uint t = out ? v[i] : 5;
      for (uint k = 0; k < s.rounds; ++k)
        t += v[(i + by * k + s.from) % 6000];
      if (out)
        out[i] = t;
      x[at[i]] = 3 * x[at[i]] + t;
      x[at[i] + 1] += t;
    })");
  Numbers X = numbers<cl_uint>(Places + 1, 1000, 1),
          At = numbers<cl_uint>(Count, Places, 2),
          V = numbers<cl_uint>(Count, 1000, 3), Out(Count);
  Buffer<cl_uint> XThere(X), AtThere(At), VThere(V), OutThere(Out);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_LEVELS_TKL);
  Kernel K = P.kernel("sums");
  uint By = 1;
  Shape S = {0, 2};
  bool HasOut = false;
  std::string All;
  const auto Run = [&](int Number) {
    All.clear();
    while (Number--) {
      K.setArgs(XThere, AtThere, VThere, By, S, OutThere);
      if (!HasOut)
        check(clSetKernelArg(K.get(), 5, sizeof(cl_mem), nullptr),
              "clSetKernelArg");
      const cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Count);
      for (uint I = 0; I < Count; ++I) {
        uint T = HasOut ? V[I] : 5;
        for (uint R = 0; R < S.Rounds; ++R)
          T += V[(I + By * R + S.From) % 6000];
        X[At[I]] = 3 * X[At[I]] + T;
        X[At[I] + 1] += T;
        if (HasOut)
          Out[I] = T;
      }
      EXPECT_EQ(XThere.read(), X);
      if (HasOut)
        EXPECT_EQ(OutThere.read(), Out);
      All += !Stats.reused ? 'N' : Stats.streamed ? 'S' : 'O';
    }
    return HasStreams ? All : std::string();
  };
  Run(3);
  S.From = 77;
  EXPECT_EQ(Run(6), HasStreams ? "OOOOSS" : "");
  By = 3;
  Run(3);
  S.Rounds = 1;
  Run(18);
  HasOut = true;
  Run(3);
  HasOut = false;
  Run(2);
}

/// Whether a pointer is null decides what work-items touch, and how two lie.
TEST_F(OrderedStreamValuesTest, ValuesOfPointers) {
  Program P = build(R"(
    __kernel __ordered(x) void maybe(__global uint *x, __global const uint *at,
                                     __global const uint *more) {
      size_t i = get_global_id(0);
      x[at[i]] = 3 * x[at[i]] + i;
      if (more)
        x[at[(i + 1) % 6000]] ^= 5 * i;
    }
    __kernel __ordered(x) void equal(__global uint *x, __global const uint *at,
                                     __global const uint *more) {
      size_t i = get_global_id(0);
      x[at[i]] = 3 * x[at[i]] + i;
      if (more == at)
        x[at[(i + 1) % 6000]] ^= 5 * i;
    })");
  Numbers X = numbers<cl_uint>(Places, 1000, 1),
          At = numbers<cl_uint>(Count, Places, 2);
  Buffer<cl_uint> XThere(X), AtThere(At), Other(Count);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_LEVELS_TKL);
  for (const char *Name : {"maybe", "equal"}) {
    Kernel K = P.kernel(Name);
    K.setArgs(XThere, AtThere, Other);
    for (int Round = 0; Round < 8; ++Round) {
      // Null, the same memory, other memory.
      const int Form = Round / 2 % 3;
      cl_mem More = Form == 1 ? AtThere.get() : Other.get();
      check(clSetKernelArg(K.get(), 2, sizeof(cl_mem), Form ? &More : nullptr),
            "clSetKernelArg");
      const size_t Items = Count;
      check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      const bool Takes = *Name == 'm' ? Form != 0 : Form == 1;
      for (uint I = 0; I < Count; ++I) {
        X[At[I]] = 3 * X[At[I]] + I;
        if (Takes)
          X[At[(I + 1) % 6000]] ^= 5 * I;
      }
      check(clFinish(Queue.get()), "clFinish");
      ASSERT_EQ(XThere.read(), X) << Name << ", round " << Round;
    }
  }
}
