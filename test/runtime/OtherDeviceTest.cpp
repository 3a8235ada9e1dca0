//===- OtherDeviceTest.cpp - Queues of other devices that help ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TwoDevicesFixture.h"

using namespace tasklet;

class OtherDeviceTest : public TwoDevicesTest {};

TEST_F(OtherDeviceTest, EachQueueBringsItsWorkers) {
  cl_kernel Kernel = makeSquares();
  cl_mem Out = makeSharedBuffer(100);
  cl_event Alone = runSquares(Kernel, Out, 2);
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_event Helped = runSquares(Kernel, Out, 3);
  ASSERT_EQ(setHelpers(Queue, 0, nullptr), CL_SUCCESS);
  cl_event Again = runSquares(Kernel, Out, 4);
  EXPECT_EQ(workersOf(Alone), units(Device));
  EXPECT_EQ(workersOf(Helped), units(Device) + units(Second));
  EXPECT_EQ(workersOf(Again), units(Device));
  auto [First, Rest] = tasksOf(Helped);
  EXPECT_EQ(First + Rest, 100u);
  for (cl_event Each : {Alone, Helped, Again})
    clReleaseEvent(Each);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OtherDeviceTest, TheOtherWayRound) {
  ASSERT_EQ(setHelpers(Other, 1, &Queue), CL_SUCCESS);
  cl_kernel Kernel = makeSquares();
  cl_mem Out = makeSharedBuffer(100);
  std::swap(Queue, Other);
  clReleaseEvent(runSquares(Kernel, Out, 3));
  // Help goes one way.
  std::swap(Queue, Other);
  cl_event Alone = runSquares(Kernel, Out, 2);
  EXPECT_EQ(workersOf(Alone), units(Device));
  clReleaseEvent(Alone);
}

TEST_F(OtherDeviceTest, ArgumentsInSharedMemory) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_kernel Kernel = makeSquares();
  int *Memory = makeShared(4096);
  // A part of a buffer.
  cl_buffer_region Region = {2048 * sizeof(int), 100 * sizeof(int)};
  cl_int Error = CL_SUCCESS;
  cl_mem Part =
      clCreateSubBuffer(makeOver(Memory, 4096), CL_MEM_READ_WRITE,
                        CL_BUFFER_CREATE_TYPE_REGION, &Region, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  clReleaseEvent(runSquares(Kernel, Part, 3));
  EXPECT_EQ(Memory[2048 + 99], 3 * 99 * 99);
  EXPECT_EQ(Memory[2047], -1);
  clReleaseMemObject(Part);
  // A pointer into it.
  ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 0, Memory + 1000), CL_SUCCESS);
  const int Scale = 7;
  const size_t Items = 100;
  clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
  cl_event Event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                   0, nullptr, &Event),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(workersOf(Event), units(Device) + units(Second));
  clReleaseEvent(Event);
  expectSquares({Memory + 1000, Memory + 1100}, 7);
  EXPECT_EQ(Memory[1100], -1);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OtherDeviceTest, OtherArgumentsAreRefused) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_kernel Kernel = makeSquares();
  const std::string Start =
                        "kernel 'squares' cannot start: a helper is another "
                        "device, " +
                        nameOf(Second) + ", and argument 0 ",
                    End = "memory of clSVMAlloc with "
                          "CL_MEM_SVM_FINE_GRAIN_BUFFER, or leave that helper "
                          "out";
  cl_event Event = nullptr;
  // A buffer of its own, one in the application's memory, and one in shared
  // memory that the host has to map.
  std::vector<int> Plain(100);
  int *Coarse = makeShared(100, 0);
  for (cl_mem Each :
       {makeBuffer(100), makeOver(Plain.data(), 100), makeOver(Coarse, 100)}) {
    EXPECT_EQ(enqueueSquares(Kernel, Each, 3, 100, &Event),
              CL_INVALID_OPERATION);
    expectMessage(Start +
                  "is a buffer that it need not share; make the buffer with "
                  "CL_MEM_USE_HOST_PTR over " +
                  End);
  }
  const size_t Items = 100;
  for (int *Each : {Coarse, Plain.data()}) {
    // A driver may refuse what it has not given.
    if (clSetKernelArgSVMPointer(Kernel, 0, Each) != CL_SUCCESS)
      continue;
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                     0, nullptr, &Event),
              CL_INVALID_OPERATION);
    expectMessage(Start + "points to memory that it need not share; take " +
                  End);
  }
  EXPECT_EQ(Event, nullptr);
  // The null pointer is for all.
  ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
  const int Failing = -1;
  clSetKernelArg(Kernel, 1, sizeof(Failing), &Failing);
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                   0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  expectHelpWorks();
  // Without the other device all is right.
  ASSERT_EQ(setHelpers(Queue, 0, nullptr), CL_SUCCESS);
  clReleaseEvent(runSquares(Kernel, makeBuffer(100), 3));
  EXPECT_TRUE(Messages.empty());
}

/// No task, no memory.
TEST_F(OtherDeviceTest, EmptyRangesNeedNothing) {
  ASSERT_EQ(help(), CL_SUCCESS);
  EXPECT_EQ(enqueueSquares(makeSquares(), makeBuffer(1), 1, 0), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OtherDeviceTest, TheProgramMustBeBuiltForBoth) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS);
  cl_mem Out = makeSharedBuffer(100);
  EXPECT_EQ(enqueueSquares(kernelOf(Program), Out, 3, 100),
            CL_INVALID_PROGRAM_EXECUTABLE);
  expectMessage("kernel 'squares' cannot start: its program was not built for "
                "the device of a helper, " +
                nameOf(Second) +
                "; build it for all devices of the context, or leave that "
                "helper out");
  expectHelpWorks();
}

/// Commands with help and without take turns, and the queue does not wait.
TEST_F(OtherDeviceTest, ManyCommandsInOrder) {
  cl_kernel Kernel = makeSquares();
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 60; ++I) {
    Outs.push_back(makeSharedBuffer(100));
    if (I % 3 == 0) {
      ASSERT_EQ(setHelpers(Queue, I % 2, I % 2 ? &Other : nullptr), CL_SUCCESS);
    }
    ASSERT_EQ(enqueueSquares(Kernel, Outs.back(), I + 1, 100), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int I = 0; I < 60; ++I)
    expectSquares(read(Outs[I], 100), I + 1);
}

TEST_F(OtherDeviceTest, ManyCommandsOutOfOrder) {
  start(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_kernel Kernel = makeSquares();
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 30; ++I) {
    Outs.push_back(makeSharedBuffer(100));
    ASSERT_EQ(enqueueSquares(Kernel, Outs.back(), I + 1, 100), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int I = 0; I < 30; ++I)
    expectSquares(read(Outs[I], 100), I + 1);
}

TEST_F(OtherDeviceTest, FailingCommands) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_event Event = nullptr;
  ASSERT_EQ(
      enqueueSquares(makeSquares(), makeSharedBuffer(100), -1, 100, &Event),
      CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(Event);
  EXPECT_EQ(Messages.size(), 1u);
  expectHelpWorks();
}

TEST_F(OtherDeviceTest, TheHeapMayBeChosen) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_kernel Kernel = makeSquares();
  cl_mem Out = makeSharedBuffer(100);
  for (cl_ulong Bytes : {cl_ulong(CL_TKL_TASKLETS_MIN_HEAP_SIZE),
                         cl_ulong(128) << 20, cl_ulong(2) << 20}) {
    ASSERT_EQ(clSetKernelExecInfo(Kernel,
                                  CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                  sizeof(Bytes), &Bytes),
              CL_SUCCESS);
    clReleaseEvent(runSquares(Kernel, Out, 3));
  }
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OtherDeviceTest, TimesCoverBothDevices) {
  start(CL_QUEUE_PROFILING_ENABLE);
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_event Event = runSquares(makeSquares(), makeSharedBuffer(100), 3);
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

/// The command holds what it needs.
TEST_F(OtherDeviceTest, AllMayBeReleasedWhileItRuns) {
  ASSERT_EQ(help(), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  cl_context Late = clCreateContext(
      nullptr, 2, std::vector<cl_device_id>{Device, Second}.data(), nullptr,
      nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  std::swap(Context, Late);
  cl_command_queue First = makeQueue(Context, Device),
                   Helper = makeQueue(Context, Second);
  ASSERT_EQ(setHelpers(First, 1, &Helper), CL_SUCCESS);
  const char *Source = TaskSource;
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Source, nullptr, &Error);
  ASSERT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
            CL_SUCCESS);
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  auto *Memory = static_cast<int *>(clSVMAlloc(
      Context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 400, 0));
  cl_event Gate = clCreateUserEvent(Context, &Error), Event = nullptr;
  const int Scale = 3;
  const size_t Items = 100;
  clSetKernelArgSVMPointer(Kernel, 0, Memory);
  clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
  ASSERT_EQ(clEnqueueNDRangeKernel(First, Kernel, 1, nullptr, &Items, nullptr,
                                   1, &Gate, &Event),
            CL_SUCCESS);
  clReleaseKernel(Kernel);
  clReleaseProgram(Program);
  clReleaseCommandQueue(Helper);
  clReleaseCommandQueue(First);
  EXPECT_EQ(clSetUserEventStatus(Gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  expectSquares({Memory, Memory + 100}, 3);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
  clSVMFree(Context, Memory);
  EXPECT_EQ(clReleaseContext(Context), CL_SUCCESS);
  std::swap(Context, Late);
}

/// Parts of one device help a part of the other one.
TEST_F(OtherDeviceTest, PartsOfTwoDevices) {
  const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                  1, 0};
  cl_uint Count = 0;
  if (clCreateSubDevices(Device, Equally, 0, nullptr, &Count) != CL_SUCCESS ||
      Count < 2)
    GTEST_SKIP() << "the device has no two parts";
  // They stay, as in HelperTest.
  std::vector<cl_device_id> Ours(Count), Theirs(Count);
  ASSERT_EQ(clCreateSubDevices(Device, Equally, Count, Ours.data(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clCreateSubDevices(Second, Equally, Count, Theirs.data(), nullptr),
            CL_SUCCESS);
  restart(0, {Ours[0], Ours[1], Theirs[0], Second});
  clReleaseCommandQueue(Other);
  Other = makeQueue(Context, Theirs[0]);
  cl_command_queue Whole = Queue;
  Queue = makeQueue(Context, Ours[0]);
  const cl_command_queue Helpers[] = {makeQueue(Context, Ours[1]), Other};
  ASSERT_EQ(setHelpers(Queue, 2, Helpers), CL_SUCCESS);
  cl_event Event = runSquares(makeSquares(), makeSharedBuffer(100), 3);
  EXPECT_EQ(workersOf(Event), 3u);
  clReleaseEvent(Event);
  clReleaseCommandQueue(Helpers[0]);
  clReleaseCommandQueue(Queue);
  Queue = Whole;
  EXPECT_TRUE(Messages.empty());
}

/// PoCL's device `basic`, which hangs in PoCL 3.1 when its commands wait for
/// those of other devices.
TEST_F(OtherDeviceTest, ADeviceWithoutThreadsIsRefused) {
  const std::string Basic =
      nameOf(Device).rfind("'basic", 0) == 0 ? nameOf(Device) : nameOf(Second);
  if (Basic.rfind("'basic", 0) != 0)
    GTEST_SKIP() << "no device is PoCL's basic";
  const std::string Text =
      "no helper queues are set: helper 0 is of another device, and the "
      "device " +
      Basic +
      " has no threads of its own, and hangs when its commands wait for those "
      "of other devices; take sub-devices of one device (clCreateSubDevices), "
      "or share the range (clEnqueueSharedNDRangeKernelTKL)";
  EXPECT_EQ(setHelpers(Queue, 1, &Other), CL_INVALID_DEVICE);
  expectMessage(Text);
  EXPECT_EQ(setHelpers(Other, 1, &Queue), CL_INVALID_DEVICE);
  expectMessage(Text);
  cl_event Event = runSquares(makeSquares(), makeBuffer(100), 3);
  EXPECT_EQ(workersOf(Event), units(Device));
  clReleaseEvent(Event);
}
