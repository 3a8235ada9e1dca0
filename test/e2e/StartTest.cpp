//===- StartTest.cpp - Tasks that the host spawns -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "CL/cl_tkl_tasklets.h"
#include "DeviceTest.h"

using namespace tasklet::test;

class StartTest : public DeviceTest {
protected:
  static cl_kernel tryTask(const Program &P, const char *Name, cl_int &Status) {
    auto Create = extensionFunction<clCreateTaskletKernelTKL_fn>(
        "clCreateTaskletKernelTKL");
    return Create(P.get(), Name, &Status);
  }
  static Kernel task(const Program &P, const char *Name) {
    cl_int Status = 1;
    cl_kernel K = tryTask(P, Name, Status);
    check(Status, Name);
    return Kernel(K);
  }
  template <typename... Args>
  static void runTask(const Program &P, const char *Name,
                      const Args &...Values) {
    Kernel K = task(P, Name);
    K.setArgs(Values...);
    check(K.launch(1), Name);
  }
};

static const std::string Source = std::string(FibTask) + R"(
  __task void fill(__global int *out, int n, int v) {
    for (int i = 0; i < n; ++i) out[i] = v + i;
  }
  static __task int hidden(int n) { return n; }
  typedef struct { char c; long l; float3 f; } mixed;
  __task mixed change(mixed m, bool negate, uchar3 add, double2 d) {
    m.c += add.z;
    m.l = negate ? -m.l : m.l;
    m.f *= (float)d.y;
    return m;
  }
  __task bool odd(uint n) { return n & 1; }
  __task short3 three(short x) { return (short3)(x, 2 * x, 3 * x); }
  __kernel void k(__global int *out) { out[0] <- hidden(3); })";

TEST_F(StartTest, ResultInABuffer) {
  Program P = build(Source);
  Buffer<int> Out(1);
  runTask(P, "fib", 20, Out);
  EXPECT_EQ(Out.read()[0], 6765);
  // Once more with the same kernel, and between other commands.
  Kernel Fib = task(P, "fib");
  for (int N = 0; N < 10; ++N) {
    Fib.setArgs(N, Out);
    check(Fib.launch(1), "fib");
    int Before = Out.read()[0];
    run(P, "k", 1, Out);
    EXPECT_EQ(Out.read()[0], 3);
    int A = 0, B = 1;
    for (int I = 0; I < N; ++I)
      B += std::exchange(A, B);
    EXPECT_EQ(Before, A);
  }
}

TEST_F(StartTest, TasksWithoutResult) {
  Program P = build(Source);
  Buffer<int> Out(100);
  runTask(P, "fill", Out, 100, 7);
  expectEach(Out, [](int I) { return 7 + I; });
}

TEST_F(StartTest, NobodyWantsTheResult) {
  Program P = build(Source);
  Kernel K = task(P, "fib");
  int N = 15;
  check(clSetKernelArg(K.get(), 0, sizeof(N), &N), "n");
  check(clSetKernelArg(K.get(), 1, sizeof(cl_mem), nullptr), "result");
  check(K.launch(1), "fib");
}

TEST_F(StartTest, EveryKindOfParameter) {
  struct Mixed {
    cl_char C;
    cl_long L;
    cl_float3 F;
  };
  for (const char *Options : {"", "-cl-opt-disable", "-cl-std=CL2.0"}) {
    SCOPED_TRACE(Options);
    Program P = build(Source, Options);
    Mixed In = {};
    In.C = 3;
    In.L = 1ll << 40;
    for (int I = 0; I < 3; ++I)
      In.F.s[I] = 1.5f * static_cast<float>(I);
    cl_uchar3 Add = {{1, 2, 5}};
    cl_double2 D = {{9, 2}};
    for (bool Negate : {false, true}) {
      Buffer<Mixed> Out(1);
      runTask(P, "change", In, cl_uchar(Negate), Add, D, Out);
      Mixed Result = Out.read()[0];
      EXPECT_EQ(Result.C, 8);
      EXPECT_EQ(Result.L, Negate ? -(1ll << 40) : 1ll << 40);
      for (int I = 0; I < 3; ++I)
        EXPECT_EQ(Result.F.s[I], 3.0f * static_cast<float>(I));
    }
    for (cl_uint N : {4u, 7u}) {
      Buffer<cl_uchar> Odd(1);
      runTask(P, "odd", N, Odd);
      EXPECT_EQ(Odd.read()[0], N & 1);
    }
    Buffer<cl_short> Three(4);
    runTask(P, "three", cl_short(11), Three);
    std::vector<cl_short> Values = Three.read();
    for (int I = 0; I < 3; ++I)
      EXPECT_EQ(Values[I], 11 * (I + 1));
  }
}

TEST_F(StartTest, ItIsAnOrdinaryKernel) {
  Program P = build(Source);
  Kernel K = task(P, "fib");
  char Name[16] = {};
  check(clGetKernelInfo(K.get(), CL_KERNEL_FUNCTION_NAME, sizeof(Name), Name,
                        nullptr),
        "CL_KERNEL_FUNCTION_NAME");
  EXPECT_STREQ(Name, "fib");
  cl_uint Count = 0;
  check(clGetKernelInfo(K.get(), CL_KERNEL_NUM_ARGS, sizeof(Count), &Count,
                        nullptr),
        "CL_KERNEL_NUM_ARGS");
  EXPECT_EQ(Count, 2u);
  int N = 1;
  EXPECT_EQ(clSetKernelArg(K.get(), 2, sizeof(N), &N), CL_INVALID_ARG_INDEX);
  // Nobody sees it who does not ask for it.
  size_t Kernels = 0;
  check(clGetProgramInfo(P.get(), CL_PROGRAM_NUM_KERNELS, sizeof(Kernels),
                         &Kernels, nullptr),
        "CL_PROGRAM_NUM_KERNELS");
  EXPECT_EQ(Kernels, 1u);
}

TEST_F(StartTest, WrongNamesAndPrograms) {
  Program P = build(Source);
  cl_int Status = 1;
  for (const char *Name : {"hidden", "k", "nothing", "", "__tkl_start_fib"}) {
    EXPECT_EQ(tryTask(P, Name, Status), nullptr) << Name;
    EXPECT_EQ(Status, CL_INVALID_KERNEL_NAME) << Name;
  }
  EXPECT_EQ(tryTask(P, nullptr, Status), nullptr);
  EXPECT_EQ(Status, CL_INVALID_VALUE);
  Program Plain = build("__kernel void k(__global int *o) { o[0] = 1; }");
  EXPECT_EQ(tryTask(Plain, "k", Status), nullptr);
  EXPECT_EQ(Status, CL_INVALID_PROGRAM_EXECUTABLE);
  Program Broken = tryBuild("__task int f(int n) { return m; }", "", Status);
  EXPECT_EQ(tryTask(Broken, "f", Status), nullptr);
  EXPECT_EQ(Status, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(StartTest, ProgramWithoutKernels) {
  Program P = build("__task int twice(int n) { return 2 * n; }");
  Buffer<int> Out(1);
  runTask(P, "twice", 21, Out);
  EXPECT_EQ(Out.read()[0], 42);
}
