//===- RangeTest.cpp - Offsets, sizes, dimensions -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceTest.h"
#include "Subject.h"

using namespace tasklet::test;

namespace {
struct NDRange {
  cl_uint Dimensions;
  size_t Offset[3], Global[3], Local[3];
};
} // namespace

TEST(Range, EveryWorkItemKnowsItsPlace) {
  const NDRange Ranges[] = {
      {1, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}},
      {1, {5, 0, 0}, {12, 1, 1}, {3, 1, 1}},
      {2, {0, 0, 0}, {6, 4, 1}, {3, 2, 1}},
      {2, {7, 100, 0}, {4, 6, 1}, {1, 6, 1}},
      {3, {0, 0, 0}, {2, 3, 4}, {2, 1, 2}},
      {3, {1, 2, 3}, {4, 2, 6}, {4, 2, 3}},
  };
  expectSame([&](Subject &S) {
    cl_kernel K = S.kernel("places");
    const cl_uint Dimensions = takesBitcode(S.Device) ? 4 : 3;
    for (const NDRange &R : Ranges)
      for (cl_uint Dimension = 0; Dimension < Dimensions; ++Dimension) {
        size_t Items = R.Global[0] * R.Global[1] * R.Global[2];
        cl_mem Out = S.buffer(Items);
        S.set(K, 0, Out);
        S.set(K, 1, Dimension);
        S.note("enqueue",
               clEnqueueNDRangeKernel(S.Queue, K, R.Dimensions, R.Offset,
                                      R.Global, R.Local, 0, nullptr, nullptr));
        S.note("places", S.read(Out, Items));
      }
    if (Dimensions == 3)
      GTEST_SKIP() << "work-item functions of dimensions above 2 are undefined "
                      "after translation to SPIR-V";
  });
}

TEST(Range, NoLocalSizeAndNoOffset) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    for (size_t Items : {1, 7, 64, 1000}) {
      cl_mem Out = S.buffer(Items);
      S.set(K, 0, Out);
      S.set(K, 1, 3);
      S.note("enqueue", S.enqueue(K, Items));
      S.note("sums", S.read(Out, Items));
    }
  });
}

TEST(Range, NothingToDo) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem Out = S.buffer(4);
    S.set(K, 0, Out);
    S.set(K, 1, 3);
    cl_event Event = nullptr;
    const size_t Empty[] = {4, 0};
    S.note("zero", S.enqueue(K, 0, {}, &Event));
    S.note("wait", clWaitForEvents(1, &Event));
    S.keep(Event);
    S.note("one of two is zero",
           clEnqueueNDRangeKernel(S.Queue, K, 2, nullptr, Empty, nullptr, 0,
                                  nullptr, nullptr));
    S.note("none", clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, nullptr,
                                          nullptr, 0, nullptr, nullptr));
    S.note("finish", clFinish(S.Queue));
    S.note("untouched", S.read(Out, 4));
  });
}

TEST(Range, RequiredWorkGroupSize) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("signature");
    const size_t Two = 2, Four = 4;
    for (const size_t *Local : {(const size_t *)nullptr, &Four})
      S.note("refused", clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, &Four,
                                               Local, 0, nullptr, nullptr));
    S.note("arguments", clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, &Four,
                                               &Two, 0, nullptr, nullptr));
  });
}

TEST(Range, TaskCommand) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem Out = S.buffer(2);
    S.set(K, 0, Out);
    S.set(K, 1, 9);
    cl_event Event = nullptr;
    S.note("enqueue", clEnqueueTask(S.Queue, K, 0, nullptr, &Event));
    S.note("wait", clWaitForEvents(1, &Event));
    S.keep(Event);
    S.note("result", S.read(Out, 2));
  });
}
