//===- SettingsTest.cpp - Heap size and workers, from many sides ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class SettingsTest : public DeviceTest {
protected:
  cl_context makeContext(std::vector<cl_context_properties> Properties,
                         cl_int &Error, std::string *Told = nullptr) {
    Properties.insert(Properties.begin(),
                      {CL_CONTEXT_PLATFORM,
                       reinterpret_cast<cl_context_properties>(Platform)});
    Properties.push_back(0);
    auto Note = [](const char *Message, const void *, size_t, void *Data) {
      *static_cast<std::string *>(Data) += Message;
    };
    return clCreateContext(Properties.data(), 1, &Device,
                           Told ? +Note : nullptr, Told, &Error);
  }
  static cl_command_queue makeQueue(cl_context Context, cl_device_id Device,
                                    std::vector<cl_queue_properties> Properties,
                                    cl_int &Error) {
    Properties.push_back(0);
    return clCreateCommandQueueWithProperties(Context, Device,
                                              Properties.data(), &Error);
  }

  /// What a command on \p Where has, after \p Set has chosen for its kernel.
  template <typename Function>
  cl_tasklet_stats_tkl runOn(cl_context Where, cl_command_queue Queue_,
                             Function Set) {
    cl_int Error = CL_SUCCESS;
    const char *Source = TaskSource;
    cl_program Program =
        clCreateProgramWithSource(Where, 1, &Source, nullptr, &Error);
    EXPECT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
              CL_SUCCESS);
    cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
    cl_mem Out = clCreateBuffer(Where, CL_MEM_READ_WRITE, 20 * sizeof(int),
                                nullptr, &Error);
    int Scale = 3;
    clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
    clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
    Set(Kernel);
    size_t Items = 20;
    cl_event Event = nullptr;
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue_, Kernel, 1, nullptr, &Items,
                                     nullptr, 0, nullptr, &Event),
              CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    cl_tasklet_stats_tkl Stats = {};
    auto GetStats = extension<clGetTaskletStatsTKL_fn>("clGetTaskletStatsTKL");
    EXPECT_EQ(GetStats(Event, &Stats), CL_SUCCESS);
    std::vector<int> Values(Items);
    clEnqueueReadBuffer(Queue_, Out, CL_TRUE, 0, Items * sizeof(int),
                        Values.data(), 0, nullptr, nullptr);
    expectSquares(Values, Scale);
    clReleaseEvent(Event);
    clReleaseMemObject(Out);
    clReleaseKernel(Kernel);
    clReleaseProgram(Program);
    return Stats;
  }
};

static void choose(cl_kernel Kernel, cl_uint Workers, cl_ulong HeapSize) {
  EXPECT_EQ(clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                                sizeof(Workers), &Workers),
            CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(HeapSize), &HeapSize),
            CL_SUCCESS);
}

TEST_F(SettingsTest, TheNearestChoiceCounts) {
  ScopedVariable Workers("TASKLET_WORKERS", "2");
  ScopedVariable Size("TASKLET_HEAP_SIZE", "2M");
  auto Nothing = [](cl_kernel) {};
  cl_int Error = CL_SUCCESS;
  cl_context Plain = makeContext({}, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_context Chosen = makeContext({CL_CONTEXT_TASKLET_WORKERS_TKL, 3,
                                   CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, 3 << 20},
                                  Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_command_queue PlainQueue = makeQueue(Plain, Device, {}, Error);
  cl_command_queue Inherits = makeQueue(Chosen, Device, {}, Error);
  cl_command_queue Own = makeQueue(Chosen, Device,
                                   {CL_QUEUE_TASKLET_HEAP_SIZE_TKL, 4 << 20,
                                    CL_QUEUE_TASKLET_WORKERS_TKL, 4},
                                   Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  auto Expect = [](const cl_tasklet_stats_tkl &Stats, cl_uint Workers,
                   cl_ulong MiB) {
    EXPECT_EQ(Stats.workers, Workers);
    EXPECT_EQ(Stats.heap_size >> 20, MiB);
  };
  Expect(runOn(Plain, PlainQueue, Nothing), 2, 2);
  Expect(runOn(Chosen, Inherits, Nothing), 3, 3);
  Expect(runOn(Chosen, Own, Nothing), 4, 4);
  Expect(runOn(Chosen, Own, [](cl_kernel K) { choose(K, 5, 5 << 20); }), 5, 5);
  // A clone has its kernel's choice.
  Expect(runOn(Plain, PlainQueue,
               [](cl_kernel K) {
                 choose(K, 7, 7 << 20);
                 cl_int CloneError = CL_SUCCESS;
                 cl_kernel Clone = clCloneKernel(K, &CloneError);
                 if (Clone)
                   clReleaseKernel(Clone);
               }),
         7, 7);

  cl_ulong Bytes = 0;
  cl_uint Count = 0;
  EXPECT_EQ(clGetContextInfo(Chosen, CL_CONTEXT_TASKLET_HEAP_SIZE_TKL,
                             sizeof(Bytes), &Bytes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Bytes, 3u << 20);
  EXPECT_EQ(clGetCommandQueueInfo(Own, CL_QUEUE_TASKLET_WORKERS_TKL,
                                  sizeof(Count), &Count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Count, 4u);
  EXPECT_EQ(clGetCommandQueueInfo(PlainQueue, CL_QUEUE_TASKLET_HEAP_SIZE_TKL,
                                  sizeof(Bytes), &Bytes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Bytes, 2u << 20);

  // The lists come back as they were given.
  size_t Length = 0;
  EXPECT_EQ(
      clGetContextInfo(Chosen, CL_CONTEXT_PROPERTIES, 0, nullptr, &Length),
      CL_SUCCESS);
  EXPECT_EQ(Length, 7 * sizeof(cl_context_properties));
  EXPECT_EQ(clGetCommandQueueInfo(Own, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr,
                                  &Length),
            CL_SUCCESS);
  EXPECT_EQ(Length, 5 * sizeof(cl_queue_properties));
  for (cl_command_queue Each : {PlainQueue, Inherits, Own})
    clReleaseCommandQueue(Each);
  clReleaseContext(Plain);
  clReleaseContext(Chosen);
}

TEST_F(SettingsTest, AChoiceMendsABadEnvironment) {
  ScopedVariable Workers("TASKLET_WORKERS", "many");
  cl_int Error = CL_SUCCESS;
  cl_context Chosen = makeContext({CL_CONTEXT_TASKLET_WORKERS_TKL, 2}, Error);
  cl_command_queue Queue_ = makeQueue(Chosen, Device, {}, Error);
  EXPECT_EQ(runOn(Chosen, Queue_, [](cl_kernel) {}).workers, 2u);
  clReleaseCommandQueue(Queue_);
  clReleaseContext(Chosen);
}

TEST_F(SettingsTest, ValuesOutOfRangeAreRefused) {
  cl_int Error = CL_SUCCESS;
  const std::vector<cl_context_properties> Bad[] = {
      {CL_CONTEXT_TASKLET_WORKERS_TKL, 0},
      {CL_CONTEXT_TASKLET_WORKERS_TKL, 100000},
      {CL_CONTEXT_TASKLET_WORKERS_TKL, -1},
      {CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, 4096},
      {CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, 0}};
  for (const std::vector<cl_context_properties> &Each : Bad) {
    std::string Told;
    EXPECT_EQ(makeContext(Each, Error, &Told), nullptr);
    EXPECT_EQ(Error, CL_INVALID_PROPERTY);
    bool Heap = Each[0] == CL_CONTEXT_TASKLET_HEAP_SIZE_TKL;
    EXPECT_EQ(Told.rfind(std::string("tasklet: ") +
                             (Heap ? "CL_CONTEXT_TASKLET_HEAP_SIZE_TKL="
                                   : "CL_CONTEXT_TASKLET_WORKERS_TKL=") +
                             std::to_string(static_cast<size_t>(Each[1])) +
                             " is no ",
                         0),
              0u)
        << Told;
    EXPECT_EQ(Told.find("K, M"), std::string::npos) << Told;
  }
  EXPECT_EQ(
      makeQueue(Context, Device, {CL_QUEUE_TASKLET_WORKERS_TKL, 8193}, Error),
      nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  ASSERT_FALSE(Messages.empty());
  EXPECT_NE(Messages.back().find(
                "CL_QUEUE_TASKLET_WORKERS_TKL=8193 is no number of workers"),
            std::string::npos)
      << Messages.back();
  // What is no name of ours stays the driver's to refuse.
  EXPECT_EQ(makeQueue(Context, Device, {0x54BF, 1}, Error), nullptr);
  EXPECT_LT(Error, 0);

  cl_kernel Kernel = makeKernel("squares");
  cl_uint None = 0;
  cl_ulong Small = 1000;
  EXPECT_EQ(clSetKernelExecInfo(Kernel, CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                                sizeof(None), &None),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(Small), &Small),
            CL_INVALID_VALUE);
  EXPECT_NE(Messages.back().find("kernel 'squares': CL_KERNEL_EXEC_INFO_TASKLET"
                                 "_HEAP_SIZE_TKL=1000 is no heap size: give a "
                                 "number of bytes from 1048576 to "),
            std::string::npos)
      << Messages.back();
  EXPECT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(None), &None),
            CL_INVALID_VALUE);
  // And the kernel runs as before.
  cl_mem Out = makeBuffer(9);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 9), CL_SUCCESS);
  expectSquares(read(Out, 9), 2);
}

TEST_F(SettingsTest, EachPropertyOnce) {
  cl_int Error = CL_SUCCESS;
  const cl_uint Names[2][2] = {
      {CL_CONTEXT_TASKLET_WORKERS_TKL, CL_QUEUE_TASKLET_WORKERS_TKL},
      {CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, CL_QUEUE_TASKLET_HEAP_SIZE_TKL}};
  for (const auto &[ContextName, QueueName] : Names) {
    // Also the same value again.
    std::string Told;
    EXPECT_EQ(makeContext({cl_context_properties(ContextName), 1 << 20,
                           cl_context_properties(ContextName), 1 << 20},
                          Error, &Told),
              nullptr);
    EXPECT_EQ(Error, CL_INVALID_PROPERTY);
    EXPECT_EQ(makeQueue(Context, Device, {QueueName, 3, QueueName, 3}, Error),
              nullptr);
    EXPECT_EQ(Error, CL_INVALID_VALUE);
  }
  std::string Told;
  makeContext(
      {CL_CONTEXT_TASKLET_WORKERS_TKL, 2, CL_CONTEXT_TASKLET_WORKERS_TKL, 3},
      Error, &Told);
  EXPECT_EQ(Told, "tasklet: CL_CONTEXT_TASKLET_WORKERS_TKL is given twice; "
                  "give it once");
}

TEST_F(SettingsTest, LimitsOfTheDevice) {
  cl_uint Workers = 0;
  EXPECT_EQ(clGetDeviceInfo(Device, CL_DEVICE_TASKLET_MAX_WORKERS_TKL,
                            sizeof(Workers), &Workers, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Workers, 8192u);
  cl_ulong Heap = 0, Buffer = 1;
  EXPECT_EQ(clGetDeviceInfo(Device, CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL,
                            sizeof(Heap), &Heap, nullptr),
            CL_SUCCESS);
  clGetDeviceInfo(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(Buffer), &Buffer,
                  nullptr);
  EXPECT_EQ(Heap, Buffer);

  // The maximum works wherever it is chosen; more is refused there.
  cl_int Error = CL_SUCCESS;
  cl_ulong TooMuch = Heap + 1;
  auto Kept = static_cast<cl_context_properties>(Heap);
  cl_context Largest =
      makeContext({CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, Kept}, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_command_queue LargestQueue =
      makeQueue(Largest, Device, {CL_QUEUE_TASKLET_HEAP_SIZE_TKL, Heap}, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(
      runOn(Largest, LargestQueue, [&](cl_kernel K) { choose(K, 2, Heap); })
          .heap_size,
      Heap);
  clReleaseCommandQueue(LargestQueue);
  clReleaseContext(Largest);

  std::string Told;
  EXPECT_EQ(makeContext({CL_CONTEXT_TASKLET_HEAP_SIZE_TKL,
                         static_cast<cl_context_properties>(TooMuch)},
                        Error, &Told),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_PROPERTY);
  EXPECT_NE(Told.find(" to " + std::to_string(Heap)), std::string::npos)
      << Told;
  EXPECT_EQ(
      makeContext({CL_CONTEXT_TASKLET_HEAP_SIZE_TKL, cl_context_properties(-1)},
                  Error, &Told),
      nullptr);
  EXPECT_NE(Told.find("=18446744073709551615 is no heap size"),
            std::string::npos)
      << Told;
  cl_kernel Kernel = makeKernel("squares");
  EXPECT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(TooMuch), &TooMuch),
            CL_INVALID_VALUE);
  EXPECT_EQ(makeQueue(Context, Device,
                      {CL_QUEUE_TASKLET_HEAP_SIZE_TKL, TooMuch}, Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  std::string Last(1000, 0);
  size_t Length = 0;
  auto Get = extension<clGetTaskletMessageTKL_fn>("clGetTaskletMessageTKL");
  ASSERT_EQ(Get(Context, Last.size(), Last.data(), &Length), CL_SUCCESS);
  Last.resize(Length - 1);
  EXPECT_EQ(Last, Messages.back());
  EXPECT_NE(Last.find("CL_QUEUE_TASKLET_HEAP_SIZE_TKL"), std::string::npos)
      << Last;

  // The environment is asked about no device until a command needs one.
  ScopedVariable Size("TASKLET_HEAP_SIZE", std::to_string(TooMuch));
  restart();
  EXPECT_EQ(enqueueSquares(makeKernel("squares"), makeBuffer(9), 2, 9),
            CL_OUT_OF_RESOURCES);
  EXPECT_NE(Messages.back().find("TASKLET_HEAP_SIZE"), std::string::npos);
  EXPECT_NE(Messages.back().find("allows no buffer above"), std::string::npos)
      << Messages.back();
}

TEST_F(SettingsTest, LastMessage) {
  auto Get = extension<clGetTaskletMessageTKL_fn>("clGetTaskletMessageTKL");
  size_t Length = 0;
  EXPECT_EQ(Get(Context, 0, nullptr, &Length), CL_SUCCESS);
  EXPECT_EQ(Length, 1u);
  char Text[1] = {'x'};
  EXPECT_EQ(Get(Context, 1, Text, nullptr), CL_SUCCESS);
  EXPECT_EQ(Text[0], 0);
  EXPECT_EQ(Get(Context, 0, Text, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Get(Context, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Get(nullptr, 0, nullptr, &Length), CL_INVALID_CONTEXT);
}
