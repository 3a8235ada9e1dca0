//===- HelperTest.cpp - Tasks of one command on several sub-devices -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "HelperQueuesFixture.h"

#include <thread>

using namespace tasklet::test;

/// Two sub-devices of one core each, and a queue on each. They need a context
/// that has them, so the shared device gets one while a test runs.
class HelperTest : public HelperQueuesTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped())
      return;
    const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                    1, 0};
    cl_uint Count = 0;
    cl_device_id Whole = Device::get()->Id;
    if (clCreateSubDevices(Whole, Equally, 0, nullptr, &Count) != CL_SUCCESS ||
        Count < 2)
      GTEST_SKIP() << "the device has no two parts";
    Parts.resize(Count);
    check(clCreateSubDevices(Whole, Equally, Count, Parts.data(), nullptr),
          "clCreateSubDevices");
    cl_int Status = CL_SUCCESS;
    std::vector<cl_device_id> All = Parts;
    All.push_back(Whole);
    Shared = *Device::get();
    Device::get()->Context =
        clCreateContext(nullptr, static_cast<cl_uint>(All.size()), All.data(),
                        nullptr, nullptr, &Status);
    check(Status, "clCreateContext");
    Device::get()->Queue = clCreateCommandQueueWithProperties(
        Device::get()->Context, Whole, nullptr, &Status);
    check(Status, "clCreateCommandQueueWithProperties");
    for (int I : {0, 1}) {
      Queues[I] = clCreateCommandQueueWithProperties(
          Device::get()->Context, Parts[I], nullptr, &Status);
      check(Status, "clCreateCommandQueueWithProperties");
    }
  }
  void TearDown() override {
    for (cl_command_queue Each : Queues)
      if (Each)
        clReleaseCommandQueue(Each);
    if (Shared.Context) {
      clReleaseCommandQueue(Device::get()->Queue);
      clReleaseContext(Device::get()->Context);
      *Device::get() = Shared;
    }
    // The parts stay: a thread of PoCL 3.1 that completes a command of such a
    // device looks at it once more after clWaitForEvents has returned.
  }

  Device Shared;
  std::vector<cl_device_id> Parts;
  cl_command_queue Queues[2] = {};
};

static const std::string Source = std::string(FibTask) +
                                  "__kernel void k(__global int *out, int n) {"
                                  "  out[0] <- fib(n); }";

TEST_F(HelperTest, TheOtherDeviceSteals) {
  setHelper(Queues[0], Queues[1]);
  Program P = buildForAll(Source);
  Kernel K = P.kernel("k");
  Buffer<int> Out(1);
  // Either device may take the kernel's task; the other one gets all that it
  // runs by theft. On a busy machine it may come too late for some of the runs.
  cl_ulong Steals[2] = {}, Tasks[2] = {};
  for (int Round = 0; Round < 200; ++Round) {
    int N = 27 + Round % 10;
    K.setArgs(Out, N);
    auto Workers = runOn(Queues[0], K);
    ASSERT_EQ(Workers.size() % 2, 0u);
    EXPECT_EQ(Out.read()[0], serialFib(N));
    cl_ulong All = 0;
    for (size_t I = 0; I < Workers.size(); ++I) {
      bool Second = I >= Workers.size() / 2;
      Steals[Second] += Workers[I].steals;
      Tasks[Second] += Workers[I].tasks;
      All += Workers[I].tasks;
    }
    // Every call of fib is a task, once.
    EXPECT_EQ(All, cl_ulong(2 * serialFib(N + 1) - 1));
    if (Tasks[0] && Tasks[1] && Steals[0] + Steals[1])
      break;
  }
  EXPECT_GT(Tasks[0], 0u);
  EXPECT_GT(Tasks[1], 0u);
  EXPECT_GT(Steals[0] + Steals[1], 0u);
}

TEST_F(HelperTest, TwoQueuesHelpEachOther) {
  setHelper(Queues[0], Queues[1]);
  setHelper(Queues[1], Queues[0]);
  Program P = buildForAll(Source);
  // Each thread has a kernel of its own, as OpenCL asks for.
  auto Run = [&](int Which) {
    Kernel K = P.kernel("k");
    Buffer<int> Out(1);
    for (int N = 1; N < 20; ++N) {
      K.setArgs(Out, N + Which);
      runOn(Queues[Which], K);
      EXPECT_EQ(Out.read()[0], serialFib(N + Which));
    }
  };
  std::thread First(Run, 0), Second(Run, 1);
  First.join();
  Second.join();
}

TEST_F(HelperTest, InTheSmallestHeap) {
  setHelper(Queues[0], Queues[1]);
  Program P = buildForAll(Source);
  Kernel K = P.kernel("k");
  Buffer<int> Out(1);
  cl_ulong Least = CL_TKL_TASKLETS_MIN_HEAP_SIZE;
  check(clSetKernelExecInfo(K.get(), CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                            sizeof(Least), &Least),
        "clSetKernelExecInfo");
  K.setArgs(Out, 25);
  runOn(Queues[0], K);
  EXPECT_EQ(Out.read()[0], serialFib(25));
}
