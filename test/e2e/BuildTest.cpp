//===- BuildTest.cpp - Options, callbacks, contexts and devices -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <array>

using namespace tasklet::test;

using BuildTest = DeviceTest;

static const std::string Fib = std::string(FibTask) + R"(
  __kernel void fibs(__global int *out) {
    int i = get_global_id(0);
    out[i] <- fib(i);
  })";

static int fib(int N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }

TEST_F(BuildTest, EveryOptionOfTheSpecification) {
  for (const char *Options :
       {"-cl-opt-disable", "-g", "-w", "-Werror", "-cl-std=CL1.2",
        "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-fast-relaxed-math",
        "-cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations "
        "-cl-finite-math-only -cl-denorms-are-zero",
        "-cl-single-precision-constant -cl-strict-aliasing "
        "-cl-kernel-arg-info",
        "-g -cl-opt-disable -cl-std=CL2.0 -Werror -w", "-O0", "-O3",
        "-D UNUSED -DA=\"1 2\" -I/ -I ."}) {
    SCOPED_TRACE(Options);
    Buffer<int> Out(15);
    run(build(Fib, Options), "fibs", 15, Out);
    expectEach(Out, fib);
  }
}

TEST_F(BuildTest, WarningsAreErrorsIfWanted) {
  const std::string Source = R"(
    __task int one(void) { return 1; }
    __kernel void k(__global int *out) {
      int never;
      never <- one();
      out[0] = 5;
    })";
  cl_int Status;
  Program P = tryBuild(Source, "", Status);
  EXPECT_EQ(Status, CL_SUCCESS);
  EXPECT_NE(P.buildLog().find("warning"), std::string::npos);
  P = tryBuild(Source, "-Werror", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
  P = tryBuild(Source, "-w", Status);
  EXPECT_EQ(Status, CL_SUCCESS);
  EXPECT_EQ(P.buildLog().find("warning"), std::string::npos) << P.buildLog();
  Buffer<int> Out(1);
  run(P, "k", 1, Out);
  EXPECT_EQ(Out.read()[0], 5);
}

/// Those that only passes find have their place, too.
TEST_F(BuildTest, WarningsOfPasses) {
  const std::string Source = "\n"
                             "__kernel __ordered(x) void k(__global int *x) {\n"
                             "  x[x[0]] += 1;\n"
                             "}\n";
  const char *Text = "the work-items run one after the other: the address of "
                     "this access depends on memory that the kernel writes";
  cl_int Status;
  Program P = tryBuild(Source, "", Status);
  EXPECT_EQ(Status, CL_SUCCESS);
  EXPECT_NE(P.buildLog().find(":3:11: warning: in 'k': " + std::string(Text)),
            std::string::npos)
      << P.buildLog();
  P = tryBuild(Source, "-Wno-tasklet-ordered-sequential", Status);
  EXPECT_EQ(Status, CL_SUCCESS);
  EXPECT_EQ(P.buildLog().find(Text), std::string::npos) << P.buildLog();
  P = tryBuild(Source, "-Werror=tasklet-ordered-sequential", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(BuildTest, BuiltTwice) {
  const char *Source = "__task int v(void) { return V; }\n"
                       "__kernel void k(__global int *o) { o[0] <- v(); }";
  cl_int Status;
  Program P(clCreateProgramWithSource(Device::get()->Context, 1, &Source,
                                      nullptr, &Status));
  check(Status, "clCreateProgramWithSource");
  auto Build = [&](const char *Options) {
    return clBuildProgram(P.get(), 1, &Device::get()->Id, Options, nullptr,
                          nullptr);
  };
  Buffer<int> Out(1);
  ASSERT_EQ(Build("-DV=3"), CL_SUCCESS);
  run(P, "k", 1, Out);
  EXPECT_EQ(Out.read()[0], 3);
  ASSERT_EQ(Build("-DV=4"), CL_SUCCESS);
  run(P, "k", 1, Out);
  EXPECT_EQ(Out.read()[0], 4);
  // A failure in between leaves nothing of the old program.
  EXPECT_EQ(Build("-DV=x"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(clCreateKernel(P.get(), "k", &Status), nullptr);
  EXPECT_EQ(Status, CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(Build("-DV=5"), CL_SUCCESS);
  Kernel InUse = P.kernel("k");
  EXPECT_EQ(Build("-DV=6"), CL_INVALID_OPERATION);
  InUse.setArgs(Out);
  check(InUse.launch(1), "k");
  EXPECT_EQ(Out.read()[0], 5);
}

TEST_F(BuildTest, CallbackAfterSuccessAndFailure) {
  struct Seen {
    cl_program Which = nullptr;
    int Calls = 0;
    cl_build_status Status = CL_BUILD_NONE;
  };
  auto Note = [](cl_program Which, void *User) {
    auto *S = static_cast<Seen *>(User);
    S->Which = Which;
    ++S->Calls;
    clGetProgramBuildInfo(Which, Device::get()->Id, CL_PROGRAM_BUILD_STATUS,
                          sizeof(S->Status), &S->Status, nullptr);
  };
  for (bool Good : {true, false}) {
    std::string Text = Good ? Fib : "__task int f(void) { return fib; }";
    const char *Source = Text.c_str();
    cl_int Status;
    Program P(clCreateProgramWithSource(Device::get()->Context, 1, &Source,
                                        nullptr, &Status));
    check(Status, "clCreateProgramWithSource");
    Seen S;
    EXPECT_EQ(clBuildProgram(P.get(), 0, nullptr, nullptr, Note, &S),
              Good ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(S.Calls, 1);
    EXPECT_EQ(S.Which, P.get());
    EXPECT_EQ(S.Status, Good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR);
  }
}

TEST_F(BuildTest, ProgramsWithEqualNamesInOneContext) {
  auto Make = [](int Value) {
    return build("__task int v(void) { return " + std::to_string(Value) +
                 "; }\n__kernel void k(__global int *o) { o[0] <- v(); }");
  };
  std::vector<Program> Programs = {Make(1), Make(2), Make(3)};
  std::vector<Kernel> Kernels;
  std::vector<Buffer<int>> Outs(3, Buffer<int>(1));
  for (int I = 0; I < 3; ++I) {
    Outs[I] = Buffer<int>(1);
    Kernels.push_back(Programs[I].kernel("k"));
    Kernels[I].setArgs(Outs[I]);
  }
  for (int I : {2, 0, 1})
    check(Kernels[I].launch(1), "k");
  for (int I = 0; I < 3; ++I)
    EXPECT_EQ(Outs[I].read()[0], I + 1);
}

namespace {

/// A context of its own with a queue for each of its devices.
struct World {
  explicit World(const std::vector<cl_device_id> &Devices) : Devices(Devices) {
    cl_int Status;
    Context = clCreateContext(nullptr, cl_uint(Devices.size()), Devices.data(),
                              nullptr, nullptr, &Status);
    check(Status, "clCreateContext");
    for (cl_device_id Each : Devices) {
      Queues.push_back(
          clCreateCommandQueueWithProperties(Context, Each, nullptr, &Status));
      check(Status, "clCreateCommandQueueWithProperties");
    }
  }
  World(const World &) = delete;
  ~World() {
    for (cl_command_queue Queue : Queues)
      clReleaseCommandQueue(Queue);
    clReleaseContext(Context);
  }

  /// Runs `fibs` on one queue and compares.
  void runFibs(cl_program P, cl_command_queue Queue) const {
    constexpr int Count = 18;
    cl_int Status;
    cl_mem Out = clCreateBuffer(Context, CL_MEM_READ_WRITE, Count * sizeof(int),
                                nullptr, &Status);
    check(Status, "clCreateBuffer");
    Kernel K(clCreateKernel(P, "fibs", &Status));
    check(Status, "clCreateKernel");
    check(clSetKernelArg(K.get(), 0, sizeof(Out), &Out), "clSetKernelArg");
    size_t Global = Count;
    check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &Global, nullptr,
                                 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    std::array<int, Count> Values{};
    check(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, sizeof(Values),
                              Values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseMemObject(Out);
    for (int I = 0; I < Count; ++I)
      EXPECT_EQ(Values[I], fib(I)) << "element " << I;
  }

  Program create(const std::string &Text) const {
    const char *Source = Text.c_str();
    cl_int Status;
    Program P(clCreateProgramWithSource(Context, 1, &Source, nullptr, &Status));
    check(Status, "clCreateProgramWithSource");
    return P;
  }

  std::vector<cl_device_id> Devices;
  cl_context Context;
  std::vector<cl_command_queue> Queues;
};

/// Two parts of the device, if it has parts.
std::vector<cl_device_id> makeSubDevices() {
  const cl_device_partition_property ByOne[] = {CL_DEVICE_PARTITION_EQUALLY, 1,
                                                0};
  cl_uint Count = 0;
  if (clCreateSubDevices(Device::get()->Id, ByOne, 0, nullptr, &Count) !=
          CL_SUCCESS ||
      Count < 2)
    return {};
  std::vector<cl_device_id> All(Count);
  check(
      clCreateSubDevices(Device::get()->Id, ByOne, Count, All.data(), nullptr),
      "clCreateSubDevices");
  for (; All.size() > 2; All.pop_back())
    clReleaseDevice(All.back());
  return All;
}

} // namespace

TEST_F(BuildTest, SeveralContexts) {
  World One({Device::get()->Id}), Two({Device::get()->Id});
  Program A = One.create(Fib), B = Two.create(Fib);
  check(clBuildProgram(A.get(), 0, nullptr, "", nullptr, nullptr), "build");
  check(
      clBuildProgram(B.get(), 0, nullptr, "-cl-opt-disable", nullptr, nullptr),
      "build");
  One.runFibs(A.get(), One.Queues[0]);
  Two.runFibs(B.get(), Two.Queues[0]);
  One.runFibs(A.get(), One.Queues[0]);
}

TEST_F(BuildTest, SubDevicesInOneProgram) {
  std::vector<cl_device_id> Parts = makeSubDevices();
  if (Parts.empty())
    GTEST_SKIP() << "the device has one compute unit";
  {
    World Both(Parts);
    Program P = Both.create(Fib);
    check(clBuildProgram(P.get(), 0, nullptr, "", nullptr, nullptr), "build");
    for (cl_command_queue Queue : Both.Queues)
      Both.runFibs(P.get(), Queue);

    // Built by name, and asked about by name.
    Program First = Both.create(Fib);
    check(clBuildProgram(First.get(), 1, &Parts[0], "-g", nullptr, nullptr),
          "build");
    Both.runFibs(First.get(), Both.Queues[0]);
    char Options[8] = {};
    check(clGetProgramBuildInfo(First.get(), Parts[0], CL_PROGRAM_BUILD_OPTIONS,
                                sizeof(Options), Options, nullptr),
          "CL_PROGRAM_BUILD_OPTIONS");
    EXPECT_STREQ(Options, "-g");

    // Compiled and linked for both.
    Program Object = Both.create(Fib);
    check(clCompileProgram(Object.get(), 0, nullptr, "", 0, nullptr, nullptr,
                           nullptr, nullptr),
          "clCompileProgram");
    cl_program Input = Object.get();
    cl_int Status;
    Program Linked(clLinkProgram(Both.Context, 0, nullptr, "", 1, &Input,
                                 nullptr, nullptr, &Status));
    check(Status, "clLinkProgram");
    for (cl_command_queue Queue : Both.Queues)
      Both.runFibs(Linked.get(), Queue);
    Linked = Program(clLinkProgram(Both.Context, 2, Parts.data(), "", 1, &Input,
                                   nullptr, nullptr, &Status));
    check(Status, "clLinkProgram");
    Both.runFibs(Linked.get(), Both.Queues[1]);
  }
  for (cl_device_id Part : Parts)
    clReleaseDevice(Part);
}
