//===- OtherDeviceFaultTest.cpp - Help by another device that fails -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// FaultLayer.cpp lies between the library and the driver, and the second device
/// of the platform is what it says.
///
//===----------------------------------------------------------------------===//
#include "TwoDevicesFixture.h"

using namespace tasklet;

class OtherDeviceFaultTest : public TwoDevicesTest {
protected:
  void expectRefused(const std::string &Why) {
    EXPECT_EQ(help(), CL_INVALID_DEVICE);
    expectMessage(
        "no helper queues are set: helper 0 is of another device, " + Why +
        "; take sub-devices of one device (clCreateSubDevices), or share the "
        "range (clEnqueueSharedNDRangeKernelTKL)");
    // Nor the other way round.
    EXPECT_EQ(setHelpers(Other, 1, &Queue), CL_INVALID_DEVICE);
    Messages.clear();
  }

  cl_int enqueue(const char *Fault, cl_event *Event = nullptr) {
    cl_kernel Kernel = makeSquares();
    Out = makeSharedBuffer(100);
    ScopedVariable Order("FAULT", Fault);
    return enqueueSquares(Kernel, Out, 3, 100, Event);
  }

  cl_mem Out = nullptr;
};

TEST_F(OtherDeviceFaultTest, DevicesThatShareTooLittle) {
  const std::string That = "and the device " + nameOf(Second);
  const std::string NoMemory =
      That + " has no fine-grained shared virtual memory with atomics "
             "(CL_DEVICE_SVM_CAPABILITIES), in which both would work";
  const std::string Other =
      "which takes programs of another form, or has other addresses";
  const std::pair<std::string, std::string> Answers[] = {
      // None, as with OpenCL 1.2; coarse only; without atomics; atomics only.
      {"1053 0 2", NoMemory},
      {"1053 1 2", NoMemory},
      {"1053 3 2", NoMemory},
      {"1053 8 2", NoMemory},
      // A GPU, whatever it says of its memory and its atomics.
      {"1000 4 2", That + " is no processor, so that its atomic operations "
                          "need not reach other devices"},
      // Shorter addresses, and bytes in the other order.
      {"100D 32 2", Other},
      {"1026 0 2", Other}};
  for (const auto &[Answer, Why] : Answers) {
    SCOPED_TRACE(Answer);
    ScopedVariable Fixed("FAULT_ANSWER", Answer);
    expectRefused(Why);
  }
  {
    ScopedVariable Hidden("FAULT_HIDES", "cl_khr_spir 2");
    expectRefused(Other);
  }
  expectHelpWorks();
}

/// The workers of one device alone do all, so each can: the command's own, whose
/// workers come first, and the helper.
TEST_F(OtherDeviceFaultTest, EachDeviceRunsTasks) {
  ASSERT_EQ(help(), CL_SUCCESS);
  for (bool ByHelper : {true, false}) {
    cl_event Event = nullptr;
    ASSERT_EQ(enqueue(ByHelper ? "clEnqueueNDRangeKernel 2 skip"
                               : "clEnqueueNDRangeKernel 3 skip",
                      &Event),
              CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, 100), 3);
    auto [Own, Helper] = tasksOf(Event);
    EXPECT_EQ(Own, ByHelper ? 0u : 100u);
    EXPECT_EQ(Helper, ByHelper ? 100u : 0u);
    clReleaseEvent(Event);
  }
}

TEST_F(OtherDeviceFaultTest, SharedMemoryIsShort) {
  ASSERT_EQ(help(), CL_SUCCESS);
  for (const char *Fault : {"clSVMAlloc 1+ -4", "clCreateBuffer 1+ -4"}) {
    EXPECT_EQ(enqueue(Fault), CL_MEM_OBJECT_ALLOCATION_FAILURE) << Fault;
    ASSERT_EQ(Messages.size(), 1u);
    for (const char *Words :
         {"kernel 'squares' cannot start: no heap of 671",
          " bytes can be made in memory that its devices share (OpenCL error "
          "-4, CL_MEM_OBJECT_ALLOCATION_FAILURE); set TASKLET_HEAP_SIZE to "
          "less, or leave helpers of other devices out"})
      EXPECT_NE(Messages[0].find(Words), std::string::npos) << Messages[0];
    expectHelpWorks();
    start();
    ASSERT_EQ(help(), CL_SUCCESS);
  }
}

/// Nobody has chosen the size, so a smaller heap is as good.
TEST_F(OtherDeviceFaultTest, LessSharedMemoryThanExpected) {
  ASSERT_EQ(help(), CL_SUCCESS);
  ASSERT_EQ(enqueue("clSVMAlloc 1 -4"), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectSquares(read(Out, 100), 3);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(OtherDeviceFaultTest, EachStepMayBeRefused) {
  ASSERT_EQ(help(), CL_SUCCESS);
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 -5", "clSetKernelArgSVMPointer 1 -5",
        "clSetKernelArgSVMPointer 2 -5", "clEnqueueNDRangeKernel 1 -5",
        "clEnqueueNDRangeKernel 2 -5", "clEnqueueNDRangeKernel 3 -5",
        "clEnqueueReadBuffer 1 -5"}) {
    EXPECT_EQ(enqueue(Fault), CL_OUT_OF_RESOURCES) << Fault;
    ASSERT_EQ(Messages.size(), 1u) << Fault;
    EXPECT_NE(
        Messages[0].find("kernel 'squares' cannot start: the driver takes "
                         "no command"),
        std::string::npos)
        << Messages[0];
    expectHelpWorks();
  }
}

TEST_F(OtherDeviceFaultTest, CommandsMayFailOnEitherDevice) {
  ASSERT_EQ(help(), CL_SUCCESS);
  for (const char *Fault :
       {"clEnqueueNDRangeKernel 1 @-9999", "clEnqueueNDRangeKernel 2 @-9999",
        "clEnqueueNDRangeKernel 3 @-9999"}) {
    cl_event Event = nullptr;
    ASSERT_EQ(enqueue(Fault, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        << Fault;
    clReleaseEvent(Event);
    EXPECT_EQ(Messages.size(), 1u) << Fault;
    expectHelpWorks();
  }
}
