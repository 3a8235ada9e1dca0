//===- FormTest.cpp - Drivers that take no program of ours ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Rusticl 22.3 and PoCL without SPIR end the process when they are given
/// bitcode. FaultLayer.cpp hides the extension here and does the same. Whatever
/// way a program takes, it is refused before, with a message; all else works.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class FormTest : public DeviceTest {
protected:
  /// While it lives, \p Devices take no bitcode and die of it.
  struct WithoutSpir {
    explicit WithoutSpir(const std::string &Devices = "")
        : Hidden("FAULT_HIDES", "cl_khr_spir" + Devices) {}
    ScopedVariable Hidden;
    ScopedVariable Order{"FAULT", "clCreateProgramWithBinary 1+ abort"};
  };

  std::string refusal() {
    char Name[200] = "";
    clGetDeviceInfo(Device, CL_DEVICE_NAME, sizeof(Name), Name, nullptr);
    return "tasklet: the driver of the device '" + std::string(Name) +
           "' takes neither SPIR bitcode nor SPIR-V, one of which programs "
           "with tasks or everywhere blocks need; use a device with "
           "cl_khr_spir, or with SPIR-V in CL_DEVICE_IL_VERSION, such as that "
           "of Debian's package pocl-opencl-icd\n";
  }

  cl_build_status status(cl_program Program, cl_device_id Which) {
    cl_build_status Status = 77;
    clGetProgramBuildInfo(Program, Which, CL_PROGRAM_BUILD_STATUS,
                          sizeof(Status), &Status, nullptr);
    return Status;
  }

  void expectNoKernel(cl_program Program) {
    cl_int Error = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(Program, "squares", &Error), nullptr);
    EXPECT_EQ(Error, CL_INVALID_PROGRAM_EXECUTABLE);
  }

  void expectRefused(cl_program Program) {
    EXPECT_EQ(status(Program, Device), CL_BUILD_ERROR);
    EXPECT_EQ(buildLog(Program), refusal());
    expectNoKernel(Program);
  }

  void expectPlainProgramsWork() {
    cl_program Program =
        makeProgram("__kernel void k(__global int *out) { out[0] = 7; }");
    ASSERT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
    cl_int Error = CL_SUCCESS;
    cl_kernel Kernel = clCreateKernel(Program, "k", &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    cl_mem Out = makeBuffer(1);
    const size_t One = 1;
    clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &One, nullptr,
                                     0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read(Out, 1)[0], 7);
    clReleaseKernel(Kernel);
  }

  cl_int compile(cl_program Program) {
    return clCompileProgram(Program, 1, &Device, "", 0, nullptr, nullptr,
                            nullptr, nullptr);
  }

  std::string objectOfTasks() {
    cl_program Part = makeProgram(TaskSource);
    EXPECT_EQ(compile(Part), CL_SUCCESS) << buildLog(Part);
    return binaryOf(Part);
  }
};

TEST_F(FormTest, SourceIsRefused) {
  cl_program Program = makeProgram(TaskSource);
  {
    WithoutSpir Here;
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
    expectRefused(Program);
    expectPlainProgramsWork();
    // What is wrong with the source is told on any device.
    cl_program Broken = makeProgram("__task FAKE_ERROR");
    EXPECT_EQ(build(Broken), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(buildLog(Broken), "<program source>:1:1: error: fake error\n");
  }
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  expectRuns(Program);
}

TEST_F(FormTest, PartsAreRefused) {
  std::string Object = objectOfTasks();
  cl_int Error = CL_SUCCESS;
  {
    WithoutSpir Here;
    cl_program Part = makeProgram(TaskSource);
    EXPECT_EQ(compile(Part), CL_COMPILE_PROGRAM_FAILURE);
    expectRefused(Part);
    EXPECT_EQ(clLinkProgram(Context, 1, &Device, "", 1, &Part, nullptr, nullptr,
                            &Error),
              nullptr);
    EXPECT_EQ(Error, CL_INVALID_OPERATION);
    EXPECT_TRUE(Messages.empty());

    // Saved elsewhere.
    cl_program Saved = fromBinary(Object, Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    std::string Message = "a program cannot be linked:\n" + refusal();
    Message.pop_back();
    for (const char *Options : {"", "-create-library"}) {
      Messages.clear();
      EXPECT_EQ(clLinkProgram(Context, 1, &Device, Options, 1, &Saved, nullptr,
                              nullptr, &Error),
                nullptr);
      EXPECT_EQ(Error, CL_LINK_PROGRAM_FAILURE) << Options;
      ASSERT_EQ(Messages.size(), 1u) << Options;
      EXPECT_NE(Messages[0].find(Message), std::string::npos) << Messages[0];
    }
    EXPECT_EQ(build(Saved), CL_BUILD_PROGRAM_FAILURE);
    expectRefused(Saved);
    clReleaseProgram(Saved);
    expectPlainProgramsWork();
  }
  cl_program Part = makeProgram(TaskSource);
  ASSERT_EQ(compile(Part), CL_SUCCESS) << buildLog(Part);
  cl_program Whole = clLinkProgram(Context, 1, &Device, "", 1, &Part, nullptr,
                                   nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS) << testing::PrintToString(Messages);
  expectRuns(Whole);
  clReleaseProgram(Whole);
}

TEST_F(FormTest, BinariesOfOursAreRefused) {
  cl_program First = makeProgram(TaskSource);
  ASSERT_EQ(build(First), CL_SUCCESS) << buildLog(First);
  std::string Binary = binaryOf(First);
  WithoutSpir Here;
  cl_int Error = 1;
  std::vector<cl_int> Status;
  cl_program Second = fromBinary(Binary, Error, {}, &Status);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(Status, std::vector<cl_int>{CL_SUCCESS});
  EXPECT_EQ(binaryOf(Second), Binary);
  EXPECT_EQ(build(Second), CL_BUILD_PROGRAM_FAILURE);
  expectRefused(Second);
  clReleaseProgram(Second);

  // Nothing that could be built on another device either.
  std::string Broken = "BC\xC0\xDE__tkl_ FAKE_ERROR";
  EXPECT_EQ(fromBinary(Broken, Error, {}, &Status), nullptr);
  EXPECT_EQ(Error, CL_INVALID_BINARY);
  EXPECT_EQ(Status, std::vector<cl_int>{CL_INVALID_BINARY});
  expectPlainProgramsWork();
}

/// What taskletc has made of programs without tasks is bitcode as well.
TEST_F(FormTest, OtherBitcodeIsRefused) {
  const std::string Bitcode = "BC\xC0\xDE of a program without tasks";
  WithoutSpir Here;
  cl_int Error = 1;
  std::vector<cl_int> Status;
  cl_program Program = fromBinary(Bitcode, Error, {}, &Status);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(Status, std::vector<cl_int>{CL_SUCCESS});
  EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
  expectRefused(Program);
  clReleaseProgram(Program);
  expectPlainProgramsWork();
}

/// What was saved, and what cannot be used of it: built, it says why. A driver
/// would take it and launch it without its tasks.
TEST_F(FormTest, BinariesForOthersAreRefused) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  cl_program First = makeProgram(TaskSource);
  ASSERT_EQ(build(First), CL_SUCCESS) << buildLog(First);
  std::string Binary = binaryOf(First);
  const std::pair<const char *, std::string> Cases[] = {
      {"FAKE_TARGET",
       "tasklet: the program was compiled for the target 'other', and the "
       "driver of the device '"},
      {"FAKE_MODE", "tasklet: the manifest of the compiler '" FAKE_COMPILER
                    "' cannot be used: the kernel 'squares' is to be launched "
                    "in the mode 'other'"}};
  for (const auto &[Variable, Message] : Cases) {
    cl_int Error = 1;
    ScopedVariable Other(Variable, "other");
    cl_program Second = fromBinary(Binary, Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_EQ(build(Second), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(status(Second, Device), CL_BUILD_ERROR);
    EXPECT_EQ(buildLog(Second).find(Message), 0u) << buildLog(Second);
    expectNoKernel(Second);
    clReleaseProgram(Second);
  }
  cl_int Error = 1;
  cl_program Third = fromBinary(Binary, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(build(Third), CL_SUCCESS) << buildLog(Third);
  expectRuns(Third);
  clReleaseProgram(Third);
}

/// They are the driver's business, as ever.
TEST_F(FormTest, OtherBinariesGoToTheDriver) {
  cl_program First =
      makeProgram("__kernel void k(__global int *out) { out[0] = 7; }");
  ASSERT_EQ(build(First), CL_SUCCESS);
  std::string Binary = binaryOf(First);
  ScopedVariable Hidden("FAULT_HIDES", "cl_khr_spir");
  cl_int Error = 1;
  cl_program Second = fromBinary(Binary, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(build(Second), CL_SUCCESS) << buildLog(Second);
  clReleaseProgram(Second);
}

TEST_F(FormTest, OneOfTwoDevicesTakesNothing) {
  std::vector<cl_device_id> Both(2);
  cl_uint Count = 0;
  clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 2, Both.data(), &Count);
  if (Count < 2)
    GTEST_SKIP() << "one device only";
  std::string Object = objectOfTasks();
  cl_int Error = 1;
  {
    WithoutSpir Here(" 2");
    EXPECT_EQ(fromBinary(Object, Error, Both), nullptr);
    EXPECT_EQ(Error, CL_INVALID_DEVICE) << "the context has one of them";
  }
  cl_context Old = Context;
  cl_command_queue OldQueue = Queue;
  Context = clCreateContext(nullptr, 2, Both.data(), nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Queue = clCreateCommandQueue(Context, Both[0], 0, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  {
    WithoutSpir Here(" 2");
    auto Check = [&](cl_program Program) {
      EXPECT_EQ(status(Program, Both[1]), CL_BUILD_ERROR);
      std::swap(Device, Both[1]);
      EXPECT_EQ(buildLog(Program), refusal());
      std::swap(Device, Both[1]);
      EXPECT_EQ(buildLog(Program), "");
      expectNoKernel(Program);
    };
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(clBuildProgram(Program, 2, Both.data(), "", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    Check(Program);
    cl_program Part = makeProgram(TaskSource);
    EXPECT_EQ(clCompileProgram(Part, 2, Both.data(), "", 0, nullptr, nullptr,
                               nullptr, nullptr),
              CL_COMPILE_PROGRAM_FAILURE);
    Check(Part);
    cl_program Saved = fromBinary(Object, Error, Both);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(Saved, 0, nullptr, "", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    Check(Saved);
    clReleaseProgram(Saved);
  }
  {
    // For the other one alone it is built.
    ScopedVariable Hidden("FAULT_HIDES", "cl_khr_spir 2");
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(clBuildProgram(Program, 2, Both.data(), "", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
    expectRuns(Program);
    cl_program Saved = fromBinary(Object, Error, Both);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_EQ(build(Saved), CL_SUCCESS) << buildLog(Saved);
    expectRuns(Saved);
    clReleaseProgram(Saved);
  }
  clReleaseCommandQueue(OldQueue);
  clReleaseContext(Old);
}
