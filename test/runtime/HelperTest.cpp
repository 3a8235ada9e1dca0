//===- HelperTest.cpp - Queues that share the tasks of a command ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class HelperTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    setHelpers = extension<clSetTaskletHelperQueuesTKL_fn>(
        "clSetTaskletHelperQueuesTKL");
    ASSERT_NE(setHelpers, nullptr);
    const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                    1, 0};
    cl_uint Count = 0;
    if (clCreateSubDevices(Device, Equally, 0, nullptr, &Count) != CL_SUCCESS ||
        Count < 2)
      GTEST_SKIP() << "the device has no two parts";
    Parts.resize(Count);
    ASSERT_EQ(clCreateSubDevices(Device, Equally, Count, Parts.data(), nullptr),
              CL_SUCCESS);
    restart(0, Parts);
    One = makeQueue(Context, Parts[0]);
    Other = makeQueue(Context, Parts[1]);
  }
  void TearDown() override {
    for (cl_command_queue Each : {One, Other})
      if (Each) {
        EXPECT_EQ(clReleaseCommandQueue(Each), CL_SUCCESS);
      }
    // The parts stay: a thread of PoCL 3.1 that completes a command of such a
    // device looks at it once more after clWaitForEvents has returned.
    DeviceTest::TearDown();
  }

  /// Runs 100 tasks on \p On; what the command did.
  cl_tasklet_stats_tkl squaresOn(cl_command_queue On,
                                 cl_kernel Kernel = nullptr) {
    if (!Kernel)
      Kernel = makeKernel("squares");
    cl_mem Out = makeBuffer(100);
    cl_event Event = nullptr;
    std::swap(Queue, On);
    EXPECT_EQ(enqueueSquares(Kernel, Out, 3, 100, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, 100), 3);
    std::swap(Queue, On);
    return statistics(Event);
  }
  cl_tasklet_stats_tkl statistics(cl_event Event) {
    cl_tasklet_stats_tkl Stats = {};
    EXPECT_EQ(extension<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL")(
                  Event, &Stats),
              CL_SUCCESS);
    EXPECT_EQ(Stats.tasks, 100u);
    EXPECT_EQ(clReleaseEvent(Event), CL_SUCCESS);
    return Stats;
  }
  void expectMessage(const std::string &Text) {
    ASSERT_FALSE(Messages.empty());
    EXPECT_EQ(Messages.back(), "tasklet: " + Text);
  }

  clSetTaskletHelperQueuesTKL_fn setHelpers = nullptr;
  std::vector<cl_device_id> Parts;
  cl_command_queue One = nullptr, Other = nullptr;
};

TEST_F(HelperTest, EachQueueBringsItsWorkers) {
  EXPECT_EQ(squaresOn(One).workers, 1u);
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  EXPECT_EQ(squaresOn(One).workers, 2u);
  // Help goes one way.
  EXPECT_EQ(squaresOn(Other).workers, 1u);
  cl_kernel Kernel = makeKernel("squares");
  cl_uint Three = 3;
  ASSERT_EQ(clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                                sizeof(Three), &Three),
            CL_SUCCESS);
  EXPECT_EQ(squaresOn(One, Kernel).workers, 6u);
  ASSERT_EQ(setHelpers(One, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(squaresOn(One).workers, 1u);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(HelperTest, WorkersAreNumberedByQueue) {
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(100);
  cl_event Event = nullptr;
  std::swap(Queue, One);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 100, &Event), CL_SUCCESS);
  std::swap(Queue, One);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  cl_tasklet_worker_stats_tkl Workers[3] = {};
  cl_uint Count = 0;
  ASSERT_EQ(extension<clGetTaskletWorkerStatsTKL_fn>(
                "clGetTaskletWorkerStatsTKL")(Event, 3, Workers, &Count),
            CL_SUCCESS);
  EXPECT_EQ(Count, 2u);
  EXPECT_EQ(Workers[0].tasks + Workers[1].tasks, 100u);
  clReleaseEvent(Event);
}

TEST_F(HelperTest, TheWholeDeviceMayHelp) {
  cl_uint Units = 0;
  clGetDeviceInfo(Device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(Units), &Units,
                  nullptr);
  ASSERT_EQ(setHelpers(One, 1, &Queue), CL_SUCCESS);
  EXPECT_EQ(squaresOn(One).workers, 1 + Units);
}

TEST_F(HelperTest, RefusesWhatCannotHelp) {
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  EXPECT_EQ(setHelpers(nullptr, 1, &Other), CL_INVALID_COMMAND_QUEUE);
  EXPECT_TRUE(Messages.empty());
  EXPECT_EQ(setHelpers(One, 0, &Other), CL_INVALID_VALUE);
  expectMessage("no helper queues are set: number and list do not fit; give "
                "both, or 0 and NULL");
  EXPECT_EQ(setHelpers(One, 1, nullptr), CL_INVALID_VALUE);
  const cl_command_queue WithNull[] = {Other, nullptr};
  EXPECT_EQ(setHelpers(One, 2, WithNull), CL_INVALID_COMMAND_QUEUE);
  expectMessage("no helper queues are set: helper 1 is NULL; make it with "
                "clCreateCommandQueue");
  EXPECT_EQ(setHelpers(One, 1, &One), CL_INVALID_VALUE);
  const cl_command_queue Twice[] = {Other, Other};
  EXPECT_EQ(setHelpers(One, 2, Twice), CL_INVALID_VALUE);
  expectMessage("no helper queues are set: helper 1 is the queue itself, or "
                "named twice; leave it out");
  cl_int Error = CL_SUCCESS;
  cl_context Elsewhere =
      clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  cl_command_queue Stranger = makeQueue(Elsewhere, Device);
  EXPECT_EQ(setHelpers(One, 1, &Stranger), CL_INVALID_CONTEXT);
  expectMessage("no helper queues are set: helper 0 is of another context; "
                "make both queues in one context");
  clReleaseCommandQueue(Stranger);
  clReleaseContext(Elsewhere);
  // Nothing has changed.
  EXPECT_EQ(squaresOn(One).workers, 2u);
}

TEST_F(HelperTest, TooManyWorkersTogether) {
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(100);
  cl_uint Many = 4097;
  clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                      sizeof(Many), &Many);
  std::swap(Queue, One);
  EXPECT_EQ(enqueueSquares(Kernel, Out, 1, 100), CL_OUT_OF_RESOURCES);
  std::swap(Queue, One);
  expectMessage("kernel 'squares' cannot start: its queue and the helpers of "
                "that have 8194 workers together, and a command can have 8192; "
                "set CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL to fewer for "
                "each");
  EXPECT_EQ(squaresOn(One).workers, 2u);

  // Each queue's number may come from somewhere else.
  const cl_queue_properties All[] = {CL_QUEUE_TASKLET_WORKERS_TKL, 8192, 0};
  cl_int Error = CL_SUCCESS;
  cl_command_queue Full =
      clCreateCommandQueueWithProperties(Context, Parts[0], All, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  ASSERT_EQ(setHelpers(Full, 1, &Other), CL_SUCCESS);
  std::swap(Queue, Full);
  EXPECT_EQ(enqueueSquares(makeKernel("squares"), Out, 1, 100),
            CL_OUT_OF_RESOURCES);
  std::swap(Queue, Full);
  expectMessage("kernel 'squares' cannot start: its queue and the helpers of "
                "that have 8193 workers together, and a command can have 8192; "
                "set CL_QUEUE_TASKLET_WORKERS_TKL and TASKLET_WORKERS to fewer "
                "for each");
  clReleaseCommandQueue(Full);
}

TEST_F(HelperTest, HelpersMayBeReleased) {
  cl_command_queue Helper = makeQueue(Context, Parts[1]);
  ASSERT_EQ(setHelpers(One, 1, &Helper), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(Helper), CL_SUCCESS);
  EXPECT_EQ(squaresOn(One).workers, 2u);
  // Two that help each other do not keep each other.
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  ASSERT_EQ(setHelpers(Other, 1, &One), CL_SUCCESS);
  EXPECT_EQ(squaresOn(One).workers, 2u);
  EXPECT_EQ(squaresOn(Other).workers, 2u);
  cl_command_queue Pair[] = {makeQueue(Context, Parts[0]),
                             makeQueue(Context, Parts[1])};
  auto References = [&] {
    cl_uint Count = 0;
    clGetCommandQueueInfo(Pair[1], CL_QUEUE_REFERENCE_COUNT, sizeof(Count),
                          &Count, nullptr);
    return Count;
  };
  ASSERT_EQ(setHelpers(Pair[0], 1, &Pair[1]), CL_SUCCESS);
  ASSERT_EQ(setHelpers(Pair[1], 1, &Pair[0]), CL_SUCCESS);
  EXPECT_EQ(References(), 2u);
  clReleaseCommandQueue(Pair[0]);
  EXPECT_EQ(References(), 1u);
  clReleaseCommandQueue(Pair[1]);
}

TEST_F(HelperTest, CompleteWhenEveryQueueIs) {
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(Other, 1, &Gate, nullptr), CL_SUCCESS);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(100);
  cl_event Event = nullptr;
  std::swap(Queue, One);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 100, &Event), CL_SUCCESS);
  // The tasks need no helper.
  bool Done = false;
  for (int I = 0; I < 10000 && !Done; ++I) {
    std::vector<int> Now(100);
    // On a queue of its own: this one waits for the command's end.
    cl_command_queue Reader = makeQueue(Context, Device);
    clEnqueueReadBuffer(Reader, Out, CL_TRUE, 0, 400, Now.data(), 0, nullptr,
                        nullptr);
    clReleaseCommandQueue(Reader);
    Done = Now[99] == 2 * 99 * 99;
  }
  EXPECT_TRUE(Done);
  cl_int Status = CL_COMPLETE;
  clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                 &Status, nullptr);
  EXPECT_EQ(Status, CL_RUNNING);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  expectSquares(read(Out, 100), 2);
  std::swap(Queue, One);
  EXPECT_EQ(statistics(Event).workers, 2u);
  clReleaseEvent(Gate);
}

TEST_F(HelperTest, TimesCoverAllQueues) {
  clReleaseCommandQueue(One);
  One = makeQueue(Context, Parts[0], CL_QUEUE_PROFILING_ENABLE);
  ASSERT_EQ(setHelpers(One, 1, &Other), CL_SUCCESS); // takes no times
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(100);
  cl_event Event = nullptr;
  std::swap(Queue, One);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 100, &Event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  std::swap(Queue, One);
  cl_ulong Start = 0, End = 0;
  EXPECT_EQ(clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_START,
                                    sizeof(Start), &Start, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                    sizeof(End), &End, nullptr),
            CL_SUCCESS);
  EXPECT_LT(Start, End);
  clReleaseEvent(Event);
}
