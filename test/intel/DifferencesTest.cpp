//===- DifferencesTest.cpp - What drivers do differently without us -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Plain OpenCL: this program has neither tasks nor our library. Each test says
/// what PoCL does, and fails on Intel's runtime for CPUs in the way that
/// CMakeLists.txt expects. So each difference that docs/compatibility.md lists is
/// the driver's, and when a new version of the driver has it no more, that test
/// fails.
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <chrono>
#include <cstdlib>
#include <sched.h>
#include <thread>

using namespace tasklet::test;

namespace {

class DifferencesTest : public DeviceTest {
protected:
  /// TASKLET_TEST_PROCESSORS: so many at most. Drivers look at that when they
  /// start.
  static void SetUpTestSuite() {
    const char *Most = std::getenv("TASKLET_TEST_PROCESSORS");
    cpu_set_t Allowed;
    if (!Most || sched_getaffinity(0, sizeof(Allowed), &Allowed) != 0)
      return;
    int Left = std::atoi(Most);
    for (int I = 0; I < CPU_SETSIZE; ++I)
      if (CPU_ISSET(I, &Allowed) && Left-- <= 0)
        CPU_CLR(I, &Allowed);
    ASSERT_EQ(sched_setaffinity(0, sizeof(Allowed), &Allowed), 0);
  }
  static cl_command_queue makeQueue(cl_queue_properties Properties = 0) {
    const cl_queue_properties All[] = {CL_QUEUE_PROPERTIES, Properties, 0};
    cl_int Status;
    cl_command_queue Made = clCreateCommandQueueWithProperties(
        Device::get()->Context, Device::get()->Id, All, &Status);
    check(Status, "clCreateCommandQueueWithProperties");
    return Made;
  }
  static cl_event makeGate() {
    cl_int Status;
    cl_event Gate = clCreateUserEvent(Device::get()->Context, &Status);
    check(Status, "clCreateUserEvent");
    return Gate;
  }
  static cl_event enqueue(cl_command_queue Queue, const Kernel &K,
                          size_t WorkItems = 1, cl_event After = nullptr) {
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &WorkItems,
                                 nullptr, After ? 1 : 0,
                                 After ? &After : nullptr, &Event),
          "clEnqueueNDRangeKernel");
    return Event;
  }
  static cl_int statusOf(cl_event Event) {
    cl_int Status = 0;
    check(clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                         sizeof(Status), &Status, nullptr),
          "clGetEventInfo");
    return Status;
  }
  static bool hasExtension(const char *Name) {
    char All[8192] = {};
    check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_EXTENSIONS,
                          sizeof(All) - 1, All, nullptr),
          "CL_DEVICE_EXTENSIONS");
    return std::strstr(All, Name);
  }
};

} // namespace

/// With its vectoriser, and AVX-512: goes on to the next multiple of four rounds.
TEST_F(DifferencesTest, LoopWritesAsOftenAsItCounts) {
  Buffer<int> Out(std::vector<int>(40, 7));
  run("__kernel void clear(__global int *out, uint last, uint stride) {"
      "  for (uint i = 0; i <= last; ++i) out[i * stride] = 0; }",
      "clear", Range({1}, {1}), Out, 4u, 3u);
  expectEach(Out, [](int I) { return I % 3 == 0 && I <= 12 ? 0 : 7; });
}

/// Without its vectoriser.
TEST_F(DifferencesTest, SubGroupsOfARequiredSize) {
  if (!hasExtension("cl_intel_required_subgroup_size"))
    GTEST_SKIP() << "sizes of sub-groups cannot be required";
  build("__attribute__((intel_reqd_sub_group_size(8)))"
        "__kernel void k(__global uint *out) {"
        "  out[get_global_id(0)] = get_sub_group_local_id(); }");
}

/// OpenCL does not say which work-items are together. Programs with `everywhere`
/// need the order of local ids, so the library looks for it.
TEST_F(DifferencesTest, SubGroupsFollowLocalIds) {
  if (!hasExtension("cl_intel_required_subgroup_size"))
    GTEST_SKIP() << "sizes of sub-groups cannot be required";
  Buffer<int> Out(48);
  run("__attribute__((intel_reqd_sub_group_size(8)))"
      "__kernel void k(__global int *out) {"
      "  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] ="
      "      get_sub_group_id() * 8 + get_sub_group_local_id(); }",
      "k", Range({6, 8}, {6, 8}), Out);
  expectEach(Out, [](int I) { return I; });
}

TEST_F(DifferencesTest, StatusBehindAFailedEvent) {
  Buffer<int> Out(std::vector<int>(1, 7));
  Kernel K =
      build("__kernel void k(__global int *out) { *out = 1; }").kernel("k");
  K.setArgs(Out);
  cl_event Gate = makeGate();
  cl_event Event = enqueue(Device::get()->Queue, K, 1, Gate);
  check(clSetUserEventStatus(Gate, -7), "clSetUserEventStatus");
  EXPECT_EQ(clWaitForEvents(1, &Event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(Event), 0);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
  expectEach(Out, [](int) { return 7; });
}

/// A command that waits for one that waits for a failed event.
TEST_F(DifferencesTest, CommandBehindAFailedCommand) {
  Buffer<int> Out(std::vector<int>(2, 7));
  Program P =
      build("__kernel void k(__global int *out, int at) { out[at] = 1; }");
  Kernel First = P.kernel("k"), Second = P.kernel("k");
  First.setArgs(Out, 0);
  Second.setArgs(Out, 1);
  cl_command_queue Queue = makeQueue();
  cl_event Gate = makeGate();
  cl_event Behind = enqueue(Queue, First, 1, Gate);
  cl_event Last = enqueue(Queue, Second, 1, Behind);
  check(clSetUserEventStatus(Gate, -7), "clSetUserEventStatus");
  EXPECT_EQ(clWaitForEvents(1, &Last),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  for (cl_event Event : {Gate, Behind, Last})
    clReleaseEvent(Event);
  clReleaseCommandQueue(Queue);
  expectEach(Out, [](int) { return 7; });
}

/// Its process ends.
TEST_F(DifferencesTest, OutOfOrderQueueAfterAFailedEvent) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto GoOn = [] {
    Buffer<int> Out(1);
    Kernel K =
        build("__kernel void k(__global int *out) { *out = 1; }").kernel("k");
    K.setArgs(Out);
    cl_command_queue Queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event Gate = makeGate();
    cl_event Event = enqueue(Queue, K, 1, Gate);
    check(clSetUserEventStatus(Gate, -7), "clSetUserEventStatus");
    clWaitForEvents(1, &Event);
    int Value = 0;
    clEnqueueReadBuffer(Queue, Out.get(), CL_TRUE, 0, sizeof(Value), &Value, 0,
                        nullptr, nullptr);
    std::_Exit(0);
  };
  EXPECT_EXIT(GoOn(), testing::ExitedWithCode(0), "");
}

/// OpenCL allows both: a program whose build has failed, and none.
TEST_F(DifferencesTest, LinkThatFailsGivesNoProgram) {
  const char *Text = "int f(int x) { return x; }";
  cl_program Parts[2] = {};
  cl_int Status;
  for (cl_program &Part : Parts) {
    Part = clCreateProgramWithSource(Device::get()->Context, 1, &Text, nullptr,
                                     &Status);
    check(clCompileProgram(Part, 0, nullptr, "", 0, nullptr, nullptr, nullptr,
                           nullptr),
          "clCompileProgram");
  }
  EXPECT_EQ(clLinkProgram(Device::get()->Context, 0, nullptr, "", 2, Parts,
                          nullptr, nullptr, &Status),
            nullptr);
  EXPECT_EQ(Status, CL_LINK_PROGRAM_FAILURE);
  for (cl_program Part : Parts)
    clReleaseProgram(Part);
}

/// OpenCL allows both, without -cl-kernel-arg-info.
TEST_F(DifferencesTest, InformationOnArgumentsIsAskedFor) {
  Kernel K = build("__kernel void k(__global int *out) {}").kernel("k");
  char Name[8] = "";
  EXPECT_EQ(clGetKernelArgInfo(K.get(), 0, CL_KERNEL_ARG_NAME, sizeof(Name),
                               Name, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  EXPECT_STREQ(Name, "");
}

/// OpenCL has this code for it.
TEST_F(DifferencesTest, InformationOnNoArgument) {
  Kernel K =
      build("__kernel void k(__global int *out) {}", "-cl-kernel-arg-info")
          .kernel("k");
  char Name[8] = "";
  EXPECT_EQ(clGetKernelArgInfo(K.get(), 1, CL_KERNEL_ARG_NAME, sizeof(Name),
                               Name, nullptr),
            CL_INVALID_ARG_INDEX);
}

/// OpenCL allows both, since the binary was not built from source.
TEST_F(DifferencesTest, InformationOnArgumentsOfABinary) {
  const char *Asked = "-cl-kernel-arg-info";
  Device *D = Device::get();
  Program P = build("__kernel void k(__global int *out) {}", Asked);
  size_t Size = 0;
  check(clGetProgramInfo(P.get(), CL_PROGRAM_BINARY_SIZES, sizeof(Size), &Size,
                         nullptr),
        "CL_PROGRAM_BINARY_SIZES");
  std::vector<unsigned char> Binary(Size);
  unsigned char *To = Binary.data();
  check(
      clGetProgramInfo(P.get(), CL_PROGRAM_BINARIES, sizeof(To), &To, nullptr),
      "CL_PROGRAM_BINARIES");
  const unsigned char *From = To;
  cl_int Status;
  Program Loaded(clCreateProgramWithBinary(D->Context, 1, &D->Id, &Size, &From,
                                           nullptr, &Status));
  check(Status, "clCreateProgramWithBinary");
  check(clBuildProgram(Loaded.get(), 1, &D->Id, Asked, nullptr, nullptr),
        "clBuildProgram");
  char Name[8] = "";
  EXPECT_EQ(clGetKernelArgInfo(Loaded.kernel("k").get(), 0, CL_KERNEL_ARG_NAME,
                               sizeof(Name), Name, nullptr),
            CL_SUCCESS);
}

TEST_F(DifferencesTest, SpellingOfAttributes) {
  Kernel K = build("__attribute__((reqd_work_group_size(2, 1, 1)))"
                   "__kernel void k(__global int *out) {}")
                 .kernel("k");
  char Text[100] = "";
  check(clGetKernelInfo(K.get(), CL_KERNEL_ATTRIBUTES, sizeof(Text), Text,
                        nullptr),
        "CL_KERNEL_ATTRIBUTES");
  EXPECT_STREQ(Text, "__attribute__((reqd_work_group_size(2, 1, 1 )))");
}

/// OpenCL refuses the queue in the first context, and PoCL does not.
TEST_F(DifferencesTest, QueueOnAPartOfTheContextsDevice) {
  const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                  1, 0};
  cl_uint Count = 0;
  if (clCreateSubDevices(Device::get()->Id, Equally, 0, nullptr, &Count) !=
          CL_SUCCESS ||
      Count < 2)
    GTEST_SKIP() << "the device has no two parts";
  std::vector<cl_device_id> Parts(Count);
  check(clCreateSubDevices(Device::get()->Id, Equally, Count, Parts.data(),
                           nullptr),
        "clCreateSubDevices");
  cl_int Status;
  cl_context OfParts =
      clCreateContext(nullptr, Count, Parts.data(), nullptr, nullptr, &Status);
  check(Status, "clCreateContext");
  cl_command_queue Queue =
      clCreateCommandQueueWithProperties(OfParts, Parts[0], nullptr, &Status);
  ASSERT_EQ(Status, CL_SUCCESS);
  clReleaseCommandQueue(Queue);
  clReleaseContext(OfParts);

  Queue = clCreateCommandQueueWithProperties(Device::get()->Context, Parts[0],
                                             nullptr, &Status);
  EXPECT_EQ(Status, CL_SUCCESS);
  if (Queue)
    clReleaseCommandQueue(Queue);
}

/// On two processors it has one thread; the other one is the application's, while
/// that waits in clWaitForEvents. So tasks do not move between two queues.
TEST_F(DifferencesTest, TwoQueuesRunAtOnce) {
  cl_uint Units = 0;
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_MAX_COMPUTE_UNITS,
                        sizeof(Units), &Units, nullptr),
        "CL_DEVICE_MAX_COMPUTE_UNITS");
  if (Units < 2)
    GTEST_SKIP() << "the device has one compute unit";
  // Each waits until the other one has begun, some seconds at most.
  Program P = build("__kernel void meet(__global int *begun, int me,"
                    "                   __global int *met) {"
                    "  atomic_xchg(begun + me, 1);"
                    "  for (uint i = 0; i < 300000000; ++i)"
                    "    if (atomic_or(begun + 1 - me, 0)) {"
                    "      met[me] = 1;"
                    "      break;"
                    "    } }");
  Buffer<int> Begun(std::vector<int>(2)), Met(std::vector<int>(2));
  cl_command_queue Queues[] = {makeQueue(), makeQueue()};
  cl_event Events[2];
  for (int I : {0, 1}) {
    Kernel K = P.kernel("meet");
    K.setArgs(Begun, I, Met);
    Events[I] = enqueue(Queues[I], K);
    check(clFlush(Queues[I]), "clFlush");
  }
  for (cl_event Event : Events) {
    // clWaitForEvents would lend this thread.
    while (statusOf(Event) > CL_COMPLETE)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    clReleaseEvent(Event);
  }
  for (cl_command_queue Queue : Queues)
    clReleaseCommandQueue(Queue);
  expectEach(Met, [](int) { return 1; });
}
