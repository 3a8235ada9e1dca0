//===- PartsTest.cpp - Who compiles and links which part ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class PartsTest : public DeviceTest {
protected:
  cl_int compile(cl_program Program, const char *Options = "") {
    return clCompileProgram(Program, 1, &Device, Options, 0, nullptr, nullptr,
                            nullptr, nullptr);
  }
  cl_program compiled(const char *Source) {
    cl_program Program = makeProgram(Source);
    EXPECT_EQ(compile(Program), CL_SUCCESS) << buildLog(Program);
    return Program;
  }
  /// Released by the caller.
  cl_program link(std::vector<cl_program> Inputs, cl_int &Error,
                  const char *Options = "") {
    return clLinkProgram(Context, 1, &Device, Options,
                         static_cast<cl_uint>(Inputs.size()), Inputs.data(),
                         nullptr, nullptr, &Error);
  }
};

static const char Plain[] = "int helper(int x) { return x; }";

TEST_F(PartsTest, PlainPartsDoNotMeetTheCompiler) {
  ScopedVariable Missing("TASKLET_COMPILER", "/no/such/taskletc");
  cl_program A = compiled("int helper(int x); __kernel void k(__global int *o) "
                          "{ o[0] = helper(1); }");
  cl_int Error = 1;
  cl_program Program = link({A, compiled(Plain)}, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_kernel Kernel = clCreateKernel(Program, "k", &Error);
  EXPECT_EQ(Error, CL_SUCCESS);
  clReleaseKernel(Kernel);
  clReleaseProgram(Program);
}

TEST_F(PartsTest, PlainPartsAreCompiledAgainForTasks) {
  size_t Before = countCompilations();
  cl_program Helper = compiled(Plain);
  EXPECT_EQ(countCompilations() - Before, 0u);
  cl_program Tasks = compiled(TaskSource);
  EXPECT_EQ(countCompilations() - Before, 1u);
  cl_int Error = 1;
  cl_program Program = link({Tasks, Helper}, Error);
  ASSERT_EQ(Error, CL_SUCCESS) << testing::PrintToString(Messages);
  // The helper, and the link.
  EXPECT_EQ(countCompilations() - Before, 3u);
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 6, 10), CL_SUCCESS);
  expectSquares(read(Out, 10), 6);
  clReleaseKernel(Kernel);
  clReleaseProgram(Program);
}

TEST_F(PartsTest, LibraryOfPlainPartsIsRemembered) {
  cl_int Error = 1;
  cl_program Library = link({compiled(Plain)}, Error, "-create-library");
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_program Program = link({compiled(TaskSource), Library}, Error);
  EXPECT_EQ(Error, CL_SUCCESS) << testing::PrintToString(Messages);
  clReleaseProgram(Program);
  clReleaseProgram(Library);
}

TEST_F(PartsTest, PartThatCannotBeCompiledAgainIsNamed) {
  cl_program Helper =
      compiled("int helper(int FAKE_ERROR) { return FAKE_ERROR; }");
  cl_int Error = 1;
  EXPECT_EQ(link({compiled(TaskSource), Helper}, Error), nullptr);
  EXPECT_EQ(Error, CL_LINK_PROGRAM_FAILURE);
  ASSERT_EQ(Messages.size(), 1u);
  const std::string &Log = Messages.back();
  EXPECT_NE(Log.find("input program 2"), std::string::npos) << Log;
  EXPECT_NE(Log.find("fake error"), std::string::npos) << Log;
}

TEST_F(PartsTest, ProgramsOfOthersAreNamed) {
  cl_int Error = 1;
  // Bitcode that is no object of ours: of another compiler. Or the driver's own,
  // if it takes no bitcode.
  std::string Other = readText(FAKE_BITCODE);
  size_t Mark;
  while ((Mark = Other.find("__tkl_")) != std::string::npos)
    Other[Mark] = 'x';
  if (target() != "spir") {
    cl_program Plain = makeProgram("__kernel void k(__global int *out) {}");
    ASSERT_EQ(build(Plain), CL_SUCCESS) << buildLog(Plain);
    Other = binaryOf(Plain);
  }
  const size_t Size = Other.size();
  auto *Bytes = reinterpret_cast<const unsigned char *>(Other.data());
  cl_program Foreign = clCreateProgramWithBinary(Context, 1, &Device, &Size,
                                                 &Bytes, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(link({compiled(TaskSource), Foreign}, Error), nullptr);
  EXPECT_EQ(Error, CL_LINK_PROGRAM_FAILURE);
  ASSERT_FALSE(Messages.empty());
  EXPECT_NE(Messages.back().find("input program 2"), std::string::npos)
      << Messages.back();
  clReleaseProgram(Foreign);
}

TEST_F(PartsTest, KernelsForbidCompilingAgain) {
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS);
  cl_int Error = 1;
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(compile(Program), CL_INVALID_OPERATION);
  clReleaseKernel(Kernel);
  EXPECT_EQ(compile(Program), CL_SUCCESS);
  Kernel = clCreateKernel(Program, "squares", &Error);
  EXPECT_EQ(Error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(Kernel, nullptr);
  EXPECT_EQ(build(Program), CL_SUCCESS);
}

TEST_F(PartsTest, BadArguments) {
  cl_program Tasks = compiled(TaskSource);
  cl_int Error = 1;
  EXPECT_EQ(link({Tasks}, Error, "-cl-std=CL1.2"), nullptr);
  EXPECT_EQ(Error, CL_INVALID_LINKER_OPTIONS);
  EXPECT_EQ(link({Tasks}, Error, "'"), nullptr);
  EXPECT_EQ(Error, CL_INVALID_LINKER_OPTIONS);
  EXPECT_EQ(clLinkProgram(Context, 1, nullptr, "", 1, &Tasks, nullptr, nullptr,
                          &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  EXPECT_EQ(clLinkProgram(Context, 1, &Device, "", 1, &Tasks, nullptr, &Error,
                          &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  EXPECT_EQ(clLinkProgram(Context, 0, nullptr, nullptr, 0, nullptr, nullptr,
                          nullptr, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  const char *Name = "a.h";
  EXPECT_EQ(clCompileProgram(Tasks, 1, &Device, "", 1, nullptr, &Name, nullptr,
                             nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(compile(Tasks, "-DFAKE_USAGE"), CL_INVALID_COMPILER_OPTIONS);
  EXPECT_EQ(compile(Tasks, "-o file"), CL_INVALID_COMPILER_OPTIONS);
}

/// Lists and their lengths that do not fit together.
TEST_F(PartsTest, CountsAreChecked) {
  cl_int Error = CL_SUCCESS;
  const char *Source = TaskSource, *None = nullptr;
  EXPECT_EQ(clCreateProgramWithSource(Context, 0, &Source, nullptr, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithSource(Context, 1, &None, nullptr, &Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_VALUE);

  cl_program Part = makeProgram(TaskSource);
  ASSERT_EQ(clCompileProgram(Part, 1, &Device, "", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_SUCCESS);
  cl_program WithNull[] = {Part, nullptr};
  auto Link = [&](cl_uint Devices, const cl_device_id *List, cl_uint Inputs,
                  const cl_program *Programs) {
    Error = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(Context, Devices, List, "", Inputs, Programs,
                            nullptr, nullptr, &Error),
              nullptr);
    return Error;
  };
  EXPECT_EQ(Link(1, nullptr, 1, &Part), CL_INVALID_VALUE);
  EXPECT_EQ(Link(0, &Device, 1, &Part), CL_INVALID_VALUE);
  EXPECT_EQ(Link(1, &Device, 0, &Part), CL_INVALID_VALUE);
  EXPECT_EQ(Link(1, &Device, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Link(1, &Device, 2, WithNull), CL_INVALID_PROGRAM);

  const unsigned char Bytes[] = {'B', 'C', 0xC0, 0xDE, '_', '_', 't', 'k', 'l'};
  const unsigned char *Binary = Bytes, *NoBinary = nullptr;
  size_t Length = sizeof(Bytes), NoLength = 0;
  auto Load = [&](cl_uint Devices, const cl_device_id *List,
                  const size_t *Lengths, const unsigned char **Binaries) {
    Error = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBinary(Context, Devices, List, Lengths,
                                        Binaries, nullptr, &Error),
              nullptr);
    return Error;
  };
  EXPECT_EQ(Load(0, &Device, &Length, &Binary), CL_INVALID_VALUE);
  EXPECT_EQ(Load(1, nullptr, &Length, &Binary), CL_INVALID_VALUE);
  EXPECT_EQ(Load(1, &Device, nullptr, &Binary), CL_INVALID_VALUE);
  EXPECT_EQ(Load(1, &Device, &Length, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Load(1, &Device, &NoLength, &Binary), CL_INVALID_VALUE);
  EXPECT_EQ(Load(1, &Device, &Length, &NoBinary), CL_INVALID_VALUE);
}
