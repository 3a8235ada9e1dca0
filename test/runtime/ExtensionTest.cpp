//===- ExtensionTest.cpp - cl_tkl_tasklets --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class ExtensionTest : public DeviceTest {};

static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

TEST_F(ExtensionTest, DeviceAndPlatformAnnounceIt) {
  size_t Size = 0;
  ASSERT_EQ(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, 0, nullptr, &Size),
            CL_SUCCESS);
  std::string List(Size, 0);
  ASSERT_EQ(
      clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, Size, List.data(), nullptr),
      CL_SUCCESS);
  EXPECT_TRUE(hasWord(List.c_str(), CL_TKL_TASKLETS_EXTENSION_NAME)) << List;
  // The driver's own are still there.
  EXPECT_TRUE(hasWord(List.c_str(), "cl_khr_byte_addressable_store")) << List;
  EXPECT_EQ(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, Size - 1, List.data(),
                            nullptr),
            CL_INVALID_VALUE);

  ASSERT_EQ(
      clGetPlatformInfo(Platform, CL_PLATFORM_EXTENSIONS, 0, nullptr, &Size),
      CL_SUCCESS);
  List.assign(Size, 0);
  clGetPlatformInfo(Platform, CL_PLATFORM_EXTENSIONS, Size, List.data(),
                    nullptr);
  EXPECT_TRUE(hasWord(List.c_str(), CL_TKL_TASKLETS_EXTENSION_NAME)) << List;
}

TEST_F(ExtensionTest, ListWithVersions) {
  size_t Size = 0;
  ASSERT_EQ(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0,
                            nullptr, &Size),
            CL_SUCCESS);
  std::vector<cl_name_version> List(Size / sizeof(cl_name_version));
  clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS_WITH_VERSION, Size, List.data(),
                  nullptr);
  size_t Count = 0;
  for (const cl_name_version &Entry : List)
    Count += std::string(Entry.name) == CL_TKL_TASKLETS_EXTENSION_NAME;
  EXPECT_EQ(Count, 1u);
}

TEST_F(ExtensionTest, OtherFunctionsAreTheDrivers) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(Platform, "clNoSuchTKL"),
            nullptr);
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(Platform,
                                                     "clGetTaskletStatsTKL"),
            nullptr);
}

TEST_F(ExtensionTest, StatisticsOfACommand) {
  ScopedVariable Workers("TASKLET_WORKERS", "3");
  restart();
  auto GetStats = reinterpret_cast<clGetTaskletStatsTKL_fn>(
      clGetExtensionFunctionAddressForPlatform(Platform,
                                               "clGetTaskletStatsTKL"));
  ASSERT_NE(GetStats, nullptr);
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(500);
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 500, &Event, {Gate}), CL_SUCCESS);
  cl_tasklet_stats_tkl Stats = {};
  Stats.tasks = 12345;
  EXPECT_EQ(GetStats(Event, &Stats), CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(GetStats(Event, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(GetStats(Gate, &Stats), CL_INVALID_EVENT);
  EXPECT_EQ(Stats.tasks, 12345u);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  ASSERT_EQ(GetStats(Event, &Stats), CL_SUCCESS);
  EXPECT_EQ(Stats.tasks, 500u);
  EXPECT_EQ(Stats.workers, 3u);
  EXPECT_GE(Stats.heap_size, 64u << 20);
  EXPECT_GT(Stats.heap_used, 0u);
  EXPECT_LE(Stats.heap_used, Stats.heap_size);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
}

TEST_F(ExtensionTest, StatisticsOnStandardError) {
  ScopedVariable Stats("TASKLET_STATS", "1");
  restart();
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  testing::internal::CaptureStderr();
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_NE(Text.find("tasklet: squares: 10 tasks"), std::string::npos) << Text;
}
