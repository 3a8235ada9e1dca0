//===- OrderedMemoryTest.cpp - Ordered kernels and shared memory ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Arguments that share memory, as in OrderedTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

static const OrderedText Pair = {
    "x, y", "__global uint *x, __global uint *y, __global const uint *at",
    R"(size_t i = get_global_id(0);
       x[at[i]] = y[at[i] / 2] * 3 + i;)",
    ""};

TEST_F(OrderedTest, SameBufferTwice) {
  OrderedCall Call;
  size_t B = Call.buffer(numbers<cl_uint>(Elements, 99));
  Call.addWhole(B);
  Call.addWhole(B);
  Call.add(numbers<cl_uint>(Items, Elements));
  expectSequential(Pair, Items, Call);
}

TEST_F(OrderedTest, SubBuffersThatOverlap) {
  for (size_t Offset : {128, 4096, 40064}) {
    SCOPED_TRACE(Offset);
    OrderedCall Call;
    size_t B = Call.buffer(numbers<cl_uint>(3 * Elements, 99));
    Call.addPart(B, Offset, Elements * 4);
    Call.addPart(B, 1024, Elements * 4);
    Call.add(numbers<cl_uint>(Items, Elements));
    expectSequential(Pair, Items, Call);
  }
}

TEST_F(OrderedTest, BufferAndItsPart) {
  OrderedCall Call;
  size_t B = Call.buffer(numbers<cl_uint>(2 * Elements, 99));
  Call.addWhole(B);
  Call.addPart(B, 256, Elements * 4);
  Call.add(numbers<cl_uint>(Items, Elements));
  expectSequential(Pair, Items, Call);
}

TEST_F(OrderedTest, PartsThatDoNotOverlap) {
  OrderedCall Call;
  size_t B = Call.buffer(numbers<cl_uint>(3 * Elements, 99));
  Call.addPart(B, (Elements * 4 + 256) & ~127u, Elements * 4);
  Call.addPart(B, 0, Elements * 4);
  Call.add(numbers<cl_uint>(Items, Elements));
  expectSequential(Pair, Items, Call);
}

TEST_F(OrderedTest, UnmonitoredParameterSharesMonitoredMemory) {
  OrderedText T = Pair;
  T.Mark = "x";
  OrderedCall Call;
  size_t B = Call.buffer(numbers<cl_uint>(Elements, 99));
  Call.addWhole(B);
  Call.addWhole(B);
  Call.add(numbers<cl_uint>(Items, Elements));
  expectSequential(T, Items, Call, InOrder);
}

/// The inspector would read what an earlier work-item has not written yet.
TEST_F(OrderedTest, InspectedMemoryIsWrittenThroughAnotherParameter) {
  for (const char *Mark : {"x, y", ""}) {
    OrderedText T = {Mark,
                     "__global uint *x, __global uint *y, __global const uint "
                     "*at",
                     R"(size_t i = get_global_id(0);
                        x[at[i]] += i;
                        y[(at[i] + 1) % 6000] = at[i] / 2;)",
                     ""};
    OrderedCall Call;
    size_t B = Call.buffer(numbers<cl_uint>(Items, Items, 2));
    Call.add(numbers<cl_uint>(Elements, 99));
    Call.addWhole(B);
    Call.addWhole(B);
    expectSequential(T, Items, Call, InOrder);
  }
}

/// Other bytes of the same buffer are other memory.
TEST_F(OrderedTest, InspectedPartOfABufferThatIsWritten) {
  OrderedText T = {"x", "__global uint *x, __global const uint *at",
                   "size_t i = get_global_id(0); x[at[i]] = 3 * x[at[i]] + i;",
                   ""};
  std::vector<cl_uint> Content = numbers<cl_uint>(Elements, 99);
  std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements);
  Content.insert(Content.end(), At.begin(), At.end());
  OrderedCall Call;
  size_t B = Call.buffer(Content);
  Call.addPart(B, 0, Elements * 4);
  Call.addPart(B, Elements * 4, Items * 4);
  expectSequential(T, Items, Call);
}

TEST_F(OrderedTest, NullPointers) {
  OrderedText T = {"x, y",
                   "__global uint *x, __global uint *y, __global const uint "
                   "*at",
                   R"(size_t i = get_global_id(0);
                      if (y) y[i] += 1;
                      x[at[i]] = 3 * x[at[i]] + i;)",
                   ""};
  OrderedCall Call(numbers<cl_uint>(Elements, 99), cl_mem(nullptr),
                   numbers<cl_uint>(Items, Elements));
  expectSequential(T, Items, Call);
}
