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

/// A pointer into shared virtual memory reaches what lies before it, too, which may
/// be the memory of another pointer or buffer.
TEST_F(OrderedTest, NegativeIndexesIntoSharedMemory) {
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device::get()->Id, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares),
                  &Shares, nullptr);
  if (!(Shares & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
    return;
  Program P = build(R"(
    __kernel __ordered(x) void one(__global uint *x, __global const uint *at,
                                   int o) {
      int i = get_global_id(0);
      x[o + (int)at[i]] = 3 * x[o + 1 + (int)at[i]] + i;
    }
    __kernel __ordered(x, y) void two(__global uint *x, __global const uint *y,
                                      int o) {
      int i = get_global_id(0);
      x[i + 1 + o] = 3 * y[i] + i;
    }
    __kernel __ordered(x) void inspected(__global uint *x,
                                         __global const uint *at, int o) {
      int i = get_global_id(0);
      if (x[i + o] & 1)
        x[(int)at[i + o] + o] = i;
    })");
  cl_context Context = Device::get()->Context;
  constexpr size_t Bytes = 2 * Elements * sizeof(cl_uint);
  const std::shared_ptr<void> Memory(
      clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0),
      [=](void *Each) { clSVMFree(Context, Each); });
  ASSERT_NE(Memory, nullptr);
  auto *const Start = static_cast<cl_uint *>(Memory.get());
  cl_int Status;
  const std::shared_ptr<_cl_mem> Over(
      clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                     Elements * sizeof(cl_uint), Start, &Status),
      clReleaseMemObject);
  check(Status, "clCreateBuffer");
  const std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements - 1),
                             Before = numbers<cl_uint>(2 * Elements, 1000, 2);
  // The indexes lie before and behind the pointer that the kernel gets.
  std::vector<cl_uint> Twice = At;
  Twice.resize(Elements);
  Twice.insert(Twice.end(), At.begin(), At.end());
  const std::shared_ptr<void> Indexes(
      clSVMAlloc(Context, CL_MEM_READ_WRITE, Twice.size() * sizeof(cl_uint), 0),
      [=](void *Each) { clSVMFree(Context, Each); });
  check(clEnqueueSVMMemcpy(Device::get()->Queue, CL_TRUE, Indexes.get(),
                           Twice.data(), Twice.size() * sizeof(cl_uint), 0,
                           nullptr, nullptr),
        "clEnqueueSVMMemcpy");
  const cl_int Offset = -cl_int(Elements);
  cl_command_queue Copies = Device::get()->Queue;
  const auto Run = [&](const char *Name, const Mode &M, bool IsOver,
                       const std::vector<cl_uint> &Expected) {
    SCOPED_TRACE(std::string(Name) + ", " + M.Name);
    check(clEnqueueSVMMemcpy(Copies, CL_TRUE, Start, Before.data(), Bytes, 0,
                             nullptr, nullptr),
          "clEnqueueSVMMemcpy");
    const bool IsTwo = *Name == 't';
    Kernel K = P.kernel(Name);
    check(clSetKernelArgSVMPointer(K.get(), 0, Start + Elements), "argument");
    cl_mem Buffer = Over.get();
    check(IsOver  ? clSetKernelArg(K.get(), 1, sizeof(Buffer), &Buffer)
          : IsTwo ? clSetKernelArgSVMPointer(K.get(), 1, Start)
                  : clSetKernelArgSVMPointer(
                        K.get(), 1,
                        static_cast<cl_uint *>(Indexes.get()) + Elements),
          "argument");
    check(clSetKernelArg(K.get(), 2, sizeof(Offset), &Offset), "argument");
    launch(M.Queue.get(), K, Items);
    std::vector<cl_uint> Got(2 * Elements);
    check(clEnqueueSVMMemcpy(Copies, CL_TRUE, Got.data(), Start, Bytes, 0,
                             nullptr, nullptr),
          "clEnqueueSVMMemcpy");
    EXPECT_TRUE(Got == Expected);
  };
  std::vector<cl_uint> One = Before, Two = Before, Inspected = Before;
  for (cl_uint I = 0; I < Items; ++I) {
    One[At[I]] = 3 * One[At[I] + 1] + I;
    Two[I + 1] = 3 * Two[I] + I;
    if (Inspected[I] & 1)
      Inspected[At[I]] = I;
  }
  for (const Mode &M : modes()) {
    Run("one", M, false, One);
    Run("two", M, false, Two);
    Run("two", M, true, Two);
    Run("inspected", M, false, Inspected);
  }
}
