//===- OrderedFaultTest.cpp - Ordered kernels where drivers fail ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// FaultTest.cpp for ordered kernels. Where a serial kernel would work, they
/// work.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

namespace {

class OrderedFaultTest : public DeviceTest {
protected:
  static constexpr size_t Items = 8000;
  static constexpr int Elements = 1000;
  /// Of CL_DEVICE_SVM_CAPABILITIES.
  static constexpr char NoSharedMemory[] = "1053 0";

  void SetUp() override {
    DeviceTest::SetUp();
    begin();
  }
  void begin(cl_command_queue_properties Properties = 0) {
    restart(Properties);
    Messages.clear();
    Kernel = makeKernel("scatter", OrderedSource);
    X = makeBuffer(Elements);
    cl_mem Where = makeBuffer(Items);
    std::vector<int> At(Items);
    for (size_t I = 0; I < Items; ++I)
      At[I] = static_cast<int>(I * 7 % Elements);
    clEnqueueWriteBuffer(Queue, Where, CL_TRUE, 0, Items * sizeof(int),
                         At.data(), 0, nullptr, nullptr);
    int Shift = 0;
    clSetKernelArg(Kernel, 0, sizeof(X), &X);
    clSetKernelArg(Kernel, 1, sizeof(Where), &Where);
    clSetKernelArg(Kernel, 2, sizeof(Shift), &Shift);
    Expected.assign(Elements, -1);
  }
  /// What one command does.
  void expectOnce() {
    for (size_t I = 0; I < Items; ++I) {
      int &Element = Expected[I * 7 % Elements];
      Element = static_cast<int>(3u * unsigned(Element) + unsigned(I));
    }
  }
  cl_int enqueue(const char *Fault, cl_event *Event = nullptr) {
    ScopedVariable Order("FAULT", Fault);
    size_t Number = Items;
    return clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number, nullptr,
                                  0, nullptr, Event);
  }
  cl_ordered_stats_tkl expectWorksWith(const char *Fault) {
    SCOPED_TRACE(Fault);
    cl_event Event = nullptr;
    EXPECT_EQ(enqueue(Fault, &Event), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = finish(Event);
    expectOnce();
    EXPECT_EQ(read(X, Elements), Expected);
    return Stats;
  }
  cl_ordered_stats_tkl expectNextWorks() {
    return expectWorksWith("clNoFunction 1 -5");
  }

  /// The message of a command that \p Fault ends, with \p Code.
  std::string failLater(const char *Fault, cl_int Code) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueue(Fault, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    cl_int Status = 0;
    clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                   &Status, nullptr);
    EXPECT_EQ(Status, Code);
    clReleaseEvent(Event);
    EXPECT_EQ(Messages.size(), 1u);
    return Messages.empty() ? std::string() : Messages[0];
  }
  void expectNotFinished(const char *Fault) {
    const std::string Message = failLater(Fault, -9999);
    EXPECT_EQ(Message.rfind(NotFinished, 0), 0u) << Message;
  }
  static constexpr char NotFinished[] =
      "tasklet: kernel 'scatter' failed: the device did not finish it (OpenCL "
      "error -9999)";
  static constexpr char Overwritten[] =
      "tasklet: kernel 'scatter' failed: the buffer that its workers share has "
      "been overwritten, perhaps by the program itself";

  ScopedVariable Mode{"TASKLET_ORDERED", "levels"};
  ScopedVariable Workers{"TASKLET_WORKERS", "2"};
  cl_kernel Kernel = nullptr;
  cl_mem X = nullptr;
  std::vector<int> Expected;
};

} // namespace

TEST_F(OrderedFaultTest, LessMemory) {
  EXPECT_EQ(expectWorksWith("clCreateBuffer 1 -4").executor,
            cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
  EXPECT_TRUE(Messages.empty());
}

/// None for an analysis, but for a serial command.
TEST_F(OrderedFaultTest, HardlyAnyMemory) {
  bool Serial = false;
  for (int Failures = 1; Failures < 20 && !Serial; ++Failures) {
    begin();
    cl_event Event = nullptr;
    ScopedVariable Order("FAULT", "clCreateBuffer 1-" +
                                      std::to_string(Failures) + " -4");
    size_t Number = Items;
    ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number,
                                     nullptr, 0, nullptr, &Event),
              CL_SUCCESS)
        << Failures;
    Serial = finish(Event).executor == CL_TASKLET_ORDERED_SERIAL_TKL;
    expectOnce();
    EXPECT_EQ(read(X, Elements), Expected);
  }
  EXPECT_TRUE(Serial);
  EXPECT_TRUE(Messages.empty());
}

/// A serial command needs none where the host reaches memory of the device.
TEST_F(OrderedFaultTest, NoBufferAtAll) {
  EXPECT_EQ(expectWorksWith("clCreateBuffer 1+ -4").executor,
            cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OrderedFaultTest, NoMemoryAtAll) {
  ScopedVariable NotShared("FAULT_ANSWER", NoSharedMemory);
  EXPECT_EQ(enqueue("clCreateBuffer 1+ -4"), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0].rfind(
                "tasklet: kernel 'scatter' cannot start: no buffer of ", 0),
            0u)
      << Messages[0];
  EXPECT_NE(Messages[0].find(" bytes can be made (OpenCL error -4, "
                             "CL_MEM_OBJECT_ALLOCATION_FAILURE); free memory"),
            std::string::npos)
      << Messages[0];
  expectNextWorks();
}

TEST_F(OrderedFaultTest, EachStepMayBeRefused) {
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 -5", "clEnqueueNDRangeKernel 1 -5",
        "clEnqueueReadBuffer 1 -5"}) {
    SCOPED_TRACE(Fault);
    begin();
    EXPECT_EQ(enqueue(Fault), CL_OUT_OF_RESOURCES);
    ASSERT_EQ(Messages.size(), 1u);
    EXPECT_EQ(Messages[0],
              "tasklet: kernel 'scatter' cannot start: the driver takes no "
              "command (OpenCL error -5, CL_OUT_OF_RESOURCES); free memory if "
              "it is short, or make a new context if the device was lost");
    if (Fault[9] == 'R') // The kernel has run, and nobody reads how it went.
      expectOnce();
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    expectNextWorks();
  }
}

TEST_F(OrderedFaultTest, CommandsMayFailOnTheDevice) {
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 @-9999", "clEnqueueNDRangeKernel 1 @-9999",
        "clEnqueueReadBuffer 1 @-9999"}) {
    SCOPED_TRACE(Fault);
    begin();
    expectNotFinished(Fault);
    expectOnce(); // The layer lets it run all the same.
    expectNextWorks();
    EXPECT_TRUE(expectNextWorks().reused);
  }
}

/// The buffer does not say how the command went. Neither does it hold an
/// analysis, as the next command expects.
TEST_F(OrderedFaultTest, KernelsMayDoNothing) {
  EXPECT_EQ(failLater("clEnqueueNDRangeKernel 1 skip", CL_OUT_OF_RESOURCES),
            Overwritten);
  EXPECT_FALSE(expectNextWorks().reused);
  EXPECT_TRUE(expectNextWorks().reused);
}

//===----------------------------------------------------------------------===//
// Commands without analysis
//===----------------------------------------------------------------------===//

namespace {

/// The host writes and reads the orders of these; no step of the driver does.
class SerialOrderFaultTest : public OrderedFaultTest {
protected:
  static constexpr char NoWrite[] = "clEnqueueWriteBuffer 1+ -5";
  static constexpr char NoRead[] = "clEnqueueReadBuffer 1+ -5";

  void expectRuns(const char *Fault) {
    EXPECT_EQ(expectWorksWith(Fault).executor,
              cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  }

  ScopedVariable Mode{"TASKLET_ORDERED", "serial"};
};

} // namespace

TEST_F(SerialOrderFaultTest, ManyCommandsOneAfterTheOther) {
  for (int I = 0; I < 100; ++I) {
    expectRuns(NoWrite);
    expectRuns(NoRead);
  }
  EXPECT_TRUE(Messages.empty());
}

/// All of them wait, so none gives its piece of memory back.
TEST_F(SerialOrderFaultTest, ManyCommandsAtATime) {
  for (int Round = 0; Round < 3; ++Round) {
    cl_int Error = CL_SUCCESS;
    cl_event Start = clCreateUserEvent(Context, &Error);
    {
      ScopedVariable Order("FAULT", Round ? NoRead : NoWrite);
      for (int I = 0; I < 200; ++I) {
        size_t Number = Items;
        ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number,
                                         nullptr, 1, &Start, nullptr),
                  CL_SUCCESS)
            << I;
        expectOnce();
      }
    }
    ASSERT_EQ(clSetUserEventStatus(Start, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    EXPECT_EQ(read(X, Elements), Expected);
    clReleaseEvent(Start);
  }
  EXPECT_TRUE(Messages.empty());
}

/// After so many, the driver writes and reads again.
TEST_F(SerialOrderFaultTest, MoreCommandsAtATimeThanPieces) {
  cl_int Error = CL_SUCCESS;
  cl_event Start = clCreateUserEvent(Context, &Error);
  const int Pieces = 1024;
  for (int I = 0; I < Pieces + 20; ++I) {
    ScopedVariable Order("FAULT", I < Pieces ? NoWrite : "");
    size_t Number = 100;
    ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number,
                                     nullptr, 1, &Start, nullptr),
              CL_SUCCESS)
        << I;
    for (size_t K = 0; K < Number; ++K) {
      int &Element = Expected[K * 7 % Elements];
      Element = static_cast<int>(3u * unsigned(Element) + unsigned(K));
    }
  }
  EXPECT_EQ(enqueue(NoWrite), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(clSetUserEventStatus(Start, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_EQ(read(X, Elements), Expected);
  clReleaseEvent(Start);
  expectRuns(NoWrite);
}

TEST_F(SerialOrderFaultTest, OutOfOrder) {
  begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<cl_mem> All;
  for (int I = 0; I < 20; ++I) {
    All.push_back(makeBuffer(Elements));
    clSetKernelArg(Kernel, 0, sizeof(All.back()), &All.back());
    ASSERT_EQ(enqueue(NoWrite), CL_SUCCESS) << I;
  }
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  expectOnce();
  for (cl_mem Each : All)
    EXPECT_EQ(read(Each, Elements), Expected);
}

TEST_F(SerialOrderFaultTest, MayBeRefused) {
  for (const char *Fault :
       {"clEnqueueNDRangeKernel 1 -5", "clSetKernelArgSVMPointer 1 -5"}) {
    SCOPED_TRACE(Fault);
    Messages.clear();
    EXPECT_EQ(enqueue(Fault), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(Messages.size(), 1u);
    expectRuns(NoWrite);
  }
}

TEST_F(SerialOrderFaultTest, MayFailOnTheDevice) {
  begin();
  expectNotFinished("clEnqueueNDRangeKernel 1 @-9999");
  expectOnce(); // The layer lets it run all the same.
  expectRuns(NoRead);
}

/// Memory that was another command's before does not say that this one is done.
TEST_F(SerialOrderFaultTest, KernelsMayDoNothing) {
  expectRuns(NoRead);
  EXPECT_EQ(failLater("clEnqueueNDRangeKernel 1 skip", CL_OUT_OF_RESOURCES),
            Overwritten);
  expectRuns(NoRead);
}

/// Then a buffer serves as well.
TEST_F(SerialOrderFaultTest, MemoryMayNotBeShared) {
  expectRuns("clSVMAlloc 1+ -4");
  begin();
  ScopedVariable NotShared("FAULT_ANSWER", NoSharedMemory);
  expectRuns("clSVMAlloc 1+ -4");
  EXPECT_EQ(enqueue(NoWrite), CL_OUT_OF_RESOURCES);
  expectRuns("");
}

//===----------------------------------------------------------------------===//
// Orders of the application
//===----------------------------------------------------------------------===//

namespace {

class OrderFaultTest : public OrderedFaultTest {
protected:
  cl_order_tkl create(const char *Fault, cl_int &Error,
                      cl_event *Event = nullptr) {
    ScopedVariable Order("FAULT", Fault);
    size_t Number = Items;
    return extension<clCreateOrderTKL_fn>("clCreateOrderTKL")(
        Queue, Kernel, 1, nullptr, &Number, nullptr, 0, nullptr, Event, &Error);
  }
  cl_int enqueueWith(cl_order_tkl Order, const char *Fault, cl_event *Event) {
    ScopedVariable Variable("FAULT", Fault);
    size_t Number = Items;
    return extension<clEnqueueOrderedNDRangeKernelTKL_fn>(
        "clEnqueueOrderedNDRangeKernelTKL")(
        Queue, Kernel, Order, 1, nullptr, &Number, nullptr, 0, nullptr, Event);
  }
  cl_ordered_stats_tkl expectWorks(cl_order_tkl Order) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueWith(Order, "clNoFunction 1 -5", &Event), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = finish(Event);
    expectOnce();
    EXPECT_EQ(read(X, Elements), Expected);
    return Stats;
  }
  cl_int levelsOf(cl_order_tkl Order) {
    cl_ulong Levels = 0;
    return extension<clGetOrderInfoTKL_fn>("clGetOrderInfoTKL")(
        Order, CL_ORDER_LEVELS_TKL, sizeof(Levels), &Levels, nullptr);
  }
  void release(cl_order_tkl Order) {
    EXPECT_EQ(extension<clReleaseOrderTKL_fn>("clReleaseOrderTKL")(Order),
              CL_SUCCESS);
  }
};

} // namespace

TEST_F(OrderFaultTest, LessMemory) {
  cl_int Error = 1;
  cl_order_tkl Order = create("clCreateBuffer 1 -4", Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_TRUE(expectWorks(Order).reused);
  EXPECT_TRUE(Messages.empty());
  release(Order);
}

/// Commands run without one, so only the order fails.
TEST_F(OrderFaultTest, NoMemoryForAnOrder) {
  cl_int Error = 1;
  EXPECT_EQ(create("clCreateBuffer 1+ -4", Error), nullptr);
  EXPECT_EQ(Error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0].rfind("tasklet: kernel 'scatter' gets no order: there "
                              "is no memory for one of ",
                              0),
            0u)
      << Messages[0];
  EXPECT_NE(
      Messages[0].find(" bytes (OpenCL error -4, "
                       "CL_MEM_OBJECT_ALLOCATION_FAILURE); free memory, or "
                       "enqueue the kernel without an order"),
      std::string::npos)
      << Messages[0];
  expectNextWorks();
}

/// The analysis did not take place. The first command that would use it makes
/// it.
TEST_F(OrderFaultTest, AnalysesThatFail) {
  for (const char *Fault :
       {"clEnqueueNDRangeKernel 1 skip", "clEnqueueWriteBuffer 1 @-9999"}) {
    SCOPED_TRACE(Fault);
    begin();
    cl_int Error = 1;
    cl_event Event = nullptr;
    cl_order_tkl Order = create(Fault, Error, &Event);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_LT(clWaitForEvents(1, &Event), 0);
    clReleaseEvent(Event);
    EXPECT_EQ(Messages.size(), 1u);
    if (Fault[9] == 'N') {
      EXPECT_EQ(levelsOf(Order), CL_PROFILING_INFO_NOT_AVAILABLE);
      EXPECT_FALSE(expectWorks(Order).reused);
    }
    EXPECT_TRUE(expectWorks(Order).reused);
    EXPECT_EQ(levelsOf(Order), CL_SUCCESS);
    release(Order);
  }
}

TEST_F(OrderFaultTest, EachStepMayBeRefused) {
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 -5", "clEnqueueNDRangeKernel 1 -5",
        "clEnqueueReadBuffer 1 -5"}) {
    SCOPED_TRACE(Fault);
    begin();
    cl_int Error = 1;
    EXPECT_EQ(create(Fault, Error), nullptr);
    EXPECT_EQ(Error, CL_OUT_OF_RESOURCES);
    cl_order_tkl Order = create("clNoFunction 1 -5", Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueWith(Order, Fault, &Event), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(Messages.size(), 2u);
    if (Fault[9] == 'R') // The kernel has run, and nobody reads how it went.
      expectOnce();
    EXPECT_TRUE(expectWorks(Order).reused);
    release(Order);
  }
}
