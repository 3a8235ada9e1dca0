//===- FailureTest.cpp - Failed commands are noticed ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace tasklet;

class FailureTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
  }

  /// A command whose tasks run out of memory.
  cl_event fail() {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueSquares(Kernel, Out, -1, 10, &Event), CL_SUCCESS);
    return Event;
  }

  /// After a failure everything goes on.
  void expectNextWorks() {
    ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 10), CL_SUCCESS);
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    expectSquares(read(Out, 10), 2);
  }

  ScopedVariable Size{"TASKLET_HEAP_SIZE", "64M"}; ///< for the messages
  cl_kernel Kernel = nullptr;
  cl_mem Out = nullptr;
};

TEST_F(FailureTest, WaitReportsAndMessageNamesTheWayOut) {
  cl_event Event = fail();
  EXPECT_EQ(clWaitForEvents(1, &Event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_int Status = 0;
  EXPECT_EQ(clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                           sizeof(Status), &Status, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Status, CL_OUT_OF_RESOURCES);
  ASSERT_EQ(Messages.size(), 1u);
  for (const char *Word :
       {"'squares'", "64M", "104857600", "TASKLET_HEAP_SIZE=128M"})
    EXPECT_NE(Messages[0].find(Word), std::string::npos) << Messages[0];
  clReleaseEvent(Event);
  expectNextWorks();
  EXPECT_EQ(Messages.size(), 1u);
}

TEST_F(FailureTest, MessageNamesWhatTheHeapCameFrom) {
  cl_ulong Bytes = 2 << 20;
  ASSERT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(Bytes), &Bytes),
            CL_SUCCESS);
  clReleaseEvent(fail());
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_NE(Messages[0].find("; set CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL "
                             "to 104857600 or more"),
            std::string::npos)
      << Messages[0];
  EXPECT_EQ(Messages[0].find("TASKLET_HEAP_SIZE="), std::string::npos);
}

TEST_F(FailureTest, FinishReportsOnce) {
  clReleaseEvent(fail());
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectNextWorks();
}

/// A context's callback that takes its time, called by a thread of the driver:
/// whoever learns of the failure meanwhile must find the message there.
TEST_F(FailureTest, TheMessageComesBeforeTheCode) {
  struct Slow {
    std::atomic<bool> Begun{false}, Done{false};
  } Seen;
  auto Notify = [](const char *, const void *, size_t, void *Data) {
    auto *S = static_cast<Slow *>(Data);
    S->Begun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    S->Done = true;
  };
  cl_int Error = CL_SUCCESS;
  cl_context OldContext = Context;
  cl_command_queue OldQueue = Queue;
  Context = clCreateContext(nullptr, 1, &Device, Notify, &Seen, &Error);
  Queue = clCreateCommandQueue(Context, Device, 0, &Error);
  Kernel = makeKernel("squares");
  Out = makeBuffer(10);
  cl_mem To = makeBuffer(10);
  auto CopyOf = [&](cl_event Failed) {
    cl_event Copied = nullptr;
    EXPECT_EQ(
        clEnqueueCopyBuffer(Queue, Out, To, 0, 0, 40, 1, &Failed, &Copied),
        CL_SUCCESS);
    return Copied;
  };
  for (int Way = 0; Way < 3; ++Way) {
    Seen.Begun = Seen.Done = false;
    cl_event Failed = fail();
    cl_event Copied = Way == 1 ? CopyOf(Failed) : nullptr;
    clFlush(Queue);
    while (!Seen.Begun)
      std::this_thread::yield();
    int Value = 0;
    if (Way == 0)
      EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
    else if (Way == 1)
      EXPECT_LT(clWaitForEvents(1, &Copied), 0);
    else
      EXPECT_LT(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, sizeof(Value),
                                    &Value, 0, nullptr, nullptr),
                0);
    EXPECT_TRUE(Seen.Done) << Way;
    clFinish(Queue);
    clReleaseEvent(Failed);
    if (Copied)
      clReleaseEvent(Copied);
  }
  clReleaseCommandQueue(Queue);
  clReleaseContext(Context);
  Context = OldContext;
  Queue = OldQueue;
}

TEST_F(FailureTest, BlockingReadReports) {
  clReleaseEvent(fail());
  int Value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, sizeof(Value), &Value,
                                0, nullptr, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  expectNextWorks();
}

TEST_F(FailureTest, BlockingReadNamesItsWaitList) {
  cl_event Event = fail();
  int Value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, sizeof(Value), &Value,
                                1, &Event, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(Event);
  expectNextWorks();
}

/// On a queue in order, commands of either kind. A wait for what came before
/// the failure may tell it as well, if it is known by then.
TEST_F(FailureTest, WaitingForAnEventBehindReportsOnce) {
  cl_mem To = makeBuffer(10);
  auto Copy = [&] {
    cl_event Event = nullptr;
    EXPECT_EQ(clEnqueueCopyBuffer(Queue, Out, To, 0, 0, 40, 0, nullptr, &Event),
              CL_SUCCESS);
    return Event;
  };
  auto Tasks = [&] {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueSquares(Kernel, Out, 2, 10, &Event), CL_SUCCESS);
    return Event;
  };
  auto Expect = [](cl_event Event, cl_int Result) {
    EXPECT_EQ(clWaitForEvents(1, &Event), Result);
    // The command itself is good.
    cl_int Status = 1;
    clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                   &Status, nullptr);
    EXPECT_EQ(Status, CL_COMPLETE);
    clReleaseEvent(Event);
  };
  constexpr cl_int InWaitList = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  for (bool Plain : {false, true}) {
    clReleaseEvent(fail());
    cl_event First = Plain ? Copy() : Tasks();
    cl_event Second = Plain ? Tasks() : Copy();
    Expect(First, InWaitList);
    Expect(Second, CL_SUCCESS);
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    // Also when the failure is known for long.
    clReleaseEvent(fail());
    clFlush(Queue);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    Expect(Plain ? Copy() : Tasks(), InWaitList);
    Expect(Copy(), CL_SUCCESS);
  }
  expectNextWorks();
}

TEST_F(FailureTest, BlockingMapReportsAndMapsNothing) {
  clReleaseEvent(fail());
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(clEnqueueMapBuffer(Queue, Out, CL_TRUE, CL_MAP_READ, 0, 4, 0,
                               nullptr, nullptr, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_uint Maps = 1;
  clFinish(Queue);
  clGetMemObjectInfo(Out, CL_MEM_MAP_COUNT, sizeof(Maps), &Maps, nullptr);
  EXPECT_EQ(Maps, 0u);
  expectNextWorks();
}

TEST_F(FailureTest, CallbackSeesTheStatus) {
  std::atomic<int> Seen{1};
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, -1, 10, &Event, {Gate}), CL_SUCCESS);
  auto Notify = [](cl_event, cl_int Status, void *Data) {
    *static_cast<std::atomic<int> *>(Data) = Status;
  };
  ASSERT_EQ(clSetEventCallback(Event, CL_COMPLETE, Notify, &Seen), CL_SUCCESS);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  clWaitForEvents(1, &Event);
  // A driver may call back a little after it wakes who waits.
  for (int I = 0; I < 1000 && Seen == 1; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(Seen, CL_OUT_OF_RESOURCES);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
  expectNextWorks();
}

TEST_F(FailureTest, WithoutCallbackTheMessageGoesToStandardError) {
  cl_int Error = CL_SUCCESS;
  cl_context Quiet =
      clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_context Old = Context;
  cl_command_queue OldQueue = Queue;
  Context = Quiet;
  Queue = clCreateCommandQueue(Context, Device, 0, &Error);
  Kernel = makeKernel("squares");
  Out = makeBuffer(10);
  testing::internal::CaptureStderr();
  clReleaseEvent(fail());
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_NE(Text.find("tasklet: kernel 'squares' failed"), std::string::npos)
      << Text;
  EXPECT_EQ(Text.find("tasklet:"), Text.rfind("tasklet:")) << Text;
  EXPECT_TRUE(Messages.empty());
  clReleaseCommandQueue(Queue);
  clReleaseContext(Context);
  Context = Old;
  Queue = OldQueue;
}

TEST_F(FailureTest, OtherQueuesHearNothing) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Other = clCreateCommandQueue(Context, Device, 0, &Error);
  clReleaseEvent(fail());
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clFinish(Other), CL_SUCCESS);
  clReleaseCommandQueue(Other);
}
