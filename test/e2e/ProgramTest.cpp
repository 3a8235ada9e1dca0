//===- ProgramTest.cpp - Whole programs, from source to kernel queries ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace tasklet::test;

using ProgramTest = DeviceTest;

static const std::string Sum = R"(
  __task int sum(int from, int to) {
    if (to - from == 1) return from;
    int mid = (from + to) / 2, a, b;
    a <- sum(from, mid);
    b <- sum(mid, to);
    force (a, b) { return a + b; }
  }
)";

TEST_F(ProgramTest, SeveralKernelsInOneProgram) {
  Program P = build(Sum + R"(
    __task float scale(float x, int n) { return x * n; }
    __kernel void total(__global int *out, int n) { out[0] <- sum(0, n); }
    __kernel void plain(__global int *out, int n) {
      out[get_global_id(0)] = n - (int)get_global_id(0);
    }
    __kernel void scaled(int n, __global float *out) {
      int i = get_global_id(0);
      float f;
      f <- scale(i, n);
      force (f) { out[i] = f + 0.5f; }
    })");
  Buffer<int> Total(1), Plain(10);
  Buffer<float> Scaled(10);
  run(P, "total", 1, Total, 100);
  run(P, "plain", 10, Plain, 3);
  run(P, "scaled", 10, 4, Scaled);
  run(P, "total", 1, Total, 200);
  EXPECT_EQ(Total.read()[0], 199 * 100);
  expectEach(Plain, [](int I) { return 3 - I; });
  expectEach(Scaled, [](int I) { return 4 * I + 0.5f; });
}

TEST_F(ProgramTest, HiddenArgumentIsInvisible) {
  Program P = build(Sum + R"(
    __kernel void total(__global int *out, int n) { out[0] <- sum(0, n); })");
  cl_uint Count = 0;
  check(clGetKernelInfo(P.kernel("total").get(), CL_KERNEL_NUM_ARGS,
                        sizeof(Count), &Count, nullptr),
        "CL_KERNEL_NUM_ARGS");
  EXPECT_EQ(Count, 2u);
  int Value = 0;
  EXPECT_EQ(clSetKernelArg(P.kernel("total").get(), 2, sizeof(Value), &Value),
            CL_INVALID_ARG_INDEX);
  size_t Kernels = 0;
  check(clGetProgramInfo(P.get(), CL_PROGRAM_NUM_KERNELS, sizeof(Kernels),
                         &Kernels, nullptr),
        "CL_PROGRAM_NUM_KERNELS");
  EXPECT_EQ(Kernels, 1u);
  char Names[64] = {};
  check(clGetProgramInfo(P.get(), CL_PROGRAM_KERNEL_NAMES, sizeof(Names), Names,
                         nullptr),
        "CL_PROGRAM_KERNEL_NAMES");
  EXPECT_STREQ(Names, "total");
}

TEST_F(ProgramTest, PlainProgramIsUntouched) {
  // Every contextual word in its old meaning.
  const std::string Source = R"(
    int force(int x) { return x + 1; }
    int task(int everywhere) { return 2 * everywhere; }
    __kernel void k(__global int *out) {
      int a = get_global_id(0), task_ = 3, b = 2;
      if (a <-b) a = 100;
      int spawn = a <-b;
      int tasks = task(a);
      force(tasks);
      out[get_global_id(0)] = force(tasks) * 10 + (a<-1) + spawn + task_;
    })";
  Program P = build(Source);
  Buffer<int> Out(5);
  run(P, "k", 5, Out);
  expectEach(Out, [](int I) { return (2 * I + 1) * 10 + 3; });
  size_t Size = 0;
  check(clGetProgramInfo(P.get(), CL_PROGRAM_SOURCE, 0, nullptr, &Size),
        "CL_PROGRAM_SOURCE");
  std::string Seen(Size, '\0');
  check(
      clGetProgramInfo(P.get(), CL_PROGRAM_SOURCE, Size, Seen.data(), nullptr),
      "CL_PROGRAM_SOURCE");
  EXPECT_STREQ(Seen.c_str(), Source.c_str());
}

TEST_F(ProgramTest, ContextualWordsBesideTasks) {
  Buffer<int> Out(6);
  run(R"(
    int force(int x) { return x + 1; }
    task int twice(int task) { return 2 * task; }
    __kernel void k(__global int *out) {
      int task = get_global_id(0), m = 1, r;
      if (task <-m) task = 50;
      r <- twice(task);
      force (r) { out[get_global_id(0)] = force(r) + (r<-m); }
    })",
      "k", 6, Out);
  expectEach(Out, [](int I) { return 2 * I + 1; });
}

TEST_F(ProgramTest, MacrosMakeTasks) {
  Buffer<int> Out(12);
  run(R"(
    #define TASK(type, name) __task type name
    #define SPAWN(x, call) x <- call
    #define DETACH(call) () <- call
    #define WHEN(...) force (__VA_ARGS__)
    #define BOTH(f, x, y, body) \
      { int x, y; SPAWN(x, f(n - 1)); SPAWN(y, f(n - 2)); WHEN(x, y) { body } }
    TASK(int, fib)(int n) {
      if (n < 2) return n;
      BOTH(fib, left, right, return left + right;)
    }
    TASK(void, put)(__global int *at, int n) {
      int r;
      SPAWN(r, fib(n));
      WHEN(r) { *at = r; }
    }
    #undef WHEN
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      DETACH(put(out + i, i));
    })",
      "k", 12, Out);
  const int Fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  expectEach(Out, [&](int I) { return Fib[I]; });
}

TEST_F(ProgramTest, FeatureMacrosAndBuildOptions) {
  Buffer<int> Out(4);
  Program P = build(R"(
    #if !defined(__opencl_c_tkl_tasks) || __opencl_c_tkl_tasks != 1
    #error no tasks
    #endif
    #if __opencl_c_tkl_everywhere != 1
    #error no everywhere
    #endif
    __task int scaled(int n) { return n * FACTOR; }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- scaled(i);
    })",
                    "-DFACTOR=11 -cl-mad-enable -w");
  run(P, "k", 4, Out);
  expectEach(Out, [](int I) { return 11 * I; });
}

static std::string deviceText(cl_device_info Name) {
  char Text[4096] = "";
  check(clGetDeviceInfo(Device::get()->Id, Name, sizeof(Text), Text, nullptr),
        "clGetDeviceInfo");
  return Text;
}

// As bare sources have them from the driver's compiler.
TEST_F(ProgramTest, MacrosOfTheDevice) {
  Buffer<int> Out(1);
  std::string Text = deviceText(CL_DEVICE_VERSION).substr(7);
  std::string Version = {Text[0], Text[2], '0'};
  std::string Source = "\xEF\xBB\xBF#if __OPENCL_VERSION__ != " + Version +
                       "\n#error version\n#endif\n";
  std::istringstream Names(deviceText(CL_DEVICE_EXTENSIONS));
  int Count = 0;
  for (std::string Name; Names >> Name; ++Count)
    Source += "#ifndef " + Name + "\n#error " + Name + "\n#endif\n";
  EXPECT_GT(Count, 0);
  Source += R"(
    #pragma OPENCL EXTENSION cl_tkl_tasklets : enable
    __task int one(void) { return cl_tkl_tasklets; }
    __kernel void k(__global int *out) { out[0] <- one(); })";
  Program P = build(Source.c_str(), "-Werror");
  run(P, "k", 1, Out);
  expectEach(Out, [](int) { return 1; });
}

TEST_F(ProgramTest, IncludedHeadersMakeTasks) {
  std::string Folder = ::testing::TempDir() + "tasklet-e2e-XXXXXX";
  ASSERT_NE(mkdtemp(Folder.data()), nullptr);
  std::string Header = Folder + "/tree.h";
  std::ofstream(Header) << R"(
    #define BOTH_SIDES(f, n) l <- f(n / 2); r <- f(n - n / 2)
    task int leaves(int n) {
      if (n < 2) return 1;
      int l, r;
      BOTH_SIDES(leaves, n);
      force (l, r) { return l + r; }
    })";
  Buffer<int> Out(10);
  Program P = build(R"(
    #include "tree.h"
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- leaves(i + 1);
    })",
                    "-I " + Folder);
  run(P, "k", 10, Out);
  expectEach(Out, [](int I) { return I + 1; });
  std::remove(Header.c_str());
  rmdir(Folder.c_str());
}

/// All that is ours stands in what the branch includes.
TEST_F(ProgramTest, TasksInABranchOfTheMacro) {
  std::string Folder = ::testing::TempDir() + "tasklet-e2e-XXXXXX";
  ASSERT_NE(mkdtemp(Folder.data()), nullptr);
  std::string Header = Folder + "/branch.h";
  std::ofstream(Header) << R"(
    __task int twice(int n) { return 2 * n; }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- twice(i);
    })";
  for (const char *Macro : {"cl_tkl_tasklets", "__opencl_c_tkl_tasks"}) {
    Buffer<int> Out(10);
    Program P = build("#ifdef " + std::string(Macro) +
                          "\n#include \"branch.h\"\n#else\n"
                          "__kernel void k(__global int *out) {}\n#endif\n",
                      "-I " + Folder);
    run(P, "k", 10, Out);
    expectEach(Out, [](int I) { return 2 * I; });
  }
  std::remove(Header.c_str());
  rmdir(Folder.c_str());
}

TEST_F(ProgramTest, ConstantTables) {
  Buffer<int> Out(8), Weights(std::vector<int>{7, 5, 3, 2});
  run(R"(
    __constant int powers[4] = {1, 10, 100, 1000};
    __constant float halves[] = {0.5f, 1.5f};
    __task int weigh(__constant int *weights, int n) {
      if (n == 0) return powers[0];
      int rest;
      rest <- weigh(weights, n - 1);
      force (rest) {
        return rest + weights[n % 4] * powers[n & 3] + (int)(halves[n % 2] * 2);
      }
    }
    __kernel void k(__global int *out, __constant int *weights) {
      int i = get_global_id(0);
      out[i] <- weigh(weights, i);
    })",
      "k", 8, Out, Weights);
  expectEach(Out, [](int N) {
    const int W[] = {7, 5, 3, 2}, Power[] = {1, 10, 100, 1000};
    int S = 1;
    for (int I = 1; I <= N; ++I)
      S += W[I % 4] * Power[I % 4] + (I % 2 ? 3 : 1);
    return S;
  });
}

TEST_F(ProgramTest, HelpersInsideTasks) {
  // Ordinary functions with pointers to private memory of their callers.
  Buffer<int> Out(15);
  run(R"(
    void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    static int digits(int n, int *digit) {
      int count = 0;
      for (; n; n /= 10) digit[count++] = n % 10;
      for (int i = 0; i < count / 2; ++i) swap(digit + i, digit + count - 1 - i);
      return count;
    }
    __task int reverse_sum(int n) {
      int digit[10];
      int count = digits(n, digit);
      if (count < 2) return n;
      int rest;
      rest <- reverse_sum(n / 10);
      force (rest) {
        int s = rest;
        swap(&s, &digit[0]);
        return s * 10 + digit[0] + digit[count - 1] + count;
      }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- reverse_sum(i * i * 1237);
    })",
      "k", 15, Out);
  struct Serial {
    static int reverseSum(int N) {
      std::string Digits = std::to_string(N);
      if (Digits.size() < 2)
        return N;
      int First = Digits.front() - '0', Last = Digits.back() - '0';
      return First * 10 + reverseSum(N / 10) + Last +
             static_cast<int>(Digits.size());
    }
  };
  expectEach(Out, [](int I) { return Serial::reverseSum(I * I * 1237); });
}

TEST_F(ProgramTest, LocalMemoryAndBarriersBeforeTheSpawn) {
  Buffer<int> Out(32);
  run(Sum + R"(
    __kernel void k(__global int *out, __local int *scratch) {
      int l = get_local_id(0), n = get_local_size(0);
      scratch[l] = get_global_id(0) + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      int to = scratch[n - 1 - l];
      out[get_global_id(0)] <- sum(0, to);
    })",
      "k", Range({32}, {8}), Out, Local{8 * sizeof(int)});
  expectEach(Out, [](int I) {
    int To = I / 8 * 8 + (7 - I % 8) + 1;
    return To * (To - 1) / 2;
  });
}

TEST_F(ProgramTest, CommandsFollowEachOther) {
  // The second command reads what the tasks of the first one wrote, without
  // any wait on the host between them.
  Program P = build(R"(
    __task int next(int x) { return x * 3 + 1; }
    __task void advance(__global int *at, int by) {
      int r;
      r <- next(*at);
      force (r) { *at = r + by; }
    }
    __kernel void k(__global int *data, int by) {
      () <- advance(data + get_global_id(0), by);
    })");
  Buffer<int> Data(std::vector<int>(50, 1));
  Kernel K = P.kernel("k");
  size_t Global = Data.size();
  for (int By = 0; By < 6; ++By) {
    K.setArgs(Data, By);
    check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                                 &Global, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  check(clFinish(Device::get()->Queue), "clFinish");
  expectEach(Data, [](int) {
    int X = 1;
    for (int By = 0; By < 6; ++By)
      X = X * 3 + 1 + By;
    return X;
  });
}

TEST_F(ProgramTest, CommandsInTwoQueuesAtOnce) {
  Program P = build(Sum + R"(
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- sum(0, 100 * i + 1);
    })");
  Device *D = Device::get();
  cl_int Status;
  cl_command_queue Other =
      clCreateCommandQueueWithProperties(D->Context, D->Id, nullptr, &Status);
  check(Status, "clCreateCommandQueueWithProperties");
  Buffer<int> First(30), Second(30);
  Kernel A = P.kernel("k"), B = P.kernel("k");
  A.setArgs(First);
  B.setArgs(Second);
  size_t Global = 30;
  cl_event Done[2];
  check(clEnqueueNDRangeKernel(D->Queue, A.get(), 1, nullptr, &Global, nullptr,
                               0, nullptr, &Done[0]),
        "clEnqueueNDRangeKernel");
  check(clEnqueueNDRangeKernel(Other, B.get(), 1, nullptr, &Global, nullptr, 0,
                               nullptr, &Done[1]),
        "clEnqueueNDRangeKernel");
  check(clFlush(D->Queue), "clFlush");
  check(clFlush(Other), "clFlush");
  check(clWaitForEvents(2, Done), "clWaitForEvents");
  auto Serial = [](int I) { return (100 * I + 1) * (100 * I) / 2; };
  expectEach(First, Serial);
  expectEach(Second, Serial);
  for (cl_event Event : Done)
    check(clReleaseEvent(Event), "clReleaseEvent");
  check(clReleaseCommandQueue(Other), "clReleaseCommandQueue");
}

/// All steps of the command fail with what it waits for, and nothing else does.
TEST_F(ProgramTest, FailedUserEventFailsTheCommand) {
  Program P = build(Sum + R"(
    __kernel void k(__global int *out) { out[0] <- sum(0, 10); })");
  Device *D = Device::get();
  cl_int Status;
  cl_event Gate = clCreateUserEvent(D->Context, &Status), Done;
  check(Status, "clCreateUserEvent");
  Buffer<int> Out(1);
  Kernel K = P.kernel("k");
  K.setArgs(Out);
  size_t Global = 1;
  check(clEnqueueNDRangeKernel(D->Queue, K.get(), 1, nullptr, &Global, nullptr,
                               1, &Gate, &Done),
        "clEnqueueNDRangeKernel");
  check(clSetUserEventStatus(Gate, -7), "clSetUserEventStatus");
  EXPECT_EQ(clWaitForEvents(1, &Done),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clFinish(D->Queue); // Whatever it says of the failure.
  check(clReleaseEvent(Done), "clReleaseEvent");
  check(clReleaseEvent(Gate), "clReleaseEvent");
  run(Sum + "__kernel void k(__global int *out) { out[0] <- sum(0, 10); }", "k",
      1, Out);
  expectEach(Out, [](int) { return 45; });
}

/// The driver knows the buffer as the user's kernel's; the tasks run after
/// that.
TEST_F(ProgramTest, ReleasedBufferLivesUntilItsTasksAreDone) {
  Program P = build(Sum + R"(
    __kernel void k(__global int *out) { out[0] <- sum(0, 40000); })");
  struct Memory {
    alignas(4096) int Host[1024] = {};
    std::atomic<bool> Released{false};
    int AtRelease = 0;
  } M;
  Device *D = Device::get();
  cl_int Status;
  cl_mem Buffer = clCreateBuffer(D->Context, CL_MEM_USE_HOST_PTR,
                                 sizeof(M.Host), M.Host, &Status);
  check(Status, "clCreateBuffer");
  auto Note = [](cl_mem, void *Data) {
    auto *M = static_cast<Memory *>(Data);
    M->AtRelease = M->Host[0];
    M->Released = true;
  };
  check(clSetMemObjectDestructorCallback(Buffer, Note, &M),
        "clSetMemObjectDestructorCallback");
  Kernel K = P.kernel("k");
  check(clSetKernelArg(K.get(), 0, sizeof(Buffer), &Buffer), "clSetKernelArg");
  size_t Global = 1;
  cl_event Done;
  check(clEnqueueNDRangeKernel(D->Queue, K.get(), 1, nullptr, &Global, nullptr,
                               0, nullptr, &Done),
        "clEnqueueNDRangeKernel");
  check(clReleaseMemObject(Buffer), "clReleaseMemObject");
  check(clWaitForEvents(1, &Done), "clWaitForEvents");
  check(clReleaseEvent(Done), "clReleaseEvent");
  // The driver may still be letting go of it.
  for (int Wait = 0; Wait < 5000 && !M.Released; ++Wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(M.Released) << "the buffer is never released";
  EXPECT_EQ(M.AtRelease, 40000 * 39999 / 2);
}

TEST_F(ProgramTest, MistakeIsInTheBuildLog) {
  cl_int Status;
  Program P = tryBuild(Sum + R"(
    __kernel void k(__global int *out) {
      out[0] = sum(0, 10);
    })",
                       "", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(P.buildLog().find("<-"), std::string::npos) << P.buildLog();
  EXPECT_NE(P.buildLog().find("out[0] = sum(0, 10);"), std::string::npos)
      << P.buildLog();
}
