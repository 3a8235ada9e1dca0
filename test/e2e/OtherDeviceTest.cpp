//===- OtherDeviceTest.cpp - Tasks of one command on two devices ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// ctest runs these with a platform of two devices, and with the fault layer of
/// test/runtime. Elsewhere they are skipped.
///
//===----------------------------------------------------------------------===//

#include "HelperQueuesFixture.h"

#include <cstdlib>
#include <cstring>
#include <thread>

using namespace tasklet::test;

namespace {

/// Numbers in memory that both devices use at the same time.
class Numbers {
public:
  explicit Numbers(size_t Size, int Value = -1)
      : Size(Size),
        Memory(static_cast<int *>(clSVMAlloc(Device::get()->Context,
                                             CL_MEM_READ_WRITE |
                                                 CL_MEM_SVM_FINE_GRAIN_BUFFER |
                                                 CL_MEM_SVM_ATOMICS,
                                             Size * sizeof(int), 0))) {
    if (!Memory)
      throw std::runtime_error("no shared virtual memory");
    std::fill_n(Memory, Size, Value);
  }
  Numbers(const Numbers &) = delete;
  ~Numbers() { clSVMFree(Device::get()->Context, Memory); }
  int &operator[](size_t I) { return Memory[I]; }
  void setFor(const Kernel &K, cl_uint Index) {
    check(clSetKernelArgSVMPointer(K.get(), Index, Memory),
          "clSetKernelArgSVMPointer");
  }
  size_t size() const { return Size; }

private:
  size_t Size;
  int *Memory;
};

/// A context of two devices, and a queue on each. The shared device gets the
/// context, and the first queue, while a test runs.
class OtherDeviceTest : public HelperQueuesTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped())
      return;
    cl_uint Count = 0;
    clGetDeviceIDs(Device::get()->Platform, CL_DEVICE_TYPE_ALL, 2, Both,
                   &Count);
    const char *Layers = std::getenv("OPENCL_LAYERS");
    if (Count < 2 || !Layers || !std::strstr(Layers, "fault-layer"))
      GTEST_SKIP() << "there are no two devices, or there is no fault layer";
    auto Collect = [](const char *Text, const void *, size_t, void *) {
      Device::get()->Messages += std::string(Text) + "\n";
    };
    cl_int Status = CL_SUCCESS;
    One = *Device::get();
    Device::get()->Messages.clear();
    Device::get()->Context =
        clCreateContext(nullptr, 2, Both, +Collect, nullptr, &Status);
    check(Status, "clCreateContext");
    for (int I : {0, 1}) {
      Queues[I] = clCreateCommandQueueWithProperties(Device::get()->Context,
                                                     Both[I], nullptr, &Status);
      check(Status, "clCreateCommandQueueWithProperties");
    }
    Device::get()->Queue = Queues[0];
    help(0);
  }
  void TearDown() override {
    if (!Queues[0])
      return;
    for (cl_command_queue Each : Queues)
      clReleaseCommandQueue(Each);
    clReleaseContext(Device::get()->Context);
    *Device::get() = One;
  }

  /// The other queue helps this one from now on.
  void help(int Which) { setHelper(Queues[Which], Queues[1 - Which]); }

  /// Calls \p Run, which runs a command on \p Queues[0] or another one and
  /// returns what its workers did: so that the helper runs all tasks, so that the
  /// command's own device does, and so that both can. The fault layer leaves out
  /// the workers of one.
  template <typename Function> static void onEachDevice(Function Run) {
    for (int Round = 0; Round < 12; ++Round) {
      if (Round < 2)
        setenv("FAULT",
               Round ? "clEnqueueNDRangeKernel 3 skip"
                     : "clEnqueueNDRangeKernel 2 skip",
               1);
      auto Workers = Run(Round);
      unsetenv("FAULT");
      ASSERT_EQ(Workers.size() % 2, 0u);
      cl_ulong Tasks[2] = {};
      for (size_t I = 0; I < Workers.size(); ++I)
        Tasks[I >= Workers.size() / 2] += Workers[I].tasks;
      EXPECT_GT(Tasks[0] + Tasks[1], 0u);
      if (Round < 2) {
        EXPECT_EQ(Tasks[Round], 0u);
      }
    }
  }

  Device One;
  cl_device_id Both[2] = {};
  cl_command_queue Queues[2] = {};
};

} // namespace

static const std::string Fib = std::string(FibTask) + R"(
  __kernel void k(__global int *out, int n) { out[0] <- fib(n); }
  // Goes on after its tasks, on whatever device.
  __kernel void each(__global int *out, int n) {
    int i = get_global_id(0), a, b;
    a <- fib(n + i % 7);
    b <- fib(i % 5);
    force (a, b) { out[i] = 10 * a + b; }
  }
)";

TEST_F(OtherDeviceTest, BothRunTasksOfOneTree) {
  Program P = buildForAll(Fib);
  Kernel K = P.kernel("k");
  Numbers Out(1);
  Out.setFor(K, 0);
  for (int Which : {0, 1}) {
    help(Which);
    onEachDevice([&](int Round) {
      int N = 24 + Round % 8;
      K.setArg(1, N);
      auto Workers = runOn(Queues[Which], K);
      EXPECT_EQ(Out[0], serialFib(N));
      cl_ulong All = 0;
      for (const auto &Each : Workers)
        All += Each.tasks;
      // Every call of fib is a task, once.
      EXPECT_EQ(All, cl_ulong(2 * serialFib(N + 1) - 1));
      return Workers;
    });
  }
}

TEST_F(OtherDeviceTest, WorkItemsGoOnOnEitherDevice) {
  Program P = buildForAll(Fib);
  Kernel K = P.kernel("each");
  Numbers Out(500);
  Out.setFor(K, 0);
  onEachDevice([&](int Round) {
    int N = 10 + Round % 4;
    K.setArg(1, N);
    auto Workers = runOn(Queues[0], K, Out.size());
    for (int I = 0; I < 500; ++I)
      EXPECT_EQ(Out[I], 10 * serialFib(N + I % 7) + serialFib(I % 5)) << I;
    return Workers;
  });
}

/// Addresses of constants, and what both allocate.
TEST_F(OtherDeviceTest, ConstantsAndMemoryOfTasks) {
  Program P = buildForAll(R"(
    __constant int table[6] = {5, 3, 8, 1, 9, 2};
    __task int leaf(__constant const int *from, __global int *more, int n) {
      int sum = more[0];
      for (int i = 0; i < 4; ++i) sum += from[i] * n + table[(n + i) % 6];
      return sum;
    }
    __task int tree(int n, int depth) {
      __global int *mine = tkl_alloc(sizeof(int) * 8);
      mine[0] = n;
      int a, b;
      if (depth == 0) {
        a <- leaf(&table[n % 3], mine, n);
        force (a) { return a; }
      }
      a <- tree(2 * n % 1000, depth - 1);
      b <- tree((2 * n + 1) % 1000, depth - 1);
      force (a, b) { return a + b + mine[0]; }
    }
    __kernel void k(__global int *out, int n) { out[0] <- tree(n, 9); }
  )");
  struct Serial {
    static int tree(int N, int Depth) {
      static const int Table[6] = {5, 3, 8, 1, 9, 2};
      if (Depth)
        return tree(2 * N % 1000, Depth - 1) +
               tree((2 * N + 1) % 1000, Depth - 1) + N;
      int Sum = N;
      for (int I = 0; I < 4; ++I)
        Sum += Table[N % 3 + I] * N + Table[(N + I) % 6];
      return Sum;
    }
  };
  Kernel K = P.kernel("k");
  Numbers Out(1);
  Out.setFor(K, 0);
  onEachDevice([&](int Round) {
    K.setArg(1, Round + 1);
    auto Workers = runOn(Queues[0], K);
    EXPECT_EQ(Out[0], Serial::tree(Round + 1, 9));
    return Workers;
  });
}

/// A task on one device may wait for what one on the other releases.
TEST_F(OtherDeviceTest, SemaphoresAndPrints) {
  Program P = buildForAll(R"(
    __task int add(__global tkl_semaphore *lock, __global int *sum, int n) {
      int held;
      held <- tkl_acquire(lock);
      force (held) {
        sum[0] += n;
        tkl_release(lock);
        if (n % 100 == 7) {
          tkl_print p = tkl_print_begin();
          tkl_print_text(p, "task ");
          tkl_print_int(p, n);
          tkl_print_char(p, '\n');
          tkl_print_end(p);
        }
        return held;
      }
    }
    __task int adds(__global tkl_semaphore *lock, __global int *sum, int from,
                    int to) {
      int a, b;
      if (to - from == 1) {
        a <- add(lock, sum, from);
        force (a) { return a; }
      }
      a <- adds(lock, sum, from, (from + to) / 2);
      b <- adds(lock, sum, (from + to) / 2, to);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global int *sum, __global tkl_semaphore *lock, int n) {
      sum[1] <- adds(lock, sum, 0, n);
    }
  )");
  Kernel K = P.kernel("k");
  Numbers Sum(2), Lock(2);
  Sum.setFor(K, 0);
  Lock.setFor(K, 1);
  K.setArg(2, 1000);
  onEachDevice([&](int) {
    Sum[0] = 0;
    const cl_ulong OnePermit = cl_ulong(1) << 32;
    memcpy(&Lock[0], &OnePermit, sizeof(OnePermit));
    ::testing::internal::CaptureStdout();
    auto Workers = runOn(Queues[0], K);
    std::vector<std::string> Lines =
        lines(::testing::internal::GetCapturedStdout());
    EXPECT_EQ(Sum[0], 999 * 1000 / 2);
    std::vector<std::string> Expected;
    for (int I = 7; I < 1000; I += 100)
      Expected.push_back("task " + std::to_string(I));
    std::sort(Lines.begin(), Lines.end());
    std::sort(Expected.begin(), Expected.end());
    EXPECT_EQ(Lines, Expected);
    return Workers;
  });
}

TEST_F(OtherDeviceTest, FailuresOfTasks) {
  Program P = buildForAll(std::string(FibTask) + R"(
    __task int wrong(int n, int bad) {
      if (n == 0) { if (bad) tkl_fail("at %0", bad, 0); return 1; }
      int a, b;
      a <- wrong(n - 1, n == 3 ? bad : 0);
      b <- wrong(n - 1, bad);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global int *out, int bad) { out[0] <- wrong(8, bad); }
  )");
  Kernel K = P.kernel("k");
  Numbers Out(1);
  Out.setFor(K, 0);
  for (int Bad : {4, 0, 7}) {
    K.setArg(1, Bad);
    Device::get()->Messages.clear();
    EXPECT_EQ(K.launch(1) == CL_SUCCESS, Bad == 0);
    EXPECT_EQ(Device::get()->Messages.find("at " + std::to_string(Bad)) !=
                  std::string::npos,
              Bad != 0)
        << Device::get()->Messages;
    if (!Bad) {
      EXPECT_EQ(Out[0], 256);
    }
  }
}

TEST_F(OtherDeviceTest, InTheSmallestHeap) {
  Program P = buildForAll(Fib);
  Kernel K = P.kernel("k");
  Numbers Out(1);
  Out.setFor(K, 0);
  cl_ulong Least = CL_TKL_TASKLETS_MIN_HEAP_SIZE;
  check(clSetKernelExecInfo(K.get(), CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                            sizeof(Least), &Least),
        "clSetKernelExecInfo");
  K.setArg(1, 25);
  runOn(Queues[0], K);
  EXPECT_EQ(Out[0], serialFib(25));
}

TEST_F(OtherDeviceTest, TwoDevicesHelpEachOther) {
  help(1);
  Program P = buildForAll(Fib);
  auto Run = [&](int Which) {
    Kernel K = P.kernel("k");
    Numbers Out(1);
    Out.setFor(K, 0);
    for (int N = 1; N < 20; ++N) {
      K.setArg(1, N + Which);
      runOn(Queues[Which], K);
      EXPECT_EQ(Out[0], serialFib(N + Which));
    }
  };
  std::thread First(Run, 0), Second(Run, 1);
  First.join();
  Second.join();
}

/// Frames and steps of one program are not those of the other.
TEST_F(OtherDeviceTest, ProgramsMustBeTheSame) {
  Program P = makeProgram(Fib + "__kernel void more(__global int *out) {"
                                "  out[0] <- fib(NUMBER); }");
  for (int I : {0, 1})
    check(clBuildProgram(P.get(), 1, &Both[I], I ? "-DNUMBER=3" : "-DNUMBER=4",
                         nullptr, nullptr),
          "clBuildProgram");
  Kernel K = P.kernel("k");
  Numbers Out(1);
  Out.setFor(K, 0);
  K.setArg(1, 5);
  Device::get()->Messages.clear();
  size_t Items = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(Queues[0], K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_NE(Device::get()->Messages.find(
                "tasklet: kernel 'k' cannot start: its program was compiled in "
                "another way for the device of a helper, '"),
            std::string::npos)
      << Device::get()->Messages;
  EXPECT_NE(Device::get()->Messages.find(
                "'; build it for both at once, or leave that helper out\n"),
            std::string::npos)
      << Device::get()->Messages;
}

/// An argument that cannot be shared is named, if the program knows its name.
TEST_F(OtherDeviceTest, ArgumentsAreNamed) {
  Program P = makeProgram(Fib);
  check(clBuildProgram(P.get(), 0, nullptr, "-cl-kernel-arg-info", nullptr,
                       nullptr),
        "clBuildProgram");
  Kernel K = P.kernel("k");
  Buffer<int> Out(1);
  K.setArgs(Out, 5);
  Device::get()->Messages.clear();
  size_t Items = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(Queues[0], K.get(), 1, nullptr, &Items,
                                   nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_NE(Device::get()->Messages.find(
                ", and argument 'out' is a buffer that it need not share; "),
            std::string::npos)
      << Device::get()->Messages;
}

/// Images are for the kernel itself, which runs on the device of its queue.
TEST_F(OtherDeviceTest, ImagesStayWithTheKernel) {
  cl_bool Has = CL_FALSE;
  clGetDeviceInfo(Both[0], CL_DEVICE_IMAGE_SUPPORT, sizeof(Has), &Has, nullptr);
  if (!Has)
    GTEST_SKIP() << "the device has no images";
  Program P = buildForAll(std::string(FibTask) + R"(
    __kernel void k(__read_only image2d_t image, sampler_t sampler,
                    __global int *out) {
      int i = get_global_id(0);
      int n = read_imagei(image, sampler, (int2)(i, 0)).x;
      out[i] <- fib(n);
    }
  )");
  const cl_image_format Format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc Shape = {};
  Shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  Shape.image_width = 8;
  Shape.image_height = 1;
  int Values[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  cl_int Status = CL_SUCCESS;
  cl_mem Image = clCreateImage(Device::get()->Context,
                               CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &Format,
                               &Shape, Values, &Status);
  check(Status, "clCreateImage");
  const cl_sampler_properties Nearest[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                           CL_FALSE,
                                           CL_SAMPLER_ADDRESSING_MODE,
                                           CL_ADDRESS_CLAMP,
                                           CL_SAMPLER_FILTER_MODE,
                                           CL_FILTER_NEAREST,
                                           0};
  cl_sampler Sampler =
      clCreateSamplerWithProperties(Device::get()->Context, Nearest, &Status);
  check(Status, "clCreateSamplerWithProperties");
  Kernel K = P.kernel("k");
  Numbers Out(8);
  K.setArg(0, Image);
  K.setArg(1, Sampler);
  Out.setFor(K, 2);
  runOn(Queues[0], K, 8);
  for (int I = 0; I < 8; ++I)
    EXPECT_EQ(Out[I], serialFib(Values[I])) << I;
  clReleaseMemObject(Image);
  clReleaseSampler(Sampler);
}
