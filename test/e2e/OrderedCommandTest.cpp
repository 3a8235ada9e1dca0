//===- OrderedCommandTest.cpp - Commands of ordered kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Queues and events, and programs in pieces.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

namespace {

class OrderedCommandTest : public OrderedTest {
protected:
  static constexpr size_t Items = 20000;
  static constexpr unsigned Elements = 40000;

  static cl_int statusOf(cl_event Event) {
    cl_int Status = 0;
    check(clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                         sizeof(Status), &Status, nullptr),
          "clGetEventInfo");
    return Status;
  }
};

/// x[i] = 3 x[i] + i at the indexes of a buffer.
const OrderedText Update = {
    "x", "__global uint *x, __global const uint *at",
    "uint i = get_global_id(0); x[at[i]] = 3 * x[at[i]] + i;", ""};

std::vector<cl_uint> updated(std::vector<cl_uint> X,
                             const std::vector<cl_uint> &At, unsigned Times) {
  while (Times--)
    for (cl_uint I = 0; I < At.size(); ++I)
      X[At[I]] = 3 * X[At[I]] + I;
  return X;
}

} // namespace

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// In-order queues: commands see what those before have left, without any wait
/// in between.
TEST_F(OrderedCommandTest, ManyCommandsInARow) {
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99),
                       Where = numbers<cl_uint>(Items, Elements);
  Program P = build(orderedSource(Update));
  for (const Mode &M : modes()) {
    Buffer<cl_uint> X(Start), At(Where);
    Kernel K = P.kernel("k");
    K.setArgs(X, At);
    for (int I = 0; I < 10; ++I)
      check(clEnqueueNDRangeKernel(M.Queue.get(), K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    check(clFinish(M.Queue.get()), "clFinish");
    EXPECT_EQ(X.read(), updated(Start, Where, 10)) << M.Name;
  }
}

/// Indexes that a command before, or the host, has just written are inspected.
TEST_F(OrderedCommandTest, IndexesThatChangeBetweenCommands) {
  Program P = build(orderedSource(Update) + R"(
    __kernel void next(__global uint *at, uint n) {
      uint i = get_global_id(0);
      at[i] = (at[i] * 7 + i) % n;
    })");
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99),
                       First = numbers<cl_uint>(Items, Elements);
  for (const Mode &M : modes()) {
    Buffer<cl_uint> X(Start), At(First);
    Kernel K = P.kernel("k"), Next = P.kernel("next");
    K.setArgs(X, At);
    Next.setArgs(At, cl_uint(Elements));
    std::vector<cl_uint> Expected = Start, Where = First;
    for (int Round = 0; Round < 4; ++Round) {
      check(clEnqueueNDRangeKernel(M.Queue.get(), K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      Expected = updated(Expected, Where, 1);
      if (Round == 2) {
        Where = numbers<cl_uint>(Items, Elements, 5);
        check(clEnqueueWriteBuffer(M.Queue.get(), At.get(), CL_TRUE, 0,
                                   Items * 4, Where.data(), 0, nullptr,
                                   nullptr),
              "clEnqueueWriteBuffer");
        continue;
      }
      check(clEnqueueNDRangeKernel(M.Queue.get(), Next.get(), 1, nullptr,
                                   &Items, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      for (cl_uint I = 0; I < Items; ++I)
        Where[I] = (Where[I] * 7 + I) % Elements;
    }
    check(clFinish(M.Queue.get()), "clFinish");
    EXPECT_EQ(X.read(), Expected) << M.Name;
  }
}

/// Likewise with indexes in an image.
TEST_F(OrderedCommandTest, ImagesThatChangeBetweenCommands) {
  cl_bool HasImages = CL_FALSE;
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_IMAGE_SUPPORT,
                        sizeof(HasImages), &HasImages, nullptr),
        "clGetDeviceInfo");
  if (!HasImages)
    GTEST_SKIP() << "the device has no images";
  constexpr size_t Width = 100, Texels = 4; // of four channels each
  OrderedText T = {"x", "__global uint *x, read_only image2d_t at",
                   R"(uint i = get_global_id(0);
                      uint to = read_imageui(at, (int2)(i % 100, i / 100)).x;
                      x[to] = 3 * x[to] + i;)",
                   ""};
  Program P = build(orderedSource(T));
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99);
  const cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT32};
  cl_image_desc Shape = {};
  Shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  Shape.image_width = Width;
  Shape.image_height = Items / Width;
  const size_t Origin[3] = {}, Region[] = {Width, Items / Width, 1};
  for (const Mode &M : modes()) {
    cl_int Status = CL_SUCCESS;
    std::shared_ptr<_cl_mem> Image(clCreateImage(Device::get()->Context,
                                                 CL_MEM_READ_ONLY, &Format,
                                                 &Shape, nullptr, &Status),
                                   clReleaseMemObject);
    check(Status, "clCreateImage");
    Buffer<cl_uint> X(Start);
    Kernel K = P.kernel("k");
    cl_mem Argument = Image.get();
    K.setArgs(X, Argument);
    std::vector<cl_uint> Expected = Start;
    for (unsigned Round = 0; Round < 4; ++Round) {
      std::vector<cl_uint> Where = numbers<cl_uint>(Items, Elements, Round / 2);
      if (Round % 2 == 0) {
        std::vector<cl_uint> Content(Items * Texels);
        for (size_t I = 0; I < Items; ++I)
          Content[I * Texels] = Where[I];
        check(clEnqueueWriteImage(M.Queue.get(), Argument, CL_TRUE, Origin,
                                  Region, 0, 0, Content.data(), 0, nullptr,
                                  nullptr),
              "clEnqueueWriteImage");
      }
      check(clEnqueueNDRangeKernel(M.Queue.get(), K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      Expected = updated(Expected, Where, 1);
    }
    check(clFinish(M.Queue.get()), "clFinish");
    EXPECT_EQ(X.read(), Expected) << M.Name;
  }
}

TEST_F(OrderedCommandTest, BlockingReadSeesTheResult) {
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99),
                       Where = numbers<cl_uint>(Items, Elements);
  Program P = build(orderedSource(Update));
  for (const Mode &M : modes()) {
    Buffer<cl_uint> X(Start), At(Where);
    Kernel K = P.kernel("k");
    K.setArgs(X, At);
    check(clEnqueueNDRangeKernel(M.Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    std::vector<cl_uint> Got(Elements);
    check(clEnqueueReadBuffer(M.Queue.get(), X.get(), CL_TRUE, 0, Elements * 4,
                              Got.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    EXPECT_EQ(Got, updated(Start, Where, 1)) << M.Name;
  }
}

/// Nothing of a command happens before the events that it waits for, and what
/// waits for it sees all that it did.
TEST_F(OrderedCommandTest, WaitListsInAnOutOfOrderQueue) {
  cl_command_queue_properties Can = 0;
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_QUEUE_PROPERTIES,
                        sizeof(Can), &Can, nullptr),
        "clGetDeviceInfo");
  if (!(Can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    GTEST_SKIP() << "the device has no such queues";
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99),
                       Where = numbers<cl_uint>(Items, Elements);
  Program P = build(orderedSource(Update));
  for (const Mode &M : modes()) {
    SCOPED_TRACE(M.Name);
    std::shared_ptr<_cl_command_queue> Queue =
        makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, M.Value);
    Buffer<cl_uint> X(Elements), At(Where);
    Kernel K = P.kernel("k");
    K.setArgs(X, At);
    cl_int Status;
    cl_event Begin = clCreateUserEvent(Device::get()->Context, &Status);
    check(Status, "clCreateUserEvent");
    cl_event Written, First, Second, Read;
    std::vector<cl_uint> Got(Elements);
    check(clEnqueueWriteBuffer(Queue.get(), X.get(), CL_FALSE, 0, Elements * 4,
                               Start.data(), 1, &Begin, &Written),
          "clEnqueueWriteBuffer");
    check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 1, &Written, &First),
          "clEnqueueNDRangeKernel");
    check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 1, &First, &Second),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(Queue.get(), X.get(), CL_FALSE, 0, Elements * 4,
                              Got.data(), 1, &Second, &Read),
          "clEnqueueReadBuffer");
    check(clFlush(Queue.get()), "clFlush");
    EXPECT_GT(statusOf(First), CL_COMPLETE);
    EXPECT_GT(statusOf(Second), CL_COMPLETE);
    check(clSetUserEventStatus(Begin, CL_COMPLETE), "clSetUserEventStatus");
    EXPECT_EQ(clWaitForEvents(1, &Read), CL_SUCCESS);
    EXPECT_EQ(statusOf(First), CL_COMPLETE);
    EXPECT_EQ(statusOf(Second), CL_COMPLETE);
    EXPECT_EQ(Got, updated(Start, Where, 2));
    for (cl_event Each : {Begin, Written, First, Second, Read})
      clReleaseEvent(Each);
  }
}

TEST_F(OrderedCommandTest, CommandAfterOneThatFailed) {
  Program P = build(orderedSource(Update));
  std::vector<cl_uint> Start = numbers<cl_uint>(Elements, 99);
  Buffer<cl_uint> X(Start), At(numbers<cl_uint>(Items, Elements));
  Kernel K = P.kernel("k");
  K.setArgs(X, At);
  cl_int Status;
  cl_event Begin = clCreateUserEvent(Device::get()->Context, &Status);
  check(Status, "clCreateUserEvent");
  cl_event Event;
  check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                               &Items, nullptr, 1, &Begin, &Event),
        "clEnqueueNDRangeKernel");
  check(clSetUserEventStatus(Begin, -5), "clSetUserEventStatus");
  EXPECT_NE(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_LT(statusOf(Event), 0);
  clReleaseEvent(Event);
  clReleaseEvent(Begin);
  EXPECT_EQ(X.read(), Start);
}

TEST_F(OrderedCommandTest, ProfilingTimesAreInOrder) {
  Program P = build(orderedSource(Update));
  for (const Mode &M : modes()) {
    std::shared_ptr<_cl_command_queue> Queue =
        makeQueue(CL_QUEUE_PROFILING_ENABLE, M.Value);
    Buffer<cl_uint> X(numbers<cl_uint>(Elements, 99)),
        At(numbers<cl_uint>(Items, Elements));
    Kernel K = P.kernel("k");
    K.setArgs(X, At);
    cl_event Event;
    check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &Event), "clWaitForEvents");
    cl_ulong Before = 0;
    for (cl_profiling_info Name :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
          CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
      cl_ulong Time = 0;
      ASSERT_EQ(
          clGetEventProfilingInfo(Event, Name, sizeof(Time), &Time, nullptr),
          CL_SUCCESS);
      EXPECT_GE(Time, Before) << M.Name;
      Before = Time;
    }
    clReleaseEvent(Event);
  }
}

/// What the event says of itself.
TEST_F(OrderedCommandTest, EventIsThatOfAKernel) {
  Program P = build(orderedSource(Update));
  Buffer<cl_uint> X(numbers<cl_uint>(Elements, 99)),
      At(numbers<cl_uint>(Items, Elements));
  Kernel K = P.kernel("k");
  K.setArgs(X, At);
  cl_event Event;
  check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                               &Items, nullptr, 0, nullptr, &Event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &Event), "clWaitForEvents");
  cl_command_type Type = 0;
  check(clGetEventInfo(Event, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type,
                       nullptr),
        "clGetEventInfo");
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  cl_uint Count = 0;
  check(clGetKernelInfo(K.get(), CL_KERNEL_NUM_ARGS, sizeof(Count), &Count,
                        nullptr),
        "clGetKernelInfo");
  EXPECT_EQ(Count, 2u);
  clReleaseEvent(Event);
}

/// Arguments are those of the time of the call.
TEST_F(OrderedCommandTest, ArgumentsMayChangeAfterTheCall) {
  OrderedText T = {"x", "__global uint *x, uint add",
                   "uint i = get_global_id(0); x[i / 2] = 3 * x[i / 2] + add;",
                   ""};
  Program P = build(orderedSource(T));
  for (const Mode &M : modes()) {
    Buffer<cl_uint> X(std::vector<cl_uint>(Items / 2)),
        Y(std::vector<cl_uint>(Items / 2));
    Kernel K = P.kernel("k");
    size_t Number = Items;
    for (cl_uint Add : {1, 2, 3, 4}) {
      K.setArgs(Add & 1 ? X : Y, Add);
      check(clEnqueueNDRangeKernel(M.Queue.get(), K.get(), 1, nullptr, &Number,
                                   nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    }
    check(clFinish(M.Queue.get()), "clFinish");
    EXPECT_EQ(X.read(), std::vector<cl_uint>(Items / 2, 9 * 4 + 3 * 3 + 3));
    EXPECT_EQ(Y.read(), std::vector<cl_uint>(Items / 2, 9 * 8 + 3 * 4 + 4));
  }
}

//===----------------------------------------------------------------------===//
// Programs in pieces
//===----------------------------------------------------------------------===//

static Program compilePart(const std::string &Text) {
  const char *String = Text.c_str();
  cl_int Status;
  Program P(clCreateProgramWithSource(Device::get()->Context, 1, &String,
                                      nullptr, &Status));
  check(Status, "clCreateProgramWithSource");
  Status = clCompileProgram(P.get(), 1, &Device::get()->Id, "", 0, nullptr,
                            nullptr, nullptr, nullptr);
  if (Status != CL_SUCCESS)
    throw std::runtime_error("clCompileProgram:\n" + P.buildLog());
  return P;
}

/// The helper decides addresses, and is in another piece.
TEST_F(OrderedCommandTest, ProgramsInPieces) {
  const std::string Helper =
      "uint place(__global const uint *at, uint i) { return at[i] ^ 1; }\n";
  OrderedText T = {"x", "__global uint *x, __global const uint *at", R"(
    uint i = get_global_id(0);
    x[place(at, i)] = 3 * x[place(at, i)] + i;)",
                   "uint place(__global const uint *at, uint i);"};
  Program Parts[] = {compilePart(orderedSource(T)), compilePart(Helper)};
  cl_program Handles[] = {Parts[0].get(), Parts[1].get()};
  cl_int Status;
  Program Linked(clLinkProgram(Device::get()->Context, 1, &Device::get()->Id,
                               "", 2, Handles, nullptr, nullptr, &Status));
  check(Status, "clLinkProgram");
  OrderedText Whole = T;
  Whole.Helpers = Helper;
  expectSequential(Linked, Whole, Items,
                   OrderedCall(numbers<cl_uint>(Elements, 99),
                               numbers<cl_uint>(Items, Elements)));
}
