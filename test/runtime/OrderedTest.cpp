//===- OrderedTest.cpp - Commands of ordered kernels ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels are those of fake-ordered.cl. The oracle is a loop over the
/// work-items.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <algorithm>
#include <array>
#include <list>
#include <random>

using namespace tasklet;

namespace {

class OrderedTest : public DeviceTest {
protected:
  static constexpr int Elements = 3000;
  static constexpr size_t Items = 20000;

  void SetUp() override {
    DeviceTest::SetUp();
    makeData();
  }
  /// A new context, with this setting.
  void restartWith(const char *Mode, const char *Workers) {
    Variables.emplace_back("TASKLET_ORDERED", Mode);
    Variables.emplace_back("TASKLET_WORKERS", Workers);
    restart();
    makeData();
  }
  void TearDown() override {
    DeviceTest::TearDown();
    while (!Variables.empty())
      Variables.pop_back();
  }

  void makeData() {
    X = makeBuffer(Elements);
    At.resize(Items);
    std::mt19937 Random(7);
    for (int &Each : At)
      Each = static_cast<int>(Random() % (Elements - 10));
    Where = makeBuffer(Items);
    write(Where, At);
  }

  cl_int enqueue(cl_kernel Kernel, size_t Number = Items,
                 cl_event *Event = nullptr) {
    return clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number, nullptr,
                                  0, nullptr, Event);
  }
  static void set(cl_kernel Kernel, std::vector<cl_mem> Arguments) {
    for (cl_uint I = 0; I < Arguments.size(); ++I)
      ASSERT_EQ(clSetKernelArg(Kernel, I, sizeof(cl_mem), &Arguments[I]),
                CL_SUCCESS);
  }
  cl_kernel makeScatter(int Shift = 0) {
    cl_kernel Kernel = makeKernel("scatter", OrderedSource);
    set(Kernel, {X, Where});
    EXPECT_EQ(clSetKernelArg(Kernel, 2, sizeof(Shift), &Shift), CL_SUCCESS);
    return Kernel;
  }
  void scatter(std::vector<int> &Into, int Shift = 0,
               size_t Number = Items) const {
    for (size_t I = 0; I < Number; ++I) {
      int &Element = Into[At[I] + Shift];
      Element = static_cast<int>(3u * unsigned(Element) + unsigned(I));
    }
  }

  cl_ordered_stats_tkl statsOf(cl_event Event) {
    cl_ordered_stats_tkl Stats = {};
    auto Get = extension<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL");
    EXPECT_EQ(Get(Event, &Stats), CL_SUCCESS);
    return Stats;
  }
  /// Runs the kernel to its end.
  cl_ordered_stats_tkl run(cl_kernel Kernel, size_t Number = Items) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueue(Kernel, Number, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = statsOf(Event);
    clReleaseEvent(Event);
    return Stats;
  }

  cl_mem X = nullptr, Where = nullptr;
  std::vector<int> At;

private:
  std::list<ScopedVariable> Variables;
};

} // namespace

TEST_F(OrderedTest, EveryPlanGivesWhatALoopGives) {
  const std::pair<const char *, cl_uint> Modes[] = {
      {"serial", CL_TASKLET_ORDERED_SERIAL_TKL},
      {"levels", CL_TASKLET_ORDERED_LEVELS_TKL},
      {"passes", CL_TASKLET_ORDERED_PASSES_TKL},
      {"bins", CL_TASKLET_ORDERED_BINS_TKL},
      // The first time, levels are only found; ReuseTest has the others.
      {"auto", CL_TASKLET_ORDERED_SERIAL_TKL},
      {"tasks", CL_TASKLET_ORDERED_TASKS_TKL}};
  for (const auto &[Mode, Executor] : Modes)
    for (const char *Workers : {"1", "2", "7"}) {
      SCOPED_TRACE(std::string(Mode) + " on " + Workers);
      restartWith(Mode, Workers);
      cl_ordered_stats_tkl Stats = run(makeScatter());
      std::vector<int> Expected(Elements, -1);
      scatter(Expected);
      EXPECT_EQ(read(X, Elements), Expected);
      EXPECT_EQ(Stats.executor, Executor);
      EXPECT_EQ(Stats.work_items, Items);
      EXPECT_EQ(Stats.workers,
                Mode[0] == 's' ? 1u : unsigned(Workers[0] - '0'));
    }
}

TEST_F(OrderedTest, LevelsInAPipe) {
  ScopedVariable Pipe("TASKLET_ORDERED_PIPE", "1");
  for (const char *Workers : {"1", "2", "7"}) {
    SCOPED_TRACE(Workers);
    restartWith("passes", Workers);
    cl_ordered_stats_tkl Stats = run(makeScatter());
    std::vector<int> Expected(Elements, -1);
    scatter(Expected);
    EXPECT_EQ(read(X, Elements), Expected);
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_PASSES_TKL));
  }
}

TEST_F(OrderedTest, ManyCommandsWithoutWaiting) {
  for (cl_command_queue_properties Properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    restart(Properties);
    makeData();
    cl_kernel Kernel = makeScatter();
    std::vector<cl_mem> Outs;
    for (int I = 0; I < 20; ++I) {
      Outs.push_back(makeBuffer(Elements));
      set(Kernel, {Outs.back()});
      // Large and small in turns.
      ASSERT_EQ(enqueue(Kernel, I % 2 ? Items : 100), CL_SUCCESS);
    }
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    for (int I = 0; I < 20; ++I) {
      std::vector<int> Expected(Elements, -1);
      scatter(Expected, 0, I % 2 ? Items : 100);
      ASSERT_EQ(read(Outs[I], Elements), Expected) << I;
    }
  }
}

/// The same memory through two parameters, in every way there is.
TEST_F(OrderedTest, ParametersMayShareMemory) {
  constexpr int Half = Elements / 2;
  for (const char *Mode : {"levels", "passes", "serial"})
    for (int Shift : {0, 1, Half, -1}) {
      SCOPED_TRACE(std::string(Mode) + " by " + std::to_string(Shift));
      restartWith(Mode, "3");
      cl_kernel Kernel = makeKernel("gather", OrderedSource);
      std::vector<int> Values(Elements);
      for (int I = 0; I < Elements; ++I)
        Values[I] = I % 5;
      write(X, Values);
      for (int &Each : At)
        Each %= Half;
      write(Where, At);
      cl_mem From = X, To = X;
      cl_uint Bits = 0;
      clGetDeviceInfo(Device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(Bits),
                      &Bits, nullptr);
      size_t Align = Bits / 8;
      size_t Begin =
          Shift > 0 ? (Shift * sizeof(int) + Align - 1) / Align * Align : 0;
      if (Shift >= 0) {
        cl_buffer_region Region = {Begin, Elements * sizeof(int) - Begin};
        cl_int Error = CL_SUCCESS;
        To = clCreateSubBuffer(X, CL_MEM_READ_WRITE,
                               CL_BUFFER_CREATE_TYPE_REGION, &Region, &Error);
        ASSERT_EQ(Error, CL_SUCCESS);
      }
      set(Kernel, {From, To, Where});
      size_t Number = (Elements * sizeof(int) - Begin) / sizeof(int);
      cl_ordered_stats_tkl Stats = run(Kernel, Number);
      // The least levels there can be: per element, that of its last writer and
      // the highest of those that have read since.
      std::vector<unsigned> Writer(Elements), Reader(Elements);
      unsigned Levels = 0;
      for (size_t I = 0; I < Number; ++I) {
        size_t Target = Begin / sizeof(int) + I, Source = At[I];
        Values[Target] += Values[Source];
        unsigned Level =
            1 + std::max({Writer[Source], Writer[Target], Reader[Target]});
        Reader[Source] = std::max(Reader[Source], Level);
        Writer[Target] = Level;
        Reader[Target] = 0;
        Levels = std::max(Levels, Level);
      }
      if (Stats.executor != CL_TASKLET_ORDERED_SERIAL_TKL) {
        EXPECT_EQ(Stats.levels, Levels);
        EXPECT_EQ(Stats.conflicts > 0, Levels > 1);
      }
      EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_SERIAL_TKL,
                Mode[0] == 's');
      EXPECT_EQ(read(X, Elements), Values);
      if (To != X)
        clReleaseMemObject(To);
    }
}

/// What the slice reads, or what it does not see, decides.
TEST_F(OrderedTest, MemoryThatForbidsAnInspector) {
  restartWith("levels", "2");
  cl_kernel Kernel = makeScatter();
  EXPECT_EQ(run(Kernel).executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
  // x is where `at` is: the values written are indices of later work-items.
  std::vector<int> Chain(64, 0);
  cl_mem Both = makeBuffer(Chain.size());
  write(Both, Chain);
  set(Kernel, {Both, Both});
  cl_ordered_stats_tkl Stats = run(Kernel, 3);
  EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  for (int I = 0; I < 3; ++I) {
    int &Element = Chain[Chain[I]];
    Element = 3 * Element + I;
  }
  EXPECT_EQ(read(Both, Chain.size()), Chain);
  // A kernel without inspectors.
  cl_kernel Ids = makeKernel("ids", OrderedSource);
  set(Ids, {makeBuffer(48 * 8)});
  cl_event Event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Ids, 2, nullptr,
                                   std::array<size_t, 2>{4, 2}.data(), nullptr,
                                   0, nullptr, &Event),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(statsOf(Event).executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  clReleaseEvent(Event);
}

TEST_F(OrderedTest, SharedVirtualMemory) {
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  if (!Shares)
    GTEST_SKIP() << "the device has none";
  restartWith("levels", "2");
  cl_kernel Kernel = makeScatter();
  constexpr size_t Bytes = Elements * sizeof(int);
  auto *Memory =
      static_cast<int *>(clSVMAlloc(Context, CL_MEM_READ_WRITE, 2 * Bytes, 0));
  ASSERT_NE(Memory, nullptr);
  std::vector<int> Other(Elements, -1);
  for (int *Place : {Memory, Memory + 100, Other.data()}) {
    bool IsKnown = Place != Other.data();
    if (!IsKnown && !(Shares & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
      continue;
    if (IsKnown) {
      const int Value = -1;
      ASSERT_EQ(clEnqueueSVMMemFill(Queue, Place, &Value, sizeof(Value), Bytes,
                                    0, nullptr, nullptr),
                CL_SUCCESS);
    }
    ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 0, Place), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = run(Kernel);
    EXPECT_EQ(Stats.executor, cl_uint(IsKnown ? CL_TASKLET_ORDERED_LEVELS_TKL
                                              : CL_TASKLET_ORDERED_SERIAL_TKL));
    std::vector<int> Expected(Elements, -1), Got(Elements);
    scatter(Expected);
    ASSERT_EQ(clEnqueueSVMMemcpy(Queue, CL_TRUE, Got.data(), Place, Bytes, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(Got, Expected);
  }
  // The last argument is a buffer again.
  set(Kernel, {X});
  EXPECT_EQ(run(Kernel).executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
  clSVMFree(Context, Memory);
}

/// Work-item functions of a range, beside what plain commands give.
TEST_F(OrderedTest, TheRangeIsTheApplications) {
  cl_kernel Kernel = makeKernel("ids", OrderedSource);
  cl_mem Out = makeBuffer(48 * 96);
  set(Kernel, {Out});
  const size_t Offset[] = {10, 20, 30}, Global[] = {8, 4, 3},
               Local[] = {4, 2, 1};
  for (bool Given : {true, false}) {
    ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 3, Offset, Global,
                                     Given ? Local : nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    std::vector<int> Words = read(Out, 48 * 96);
    auto *All = reinterpret_cast<const cl_ulong *>(Words.data());
    for (size_t I = 0; I < 96; ++I) {
      const size_t At[] = {I % 8, I / 8 % 4, I / 32};
      for (int D = 0; D < 3; ++D, All += 7) {
        const cl_ulong Expected[] = {At[D] + Offset[D], At[D] % Local[D],
                                     At[D] / Local[D],  Global[D],
                                     Local[D],          Global[D] / Local[D],
                                     Offset[D]};
        for (int F = 0; F < 7; ++F)
          ASSERT_EQ(All[F], Expected[F]) << I << " " << D << " " << F;
      }
      EXPECT_EQ(All[0], 3u);
      EXPECT_EQ(All[1], 1u);
      All += 3;
    }
  }
}

TEST_F(OrderedTest, WhatTheDriverWouldRefuse) {
  cl_kernel Ids = makeKernel("ids", OrderedSource); // needs groups of 4, 2, 1
  set(Ids, {makeBuffer(48 * 8)});
  size_t Most[3] = {}, Group = 0;
  clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(Most), Most,
                  nullptr);
  clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(Group), &Group,
                  nullptr);
  auto Enqueue = [&](cl_kernel K, std::vector<size_t> Global,
                     std::vector<size_t> Local,
                     std::vector<size_t> Offset = {}) {
    return clEnqueueNDRangeKernel(
        Queue, K, cl_uint(Global.size()),
        Offset.empty() ? nullptr : Offset.data(), Global.data(),
        Local.empty() ? nullptr : Local.data(), 0, nullptr, nullptr);
  };
  size_t Required[3] = {};
  EXPECT_EQ(clGetKernelWorkGroupInfo(Ids, Device,
                                     CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof(Required), Required, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Required[0] * 100 + Required[1] * 10 + Required[2], 421u);
  EXPECT_EQ(Enqueue(Ids, {4, 2, 1}, {4, 2, 1}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(Ids, {4, 2}, {}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(Ids, {4, 2, 1}, {2, 2, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Ids, {4}, {4}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Ids, {4, 2}, {4, 0}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Ids, {4, 2, 1}, {0, 2, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Ids, {}, {}), CL_INVALID_WORK_DIMENSION);

  cl_kernel Kernel = makeScatter();
  EXPECT_EQ(Enqueue(Kernel, {64}, {16}), CL_SUCCESS);
  // 0 is 1, as to PoCL 3.1, but only where that does not crash.
  EXPECT_EQ(Enqueue(Kernel, {64}, {0}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(Kernel, {16, 4}, {0, 2}), CL_SUCCESS);
  EXPECT_EQ(Enqueue(Kernel, {16, 4}, {2, 0}), CL_INVALID_WORK_GROUP_SIZE);
  cl_bool Uneven = CL_FALSE;
  clGetDeviceInfo(Device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                  sizeof(Uneven), &Uneven, nullptr);
  EXPECT_EQ(Enqueue(Kernel, {65}, {16}),
            Uneven ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Kernel, {2 * Most[0] + 2}, {Most[0] + 1}),
            CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(Enqueue(Kernel, {Group, 2}, {Group, 2}),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Enqueue(Kernel, {4}, {}, {SIZE_MAX - 2}), CL_INVALID_GLOBAL_OFFSET);
  // What was not set.
  cl_kernel New = makeKernel("scatter", OrderedSource);
  EXPECT_EQ(enqueue(New, 8), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(clSetKernelArg(New, 3, sizeof(cl_mem), &X), CL_INVALID_ARG_INDEX);
  cl_uint Count = 0;
  EXPECT_EQ(
      clGetKernelInfo(New, CL_KERNEL_NUM_ARGS, sizeof(Count), &Count, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(Count, 3u);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_TRUE(Messages.empty()) << Messages[0];
}

TEST_F(OrderedTest, EmptyRange) {
  cl_kernel Kernel = makeScatter();
  cl_event Event = nullptr;
  // PoCL 3.1 takes it, as OpenCL 2.1 does.
  cl_int Code = enqueue(Kernel, 0, &Event);
  if (Code == CL_SUCCESS) {
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    clReleaseEvent(Event);
  } else {
    EXPECT_EQ(Code, CL_INVALID_GLOBAL_WORK_SIZE);
  }
  EXPECT_EQ(read(X, Elements), std::vector<int>(Elements, -1));
}

TEST_F(OrderedTest, StatisticsAreOfOrderedCommandsOnly) {
  restartWith("levels", "2");
  auto Get = extension<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL");
  auto GetTasks = extension<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
  cl_ordered_stats_tkl Stats = {};
  cl_tasklet_stats_tkl TaskStats = {};
  Stats.levels = 12345;
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error), Event = nullptr;
  cl_kernel Kernel = makeScatter();
  size_t Number = Items;
  ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number, nullptr,
                                   1, &Gate, &Event),
            CL_SUCCESS);
  EXPECT_EQ(Get(Event, &Stats), CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(Get(Event, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Get(Gate, &Stats), CL_INVALID_EVENT);
  EXPECT_EQ(Stats.levels, 12345u);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(GetTasks(Event, &TaskStats), CL_INVALID_EVENT);
  EXPECT_EQ(Get(Event, &Stats), CL_SUCCESS);
  EXPECT_GT(Stats.levels, 5u);
  EXPECT_GT(Stats.widest, 1000u);
  EXPECT_GT(Stats.conflicts, 1000u);
  EXPECT_EQ(Stats.passes, 1u);
  EXPECT_EQ(Stats.segments, 1u);
  EXPECT_GT(Stats.analysis_size, Items * 8);
  // Whoever asks later gets the same times: the clocks are not compared again,
  // which would round to another nanosecond now and then.
  for (int I = 0; I < 3000; ++I) {
    cl_ordered_stats_tkl Again = {};
    ASSERT_EQ(Get(Event, &Again), CL_SUCCESS);
    ASSERT_EQ(Again.inspect_time, Stats.inspect_time);
    ASSERT_EQ(Again.execute_time, Stats.execute_time);
  }
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
  cl_kernel Squares = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Squares, Out, 1, 10, &Event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(Get(Event, &Stats), CL_INVALID_EVENT);
  clReleaseEvent(Event);
}

TEST_F(OrderedTest, OneLineOnStandardError) {
  ScopedVariable Shown("TASKLET_STATS", "1");
  restartWith("serial", "2");
  cl_kernel Kernel = makeScatter();
  testing::internal::CaptureStderr();
  run(Kernel, 10);
  clFinish(Queue);
  std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(
      Text.rfind("tasklet: scatter: 10 work-items on 1 worker, serial", 0), 0u)
      << Text;
  EXPECT_EQ(Text.find('\n'), Text.size() - 1) << Text;
}

/// Kernel before queue before context before environment.
TEST_F(OrderedTest, TheNearestChoiceCounts) {
  restartWith("passes", "2");
  cl_kernel Kernel = makeScatter();
  EXPECT_EQ(run(Kernel).executor, cl_uint(CL_TASKLET_ORDERED_PASSES_TKL));
  cl_int Error = CL_SUCCESS;
  const cl_queue_properties List[] = {CL_QUEUE_TASKLET_ORDERED_TKL,
                                      CL_TASKLET_ORDERED_BINS_TKL, 0};
  cl_command_queue Own =
      clCreateCommandQueueWithProperties(Context, Device, List, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  std::swap(Own, Queue);
  cl_uint Answer = 0;
  EXPECT_EQ(clGetCommandQueueInfo(Queue, CL_QUEUE_TASKLET_ORDERED_TKL,
                                  sizeof(Answer), &Answer, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Answer, cl_uint(CL_TASKLET_ORDERED_BINS_TKL));
  EXPECT_EQ(clGetContextInfo(Context, CL_CONTEXT_TASKLET_ORDERED_TKL,
                             sizeof(Answer), &Answer, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Answer, cl_uint(CL_TASKLET_ORDERED_PASSES_TKL));
  EXPECT_EQ(run(Kernel).executor, cl_uint(CL_TASKLET_ORDERED_BINS_TKL));
  cl_uint Mode = CL_TASKLET_ORDERED_LEVELS_TKL;
  EXPECT_EQ(clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL,
                                sizeof(Mode), &Mode),
            CL_SUCCESS);
  EXPECT_EQ(run(Kernel).executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
  Mode = 8;
  EXPECT_EQ(clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL,
                                sizeof(Mode), &Mode),
            CL_INVALID_VALUE);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0],
            "tasklet: kernel 'scatter': CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL"
            "=8 is no way to order work-items: give a number from "
            "CL_TASKLET_ORDERED_AUTO_TKL (0) to CL_TASKLET_ORDERED_OWNERS_TKL "
            "(7)");
  std::swap(Own, Queue);
  clReleaseCommandQueue(Own);
}

TEST_F(OrderedTest, PropertiesOfContextsAndQueues) {
  cl_int Error = CL_SUCCESS;
  auto Make = [&](std::vector<cl_context_properties> List) {
    List.insert(List.begin(),
                {CL_CONTEXT_PLATFORM,
                 reinterpret_cast<cl_context_properties>(Platform)});
    List.push_back(0);
    return clCreateContext(List.data(), 1, &Device, nullptr, nullptr, &Error);
  };
  cl_context Chosen =
      Make({CL_CONTEXT_TASKLET_ORDERED_TKL, CL_TASKLET_ORDERED_SERIAL_TKL});
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_uint Answer = 0;
  EXPECT_EQ(clGetContextInfo(Chosen, CL_CONTEXT_TASKLET_ORDERED_TKL,
                             sizeof(Answer), &Answer, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Answer, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  clReleaseContext(Chosen);
  EXPECT_EQ(Make({CL_CONTEXT_TASKLET_ORDERED_TKL, 8}), nullptr);
  EXPECT_EQ(Error, CL_INVALID_PROPERTY);
  EXPECT_EQ(Make({CL_CONTEXT_TASKLET_ORDERED_TKL, 1,
                  CL_CONTEXT_TASKLET_ORDERED_TKL, 1}),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_PROPERTY);
  const cl_queue_properties List[] = {CL_QUEUE_TASKLET_ORDERED_TKL, 8, 0};
  EXPECT_EQ(clCreateCommandQueueWithProperties(Context, Device, List, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_NE(Messages[0].find("CL_QUEUE_TASKLET_ORDERED_TKL=8 is no way to "
                             "order work-items"),
            std::string::npos)
      << Messages[0];
}

/// Elements that share a mark seem to conflict.
TEST_F(OrderedTest, FewerMarks) {
  cl_ulong Bytes[2] = {}, Levels[2] = {};
  const char *Shares[] = {"1", "1/8"};
  for (const char *Mode : {"levels", "passes"})
    for (int I = 0; I < 2; ++I) {
      ScopedVariable Share("TASKLET_ORDERED_MARKS", Shares[I]);
      restartWith(Mode, "2");
      // So many that there are more marks than the fewest.
      constexpr int Many = 200000;
      X = makeBuffer(Many);
      std::mt19937 Random(3);
      for (int &Each : At)
        Each = static_cast<int>(Random() % Many);
      write(Where, At);
      cl_ordered_stats_tkl Stats = run(makeScatter());
      std::vector<int> Expected(Many, -1);
      scatter(Expected);
      EXPECT_EQ(read(X, Many), Expected);
      EXPECT_NE(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
      Bytes[I] = Stats.analysis_size;
      Levels[I] = Stats.levels;
      if (I) {
        EXPECT_LT(Bytes[1], Bytes[0] / 2);
        EXPECT_GT(Levels[1], Levels[0]);
      }
    }
  ScopedVariable Share("TASKLET_ORDERED_MARKS", "1/3");
  restartWith("levels", "2");
  EXPECT_EQ(enqueue(makeScatter()), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0],
            "tasklet: kernel 'scatter' cannot start: TASKLET_ORDERED_MARKS="
            "'1/3' is no share of the elements: give 1, 1/2, 1/4 and so on, to "
            "1/65536");
}

TEST_F(OrderedTest, ABadEnvironmentFailsTheCommand) {
  restartWith("best", "2");
  cl_kernel Kernel = makeScatter();
  EXPECT_EQ(enqueue(Kernel), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(
      Messages[0],
      "tasklet: kernel 'scatter' cannot start: TASKLET_ORDERED='best' is "
      "no way to order work-items: give auto, levels, passes, bins, tasks, "
      "copies, owners or serial");
}
