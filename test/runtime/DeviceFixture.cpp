//===- DeviceFixture.cpp - A device, a context, a queue -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <cstring>

using namespace tasklet;

static void CL_CALLBACK collect(const char *Text, const void *, size_t,
                                void *Data) {
  static_cast<std::vector<std::string> *>(Data)->push_back(Text);
}

void DeviceTest::SetUp() {
  ASSERT_EQ(clGetPlatformIDs(1, &Platform, nullptr), CL_SUCCESS)
      << "these tests need an OpenCL platform, such as PoCL";
  ASSERT_EQ(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr),
            CL_SUCCESS);
  restart();
}

void DeviceTest::TearDown() { releaseAll(); }

void DeviceTest::releaseAll() {
  for (cl_kernel Kernel : Kernels)
    EXPECT_EQ(clReleaseKernel(Kernel), CL_SUCCESS);
  for (cl_program Program : Programs)
    EXPECT_EQ(clReleaseProgram(Program), CL_SUCCESS);
  for (cl_mem Buffer : Buffers)
    EXPECT_EQ(clReleaseMemObject(Buffer), CL_SUCCESS);
  if (Queue) {
    EXPECT_EQ(clReleaseCommandQueue(Queue), CL_SUCCESS);
  }
  if (Context) {
    EXPECT_EQ(clReleaseContext(Context), CL_SUCCESS);
  }
  Kernels.clear();
  Programs.clear();
  Buffers.clear();
  Queue = nullptr;
  Context = nullptr;
}

void DeviceTest::restart(cl_command_queue_properties Properties,
                         const std::vector<cl_device_id> &Parts) {
  releaseAll();
  std::vector<cl_device_id> All = {Device};
  All.insert(All.end(), Parts.begin(), Parts.end());
  cl_int Error = CL_SUCCESS;
  Context = clCreateContext(nullptr, static_cast<cl_uint>(All.size()),
                            All.data(), collect, &Messages, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Queue = clCreateCommandQueue(Context, Device, Properties, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
}

cl_program DeviceTest::makeProgram(const char *Source) {
  cl_int Error = CL_SUCCESS;
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Source, nullptr, &Error);
  EXPECT_EQ(Error, CL_SUCCESS);
  Programs.push_back(Program);
  return Program;
}

cl_int DeviceTest::build(cl_program Program, const char *Options) {
  return clBuildProgram(Program, 1, &Device, Options, nullptr, nullptr);
}

std::string DeviceTest::buildLog(cl_program Program) {
  size_t Size = 0;
  EXPECT_EQ(clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, 0,
                                  nullptr, &Size),
            CL_SUCCESS);
  std::string Log(Size, 0);
  clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Size, Log.data(),
                        nullptr);
  return Log.c_str();
}

std::string DeviceTest::target() {
  char List[10000] = "";
  EXPECT_EQ(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, sizeof(List), List,
                            nullptr),
            CL_SUCCESS);
  if (std::strstr(List, "cl_nv_device_attribute_query"))
    return "nvptx";
  return std::strstr(List, "cl_khr_spir") ? "spir" : "spirv";
}

std::string DeviceTest::binaryOf(cl_program Program) {
  size_t Size = 0;
  clGetProgramInfo(Program, CL_PROGRAM_BINARY_SIZES, sizeof(Size), &Size,
                   nullptr);
  std::string Binary(Size, 0);
  char *Bytes = Binary.data();
  clGetProgramInfo(Program, CL_PROGRAM_BINARIES, sizeof(Bytes), &Bytes,
                   nullptr);
  return Binary;
}

cl_program DeviceTest::fromBinary(const std::string &Binary, cl_int &Error,
                                  std::vector<cl_device_id> Devices,
                                  std::vector<cl_int> *Status) {
  if (Devices.empty())
    Devices = {Device};
  auto *Bytes = reinterpret_cast<const unsigned char *>(Binary.data());
  std::vector<const unsigned char *> Binaries(Devices.size(), Bytes);
  std::vector<size_t> Sizes(Devices.size(), Binary.size());
  if (Status)
    Status->assign(Devices.size(), 1);
  return clCreateProgramWithBinary(
      Context, cl_uint(Devices.size()), Devices.data(), Sizes.data(),
      Binaries.data(), Status ? Status->data() : nullptr, &Error);
}

void DeviceTest::expectRuns(cl_program Program) {
  cl_int Error = CL_SUCCESS;
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS) << buildLog(Program);
  cl_mem Out = makeBuffer(10);
  ASSERT_EQ(enqueueSquares(Kernel, Out, 3, 10), CL_SUCCESS);
  expectSquares(read(Out, 10), 3);
  clReleaseKernel(Kernel);
}

cl_command_queue DeviceTest::makeQueue(cl_context Context, cl_device_id Device,
                                       cl_command_queue_properties Properties) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Made =
      clCreateCommandQueue(Context, Device, Properties, &Error);
  EXPECT_EQ(Error, CL_SUCCESS);
  return Made;
}

cl_kernel DeviceTest::makeKernel(const char *Name, const char *Source) {
  cl_program Program = makeProgram(Source);
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  cl_int Error = CL_SUCCESS;
  cl_kernel Kernel = clCreateKernel(Program, Name, &Error);
  EXPECT_EQ(Error, CL_SUCCESS);
  Kernels.push_back(Kernel);
  return Kernel;
}

cl_mem DeviceTest::makeBuffer(size_t Ints) {
  std::vector<int> Content(Ints, -1);
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer =
      clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     Ints * sizeof(int), Content.data(), &Error);
  EXPECT_EQ(Error, CL_SUCCESS);
  Buffers.push_back(Buffer);
  return Buffer;
}

std::vector<int> DeviceTest::read(cl_mem Buffer, size_t Ints) {
  std::vector<int> Content(Ints, -2);
  EXPECT_EQ(clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, Ints * sizeof(int),
                                Content.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  return Content;
}

void DeviceTest::write(cl_mem Buffer, const std::vector<int> &Content) {
  ASSERT_EQ(clEnqueueWriteBuffer(Queue, Buffer, CL_TRUE, 0,
                                 Content.size() * sizeof(int), Content.data(),
                                 0, nullptr, nullptr),
            CL_SUCCESS);
}

cl_ordered_stats_tkl DeviceTest::finish(cl_event Event) {
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  cl_ordered_stats_tkl Stats = {};
  auto Get = extension<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL");
  EXPECT_EQ(Get(Event, &Stats), CL_SUCCESS);
  clReleaseEvent(Event);
  return Stats;
}

void DeviceTest::expectFailsLater(cl_kernel Kernel, cl_mem Out,
                                  const char *Fault, cl_int Wanted) {
  cl_event Event = nullptr;
  {
    ScopedVariable Order("FAULT", Fault);
    ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Event), CL_SUCCESS);
  }
  EXPECT_EQ(clWaitForEvents(1, &Event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
      << Fault;
  cl_int Status = 0;
  clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                 &Status, nullptr);
  EXPECT_EQ(Status, Wanted) << Fault;
  clReleaseEvent(Event);
}

cl_int DeviceTest::enqueueSquares(cl_kernel Kernel, cl_mem Out, int Scale,
                                  size_t Items, cl_event *Event,
                                  std::vector<cl_event> Waits) {
  EXPECT_EQ(clSetKernelArg(Kernel, 0, sizeof(Out), &Out), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale), CL_SUCCESS);
  return clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr,
                                static_cast<cl_uint>(Waits.size()),
                                Waits.empty() ? nullptr : Waits.data(), Event);
}

void tasklet::expectSquares(const std::vector<int> &Out, int Scale) {
  for (size_t I = 0; I < Out.size(); ++I)
    ASSERT_EQ(Out[I], Scale * static_cast<int>(I * I)) << "at " << I;
}
