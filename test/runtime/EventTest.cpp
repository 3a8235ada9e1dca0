//===- EventTest.cpp - One command, one event -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace tasklet;

class EventTest : public DeviceTest {
protected:
  template <typename T> T ask(cl_event Event, cl_event_info Name) {
    T Value = T();
    EXPECT_EQ(clGetEventInfo(Event, Name, sizeof(Value), &Value, nullptr),
              CL_SUCCESS);
    return Value;
  }
};

TEST_F(EventTest, LooksLikeAnOrdinaryKernels) {
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event), CL_SUCCESS);
  EXPECT_EQ(ask<cl_command_type>(Event, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(ask<cl_command_queue>(Event, CL_EVENT_COMMAND_QUEUE), Queue);
  EXPECT_EQ(ask<cl_context>(Event, CL_EVENT_CONTEXT), Context);
  EXPECT_EQ(ask<cl_uint>(Event, CL_EVENT_REFERENCE_COUNT), 1u);
  clRetainEvent(Event);
  EXPECT_EQ(ask<cl_uint>(Event, CL_EVENT_REFERENCE_COUNT), 2u);
  clReleaseEvent(Event);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(ask<cl_int>(Event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  cl_int TooSmall = 0;
  EXPECT_EQ(clGetEventInfo(Event, CL_EVENT_COMMAND_TYPE, 1, &TooSmall, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clReleaseEvent(Event), CL_SUCCESS);
}

TEST_F(EventTest, ProfileSpansAllSteps) {
  restart(CL_QUEUE_PROFILING_ENABLE);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  cl_ulong Previous = 0;
  for (cl_profiling_info Name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
        CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
    cl_ulong Time = 0;
    EXPECT_EQ(
        clGetEventProfilingInfo(Event, Name, sizeof(Time), &Time, nullptr),
        CL_SUCCESS);
    EXPECT_GE(Time, Previous);
    Previous = Time;
  }
  clReleaseEvent(Event);
}

TEST_F(EventTest, NoProfileWithoutTheProperty) {
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event), CL_SUCCESS);
  clWaitForEvents(1, &Event);
  cl_ulong Time = 0;
  EXPECT_EQ(clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                    sizeof(Time), &Time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  clReleaseEvent(Event);
}

TEST_F(EventTest, CallbacksGetTheApplicationsEvent) {
  struct Record {
    std::atomic<int> Calls{0};
    std::atomic<int> Status[4];
    std::atomic<cl_event> Event{nullptr};
  } Seen;
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event, {Gate}), CL_SUCCESS);
  auto Notify = [](cl_event Event, cl_int Status, void *Data) {
    auto *R = static_cast<Record *>(Data);
    R->Event = Event;
    R->Status[Status & 3] = 1;
    ++R->Calls;
  };
  for (cl_int Type : {CL_RUNNING, CL_COMPLETE})
    ASSERT_EQ(clSetEventCallback(Event, Type, Notify, &Seen), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(Event, CL_COMPLETE, nullptr, nullptr),
            CL_INVALID_VALUE);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  for (int I = 0; I < 1000 && Seen.Calls < 2; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(Seen.Calls, 2);
  EXPECT_EQ(Seen.Status[CL_RUNNING], 1);
  EXPECT_EQ(Seen.Status[CL_COMPLETE], 1);
  EXPECT_EQ(Seen.Event, Event);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
}

/// A command that depends on a tasks' command sees all its results.
TEST_F(EventTest, DependentsComeAfterAllTasks) {
  restart(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(5000);
  std::vector<int> Result(5000);
  cl_event Event = nullptr, Done = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 5000, &Event), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(Queue, Out, CL_FALSE, 0, 5000 * sizeof(int),
                                Result.data(), 1, &Event, &Done),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Done), CL_SUCCESS);
  expectSquares(Result, 1);
  clReleaseEvent(Event);
  clReleaseEvent(Done);
}
