//===- OrderObjectTest.cpp - Analyses that the application holds ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// clCreateOrderTKL and the functions beside it, with the kernels of
/// fake-ordered.cl. The oracle is a loop over the work-items.
///
//===----------------------------------------------------------------------===//
#include "ScatterFixture.h"

#include <array>
#include <tuple>

using namespace tasklet;

namespace {

class OrderObjectTest : public ScatterTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    Create = extension<clCreateOrderTKL_fn>("clCreateOrderTKL");
    Estimate = extension<clEstimateOrderTKL_fn>("clEstimateOrderTKL");
    Enqueue = extension<clEnqueueOrderedNDRangeKernelTKL_fn>(
        "clEnqueueOrderedNDRangeKernelTKL");
    GetInfo = extension<clGetOrderInfoTKL_fn>("clGetOrderInfoTKL");
    Retain = extension<clRetainOrderTKL_fn>("clRetainOrderTKL");
    Release = extension<clReleaseOrderTKL_fn>("clReleaseOrderTKL");
    restartWith("levels");
  }
  void restartWith(const char *Mode, const char *Workers = "3") {
    releaseOrders();
    set("TASKLET_ORDERED", Mode);
    set("TASKLET_WORKERS", Workers);
    // So that nothing else can be used again.
    set("TASKLET_ORDERED_KEEP", "0");
    restartScatter();
    Messages.clear();
  }
  void TearDown() override {
    releaseOrders();
    ScatterTest::TearDown();
  }
  void releaseOrders() {
    for (cl_order_tkl Order : Orders)
      EXPECT_EQ(Release(Order), CL_SUCCESS);
    Orders.clear();
  }

  /// Released with the fixture.
  cl_order_tkl create(size_t Number = Items, std::vector<cl_event> Waits = {},
                      cl_event *Event = nullptr) {
    cl_int Error = 1;
    cl_order_tkl Order = Create(
        Queue, Kernel, 1, nullptr, &Number, nullptr, cl_uint(Waits.size()),
        Waits.empty() ? nullptr : Waits.data(), Event, &Error);
    EXPECT_EQ(Error, CL_SUCCESS);
    EXPECT_NE(Order, nullptr);
    if (Order)
      Orders.push_back(Order);
    return Order;
  }
  cl_int tryEnqueue(cl_order_tkl Order, size_t Number = Items,
                    cl_event *Event = nullptr,
                    std::vector<cl_event> Waits = {}) {
    return Enqueue(Queue, Kernel, Order, 1, nullptr, &Number, nullptr,
                   cl_uint(Waits.size()),
                   Waits.empty() ? nullptr : Waits.data(), Event);
  }
  /// Runs the kernel to its end, and compares.
  cl_ordered_stats_tkl run(cl_order_tkl Order) {
    cl_event Event = nullptr;
    EXPECT_EQ(tryEnqueue(Order, Items, &Event), CL_SUCCESS);
    if (!Event)
      return {};
    scatter(Values);
    cl_ordered_stats_tkl Stats = finish(Event);
    EXPECT_EQ(read(X, Elements), Values);
    return Stats;
  }
  template <typename T> T info(cl_order_tkl Order, cl_order_info_tkl Name) {
    T Value = 0;
    size_t Size = 0;
    EXPECT_EQ(GetInfo(Order, Name, sizeof(Value), &Value, &Size), CL_SUCCESS);
    EXPECT_EQ(Size, sizeof(T));
    return Value;
  }
  /// The next command is refused, with this message, and writes nothing.
  void expectRefused(cl_int Got, cl_int Code, const std::string &Message) {
    EXPECT_EQ(Got, Code);
    ASSERT_EQ(Messages.size(), 1u);
    EXPECT_EQ(Messages[0], "tasklet: " + Message);
    Messages.clear();
    EXPECT_EQ(read(X, Elements), Values);
  }

  clCreateOrderTKL_fn Create = nullptr;
  clEstimateOrderTKL_fn Estimate = nullptr;
  clEnqueueOrderedNDRangeKernelTKL_fn Enqueue = nullptr;
  clGetOrderInfoTKL_fn GetInfo = nullptr;
  clRetainOrderTKL_fn Retain = nullptr;
  clReleaseOrderTKL_fn Release = nullptr;
  std::vector<cl_order_tkl> Orders;
};

} // namespace

TEST_F(OrderObjectTest, InspectOnceAndUseOften) {
  const std::pair<const char *, cl_uint> Modes[] = {
      {"levels", CL_TASKLET_ORDERED_LEVELS_TKL},
      {"passes", CL_TASKLET_ORDERED_PASSES_TKL},
      {"bins", CL_TASKLET_ORDERED_BINS_TKL},
      {"tasks", CL_TASKLET_ORDERED_TASKS_TKL},
      // What is asked for is done, and not beside a serial run.
      {"auto", CL_TASKLET_ORDERED_LEVELS_TKL}};
  for (const auto &[Mode, Executor] : Modes) {
    SCOPED_TRACE(Mode);
    restartWith(Mode);
    cl_ulong Size = 0;
    cl_uint Plan = 0;
    size_t Number = Items;
    EXPECT_EQ(
        Estimate(Queue, Kernel, 1, nullptr, &Number, nullptr, &Size, &Plan),
        CL_SUCCESS);
    EXPECT_EQ(Plan, Executor);
    EXPECT_GT(Size, Items * 4);
    cl_event Event = nullptr;
    cl_order_tkl Order = create(Items, {}, &Event);
    cl_command_type Type = 0;
    EXPECT_EQ(clGetEventInfo(Event, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type,
                             nullptr),
              CL_SUCCESS);
    EXPECT_EQ(Type, cl_command_type(CL_COMMAND_CREATE_ORDER_TKL));
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_SIZE_TKL), Size);
    cl_ordered_stats_tkl First = finish(Event);
    EXPECT_EQ(read(X, Elements), Values) << "no work-item has run";
    EXPECT_EQ(First.executor, Executor);
    EXPECT_EQ(First.execute_time, 0u);
    EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_EXECUTOR_TKL), Executor);
    EXPECT_GT(First.levels, 1u);
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_LEVELS_TKL), First.levels);
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_WIDEST_TKL), First.widest);
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_CONFLICTS_TKL), First.conflicts);
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_PASSES_TKL), First.passes);
    EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_INSPECT_TIME_TKL),
              First.inspect_time);
    EXPECT_EQ(info<cl_context>(Order, CL_ORDER_CONTEXT_TKL), Context);
    EXPECT_EQ(info<cl_device_id>(Order, CL_ORDER_DEVICE_TKL), Device);
    for (int I = 0; I < 3; ++I) {
      cl_ordered_stats_tkl Stats = run(Order);
      EXPECT_TRUE(Stats.reused);
      EXPECT_EQ(Stats.executor, Executor);
      EXPECT_EQ(Stats.levels, First.levels);
      EXPECT_EQ(Stats.passes, 0u);
      EXPECT_EQ(Stats.analysis_size, Size);
    }
  }
}

/// The library would inspect again. Other memory that is only written does not
/// matter, neither does another kernel object.
TEST_F(OrderObjectTest, WhatTheApplicationKnows) {
  cl_order_tkl Order = create();
  write(Where, At);
  EXPECT_TRUE(run(Order).reused);
  X = makeBuffer(Elements);
  Values.assign(Elements, -1);
  cl_int Error = CL_SUCCESS;
  cl_kernel Clone = clCloneKernel(Kernel, &Error);
  std::swap(Kernel, Clone);
  setArguments();
  EXPECT_TRUE(run(Order).reused);
  std::swap(Kernel, Clone);
  clReleaseKernel(Clone);
}

TEST_F(OrderObjectTest, WithoutWaiting) {
  cl_event Gate = clCreateUserEvent(Context, nullptr), Event = nullptr;
  cl_order_tkl Order = create(Items, {Gate});
  cl_ulong Levels = 12345;
  EXPECT_EQ(
      GetInfo(Order, CL_ORDER_LEVELS_TKL, sizeof(Levels), &Levels, nullptr),
      CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(Levels, 12345u);
  EXPECT_GT(info<cl_ulong>(Order, CL_ORDER_SIZE_TKL), Items);
  std::vector<cl_event> Events;
  for (int I = 0; I < 10; ++I) {
    ASSERT_EQ(tryEnqueue(Order, Items, &Event), CL_SUCCESS);
    Events.push_back(Event);
    scatter(Values);
  }
  // Commands have what they need.
  EXPECT_EQ(Release(Order), CL_SUCCESS);
  Orders.clear();
  clSetUserEventStatus(Gate, CL_COMPLETE);
  for (cl_event Each : Events)
    EXPECT_TRUE(finish(Each).reused);
  EXPECT_EQ(read(X, Elements), Values);
  clReleaseEvent(Gate);
}

/// A command that may run while another one has the order inspects by itself.
TEST_F(OrderObjectTest, OtherQueues) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Other = clCreateCommandQueue(Context, Device, 0, &Error);
  cl_event Gate = clCreateUserEvent(Context, &Error), Made = nullptr,
           Second = nullptr, Third = nullptr;
  cl_order_tkl Order = create(Items, {Gate}, &Made);
  std::swap(Queue, Other);
  ASSERT_EQ(tryEnqueue(Order, Items, &Second, {Gate}), CL_SUCCESS);
  scatter(Values);
  ASSERT_EQ(tryEnqueue(Order, Items, &Third, {Gate, Made}), CL_SUCCESS);
  scatter(Values);
  clFlush(Other);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_FALSE(finish(Second).reused) << "not after the analysis";
  EXPECT_TRUE(finish(Third).reused);
  EXPECT_EQ(read(X, Elements), Values);
  EXPECT_TRUE(run(Order).reused);
  std::swap(Queue, Other);
  EXPECT_TRUE(run(Order).reused) << "all others have ended";
  clFinish(Queue);
  clReleaseEvent(Made);
  clReleaseEvent(Gate);
  clReleaseCommandQueue(Other);
}

TEST_F(OrderObjectTest, WhatTurnsOutToBeAChain) {
  At.assign(Items, 5);
  write(Where, At);
  cl_event Event = nullptr;
  cl_order_tkl Order = create(Items, {}, &Event);
  finish(Event);
  EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_EXECUTOR_TKL),
            cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  cl_ordered_stats_tkl Stats = run(Order);
  EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_EQ(Stats.workers, 1u);
  EXPECT_TRUE(Stats.reused);
}

TEST_F(OrderObjectTest, KernelsThatCannotBeInspected) {
  const size_t Global[] = {4, 2}, More[] = {8, 2};
  Kernel = makeKernel("ids", OrderedSource);
  cl_mem Out = makeBuffer(48 * 16);
  clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
  cl_int Error = 1;
  cl_ulong Size = 1;
  cl_uint Plan = 0;
  EXPECT_EQ(
      Estimate(Queue, Kernel, 2, nullptr, Global, nullptr, &Size, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(
      Estimate(Queue, Kernel, 2, nullptr, Global, nullptr, nullptr, &Plan),
      CL_SUCCESS);
  EXPECT_EQ(Size, 0u);
  EXPECT_EQ(Plan, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  cl_event Event = nullptr;
  cl_order_tkl Order = Create(Queue, Kernel, 2, nullptr, Global, nullptr, 0,
                              nullptr, &Event, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Orders.push_back(Order);
  finish(Event);
  EXPECT_EQ(read(Out, 48), std::vector<int>(48, -1));
  EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_EXECUTOR_TKL), Plan);
  EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_SIZE_TKL), 0u);
  const size_t Required[] = {4, 2};
  ASSERT_EQ(Enqueue(Queue, Kernel, Order, 2, nullptr, Global, nullptr, 0,
                    nullptr, &Event),
            CL_SUCCESS);
  EXPECT_EQ(finish(Event).executor, Plan);
  EXPECT_NE(read(Out, 1), std::vector<int>(1, -1));
  EXPECT_EQ(Enqueue(Queue, Kernel, Order, 2, nullptr, Global, Required, 0,
                    nullptr, nullptr),
            CL_SUCCESS)
      << "what NULL stands for";
  Values = read(X, Elements);
  expectRefused(Enqueue(Queue, Kernel, Order, 2, nullptr, More, nullptr, 0,
                        nullptr, nullptr),
                CL_INVALID_GLOBAL_WORK_SIZE,
                "kernel 'ids' cannot start: the order was made for another "
                "global size; make one for this range");
}

TEST_F(OrderObjectTest, EmptyRange) {
  size_t None = 0;
  cl_int Error = 1;
  cl_event Event = nullptr;
  cl_ulong Size = 1;
  EXPECT_EQ(Estimate(Queue, Kernel, 1, nullptr, &None, nullptr, &Size, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Size, 0u);
  cl_order_tkl Order = Create(Queue, Kernel, 1, nullptr, &None, nullptr, 0,
                              nullptr, &Event, &Error);
  if (!Order) {
    EXPECT_EQ(Error, CL_INVALID_GLOBAL_WORK_SIZE);
    return; // A driver that wants work-items.
  }
  Orders.push_back(Order);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  clReleaseEvent(Event);
  EXPECT_EQ(info<cl_ulong>(Order, CL_ORDER_LEVELS_TKL), 0u);
  EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_EXECUTOR_TKL),
            cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_EQ(tryEnqueue(Order, 0), CL_SUCCESS);
  expectRefused(tryEnqueue(Order, 1), CL_INVALID_GLOBAL_WORK_SIZE,
                "kernel 'scatter' cannot start: the order was made for another "
                "global size; make one for this range");
  expectRefused(tryEnqueue(create(), 0), CL_INVALID_GLOBAL_WORK_SIZE,
                "kernel 'scatter' cannot start: the order was made for another "
                "global size; make one for this range");
}

TEST_F(OrderObjectTest, AnotherRange) {
  cl_order_tkl Order = create();
  const size_t Global[] = {Items, 1}, Offset[] = {1}, Zero[] = {0}, Two[] = {2};
  auto Try = [&](cl_uint Dimensions, const size_t *Offsets, const size_t *Sizes,
                 const size_t *Local) {
    return Enqueue(Queue, Kernel, Order, Dimensions, Offsets, Sizes, Local, 0,
                   nullptr, nullptr);
  };
  const std::string Start = "kernel 'scatter' cannot start: the order was made "
                            "for another ",
                    End = "; make one for this range";
  expectRefused(Try(2, nullptr, Global, nullptr), CL_INVALID_WORK_DIMENSION,
                Start + "number of dimensions" + End);
  expectRefused(Try(0, nullptr, Global, nullptr), CL_INVALID_WORK_DIMENSION,
                Start + "number of dimensions" + End);
  expectRefused(tryEnqueue(Order, Items - 1), CL_INVALID_GLOBAL_WORK_SIZE,
                Start + "global size" + End);
  expectRefused(Try(1, nullptr, nullptr, nullptr), CL_INVALID_GLOBAL_WORK_SIZE,
                Start + "global size" + End);
  expectRefused(Try(1, Offset, Global, nullptr), CL_INVALID_GLOBAL_OFFSET,
                Start + "global offset" + End);
  expectRefused(Try(1, nullptr, Global, Two), CL_INVALID_WORK_GROUP_SIZE,
                Start + "local size" + End);
  EXPECT_EQ(Try(1, nullptr, Global, Zero), CL_SUCCESS) << "as 1";
  EXPECT_TRUE(Messages.empty());
  EXPECT_EQ(Try(1, Zero, Global, nullptr), CL_SUCCESS) << "as NULL";
}

TEST_F(OrderObjectTest, OtherArguments) {
  cl_order_tkl Order = create();
  const std::string Start = "kernel 'scatter' cannot start: ",
                    End = " than when the order was made; make one for these "
                          "arguments";
  auto Refused = [&](const char *What) {
    expectRefused(tryEnqueue(Order), CL_INVALID_KERNEL_ARGS,
                  Start + What + End);
  };
  Shift = 1;
  setArguments();
  Refused("argument 2 has another value");
  Shift = 0;
  const std::pair<cl_mem, cl_mem> Same = {X, Where};
  Where = makeBuffer(Items);
  setArguments();
  Refused("argument 1 is other memory");
  Where = nullptr;
  setArguments();
  Refused("argument 1 is other memory");
  // The same buffer, but not all of it.
  cl_int Error = CL_SUCCESS;
  const cl_buffer_region Region = {0, Bytes};
  cl_mem Longer = makeBuffer(Items + 1);
  write(Longer, At);
  cl_mem Part = clCreateSubBuffer(
      Longer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &Region, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Where = Longer;
  setArguments();
  cl_order_tkl OfLonger = create();
  Where = Part;
  setArguments();
  std::swap(Order, OfLonger);
  Refused("argument 1 is other memory");
  std::swap(Order, OfLonger);
  clReleaseMemObject(Part);
  std::tie(X, Where) = Same;
  X = makeBuffer(Elements + 1);
  setArguments();
  EXPECT_EQ(tryEnqueue(Order), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0], "tasklet: " + Start +
                             "argument 0 has memory of another size" + End);
  Messages.clear();
  // The kernel would write what the inspector has read.
  X = Where;
  setArguments();
  EXPECT_EQ(tryEnqueue(Order), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0],
            "tasklet: " + Start + "other arguments share memory" + End);
  Messages.clear();
  // As it was.
  std::tie(X, Where) = Same;
  setArguments();
  EXPECT_TRUE(run(Order).reused);
}

/// gather has two monitored parameters.
TEST_F(OrderObjectTest, ParametersThatShareMemory) {
  Kernel = makeKernel("gather", OrderedSource);
  cl_mem Other = makeBuffer(Elements);
  size_t Number = Elements;
  auto Set = [&](cl_mem From, cl_mem To) {
    cl_mem All[] = {From, To, Where};
    for (cl_uint I = 0; I < 3; ++I)
      clSetKernelArg(Kernel, I, sizeof(cl_mem), &All[I]);
  };
  Set(X, X);
  cl_order_tkl Together = create(Number);
  Set(X, Other);
  cl_order_tkl Apart = create(Number);
  const char *Message =
      "kernel 'gather' cannot start: argument 0 is NULL or shares memory "
      "otherwise than when the order was made; make one for these arguments";
  expectRefused(tryEnqueue(Together, Number), CL_INVALID_KERNEL_ARGS, Message);
  EXPECT_EQ(tryEnqueue(Apart, Number), CL_SUCCESS);
  Set(X, X);
  expectRefused(tryEnqueue(Apart, Number), CL_INVALID_KERNEL_ARGS, Message);
  EXPECT_EQ(tryEnqueue(Together, Number), CL_SUCCESS);
}

TEST_F(OrderObjectTest, AnotherKernel) {
  cl_order_tkl Order = create();
  const char *Message =
      "kernel 'scatter' cannot start: the order is of another kernel, or of "
      "another build of its program; make one for this kernel";
  // The same text, built again.
  Kernel = makeKernel("scatter", OrderedSource);
  setArguments();
  expectRefused(tryEnqueue(Order), CL_INVALID_KERNEL, Message);
  Kernel = makeKernel("gather", OrderedSource);
  EXPECT_EQ(tryEnqueue(Order), CL_INVALID_KERNEL);
  Messages.clear();
  // Not ordered, or not of ours.
  Kernel = makeKernel("squares");
  expectRefused(tryEnqueue(Order), CL_INVALID_KERNEL,
                "kernel 'squares' is not ordered, so it has no order; mark it "
                "'__ordered'");
  cl_int Error = CL_SUCCESS;
  size_t Number = Items;
  EXPECT_EQ(Create(Queue, Kernel, 1, nullptr, &Number, nullptr, 0, nullptr,
                   nullptr, &Error),
            nullptr);
  expectRefused(Error, CL_INVALID_KERNEL,
                "kernel 'squares' is not ordered, so it has no order; mark it "
                "'__ordered'");
}

TEST_F(OrderObjectTest, ForeignKernels) {
  size_t Number = Items;
  cl_uint Plan = 0;
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(Create(Queue, nullptr, 1, nullptr, &Number, nullptr, 0, nullptr,
                   nullptr, &Error),
            nullptr);
  expectRefused(Error, CL_INVALID_KERNEL,
                "the kernel is of no program with tasks or ordered kernels, so "
                "it has no order; mark it '__ordered'");
  expectRefused(
      Estimate(Queue, nullptr, 1, nullptr, &Number, nullptr, nullptr, &Plan),
      CL_INVALID_KERNEL,
      "the kernel is of no program with tasks or ordered kernels, so it has no "
      "order; mark it '__ordered'");
}

TEST_F(OrderObjectTest, ErrorsOfThePlainFunction) {
  size_t Number = Items, Huge = SIZE_MAX - 2;
  cl_int Error = CL_SUCCESS;
  auto CreateBy = [&](cl_command_queue Q, cl_kernel K, cl_uint Dimensions,
                      const size_t *Offset, cl_uint NumWaits) {
    EXPECT_EQ(Create(Q, K, Dimensions, Offset, &Number, nullptr, NumWaits,
                     nullptr, nullptr, &Error),
              nullptr);
    return Error;
  };
  EXPECT_EQ(CreateBy(nullptr, Kernel, 1, nullptr, 0), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(CreateBy(Queue, Kernel, 4, nullptr, 0), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(CreateBy(Queue, Kernel, 1, &Huge, 0), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(CreateBy(Queue, Kernel, 1, nullptr, 1), CL_INVALID_EVENT_WAIT_LIST);
  cl_kernel New = makeKernel("scatter", OrderedSource);
  EXPECT_EQ(CreateBy(Queue, New, 1, nullptr, 0), CL_INVALID_KERNEL_ARGS);
  cl_uint Plan = 0;
  cl_ulong Size = 0;
  EXPECT_EQ(Estimate(Queue, New, 1, nullptr, &Number, nullptr, &Size, &Plan),
            CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(Estimate(Queue, Kernel, 4, nullptr, &Number, nullptr, &Size, &Plan),
            CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Estimate(Queue, Kernel, 1, &Huge, &Number, nullptr, &Size, &Plan),
            CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(
      Estimate(nullptr, Kernel, 1, nullptr, &Number, nullptr, &Size, &Plan),
      CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(
      Estimate(Queue, Kernel, 1, nullptr, &Number, nullptr, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_TRUE(Messages.empty()) << Messages[0];
  // NULL for the code.
  EXPECT_EQ(Create(Queue, Kernel, 4, nullptr, &Number, nullptr, 0, nullptr,
                   nullptr, nullptr),
            nullptr);
}

TEST_F(OrderObjectTest, AnotherContextOrDevice) {
  cl_order_tkl Order = create();
  cl_int Error = CL_SUCCESS;
  cl_context Elsewhere =
      clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  cl_command_queue There = clCreateCommandQueue(Elsewhere, Device, 0, &Error);
  size_t Number = Items;
  std::swap(Queue, There);
  EXPECT_EQ(tryEnqueue(Order), CL_INVALID_CONTEXT);
  EXPECT_EQ(Create(Queue, Kernel, 1, nullptr, &Number, nullptr, 0, nullptr,
                   nullptr, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_CONTEXT);
  cl_ulong Size = 0;
  EXPECT_EQ(
      Estimate(Queue, Kernel, 1, nullptr, &Number, nullptr, &Size, nullptr),
      CL_INVALID_CONTEXT);
  auto Ask = extension<clGetTaskletMessageTKL_fn>("clGetTaskletMessageTKL");
  char Text[200] = "";
  EXPECT_EQ(Ask(Elsewhere, sizeof(Text), Text, nullptr), CL_SUCCESS);
  EXPECT_STREQ(Text, "tasklet: kernel 'scatter' cannot start: the order is of "
                     "another context; make one in this context");
  std::swap(Queue, There);
  clReleaseCommandQueue(There);
  clReleaseContext(Elsewhere);
}

TEST_F(OrderObjectTest, HandlesAndReferences) {
  cl_order_tkl Order = create();
  EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_REFERENCE_COUNT_TKL), 1u);
  EXPECT_EQ(Retain(Order), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(Order, CL_ORDER_REFERENCE_COUNT_TKL), 2u);
  EXPECT_EQ(Release(Order), CL_SUCCESS);
  run(Order);
  // Questions that have no answer.
  cl_ulong Value = 7;
  size_t Size = 0;
  EXPECT_EQ(GetInfo(Order, CL_ORDER_LEVELS_TKL, 4, &Value, &Size),
            CL_INVALID_VALUE);
  EXPECT_EQ(GetInfo(Order, CL_ORDER_REFERENCE_COUNT_TKL, 3, &Value, &Size),
            CL_INVALID_VALUE);
  EXPECT_EQ(GetInfo(Order, 0x54BB, sizeof(Value), &Value, &Size),
            CL_INVALID_VALUE);
  EXPECT_EQ(Value, 7u);
  EXPECT_EQ(Size, 0u);
  EXPECT_EQ(GetInfo(Order, CL_ORDER_LEVELS_TKL, 0, nullptr, &Size), CL_SUCCESS);
  EXPECT_EQ(Size, sizeof(cl_ulong));
  EXPECT_EQ(Release(Order), CL_SUCCESS);
  Orders.clear();
  for (cl_order_tkl None : {Order, cl_order_tkl(nullptr)}) {
    EXPECT_EQ(Release(None), CL_INVALID_ORDER_TKL);
    EXPECT_EQ(Retain(None), CL_INVALID_ORDER_TKL);
    EXPECT_EQ(GetInfo(None, CL_ORDER_SIZE_TKL, sizeof(Value), &Value, nullptr),
              CL_INVALID_ORDER_TKL);
    expectRefused(tryEnqueue(None), CL_INVALID_ORDER_TKL,
                  "the order is none, or was released; make it with "
                  "clCreateOrderTKL");
  }
}

/// More orders than commands can have buffers at a time.
TEST_F(OrderObjectTest, ManyOrders) {
  std::vector<cl_order_tkl> All;
  for (int I = 0; I < 30; ++I)
    All.push_back(create());
  for (cl_order_tkl Each : All)
    EXPECT_TRUE(run(Each).reused);
}

TEST_F(OrderObjectTest, MemoryLivesAsLongAsTheOrder) {
  cl_int Error = CL_SUCCESS;
  std::vector<cl_order_tkl> Kept;
  for (int I = 0; I < 10; ++I) {
    At = makeIndices(10 + I);
    cl_mem Indices =
        clCreateBuffer(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, Bytes,
                       At.data(), &Error);
    ASSERT_EQ(clSetKernelArg(Kernel, 1, sizeof(Indices), &Indices), CL_SUCCESS);
    for (cl_order_tkl Earlier : Kept)
      EXPECT_EQ(tryEnqueue(Earlier), CL_INVALID_KERNEL_ARGS) << I;
    Kept.push_back(create());
    EXPECT_TRUE(run(Kept.back()).reused);
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(Indices), CL_SUCCESS);
  }
}

TEST_F(OrderObjectTest, SharedVirtualMemory) {
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  if (!Shares)
    GTEST_SKIP() << "the device has none";
  cl_order_tkl Order = nullptr;
  // A new allocation mostly gets the address of the old one.
  for (int I = 0; I < 5; ++I) {
    At = makeIndices(50 + I);
    void *Memory = clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0);
    ASSERT_EQ(clEnqueueSVMMemcpy(Queue, CL_TRUE, Memory, At.data(), Bytes, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 1, Memory), CL_SUCCESS);
    if (Order)
      expectRefused(tryEnqueue(Order), CL_INVALID_KERNEL_ARGS,
                    "kernel 'scatter' cannot start: argument 1 is other memory "
                    "than when the order was made; make one for these "
                    "arguments");
    Order = create();
    EXPECT_TRUE(run(Order).reused);
    clFinish(Queue);
    clSVMFree(Context, Memory);
  }
}

/// It reads all that there is when the command runs, not when it is enqueued.
TEST_F(OrderObjectTest, ItReadsWhenItsTurnComes) {
  cl_event Gate = clCreateUserEvent(Context, nullptr), Event = nullptr;
  At = makeIndices(77);
  ASSERT_EQ(clEnqueueWriteBuffer(Queue, Where, CL_FALSE, 0, Bytes, At.data(), 1,
                                 &Gate, nullptr),
            CL_SUCCESS);
  cl_order_tkl Order = create(Items, {}, &Event);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  finish(Event);
  EXPECT_TRUE(run(Order).reused);
  clReleaseEvent(Gate);
}

TEST_F(OrderObjectTest, StatisticsOnStandardError) {
  ScopedVariable Shown("TASKLET_STATS", "1");
  restartWith("levels");
  testing::internal::CaptureStderr();
  create();
  clFinish(Queue);
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(Text.rfind("tasklet: scatter: an order for 10000 work-items on 3 "
                       "workers, levels: ",
                       0),
            0u)
      << Text;
  EXPECT_EQ(Text.find("executed in"), std::string::npos) << Text;
}

TEST_F(OrderObjectTest, ABadEnvironment) {
  restartWith("best");
  size_t Number = Items;
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(Create(Queue, Kernel, 1, nullptr, &Number, nullptr, 0, nullptr,
                   nullptr, &Error),
            nullptr);
  expectRefused(Error, CL_OUT_OF_RESOURCES,
                "kernel 'scatter' cannot start: TASKLET_ORDERED='best' is no "
                "way to order work-items: give auto, levels, passes, bins, "
                "tasks, copies, owners or serial");
}
