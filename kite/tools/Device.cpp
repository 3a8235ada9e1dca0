//===- Device.cpp - Programs on an OpenCL device --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/Device.h"

#include "code/Names.h"
#include "compat/Strings.h"
#include "tools/ExitCodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <tuple>
#include <vector>

using namespace tasklet::kite;
using llvm::Twine;
using tasklet::endsWith;

/// CL_PLATFORM_NOT_FOUND_KHR of cl_khr_icd.
static constexpr cl_int PlatformNotFound = -1001;

static int fail(const Twine &Text) {
  llvm::errs() << "kite: error: " << Text << '\n';
  return ExitSystem;
}

static int failCall(const Twine &What, cl_int Error) {
  return fail(What + " (OpenCL error " + Twine(Error) + ")");
}

Device::~Device() {
  // Buffers go with their context.
  if (Kernel)
    clReleaseKernel(Kernel);
  if (Program)
    clReleaseProgram(Program);
  if (Queue)
    clReleaseCommandQueue(Queue);
  if (Context)
    clReleaseContext(Context);
}

static std::string nameOf(cl_device_id Device) {
  size_t Size = 0;
  if (clGetDeviceInfo(Device, CL_DEVICE_NAME, 0, nullptr, &Size))
    return std::string();
  std::string Text(Size, '\0');
  clGetDeviceInfo(Device, CL_DEVICE_NAME, Size, Text.data(), nullptr);
  return Text.c_str();
}

/// lastMessage() gives the same text; without a function libtasklet would write
/// it to standard error.
static void CL_CALLBACK ignore(const char *, const void *, size_t, void *) {}

int Device::open(const std::string &NamePart) {
  cl_uint Count = 0;
  cl_int Error = clGetPlatformIDs(0, nullptr, &Count);
  if (Error && Error != PlatformNotFound)
    return failCall("there is no list of OpenCL platforms", Error);
  std::vector<cl_platform_id> Platforms(Error ? 0 : Count);
  if (!Platforms.empty())
    clGetPlatformIDs(Count, Platforms.data(), nullptr);
  std::string Seen;
  for (cl_platform_id Platform : Platforms) {
    if (clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &Count))
      continue;
    std::vector<cl_device_id> Devices(Count);
    clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, Count, Devices.data(),
                   nullptr);
    for (cl_device_id Each : Devices) {
      Name = nameOf(Each);
      Seen += "\n  " + Name;
      if (Name.find(NamePart) == std::string::npos)
        continue;
      Id = Each;
      Context = clCreateContext(nullptr, 1, &Id, ignore, nullptr, &Error);
      if (!Context)
        return failCall("no context can be made for '" + Name + "'", Error);
      Queue = clCreateCommandQueue(Context, Id, 0, &Error);
      return Queue ? static_cast<int>(ExitDone)
                   : failCall("no queue can be made for '" + Name + "'", Error);
    }
  }
  if (Seen.empty())
    return fail("there is no OpenCL device; on Debian the package "
                "pocl-opencl-icd provides one, and with --interpret programs "
                "run without one");
  return fail("no OpenCL device has '" + NamePart +
              "' in its name; there are:" + Seen);
}

int Device::build(const std::string &Source, const std::string &KernelName) {
  const char *Text = Source.c_str();
  cl_int Error = CL_SUCCESS;
  Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &Error);
  if (!Program)
    return failCall("no program can be made for '" + Name + "'", Error);
  // The front end has said what there is to say.
  Error = clBuildProgram(Program, 1, &Id, "-fwrapv -w", nullptr, nullptr);
  if (Error) {
    size_t Size = 0;
    clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &Size);
    std::string Log(Size, '\0');
    clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, Size, Log.data(),
                          nullptr);
    llvm::errs() << Log.c_str();
    return failCall("the program cannot be built for '" + Name + "'", Error);
  }
  Kernel = clCreateKernel(Program, KernelName.c_str(), &Error);
  return Kernel ? static_cast<int>(ExitDone)
                : failCall("the program has no kernel '" + KernelName + "'",
                           Error);
}

int Device::addArgument(const std::string &Bytes) {
  cl_int Error =
      clSetKernelArg(Kernel, Arguments++, Bytes.size(), Bytes.data());
  return Error ? failCall("'" + Name + "' does not take argument " +
                              Twine(Arguments),
                          Error)
               : static_cast<int>(ExitDone);
}

int Device::addMemory(cl_mem Memory, uint64_t Length, cl_int Error) {
  if (!Memory)
    return failCall("'" + Name + "' has no memory for an array of " +
                        Twine(Length) + " elements",
                    Error);
  if (int Code = addArgument(
          {reinterpret_cast<const char *>(&Memory), sizeof(Memory)}))
    return Code;
  return addArgument({reinterpret_cast<const char *>(&Length), sizeof(Length)});
}

// OpenCL has no buffer without bytes.
static constexpr uint64_t LeastBytes = 16;

int Device::addArray(const std::string &Bytes, uint64_t Length,
                     cl_mem &Memory) {
  std::string Content = Bytes;
  if (Content.size() < LeastBytes)
    Content.resize(LeastBytes);
  cl_int Error = CL_SUCCESS;
  Memory = clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                          Content.size(), Content.data(), &Error);
  return addMemory(Memory, Length, Error);
}

int Device::addRoom(uint64_t Bytes, uint64_t Length, cl_mem &Memory) {
  cl_int Error = CL_SUCCESS;
  Memory = clCreateBuffer(Context, CL_MEM_READ_WRITE,
                          std::max(Bytes, LeastBytes), nullptr, &Error);
  return addMemory(Memory, Length, Error);
}

std::string Device::lastMessage() const {
  size_t Size = 0;
  if (clGetTaskletMessageTKL(Context, 0, nullptr, &Size) || !Size)
    return std::string();
  std::string Text(Size, '\0');
  clGetTaskletMessageTKL(Context, Size, Text.data(), nullptr);
  llvm::StringRef Message = Text.c_str();
  Message.consume_front("tasklet: ");
  return Message.str();
}

/// The way of spawns in \p Message as the program's author knows it: without the
/// tasks that EntryProgram.h adds, and what OpenCL C made necessary in names.
static std::string tidyWay(llvm::StringRef Message) {
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  Message.split(Lines, '\n');
  std::string Text = Lines.front().str();
  for (llvm::StringRef Line : llvm::drop_begin(Lines)) {
    auto [Own, Spawn] = Line.split(", spawned at <kite run>");
    std::string Name;
    for (auto [Before, Rest] = Own.split("task '");;
         std::tie(Before, Rest) = Rest.split("task '")) {
      Name += Before;
      if (Rest.empty())
        break;
      auto [Task, After] = Rest.split('\'');
      if (endsWith(Task, "_") && isReservedInOpenCL(Task.drop_back()))
        Task = Task.drop_back();
      Name += ("task '" + Task + "'").str();
      Rest = After;
    }
    Text += "\n" + Name;
    if (!Spawn.empty())
      break;
  }
  return Text;
}

int Device::run() {
  size_t One = 1;
  cl_event Done = nullptr;
  cl_int Error = clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &One,
                                        nullptr, 0, nullptr, &Done);
  if (!Error) {
    Error = clWaitForEvents(1, &Done);
    clReleaseEvent(Done);
  }
  if (!Error)
    return ExitDone;
  std::string Message = lastMessage();
  // What was said before the first task ran is no fault of the program.
  if (Message.empty() || Message.find("' cannot start: ") != std::string::npos)
    return failCall(Message.empty() ? "the program cannot run on '" + Name + "'"
                                    : Message,
                    Error);
  // The program's own failures have their place.
  bool IsOwn = Message.rfind("kernel '", 0) != 0;
  llvm::errs() << (IsOwn ? "" : "kite: error: ") << tidyWay(Message) << '\n';
  return ExitFailed;
}

int Device::read(cl_mem Memory, uint64_t Size, void *To) {
  if (Size == 0)
    return ExitDone;
  cl_int Error = clEnqueueReadBuffer(Queue, Memory, CL_TRUE, 0, Size, To, 0,
                                     nullptr, nullptr);
  return Error
             ? failCall("the result cannot be read from '" + Name + "'", Error)
             : static_cast<int>(ExitDone);
}

uint64_t Device::largestArray() const {
  cl_ulong Most = 0;
  clGetDeviceInfo(Id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(Most), &Most,
                  nullptr);
  return Most;
}
