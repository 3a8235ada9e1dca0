//===- TwoDevicesFixture.h - Two devices in one context ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// For tests of tasks on two devices. ctest runs them with platforms of two
/// devices; elsewhere they are skipped.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_TWODEVICESFIXTURE_H
#define TASKLET_TEST_TWODEVICESFIXTURE_H

#include "DeviceFixture.h"

namespace tasklet {

class TwoDevicesTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    cl_device_id Both[2] = {};
    cl_uint Count = 0;
    clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 2, Both, &Count);
    if (Count < 2)
      GTEST_SKIP() << "the platform has no two devices";
    Second = Both[1];
    start();
    setHelpers = extension<clSetTaskletHelperQueuesTKL_fn>(
        "clSetTaskletHelperQueuesTKL");
    ASSERT_NE(setHelpers, nullptr);
  }
  void TearDown() override {
    end();
    DeviceTest::TearDown();
  }

  /// A new context of both devices, a queue on each.
  void start(cl_command_queue_properties Properties = 0) {
    end();
    restart(Properties, {Second});
    Other = makeQueue(Context, Second);
  }

  cl_int help() { return setHelpers(Queue, 1, &Other); }

  /// \p Ints numbers in memory that both devices use at the same time. All are
  /// -1.
  int *makeShared(size_t Ints,
                  cl_svm_mem_flags Flags = CL_MEM_SVM_FINE_GRAIN_BUFFER) {
    auto *Memory = static_cast<int *>(
        clSVMAlloc(Context, CL_MEM_READ_WRITE | Flags, Ints * sizeof(int), 0));
    EXPECT_NE(Memory, nullptr);
    for (size_t I = 0; I < Ints; ++I)
      Memory[I] = -1;
    Shared.push_back(Memory);
    return Memory;
  }
  /// A buffer over such memory.
  cl_mem makeOver(int *Memory, size_t Ints) {
    cl_int Error = CL_SUCCESS;
    cl_mem Buffer =
        clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                       Ints * sizeof(int), Memory, &Error);
    EXPECT_EQ(Error, CL_SUCCESS);
    Over.push_back(Buffer);
    return Buffer;
  }
  cl_mem makeSharedBuffer(size_t Ints) {
    return makeOver(makeShared(Ints), Ints);
  }

  /// `squares`, built for both devices.
  cl_kernel makeSquares() {
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
              CL_SUCCESS)
        << buildLog(Program);
    return kernelOf(Program);
  }
  cl_kernel kernelOf(cl_program Program) {
    cl_int Error = CL_SUCCESS;
    Made.push_back(clCreateKernel(Program, "squares", &Error));
    EXPECT_EQ(Error, CL_SUCCESS);
    return Made.back();
  }

  /// The tasks that the workers of each queue ran, if each brought as many.
  std::pair<cl_ulong, cl_ulong> tasksOf(cl_event Event) {
    auto Ask =
        extension<clGetTaskletWorkerStatsTKL_fn>("clGetTaskletWorkerStatsTKL");
    cl_uint Count = 0;
    EXPECT_EQ(Ask(Event, 0, nullptr, &Count), CL_SUCCESS);
    std::vector<cl_tasklet_worker_stats_tkl> Workers(Count);
    EXPECT_EQ(Ask(Event, Count, Workers.data(), nullptr), CL_SUCCESS);
    std::pair<cl_ulong, cl_ulong> Tasks;
    for (cl_uint I = 0; I < Count; ++I)
      (I < Count / 2 ? Tasks.first : Tasks.second) += Workers[I].tasks;
    return Tasks;
  }
  cl_uint workersOf(cl_event Event) {
    cl_tasklet_stats_tkl Stats = {};
    EXPECT_EQ(extension<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL")(
                  Event, &Stats),
              CL_SUCCESS);
    return Stats.workers;
  }
  cl_uint units(cl_device_id Of) {
    cl_uint Units = 0;
    clGetDeviceInfo(Of, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(Units), &Units,
                    nullptr);
    return Units;
  }
  static std::string nameOf(cl_device_id Device) {
    char Name[200] = "";
    clGetDeviceInfo(Device, CL_DEVICE_NAME, sizeof(Name), Name, nullptr);
    return std::string("'") + Name + "'";
  }

  /// Runs 100 tasks on \p Kernel and its helpers. The event is the caller's.
  cl_event runSquares(cl_kernel Kernel, cl_mem Out, int Scale) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueSquares(Kernel, Out, Scale, 100, &Event), CL_SUCCESS);
    if (Event) {
      EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    }
    expectSquares(read(Out, 100), Scale);
    return Event;
  }
  /// After whatever has failed.
  void expectHelpWorks() {
    Messages.clear();
    ASSERT_EQ(help(), CL_SUCCESS);
    cl_event Event = runSquares(makeSquares(), makeSharedBuffer(100), 5);
    EXPECT_EQ(workersOf(Event), units(Device) + units(Second));
    clReleaseEvent(Event);
    EXPECT_TRUE(Messages.empty());
  }
  void expectMessage(const std::string &Text) {
    ASSERT_EQ(Messages.size(), 1u);
    EXPECT_EQ(Messages.back(), "tasklet: " + Text);
    Messages.clear();
  }

  cl_device_id Second = nullptr;
  cl_command_queue Other = nullptr;
  clSetTaskletHelperQueuesTKL_fn setHelpers = nullptr;

private:
  std::vector<cl_kernel> Made;
  std::vector<cl_mem> Over;
  std::vector<void *> Shared;

  void end() {
    if (Queue)
      clFinish(Queue);
    for (cl_kernel Each : Made)
      EXPECT_EQ(clReleaseKernel(Each), CL_SUCCESS);
    for (cl_mem Each : Over)
      EXPECT_EQ(clReleaseMemObject(Each), CL_SUCCESS);
    for (void *Each : Shared)
      clSVMFree(Context, Each);
    if (Other) {
      EXPECT_EQ(clReleaseCommandQueue(Other), CL_SUCCESS);
    }
    Made.clear();
    Over.clear();
    Shared.clear();
    Other = nullptr;
  }
};

} // namespace tasklet

#endif
