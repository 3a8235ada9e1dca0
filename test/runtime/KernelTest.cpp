//===- KernelTest.cpp - The hidden argument stays hidden ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <CL/cl_ext.h>

using namespace tasklet;

class KernelTest : public DeviceTest {};

TEST_F(KernelTest, ArgumentsAreThoseOfTheSource) {
  cl_kernel Kernel = makeKernel("squares");
  cl_uint Count = 0;
  EXPECT_EQ(clGetKernelInfo(Kernel, CL_KERNEL_NUM_ARGS, sizeof(Count), &Count,
                            nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Count, 2u);
  cl_mem Buffer = makeBuffer(1);
  for (cl_uint Index : {2u, 3u, 100u}) {
    EXPECT_EQ(clSetKernelArg(Kernel, Index, sizeof(Buffer), &Buffer),
              CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArgSVMPointer(Kernel, Index, nullptr),
              CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clGetKernelArgInfo(Kernel, Index, CL_KERNEL_ARG_NAME, 0, nullptr,
                                 nullptr),
              CL_INVALID_ARG_INDEX);
  }
  EXPECT_EQ(clSetKernelArg(Kernel, 0, sizeof(Buffer), &Buffer), CL_SUCCESS);
}

TEST_F(KernelTest, NamesOfTheRuntimeAreHidden) {
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(Program, "__tkl_dispatch", &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(Program, "nothing", &Error), nullptr);
  EXPECT_EQ(Error, CL_INVALID_KERNEL_NAME);

  size_t Count = 0;
  clGetProgramInfo(Program, CL_PROGRAM_NUM_KERNELS, sizeof(Count), &Count,
                   nullptr);
  EXPECT_EQ(Count, 3u);
  char Names[100] = "";
  clGetProgramInfo(Program, CL_PROGRAM_KERNEL_NAMES, sizeof(Names), Names,
                   nullptr);
  const std::string All = ";" + std::string(Names) + ";";
  EXPECT_EQ(All.size(), std::string(";squares;plain;ten;").size()) << Names;
  for (const char *Name : {";squares;", ";plain;", ";ten;"})
    EXPECT_NE(All.find(Name), std::string::npos) << Names;

  cl_uint NumKernels = 0;
  ASSERT_EQ(clCreateKernelsInProgram(Program, 0, nullptr, &NumKernels),
            CL_SUCCESS);
  ASSERT_EQ(NumKernels, 3u);
  cl_kernel Kernels[3] = {};
  EXPECT_EQ(clCreateKernelsInProgram(Program, 1, Kernels, nullptr),
            CL_INVALID_VALUE);
  ASSERT_EQ(clCreateKernelsInProgram(Program, 3, Kernels, nullptr), CL_SUCCESS);
  for (cl_kernel Kernel : Kernels)
    EXPECT_EQ(clReleaseKernel(Kernel), CL_SUCCESS);
}

/// As the C++ bindings do: the program may be gone, its kernel leads back.
TEST_F(KernelTest, KernelKeepsItsProgram) {
  const char *Source = TaskSource;
  cl_int Error = CL_SUCCESS;
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Source, nullptr, &Error);
  ASSERT_EQ(build(Program), CL_SUCCESS);
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  ASSERT_EQ(clReleaseProgram(Program), CL_SUCCESS);
  cl_program Answer = nullptr;
  EXPECT_EQ(clGetKernelInfo(Kernel, CL_KERNEL_PROGRAM, sizeof(Answer), &Answer,
                            nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Answer, Program);
  ASSERT_EQ(clRetainProgram(Answer), CL_SUCCESS);
  size_t Count = 0;
  EXPECT_EQ(clGetProgramInfo(Answer, CL_PROGRAM_NUM_KERNELS, sizeof(Count),
                             &Count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Count, 3u);
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10), CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(Kernel), CL_SUCCESS);
  EXPECT_EQ(clReleaseProgram(Answer), CL_SUCCESS);
  expectSquares(read(Out, 10), 1);
}

TEST_F(KernelTest, RetainedKernelOutlivesOneRelease) {
  cl_kernel Kernel = makeKernel("squares");
  clRetainKernel(Kernel);
  clReleaseKernel(Kernel);
  cl_uint Count = 0;
  clGetKernelInfo(Kernel, CL_KERNEL_NUM_ARGS, sizeof(Count), &Count, nullptr);
  EXPECT_EQ(Count, 2u);
}

/// A recorded kernel would run without anybody preparing its heap.
TEST_F(KernelTest, RecordingIsRefused) {
  auto Record = reinterpret_cast<clCommandNDRangeKernelKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(Platform,
                                               "clCommandNDRangeKernelKHR"));
  auto Create = reinterpret_cast<clCreateCommandBufferKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(Platform,
                                               "clCreateCommandBufferKHR"));
  auto Release = reinterpret_cast<clReleaseCommandBufferKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(Platform,
                                               "clReleaseCommandBufferKHR"));
  if (!Record || !Create || !Release)
    GTEST_SKIP() << "the driver has no cl_khr_command_buffer";
  cl_kernel Kernel = makeKernel("squares");
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10), CL_SUCCESS);
  cl_int Error = CL_SUCCESS;
  cl_command_buffer_khr Buffer = Create(1, &Queue, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  size_t Items = 10;
  EXPECT_EQ(Record(Buffer, nullptr, nullptr, Kernel, 1, nullptr, &Items,
                   nullptr, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  cl_kernel Plain = makeKernel("plain");
  clSetKernelArg(Plain, 0, sizeof(Out), &Out);
  EXPECT_EQ(Record(Buffer, nullptr, nullptr, Plain, 1, nullptr, &Items, nullptr,
                   0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  Release(Buffer);
}
