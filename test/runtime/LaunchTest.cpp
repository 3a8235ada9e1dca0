//===- LaunchTest.cpp - Commands give right results -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <thread>

using namespace tasklet;

class LaunchTest : public DeviceTest {};

TEST_F(LaunchTest, ResultsAreRight) {
  for (const char *Workers : {"1", "2", "5", "64"}) {
    ScopedVariable Variable("TASKLET_WORKERS", Workers);
    restart();
    cl_kernel Kernel = makeKernel("squares");
    cl_mem Out = makeBuffer(1000);
    ASSERT_EQ(enqueueSquares(Kernel, Out, 3, 1000), CL_SUCCESS);
    expectSquares(read(Out, 1000), 3);
  }
}

TEST_F(LaunchTest, KernelWithoutTasksInSuchProgram) {
  cl_kernel Kernel = makeKernel("plain");
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof(Out), &Out), CL_SUCCESS);
  size_t Items = 10;
  ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                   0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(Out, 10), std::vector<int>(10, 7));
}

TEST_F(LaunchTest, EnqueueTaskRunsOneWorkItem) {
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(2);
  int Scale = 4;
  clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
  clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
  cl_event Event = nullptr;
  ASSERT_EQ(clEnqueueTask(Queue, Kernel, 0, nullptr, &Event), CL_SUCCESS);
  cl_command_type Type = 0;
  EXPECT_EQ(clGetEventInfo(Event, CL_EVENT_COMMAND_TYPE, sizeof(Type), &Type,
                           nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_TASK));
  clReleaseEvent(Event);
  EXPECT_EQ(read(Out, 2), std::vector<int>({0, -1}));
}

/// Commands in a row share one heap; each must see a fresh one.
TEST_F(LaunchTest, ManyCommandsWithoutWaiting) {
  cl_kernel Kernel = makeKernel("squares");
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 50; ++I) {
    Outs.push_back(makeBuffer(100));
    ASSERT_EQ(enqueueSquares(Kernel, Outs.back(), I + 1, 100), CL_SUCCESS);
  }
  for (int I = 0; I < 50; ++I)
    expectSquares(read(Outs[I], 100), I + 1);
}

TEST_F(LaunchTest, OutOfOrderQueue) {
  restart(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_kernel Kernel = makeKernel("squares");
  std::vector<cl_mem> Outs;
  std::vector<cl_event> Events(30);
  for (int I = 0; I < 30; ++I) {
    Outs.push_back(makeBuffer(100));
    ASSERT_EQ(enqueueSquares(Kernel, Outs.back(), I + 1, 100, &Events[I]),
              CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int I = 0; I < 30; ++I) {
    expectSquares(read(Outs[I], 100), I + 1);
    EXPECT_EQ(clReleaseEvent(Events[I]), CL_SUCCESS);
  }
}

TEST_F(LaunchTest, WaitListIsHonoured) {
  for (cl_command_queue_properties Properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    restart(Properties);
    cl_kernel Kernel = makeKernel("squares");
    cl_mem Out = makeBuffer(100);
    cl_int Error = CL_SUCCESS;
    cl_event Gate = clCreateUserEvent(Context, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    cl_event Event = nullptr;
    ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 100, &Event, {Gate}), CL_SUCCESS);
    clFlush(Queue);
    cl_int Status = CL_COMPLETE;
    clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                   &Status, nullptr);
    EXPECT_GT(Status, CL_RUNNING);
    clSetUserEventStatus(Gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, 100), 2);
    clReleaseEvent(Event);
    clReleaseEvent(Gate);
  }
}

/// More commands than heaps that are usually kept, all waiting for an event
/// that comes only after the last enqueue.
TEST_F(LaunchTest, ManyCommandsBehindOneEvent) {
  restart(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_kernel Kernel = makeKernel("squares");
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 12; ++I) {
    Outs.push_back(makeBuffer(10));
    ASSERT_EQ(enqueueSquares(Kernel, Outs.back(), I + 1, 10, nullptr, {Gate}),
              CL_SUCCESS);
  }
  clSetUserEventStatus(Gate, CL_COMPLETE);
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int I = 0; I < 12; ++I)
    expectSquares(read(Outs[I], 10), I + 1);
  clReleaseEvent(Gate);
}

TEST_F(LaunchTest, ThreadsShareQueueAndProgram) {
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS);
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 4; ++I)
    Outs.push_back(makeBuffer(200));
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&, T] {
      cl_int Error = CL_SUCCESS;
      cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
      ASSERT_EQ(Error, CL_SUCCESS);
      for (int I = 0; I < 20; ++I)
        ASSERT_EQ(enqueueSquares(Kernel, Outs[T], T + 1, 200), CL_SUCCESS);
      clReleaseKernel(Kernel);
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int T = 0; T < 4; ++T)
    expectSquares(read(Outs[T], 200), T + 1);
}

TEST_F(LaunchTest, ContextReleasedBeforeQueue) {
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(100);
  ASSERT_EQ(clReleaseContext(Context), CL_SUCCESS);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 5, 100), CL_SUCCESS);
  expectSquares(read(Out, 100), 5);
  Context = nullptr;
}

TEST_F(LaunchTest, WrongArgumentsAreTheDriversErrors) {
  cl_kernel Kernel = makeKernel("squares");
  size_t Items = 10;
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                   0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
  cl_mem Out = makeBuffer(10);
  int Scale = 1;
  clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
  clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 4, nullptr, &Items, nullptr,
                                   0, nullptr, nullptr),
            CL_INVALID_WORK_DIMENSION);
  size_t Local = 3;
  EXPECT_NE(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, &Local, 1,
                                   nullptr, nullptr),
            CL_SUCCESS);
  // The next command works.
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10), CL_SUCCESS);
  expectSquares(read(Out, 10), 1);
}

TEST_F(LaunchTest, WrongVariablesAreToldAndStopNothingElse) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"TASKLET_HEAP_SIZE", "lots"},
      {"TASKLET_HEAP_SIZE", "8000000000G"},
      {"TASKLET_WORKERS", "0"}};
  for (const auto &[Name, Value] : Wrong) {
    ScopedVariable Variable(Name, Value);
    restart();
    Messages.clear();
    cl_kernel Kernel = makeKernel("squares");
    cl_mem Out = makeBuffer(10);
    EXPECT_EQ(enqueueSquares(Kernel, Out, 1, 10), CL_OUT_OF_RESOURCES);
    ASSERT_EQ(Messages.size(), 1u) << Name;
    EXPECT_NE(Messages[0].find(Name), std::string::npos) << Messages[0];
    EXPECT_EQ(read(Out, 10), std::vector<int>(10, -1));
  }
}
