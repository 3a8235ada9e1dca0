//===- DeviceTest.cpp - Fixture for tests on an OpenCL device -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdlib>
#include <stdexcept>

namespace tasklet::test {

/// Bytes before and after each buffer. OpenCL wants sub-buffers to start at a
/// multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN, at most 1024 bits in practice.
static constexpr size_t GuardBytes = 4096;
static constexpr unsigned char Pattern = 0xA5;

void check(cl_int Status, const char *What) {
  if (Status != CL_SUCCESS)
    throw std::runtime_error(std::string(What) + ": OpenCL error " +
                             std::to_string(Status));
}

static std::string platformName(cl_platform_id Platform) {
  char Name[256] = {};
  check(clGetPlatformInfo(Platform, CL_PLATFORM_NAME, sizeof(Name) - 1, Name,
                          nullptr),
        "clGetPlatformInfo");
  return Name;
}

static void CL_CALLBACK addMessage(const char *Text, const void *, size_t,
                                   void *User) {
  static_cast<Device *>(User)->Messages += std::string(Text) + "\n";
}

static std::unique_ptr<Device> findDevice() {
  cl_uint Count = 0;
  if (clGetPlatformIDs(0, nullptr, &Count) != CL_SUCCESS || Count == 0)
    return nullptr;
  std::vector<cl_platform_id> Platforms(Count);
  check(clGetPlatformIDs(Count, Platforms.data(), nullptr), "clGetPlatformIDs");
  const char *Wanted = std::getenv("TASKLET_TEST_PLATFORM");
  for (cl_platform_id Platform : Platforms) {
    bool Fits =
        !Wanted || platformName(Platform).find(Wanted) != std::string::npos;
    auto Found = std::make_unique<Device>();
    Found->Platform = Platform;
    if (!Fits || clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Found->Id,
                                nullptr) != CL_SUCCESS)
      continue;
    cl_int Status;
    Found->Context = clCreateContext(nullptr, 1, &Found->Id, addMessage,
                                     Found.get(), &Status);
    check(Status, "clCreateContext");
    Found->Queue = clCreateCommandQueueWithProperties(Found->Context, Found->Id,
                                                      nullptr, &Status);
    check(Status, "clCreateCommandQueueWithProperties");
    return Found;
  }
  return nullptr;
}

bool takesBitcode(cl_device_id Device) {
  size_t Size = 0;
  check(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, 0, nullptr, &Size),
        "clGetDeviceInfo");
  std::string Names(Size, '\0');
  check(clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, Size, Names.data(),
                        nullptr),
        "clGetDeviceInfo");
  return Names.find("cl_khr_spir") != std::string::npos;
}

Device *Device::get() {
  // Never destroyed: drivers may be unloaded before static objects are.
  static Device *Shared = findDevice().release();
  return Shared;
}

RawBuffer::RawBuffer(size_t Bytes) : Bytes(Bytes) {
  std::vector<unsigned char> Fill(Bytes + 2 * GuardBytes, Pattern);
  cl_int Status;
  Whole.reset(clCreateBuffer(Device::get()->Context,
                             CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                             Fill.size(), Fill.data(), &Status),
              clReleaseMemObject);
  check(Status, "clCreateBuffer");
  cl_buffer_region Region = {GuardBytes, Bytes};
  Memory.reset(clCreateSubBuffer(Whole.get(), 0, CL_BUFFER_CREATE_TYPE_REGION,
                                 &Region, &Status),
               clReleaseMemObject);
  check(Status, "clCreateSubBuffer");
}

void RawBuffer::write(const void *Data) {
  check(clEnqueueWriteBuffer(Device::get()->Queue, Memory.get(), CL_TRUE, 0,
                             Bytes, Data, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

void RawBuffer::read(void *Data) const {
  std::vector<unsigned char> All(Bytes + 2 * GuardBytes);
  check(clEnqueueReadBuffer(Device::get()->Queue, Whole.get(), CL_TRUE, 0,
                            All.size(), All.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (size_t I = 0; I < GuardBytes; ++I)
    if (All[I] != Pattern || All[GuardBytes + Bytes + I] != Pattern)
      throw std::runtime_error("memory outside of a buffer was written");
  std::memcpy(Data, All.data() + GuardBytes, Bytes);
}

Kernel::Kernel(cl_kernel Handle) : Handle(Handle, clReleaseKernel) {}

void Kernel::setArg(cl_uint Index, size_t Size, const void *Value) {
  check(clSetKernelArg(Handle.get(), Index, Size, Value), "clSetKernelArg");
}

cl_int Kernel::launch(const Range &NDRange) {
  cl_event Event = nullptr;
  const auto &R = NDRange;
  check(clEnqueueNDRangeKernel(
            Device::get()->Queue, Handle.get(),
            static_cast<cl_uint>(R.Global.size()),
            R.Offset.empty() ? nullptr : R.Offset.data(), R.Global.data(),
            R.Local.empty() ? nullptr : R.Local.data(), 0, nullptr, &Event),
        "clEnqueueNDRangeKernel");
  cl_int Waited = clWaitForEvents(1, &Event);
  cl_int Status = CL_SUCCESS;
  check(clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                       &Status, nullptr),
        "clGetEventInfo");
  check(clReleaseEvent(Event), "clReleaseEvent");
  // A wait that succeeds for a command that did not is a lie of the library.
  EXPECT_EQ(Waited == CL_SUCCESS, Status == CL_COMPLETE);
  return Status == CL_COMPLETE ? Waited : Status;
}

Program::Program(cl_program Handle) : Handle(Handle, clReleaseProgram) {}

Kernel Program::kernel(const char *Name) const {
  cl_int Status;
  cl_kernel K = clCreateKernel(Handle.get(), Name, &Status);
  check(Status, "clCreateKernel");
  return Kernel(K);
}

std::string Program::buildLog() const {
  size_t Size = 0;
  cl_device_id Id = Device::get()->Id;
  check(clGetProgramBuildInfo(Handle.get(), Id, CL_PROGRAM_BUILD_LOG, 0,
                              nullptr, &Size),
        "clGetProgramBuildInfo");
  std::string Log(Size, '\0');
  check(clGetProgramBuildInfo(Handle.get(), Id, CL_PROGRAM_BUILD_LOG, Size,
                              Log.data(), nullptr),
        "clGetProgramBuildInfo");
  return Log.c_str();
}

void DeviceTest::SetUp() {
  if (Device::get())
    return;
  const char *Required = std::getenv("TASKLET_REQUIRE_DEVICE");
  if (Required && std::strcmp(Required, "1") == 0)
    FAIL() << "no OpenCL device, and TASKLET_REQUIRE_DEVICE=1";
  GTEST_SKIP() << "no OpenCL device";
}

const char *DeviceTest::moreOptions() {
  const char *Options = std::getenv("TASKLET_TEST_OPTIONS");
  return Options ? Options : "";
}

Program DeviceTest::tryBuild(const std::string &Source,
                             const std::string &Options, cl_int &Status) {
  const char *Text = Source.c_str();
  Program P(clCreateProgramWithSource(Device::get()->Context, 1, &Text, nullptr,
                                      &Status));
  check(Status, "clCreateProgramWithSource");
  std::string All = Options;
  if (*moreOptions())
    All += std::string(" ") + moreOptions();
  Status = clBuildProgram(P.get(), 1, &Device::get()->Id, All.c_str(), nullptr,
                          nullptr);
  return P;
}

Program DeviceTest::build(const std::string &Source,
                          const std::string &Options) {
  cl_int Status;
  Program P = tryBuild(Source, Options, Status);
  if (Status != CL_SUCCESS)
    throw std::runtime_error("build failed:\n" + P.buildLog());
  return P;
}

} // namespace tasklet::test
