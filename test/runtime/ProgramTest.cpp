//===- ProgramTest.cpp - Who builds which program -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class ProgramTest : public DeviceTest {
protected:
  cl_build_status status(cl_program Program) {
    cl_build_status Status = 77;
    EXPECT_EQ(clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_STATUS,
                                    sizeof(Status), &Status, nullptr),
              CL_SUCCESS);
    return Status;
  }
  bool hasKernel(cl_program Program, const char *Name) {
    cl_int Error = CL_SUCCESS;
    cl_kernel Kernel = clCreateKernel(Program, Name, &Error);
    if (Kernel)
      clReleaseKernel(Kernel);
    return Kernel != nullptr;
  }
};

TEST_F(ProgramTest, PlainSourceDoesNotMeetTheCompiler) {
  ScopedVariable Missing("TASKLET_COMPILER", "/no/such/taskletc");
  cl_program Program =
      makeProgram("__kernel void k(__global int *o) { o[0] = 1; }");
  ASSERT_EQ(build(Program, "-DA=1"), CL_SUCCESS);
  EXPECT_TRUE(hasKernel(Program, "k"));
}

TEST_F(ProgramTest, PlainSourceWithOurWordsGoesToTheDriver) {
  cl_program Program = makeProgram(
      "__kernel void k(__global int *o) { int task = 1; o[0] = task; }");
  ASSERT_EQ(build(Program), CL_SUCCESS);
  EXPECT_TRUE(hasKernel(Program, "k"));
}

/// Our compiler refuses it, but nothing shows that it is meant for us.
TEST_F(ProgramTest, PlainSourceThatOurCompilerRefusesGoesToTheDriver) {
  for (const char *Broken : {"FAKE_ERROR", "FAKE_MISSING", "FAKE_CRASH"}) {
    std::string Source =
        "__kernel void k() { int task = 1, " + std::string(Broken) + " = 2; }";
    cl_program Program = makeProgram(Source.c_str());
    EXPECT_EQ(build(Program), CL_SUCCESS) << Broken;
    EXPECT_TRUE(hasKernel(Program, "k"));
  }
}

/// The device announces the extension, so its macros are defined, and nothing
/// else differs.
TEST_F(ProgramTest, PlainSourceHasTheMacrosThatItAsksFor) {
  ScopedVariable Missing("TASKLET_COMPILER", "/no/such/taskletc");
  const char Source[] = R"(
    #pragma OPENCL EXTENSION cl_tkl_tasklets : enable
    #if !defined(cl_tkl_tasklets) || !defined(__opencl_c_tkl_everywhere)
    #error no macro
    #endif
    __kernel void k(__global int *out) {
      out[0] = 100 * A + 10 * cl_tkl_tasklets + __opencl_c_tkl_tasks;
    })";
  auto Options = [&](cl_program Program) {
    char Text[200] = "none";
    EXPECT_EQ(clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_OPTIONS,
                                    sizeof(Text), Text, nullptr),
              CL_SUCCESS);
    return std::string(Text);
  };
  auto Run = [&](cl_program Program) {
    cl_int Error = CL_SUCCESS;
    cl_kernel Kernel = clCreateKernel(Program, "k", &Error);
    EXPECT_EQ(Error, CL_SUCCESS) << buildLog(Program);
    cl_mem Out = makeBuffer(1);
    const size_t One = 1;
    clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &One, nullptr,
                                     0, nullptr, nullptr),
              CL_SUCCESS);
    clReleaseKernel(Kernel);
    return read(Out, 1)[0];
  };
  // An application's own definition stands.
  const std::pair<const char *, int> Cases[] = {
      {"-DA=2", 211},
      {"-DA=3 -Dcl_tkl_tasklets=5 -D__opencl_c_tkl_everywhere "
       "-D__opencl_c_tkl_tasks=4",
       354}};
  for (const auto &[Given, Result] : Cases) {
    cl_program Program = makeProgram(Source);
    ASSERT_EQ(build(Program, Given), CL_SUCCESS) << buildLog(Program);
    EXPECT_EQ(buildLog(Program).find("redefined"), std::string::npos);
    EXPECT_EQ(Options(Program), Given);
    EXPECT_EQ(Run(Program), Result);
  }

  // In an embedded header, and without options.
  cl_program Header = makeProgram(
      "#ifdef cl_tkl_tasklets\n#define MACRO 7\n#else\n#define MACRO 8\n"
      "#endif\n");
  const char *Name = "h.h";
  cl_program WithHeader =
      makeProgram("#include \"h.h\"\n"
                  "__kernel void k(__global int *out) { out[0] = MACRO; }");
  ASSERT_EQ(clCompileProgram(WithHeader, 1, &Device, nullptr, 1, &Header, &Name,
                             nullptr, nullptr),
            CL_SUCCESS)
      << buildLog(WithHeader);
  EXPECT_EQ(Options(WithHeader), "");
  cl_int Error = CL_SUCCESS;
  cl_program Linked = clLinkProgram(Context, 1, &Device, "", 1, &WithHeader,
                                    nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(Run(Linked), 7);
  clReleaseProgram(Linked);

  // Who does not ask gets his options as they are.
  cl_program Plain = makeProgram(
      "// cl_tkl_tasklets\n__kernel void k(__global int *out) { out[0] = 3; }");
  ASSERT_EQ(build(Plain, "-w"), CL_SUCCESS);
  EXPECT_EQ(Options(Plain), "-w");
  EXPECT_EQ(Run(Plain), 3);
}

TEST_F(ProgramTest, BrokenPlainSourceHasTheDriversLog) {
  cl_program Program = makeProgram("__kernel void k( { int task; }");
  EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(status(Program), CL_BUILD_ERROR);
}

TEST_F(ProgramTest, ExtendedSourceBuilds) {
  cl_program Program = makeProgram("__task FAKE_WARNING");
  EXPECT_EQ(status(Program), CL_BUILD_NONE);
  ASSERT_EQ(build(Program, "-DX -cl-mad-enable"), CL_SUCCESS)
      << buildLog(Program);
  EXPECT_EQ(status(Program), CL_BUILD_SUCCESS);
  EXPECT_NE(buildLog(Program).find("fake warning"), std::string::npos);
  char Text[100] = "";
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_OPTIONS, sizeof(Text),
                        Text, nullptr);
  EXPECT_STREQ(Text, "-DX -cl-mad-enable");
  clGetProgramInfo(Program, CL_PROGRAM_SOURCE, sizeof(Text), Text, nullptr);
  EXPECT_STREQ(Text, "__task FAKE_WARNING");
  cl_program_binary_type Type = 0;
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BINARY_TYPE, sizeof(Type),
                        &Type, nullptr);
  EXPECT_EQ(Type, cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

TEST_F(ProgramTest, SourceInPiecesIsOneText) {
  const char *Pieces[] = {"__ta", "sk FAKE_IGNORED", " FAKE_WARNING"};
  size_t Lengths[] = {4, 2, 0};
  cl_int Error = CL_SUCCESS;
  cl_program Program =
      clCreateProgramWithSource(Context, 3, Pieces, Lengths, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  EXPECT_TRUE(hasKernel(Program, "squares"));
  clReleaseProgram(Program);
}

TEST_F(ProgramTest, ErrorsAreInTheLog) {
  const std::pair<const char *, const char *> Cases[] = {
      {"__task FAKE_ERROR", "fake error"},
      {"__task FAKE_MISSING", "clang 15 was not found"},
      {"__task FAKE_CRASH", "signal 9"},
      {"__task FAKE_OLD", "version 999"}};
  for (const auto &[Source, Word] : Cases) {
    cl_program Program = makeProgram(Source);
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE) << Source;
    EXPECT_EQ(status(Program), CL_BUILD_ERROR);
    EXPECT_NE(buildLog(Program).find(Word), std::string::npos)
        << buildLog(Program);
    EXPECT_FALSE(hasKernel(Program, "squares"));
  }
}

TEST_F(ProgramTest, WrongOptions) {
  cl_program Program = makeProgram(TaskSource);
  for (const char *Options : {"-no-such-option", "-D", "-DX=\"", "-o /tmp/x"}) {
    EXPECT_EQ(build(Program, Options), CL_INVALID_BUILD_OPTIONS) << Options;
    EXPECT_FALSE(buildLog(Program).empty());
  }
  EXPECT_EQ(build(Program), CL_SUCCESS);
}

TEST_F(ProgramTest, FailedBuildCanBeRepeated) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  cl_program Program = makeProgram(TaskSource);
  {
    ScopedVariable Missing("TASKLET_COMPILER", "/no/such/taskletc");
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(buildLog(Program).find("TASKLET_COMPILER"), std::string::npos);
  }
  EXPECT_EQ(build(Program), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(build(Program), CL_INVALID_OPERATION) << "a kernel is attached";
  clReleaseKernel(Kernel);
  EXPECT_EQ(build(Program), CL_SUCCESS);
}

TEST_F(ProgramTest, ArgumentsAreChecked) {
  cl_program Program = makeProgram(TaskSource);
  EXPECT_EQ(clBuildProgram(Program, 1, nullptr, "", nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(Program, 0, &Device, "", nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(Program, 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(ProgramTest, NotificationComesOnce) {
  auto Notify = [](cl_program, void *Data) { ++*static_cast<int *>(Data); };
  for (const char *Source :
       {TaskSource, "__task FAKE_ERROR", "__kernel void k() { int task; }"}) {
    int Calls = 0;
    cl_program Program = makeProgram(Source);
    clBuildProgram(Program, 1, &Device, "", Notify, &Calls);
    EXPECT_EQ(Calls, 1) << Source;
  }
}

/// What CL_PROGRAM_BINARIES gives is a program again.
TEST_F(ProgramTest, BinaryRoundTrip) {
  cl_program First = makeProgram(TaskSource);
  ASSERT_EQ(build(First), CL_SUCCESS);
  size_t Size = 0;
  ASSERT_EQ(clGetProgramInfo(First, CL_PROGRAM_BINARY_SIZES, sizeof(Size),
                             &Size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> Binary(Size);
  unsigned char *Pointer = Binary.data();
  ASSERT_EQ(clGetProgramInfo(First, CL_PROGRAM_BINARIES, sizeof(Pointer),
                             &Pointer, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(std::string(Binary.begin(), Binary.end()), readText(FAKE_BITCODE));

  const unsigned char *Input = Binary.data();
  cl_int Error = CL_SUCCESS;
  cl_program Second = clCreateProgramWithBinary(Context, 1, &Device, &Size,
                                                &Input, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  ASSERT_EQ(build(Second), CL_SUCCESS) << buildLog(Second);
  size_t Count = 0;
  clGetProgramInfo(Second, CL_PROGRAM_NUM_KERNELS, sizeof(Count), &Count,
                   nullptr);
  EXPECT_EQ(Count, 3u);
  cl_kernel Kernel = clCreateKernel(Second, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 6, 10), CL_SUCCESS);
  expectSquares(read(Out, 10), 6);
  clReleaseKernel(Kernel);
  clReleaseProgram(Second);
}
