//===- ReuseTest.cpp - Ordered commands that use an analysis again --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Every way to change what an analysis depends on, between two commands of the
/// kernel `scatter` of fake-ordered.cl. The second command must not use the
/// analysis of the first one, and both must give what a loop gives.
///
//===----------------------------------------------------------------------===//
#include "ReuseFixture.h"

#include <algorithm>
#include <chrono>

using namespace tasklet;

TEST_F(ReuseTest, EveryPlanCanBeUsedAgain) {
  for (const char *Mode : {"levels", "passes", "bins"}) {
    SCOPED_TRACE(Mode);
    restartWith(Mode);
    cl_ordered_stats_tkl First = finish(enqueue());
    EXPECT_FALSE(First.reused);
    EXPECT_GT(First.levels, 1u);
    for (int I = 0; I < 3; ++I) {
      cl_ordered_stats_tkl Again = finish(enqueue());
      EXPECT_TRUE(Again.reused);
      EXPECT_EQ(Again.executor, First.executor);
      EXPECT_EQ(Again.levels, First.levels);
      EXPECT_EQ(Again.widest, First.widest);
      EXPECT_EQ(Again.conflicts, First.conflicts);
      EXPECT_EQ(Again.passes, 0u);
    }
    EXPECT_EQ(read(X, Elements), Values);
  }
}

/// One worker runs all in order while another one finds levels, in as many
/// commands as that takes. New indices make it begin again.
TEST_F(ReuseTest, LevelsThatAreFoundMeanwhile) {
  set("TASKLET_STATS", "1");
  testing::internal::CaptureStderr();
  restartWith("auto");
  // In a short command, the other worker comes too late.
  takeMany();
  for (unsigned Seed : {81, 82}) {
    writeMany(100 * Seed);
    cl_ordered_stats_tkl Stats = finish(enqueue(Many));
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
    // Nobody inspects before there is memory for the analysis: not in the first
    // command, in case it never comes again.
    EXPECT_EQ(Stats.workers, Seed == 81 ? 1u : 3u);
    // On a busy machine, the other worker seldom runs at the same time.
    auto End = std::chrono::steady_clock::now() + std::chrono::seconds(50);
    while (Stats.executor == CL_TASKLET_ORDERED_SERIAL_TKL &&
           std::chrono::steady_clock::now() < End) {
      Stats = finish(enqueue(Many));
      ASSERT_EQ(read(X, Elements), Values);
    }
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
    EXPECT_GT(Stats.levels, 1u);
    EXPECT_TRUE(Stats.reused);
  }
  const std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_NE(Text.find("memory for an analysis is not there yet"), Text.npos);
  EXPECT_EQ(Text.find("did not end well"), Text.npos) << Text;
}

/// An analysis that a command by levels has made needs no more memory.
TEST_F(ReuseTest, LevelsThatOthersHaveFound) {
  restartWith("auto");
  takeMany();
  writeMany(700);
  for (cl_uint Mode :
       {CL_TASKLET_ORDERED_LEVELS_TKL, CL_TASKLET_ORDERED_AUTO_TKL}) {
    ASSERT_EQ(clSetKernelExecInfo(Kernel,
                                  CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL,
                                  sizeof(Mode), &Mode),
              CL_SUCCESS);
    cl_ordered_stats_tkl Stats = finish(enqueue(Many));
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
    EXPECT_EQ(Stats.reused, cl_uint(Mode == CL_TASKLET_ORDERED_AUTO_TKL));
    ASSERT_EQ(read(X, Elements), Values);
  }
}

/// The first one is not complete when the others are enqueued.
TEST_F(ReuseTest, WithoutWaiting) {
  for (const char *Mode : {"levels", "bins"}) {
    restartWith(Mode);
    std::vector<cl_event> Events;
    for (int I = 0; I < 10; ++I)
      Events.push_back(enqueue());
    for (int I = 0; I < 10; ++I)
      EXPECT_EQ(finish(Events[I]).reused, cl_uint(I > 0)) << I;
    EXPECT_EQ(read(X, Elements), Values);
  }
}

/// What could not be ordered is not tried again, and has one worker.
TEST_F(ReuseTest, Chains) {
  At.assign(Items, 5);
  write(Where, At);
  cl_ordered_stats_tkl First = finish(enqueue());
  EXPECT_EQ(First.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_EQ(First.workers, 3u);
  EXPECT_FALSE(First.reused);
  cl_ordered_stats_tkl Again = finish(enqueue());
  EXPECT_EQ(Again.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_TRUE(Again.reused);
  EXPECT_EQ(Again.workers, 1u);
  EXPECT_EQ(read(X, Elements), Values);
  At = makeIndices(3);
  write(Where, At);
  cl_ordered_stats_tkl New = finish(enqueue());
  EXPECT_EQ(New.executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
  EXPECT_EQ(New.workers, 3u);
  EXPECT_EQ(read(X, Elements), Values);
}

TEST_F(ReuseTest, ArgumentsAndRange) {
  EXPECT_FALSE(reuses());
  Shift = 3;
  setArguments();
  EXPECT_FALSE(reuses());
  EXPECT_FALSE(reuses(Items - 1));
  // Both are still there.
  EXPECT_TRUE(reuses(Items - 1));
  EXPECT_TRUE(reuses());
  Shift = 0;
  setArguments();
  EXPECT_TRUE(reuses());
  // The same conflicts in other memory.
  std::swap(X, Where);
  std::swap(X, Where);
  cl_mem Other = makeBuffer(Elements);
  std::swap(X, Other);
  setArguments();
  std::vector<int> Kept = Values;
  Values.assign(Elements, -1);
  EXPECT_TRUE(reuses());
  // A larger one has other elements.
  X = makeBuffer(2 * Elements);
  setArguments();
  Values.assign(Elements, -1);
  EXPECT_FALSE(reuses());
  // The same indices elsewhere.
  cl_mem Copy = makeBuffer(Items);
  write(Copy, At);
  std::swap(Where, Copy);
  setArguments();
  EXPECT_FALSE(reuses());
}

TEST_F(ReuseTest, AnotherKernelObjectOfTheProgram) {
  EXPECT_FALSE(reuses());
  cl_int Error = CL_SUCCESS;
  cl_kernel Clone = clCloneKernel(Kernel, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  std::swap(Clone, Kernel);
  EXPECT_TRUE(reuses());
  std::swap(Clone, Kernel);
  clReleaseKernel(Clone);
  EXPECT_TRUE(reuses());
  Kernel = makeKernel("scatter", OrderedSource); // another program
  setArguments();
  EXPECT_FALSE(reuses());
}

TEST_F(ReuseTest, Transfers) {
  const size_t Zero[3] = {}, Rows[3] = {Bytes, 1, 1};
  std::vector<int> Others;
  auto Host = [&](cl_mem From) {
    Others = read(From, Items);
    return Others.data();
  };
  expectNewIndices([&](cl_mem From) {
    clEnqueueWriteBuffer(Queue, Where, CL_FALSE, 0, Bytes, Host(From), 0,
                         nullptr, nullptr);
  });
  expectNewIndices([&](cl_mem From) {
    clEnqueueWriteBufferRect(Queue, Where, CL_TRUE, Zero, Zero, Rows, 0, 0, 0,
                             0, Host(From), 0, nullptr, nullptr);
  });
  expectNewIndices([&](cl_mem From) {
    clEnqueueCopyBuffer(Queue, From, Where, 0, 0, Bytes, 0, nullptr, nullptr);
  });
  expectNewIndices([&](cl_mem From) {
    clEnqueueCopyBufferRect(Queue, From, Where, Zero, Zero, Rows, 0, 0, 0, 0, 0,
                            nullptr, nullptr);
  });
  expectNew([&] {
    const int Pattern = 7;
    clEnqueueFillBuffer(Queue, Where, &Pattern, sizeof(Pattern), 0, Bytes / 2,
                        0, nullptr, nullptr);
    std::fill_n(At.begin(), Items / 2, Pattern);
  });
  // A part of it.
  const cl_buffer_region Half = {0, Bytes / 2};
  cl_int Error = CL_SUCCESS;
  cl_mem Part = clCreateSubBuffer(Where, CL_MEM_READ_WRITE,
                                  CL_BUFFER_CREATE_TYPE_REGION, &Half, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  expectNew([&] {
    const int Pattern = 9;
    clEnqueueFillBuffer(Queue, Part, &Pattern, sizeof(Pattern), 0, Bytes / 4, 0,
                        nullptr, nullptr);
    std::fill_n(At.begin(), Items / 4, Pattern);
  });
  clReleaseMemObject(Part);
  // Only read.
  reuses();
  read(Where, Items);
  EXPECT_TRUE(reuses());
}

TEST_F(ReuseTest, Maps) {
  for (bool AnotherQueue : {false, true})
    expectNew([&] {
      cl_int Error = CL_SUCCESS;
      cl_command_queue Other =
          AnotherQueue ? clCreateCommandQueue(Context, Device, 0, &Error)
                       : Queue;
      auto *Region = static_cast<int *>(
          clEnqueueMapBuffer(Other, Where, CL_TRUE, CL_MAP_WRITE, 0, Bytes, 0,
                             nullptr, nullptr, &Error));
      ASSERT_EQ(Error, CL_SUCCESS);
      At = makeIndices(40 + AnotherQueue);
      std::copy(At.begin(), At.end(), Region);
      clEnqueueUnmapMemObject(Other, Where, Region, 0, nullptr, nullptr);
      EXPECT_EQ(clFinish(Other), CL_SUCCESS);
      if (AnotherQueue)
        clReleaseCommandQueue(Other);
    });
}

/// Of which nobody knows what they write.
TEST_F(ReuseTest, Kernels) {
  const char *Source = "__kernel void fill(const __global int *in, int value) {"
                       "  ((__global int *)in)[get_global_id(0)] = value; }";
  cl_int Error = CL_SUCCESS;
  // The driver's.
  cl_program Plain =
      clCreateProgramWithSource(Context, 1, &Source, nullptr, &Error);
  ASSERT_EQ(clBuildProgram(Plain, 1, &Device, "", nullptr, nullptr),
            CL_SUCCESS);
  cl_kernel Fill = clCreateKernel(Plain, "fill", &Error);
  size_t Number = Items / 2;
  int Value = 11;
  const cl_buffer_region Half = {0, Bytes / 2};
  cl_mem Part = clCreateSubBuffer(Where, CL_MEM_READ_WRITE,
                                  CL_BUFFER_CREATE_TYPE_REGION, &Half, &Error);
  for (cl_mem Target : {Where, Part})
    expectNew([&] {
      ++Value;
      clSetKernelArg(Fill, 0, sizeof(Target), &Target);
      clSetKernelArg(Fill, 1, sizeof(Value), &Value);
      EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Fill, 1, nullptr, &Number,
                                       nullptr, 0, nullptr, nullptr),
                CL_SUCCESS);
      std::fill_n(At.begin(), Number, Value);
    });
  // Not about this memory.
  cl_mem Elsewhere = makeBuffer(Items);
  clSetKernelArg(Fill, 0, sizeof(Elsewhere), &Elsewhere);
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Fill, 1, nullptr, &Number, nullptr, 0,
                                   nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(reuses());
  clReleaseMemObject(Part);
  clReleaseKernel(Fill);
  clReleaseProgram(Plain);
  // A plain one, and one with tasks, of programs of ours. 7 at each place.
  cl_kernel Sevens = makeKernel("plain");
  expectNew([&] {
    clSetKernelArg(Sevens, 0, sizeof(Where), &Where);
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Sevens, 1, nullptr, &Number,
                                     nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::fill_n(At.begin(), Number, 7);
  });
  cl_kernel Squares = makeKernel("squares");
  expectNew([&] {
    EXPECT_EQ(enqueueSquares(Squares, Where, 1, 40), CL_SUCCESS);
    for (int I = 0; I < 40; ++I)
      At[I] = I * I;
  });
  // An ordered one that writes to it, and one that only reads it.
  cl_kernel Gather = makeKernel("gather", OrderedSource);
  cl_mem Zeros = makeBuffer(Items);
  write(Zeros, std::vector<int>(Items, 0));
  auto EnqueueGather = [&](cl_mem From, cl_mem To) {
    clSetKernelArg(Gather, 0, sizeof(From), &From);
    clSetKernelArg(Gather, 1, sizeof(To), &To);
    clSetKernelArg(Gather, 2, sizeof(Zeros), &Zeros);
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Gather, 1, nullptr, &Number,
                                     nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  };
  cl_mem Ones = makeBuffer(Items);
  write(Ones, std::vector<int>(Items, 1));
  expectNew([&] {
    EnqueueGather(Ones, Where);
    for (size_t I = 0; I < Number; ++I)
      ++At[I];
  });
  EnqueueGather(Where, Ones);
  EXPECT_TRUE(reuses());
}

TEST_F(ReuseTest, SharedVirtualMemory) {
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  if (!Shares)
    GTEST_SKIP() << "the device has none";
  auto *Memory =
      static_cast<int *>(clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0));
  auto *Other =
      static_cast<int *>(clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0));
  ASSERT_NE(Memory, nullptr);
  auto Copy = [&] {
    ASSERT_EQ(clEnqueueSVMMemcpy(Queue, CL_TRUE, Memory, At.data(), Bytes, 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
  };
  Copy();
  ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 1, Memory), CL_SUCCESS);
  expectNew([&] {
    At = makeIndices(60);
    Copy();
  });
  expectNew([&] {
    const int Pattern = 3;
    clEnqueueSVMMemFill(Queue, Memory, &Pattern, sizeof(Pattern), Bytes / 2, 0,
                        nullptr, nullptr);
    std::fill_n(At.begin(), Items / 2, Pattern);
  });
  expectNew([&] {
    ASSERT_EQ(clEnqueueSVMMap(Queue, CL_TRUE, CL_MAP_WRITE, Memory, Bytes, 0,
                              nullptr, nullptr),
              CL_SUCCESS);
    At = makeIndices(61);
    std::copy(At.begin(), At.end(), Memory);
    clEnqueueSVMUnmap(Queue, Memory, 0, nullptr, nullptr);
  });
  expectNew([&] {
    At = makeIndices(62);
    write(Where, At);
    clEnqueueReadBuffer(Queue, Where, CL_TRUE, 0, Bytes, Memory, 0, nullptr,
                        nullptr);
  });
  // A kernel with any shared memory may follow pointers to more.
  cl_kernel Sevens = makeKernel("plain");
  size_t Number = 10;
  expectNew([&] {
    clSetKernelArgSVMPointer(Sevens, 0, Other);
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Sevens, 1, nullptr, &Number,
                                     nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  });
  // A buffer in it.
  cl_int Error = CL_SUCCESS;
  cl_mem Around = clCreateBuffer(
      Context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Bytes, Memory, &Error);
  if (Error == CL_SUCCESS) {
    reuses();
    EXPECT_TRUE(reuses());
    write(Around, At);
    EXPECT_FALSE(reuses());
    clReleaseMemObject(Around);
  }
  // Freed, and the next one may be at its place.
  reuses();
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  void *Freed[] = {Memory};
  clEnqueueSVMFree(Queue, 1, Freed, nullptr, nullptr, 0, nullptr, nullptr);
  clFinish(Queue);
  Memory = static_cast<int *>(clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0));
  At = makeIndices(63);
  Copy();
  ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 1, Memory), CL_SUCCESS);
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
  clFinish(Queue);
  clSVMFree(Context, Memory);
  clSVMFree(Context, Other);
}

/// It does not take the place of one that may be used again.
TEST_F(ReuseTest, AnalysesOfMemoryThatIsGone) {
  const std::vector<int> Before = At;
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  for (bool IsShared : {false, true}) {
    if (IsShared && !Shares)
      continue;
    SCOPED_TRACE(IsShared);
    restartWith("levels");
    At = Before;
    write(Where, At);
    // As many as are kept of a kernel, one of them of other memory.
    for (size_t I = 0; I < 3; ++I)
      EXPECT_FALSE(reuses(Items - I));
    cl_int Error = CL_SUCCESS;
    void *Memory = nullptr;
    cl_mem Buffer = nullptr;
    if (IsShared) {
      Memory = clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0);
      clEnqueueSVMMemcpy(Queue, CL_TRUE, Memory, At.data(), Bytes, 0, nullptr,
                         nullptr);
      clSetKernelArgSVMPointer(Kernel, 1, Memory);
    } else {
      Buffer = clCreateBuffer(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                              Bytes, At.data(), &Error);
      clSetKernelArg(Kernel, 1, sizeof(Buffer), &Buffer);
    }
    EXPECT_FALSE(reuses());
    EXPECT_TRUE(reuses());
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    setArguments(); // No kernel has it any more.
    if (IsShared)
      clSVMFree(Context, Memory);
    else
      clReleaseMemObject(Buffer);
    EXPECT_FALSE(reuses(Items - 3));
    for (size_t I = 0; I < 4; ++I)
      EXPECT_TRUE(reuses(Items - I)) << I;
  }
}

/// A command that waits for a user event can run after one that is enqueued
/// later, in a program without a race.
TEST_F(ReuseTest, PendingUserEvents) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Other = clCreateCommandQueue(Context, Device, 0, &Error);
  const std::vector<int> Before = At, After = makeIndices(70);
  for (bool Release : {false, true}) {
    cl_event Gate = clCreateUserEvent(Context, &Error);
    // Enqueued before the analysis; runs after it.
    if (!Release) {
      ASSERT_EQ(clEnqueueWriteBuffer(Other, Where, CL_FALSE, 0, Bytes,
                                     After.data(), 1, &Gate, nullptr),
                CL_SUCCESS);
      clFlush(Other);
    }
    EXPECT_FALSE(reuses());
    EXPECT_FALSE(reuses()) << "while it is pending";
    if (!Release) {
      clSetUserEventStatus(Gate, CL_COMPLETE);
      EXPECT_EQ(clFinish(Other), CL_SUCCESS);
      At = After;
    }
    clRetainEvent(Gate);
    clReleaseEvent(Gate);
    EXPECT_FALSE(reuses());
    clReleaseEvent(Gate);
    // The first time, a new one was made since; then, the old one still holds.
    EXPECT_TRUE(reuses());
  }
  clReleaseCommandQueue(Other);
}

TEST_F(ReuseTest, OtherQueues) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Other = clCreateCommandQueue(Context, Device, 0, &Error);
  EXPECT_FALSE(reuses());
  std::swap(Other, Queue);
  EXPECT_TRUE(reuses()) << "it was complete";
  std::swap(Other, Queue);
  EXPECT_TRUE(reuses());
  clReleaseCommandQueue(Other);

  restartWith("levels", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
  // Not at the same time: each needs a buffer of its own. The memory that they
  // write is not the same.
  std::vector<cl_mem> Outs;
  std::vector<cl_event> Events;
  const std::vector<int> Start(Elements, -1);
  for (int I = 0; I < 8; ++I) {
    Outs.push_back(makeBuffer(Elements));
    clSetKernelArg(Kernel, 0, sizeof(cl_mem), &Outs.back());
    Values = Start;
    Events.push_back(enqueue());
  }
  for (int I = 0; I < 8; ++I) {
    finish(Events[I]);
    EXPECT_EQ(read(Outs[I], Elements), Values) << I;
  }
}

TEST_F(ReuseTest, LimitOfMemory) {
  for (const char *Keep : {"0", "1K"}) {
    restartWith("levels", 0, Keep);
    EXPECT_FALSE(reuses());
    EXPECT_FALSE(reuses());
  }
  // Room for one.
  cl_ordered_stats_tkl Stats = finish(enqueue());
  std::string Room = std::to_string(Stats.analysis_size * 3 / 2);
  restartWith("levels", 0, Room.c_str());
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
  EXPECT_FALSE(reuses(Items - 1));
  EXPECT_TRUE(reuses(Items - 1));
  EXPECT_FALSE(reuses()) << "the other one took its place";

  restartWith("levels", 0, "much");
  size_t Number = Items;
  EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number, nullptr,
                                   0, nullptr, nullptr),
            CL_OUT_OF_RESOURCES);
  ASSERT_FALSE(Messages.empty());
  EXPECT_EQ(
      Messages.back(),
      "tasklet: kernel 'scatter' cannot start: TASKLET_ORDERED_KEEP='much'"
      " is no size: give bytes, or a number with K, M or G, such as 256M; "
      "0 keeps nothing");
}

/// Who never comes back to an argument does not fill the memory.
TEST_F(ReuseTest, AFewOfEachKernel) {
  for (size_t I = 0; I < 10; ++I)
    EXPECT_FALSE(reuses(Items - I));
  for (size_t I = 9; I > 5; --I)
    EXPECT_TRUE(reuses(Items - I)) << I;
  EXPECT_FALSE(reuses(Items));
}

/// The last test, because there is no way back for the process.
TEST_F(ReuseTest, FunctionsOfOtherExtensions) {
  auto Fetch = [&](const char *Name) {
    return clGetExtensionFunctionAddressForPlatform(Platform, Name) != nullptr;
  };
  // Recording alone writes nothing.
  Fetch("clCommandNDRangeKernelKHR");
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
  if (Fetch("clEnqueueCommandBufferKHR")) {
    EXPECT_FALSE(reuses());
    EXPECT_FALSE(reuses());
  }
  if (Fetch("clSetKernelArgMemPointerINTEL")) {
    EXPECT_EQ(finish(enqueue()).executor,
              cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
    EXPECT_EQ(read(X, Elements), Values);
  }
}
