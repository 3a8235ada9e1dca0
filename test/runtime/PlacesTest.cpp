//===- PlacesTest.cpp - Commands whose header the host writes -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the host reaches the heap, a command has a place there, and no step of
/// the driver writes its header or reads it back (HeapPool.h). FaultLayer.cpp
/// fails all such steps: what works all the same has done without.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

using namespace tasklet;

namespace {
constexpr int Places = 16; // Heap::PlaceCount
constexpr char NoWrite[] = "clEnqueueWriteBuffer 1+ -5";
constexpr char NoRead[] = "clEnqueueReadBuffer 1+ -5";

uint64_t virtualBytes() {
  uint64_t Pages = 0;
  std::ifstream("/proc/self/statm") >> Pages;
  return Pages * 4096;
}

/// The least bytes of a while, which ends when they are below \p Limit. PoCL's
/// worker gives back the buffers of a command after clFinish may have returned.
uint64_t leastVirtualBytes(uint64_t Limit) {
  uint64_t Least = virtualBytes();
  for (int I = 0; I < 10000 && Least >= Limit; ++I) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Least = std::min(Least, virtualBytes());
  }
  return Least;
}
} // namespace

class PlacesTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    cl_device_svm_capabilities Shares = 0;
    clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                    nullptr);
    ASSERT_TRUE(Shares & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
        << "these tests need a processor as device";
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
  }

  cl_int enqueue(const char *Fault, int Scale, cl_mem To, cl_event Wait = {}) {
    ScopedVariable Order("FAULT", Fault);
    std::vector<cl_event> Waits;
    if (Wait)
      Waits.push_back(Wait);
    return enqueueSquares(Kernel, To, Scale, 10, nullptr, Waits);
  }
  void expectRuns(const char *Fault, int Scale) {
    ASSERT_EQ(enqueue(Fault, Scale, Out), CL_SUCCESS) << Scale;
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS) << Scale;
    expectSquares(read(Out, 10), Scale);
  }

  cl_kernel Kernel = nullptr;
  cl_mem Out = nullptr;
};

/// Each command gives its place back.
TEST_F(PlacesTest, ManyCommandsOneAfterTheOther) {
  for (int I = 1; I <= 2 * Places; ++I) {
    expectRuns(NoWrite, I);
    expectRuns(NoRead, I + 1);
  }
  EXPECT_TRUE(Messages.empty());
}

/// One command more than there are places is written by the driver, in the same
/// heap. All of them wait, so that none gives its place back.
TEST_F(PlacesTest, MoreCommandsAtATimeThanPlaces) {
  for (int Round = 0; Round < 3; ++Round) {
    Messages.clear();
    cl_int Error = CL_SUCCESS;
    cl_event Start = clCreateUserEvent(Context, &Error);
    std::vector<cl_mem> Outs;
    for (int I = 0; I < Places; ++I) {
      Outs.push_back(makeBuffer(10));
      ASSERT_EQ(enqueue(NoWrite, I + 1, Outs.back(), Start), CL_SUCCESS) << I;
    }
    EXPECT_TRUE(Messages.empty());
    EXPECT_EQ(enqueue(NoWrite, 1, Out, Start), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(Messages.size(), 1u);
    for (int I = Places; I < Places + 5; ++I) {
      Outs.push_back(makeBuffer(10));
      ASSERT_EQ(enqueue("", I + 1, Outs.back(), Start), CL_SUCCESS) << I;
    }
    ASSERT_EQ(clSetUserEventStatus(Start, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    for (size_t I = 0; I < Outs.size(); ++I)
      expectSquares(read(Outs[I], 10), int(I) + 1);
    clReleaseEvent(Start);
  }
}

/// Neither what the tasks fail at, nor the driver, keeps a place for ever.
TEST_F(PlacesTest, FailedCommandsGiveTheirPlacesBack) {
  for (int I = 0; I < Places; ++I) {
    EXPECT_EQ(enqueue("", -1, Out), CL_SUCCESS);
    EXPECT_LT(clFinish(Queue), 0);
    EXPECT_EQ(enqueue("clEnqueueNDRangeKernel 1 -5", 1, Out),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(enqueue("clEnqueueNDRangeKernel 2 -5", 1, Out),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(enqueue("clEnqueueNDRangeKernel 2 @-9999", 1, Out), CL_SUCCESS);
    EXPECT_LT(clFinish(Queue), 0);
  }
  Messages.clear();
  for (int I = 1; I <= Places; ++I)
    expectRuns(NoWrite, I);
  EXPECT_TRUE(Messages.empty());
}

/// The second launch is that of the workers.
TEST_F(PlacesTest, CommandsMayFailOnTheDevice) {
  for (const char *Fault :
       {"clEnqueueNDRangeKernel 1 @-9999", "clEnqueueNDRangeKernel 2 @-9999"}) {
    Messages.clear();
    expectFailsLater(Kernel, Out, Fault, -9999);
    EXPECT_EQ(Messages.size(), 1u);
    Messages.clear();
    expectRuns(NoWrite, 3);
  }
}

/// Without such memory a buffer serves as well.
TEST_F(PlacesTest, MemoryMayNotBeShared) {
  for (int I = 1; I < 4; ++I) {
    restart();
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
    expectRuns("clSVMAlloc 1+ -4", I);
    EXPECT_EQ(enqueue(NoWrite, I, Out), CL_OUT_OF_RESOURCES);
    expectRuns("", I + 1);
  }
}

/// One that is idle goes when a heap of another kind is made: it may have half of
/// the memory.
TEST_F(PlacesTest, HeapsOfOtherKindsMakeRoom) {
  constexpr uint64_t HeapSize = 1ull << 30;
  ScopedVariable Size("TASKLET_HEAP_SIZE", "1G");
  restart();
  Kernel = makeKernel("squares");
  Out = makeBuffer(10);
  const uint64_t Before = virtualBytes();
  const uint64_t Limit = Before + HeapSize / 2 * 3;
  for (int I = 1; I < 5; ++I) {
    ScopedVariable Answer("FAULT_ANSWER", I % 2 ? "" : "1053 0");
    expectRuns("", I);
    EXPECT_GE(virtualBytes(), Before + HeapSize) << I;
    EXPECT_LT(leastVirtualBytes(Limit), Limit) << I;
  }
}

/// Each has a heap of its own, and a place there.
TEST_F(PlacesTest, OutOfOrder) {
  restart(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Kernel = makeKernel("squares");
  std::vector<cl_mem> Outs;
  for (int I = 0; I < 20; ++I) {
    Outs.push_back(makeBuffer(10));
    ASSERT_EQ(enqueue(NoWrite, I + 1, Outs.back()), CL_SUCCESS) << I;
  }
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  for (int I = 0; I < 20; ++I)
    expectSquares(read(Outs[I], 10), I + 1);
}

/// What was used does not count what lies before and after the command's part.
TEST_F(PlacesTest, StatisticsAreThoseOfTheCommand) {
  auto GetStats = extension<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  cl_tasklet_stats_tkl Found[2] = {};
  for (int Reached : {0, 1}) {
    ScopedVariable Answer("FAULT_ANSWER", Reached ? "" : "1053 0");
    ScopedVariable Size("TASKLET_HEAP_SIZE", "4M");
    restart();
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
    cl_event Event = nullptr;
    ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    ASSERT_EQ(GetStats(Event, &Found[Reached]), CL_SUCCESS);
    clReleaseEvent(Event);
  }
  EXPECT_EQ(Found[0].tasks, 10u);
  EXPECT_EQ(Found[1].tasks, 10u);
  EXPECT_NE(Found[0].heap_used, 0u);
  EXPECT_EQ(Found[0].heap_used, Found[1].heap_used);
  EXPECT_EQ(Found[0].heap_size, Found[1].heap_size);
}

//===----------------------------------------------------------------------===//
// Kernels that run the workers themselves
//===----------------------------------------------------------------------===//

class OneLaunchTest : public PlacesTest {
protected:
  void SetUp() override {
    PlacesTest::SetUp();
    Ten = makeKernel("ten");
  }

  cl_int enqueueTen(const char *Fault, std::vector<size_t> Global,
                    const size_t *Local = nullptr,
                    const size_t *Offset = nullptr) {
    ScopedVariable Order("FAULT", Fault);
    EXPECT_EQ(clSetKernelArg(Ten, 0, sizeof(Out), &Out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(Ten, 1, sizeof(Scale), &Scale), CL_SUCCESS);
    return clEnqueueNDRangeKernel(Queue, Ten, cl_uint(Global.size()), Offset,
                                  Global.data(), Local, 0, nullptr, nullptr);
  }
  void expectDone() {
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    expectSquares(read(Out, 10), Scale);
    EXPECT_TRUE(Messages.empty());
    ++Scale;
  }

  static constexpr char NoSecond[] = "clEnqueueNDRangeKernel 2 -5";
  cl_kernel Ten = nullptr;
  int Scale = 3;
};

TEST_F(OneLaunchTest, OfOneWorkItem) {
  const size_t One[3] = {1, 1, 1}, None[3] = {0, 0, 0};
  for (size_t Dimensions : {1, 2, 3}) {
    std::vector<size_t> Global(Dimensions, 1);
    for (const size_t *Local : {(const size_t *)nullptr, One})
      for (const size_t *Offset : {(const size_t *)nullptr, None}) {
        ASSERT_EQ(enqueueTen(NoSecond, Global, Local, Offset), CL_SUCCESS);
        expectDone();
      }
  }
}

/// With any number of workers, and where the driver writes the header.
TEST_F(OneLaunchTest, OnAnyHeap) {
  for (const char *Workers : {"1", "2", "7"})
    for (const char *Capabilities : {"", "1053 0"}) {
      ScopedVariable Count("TASKLET_WORKERS", Workers);
      ScopedVariable Answer("FAULT_ANSWER", Capabilities);
      restart();
      Ten = makeKernel("ten");
      Out = makeBuffer(10);
      for (int I = 0; I < 20; ++I) {
        ASSERT_EQ(enqueueTen(NoSecond, {1}), CL_SUCCESS);
        expectDone();
      }
    }
}

/// Others are for the driver, and the workers come after.
TEST_F(OneLaunchTest, NotOfOtherRanges) {
  const size_t Offset = 5, Two = 2;
  EXPECT_EQ(enqueueTen(NoSecond, {2}), CL_OUT_OF_RESOURCES);
  clFinish(Queue); // Calls are counted from here on.
  EXPECT_EQ(enqueueTen(NoSecond, {1, 2}), CL_OUT_OF_RESOURCES);
  clFinish(Queue);
  EXPECT_EQ(enqueueTen(NoSecond, {1}, nullptr, &Offset), CL_OUT_OF_RESOURCES);
  clFinish(Queue);
  Messages.clear();
  ASSERT_EQ(enqueueTen("", {2}), CL_SUCCESS);
  expectDone();
  ASSERT_EQ(enqueueTen("", {1}, nullptr, &Offset), CL_SUCCESS);
  expectDone();
  EXPECT_EQ(enqueueTen("", {1}, &Two), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueueTen("", {}), CL_INVALID_WORK_DIMENSION);
  ASSERT_EQ(enqueueTen("", {1}), CL_SUCCESS);
  expectDone();
}

TEST_F(OneLaunchTest, MayFail) {
  for (const char *Fault :
       {"clEnqueueNDRangeKernel 1 -5", "clEnqueueNDRangeKernel 1 @-9999"}) {
    cl_int Error = enqueueTen(Fault, {1});
    if (Error == CL_SUCCESS)
      Error = clFinish(Queue);
    EXPECT_LT(Error, 0) << Fault;
    EXPECT_EQ(Messages.size(), 1u);
    Messages.clear();
    ASSERT_EQ(enqueueTen("", {1}), CL_SUCCESS);
    expectDone();
  }
}
