//===- Device.cpp - OpenCL set-up shared by the samples -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <CL/cl_tkl_tasklets.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include <climits>
#include <unistd.h>

using namespace sample;

namespace {

/// CL_PLATFORM_NOT_FOUND_KHR of cl_khr_icd.
constexpr cl_int PlatformNotFound = -1001;

/// OpenCL's channel for the text behind an error code.
void CL_CALLBACK onContextError(const char *Message, const void *, size_t,
                                void *) {
  std::fprintf(stderr, "OpenCL: %s\n", Message);
}

std::string folderOfExecutable() {
  char Path[PATH_MAX];
  const ssize_t Length = readlink("/proc/self/exe", Path, sizeof(Path));
  if (Length <= 0 || Length == static_cast<ssize_t>(sizeof(Path)))
    throw SetupError("cannot find the folder of this executable");
  const std::string Whole(Path, static_cast<size_t>(Length));
  return Whole.substr(0, Whole.rfind('/'));
}

std::string readSource(const std::string &FileName) {
  const std::string Path = folderOfExecutable() + "/" + FileName;
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    throw SetupError("cannot read '" + Path +
                     "': the build puts it there, next to the executable");
  return {std::istreambuf_iterator<char>(In), std::istreambuf_iterator<char>()};
}

using GetStatsFn = cl_int(CL_API_CALL *)(cl_event, cl_tasklet_stats_tkl *);

/// Null if libtasklet is not there.
GetStatsFn findGetStats(const Device &Dev) {
  return reinterpret_cast<GetStatsFn>(clGetExtensionFunctionAddressForPlatform(
      Dev.Platform(), "clGetTaskletStatsTKL"));
}

/// Fills the counts of \p Result if libtasklet is there to know them.
void readCounts(const Device &Dev, const cl::Event &Event, Run &Result) {
  const GetStatsFn GetStats = findGetStats(Dev);
  cl_tasklet_stats_tkl Stats = {};
  if (!GetStats || GetStats(Event(), &Stats) != CL_SUCCESS)
    return;
  Result.Counted = true;
  Result.Tasks = Stats.tasks;
  Result.Steals = Stats.steals;
  Result.Workers = Stats.workers;
  Result.HeapUsed = Stats.heap_used;
}

} // namespace

Device sample::openDevice(const std::string &NamePart) {
  std::vector<cl::Platform> Platforms;
  try {
    cl::Platform::get(&Platforms);
  } catch (const cl::Error &Error) {
    // The loader's way of saying that no driver is installed.
    if (Error.err() != PlatformNotFound)
      throw;
  }
  std::string Seen;
  for (const cl::Platform &Platform : Platforms) {
    std::vector<cl::Device> Devices;
    try {
      Platform.getDevices(CL_DEVICE_TYPE_ALL, &Devices);
    } catch (const cl::Error &Error) {
      // A platform without devices is nothing unusual; go on to the next.
      if (Error.err() != CL_DEVICE_NOT_FOUND)
        throw;
    }
    for (const cl::Device &Id : Devices) {
      // Some drivers count the final zero into the name.
      const std::string Name = Id.getInfo<CL_DEVICE_NAME>().c_str();
      Seen += "\n  " + Name;
      if (Name.find(NamePart) == std::string::npos)
        continue;
      cl::Context Context(Id, nullptr, onContextError);
      cl::CommandQueue Queue(Context, Id, CL_QUEUE_PROFILING_ENABLE);
      return {Platform, Id, Context, Queue};
    }
  }
  if (Seen.empty())
    throw SetupError("there is no OpenCL device; on Debian the package "
                     "pocl-opencl-icd provides one");
  throw SetupError("no OpenCL device has '" + NamePart +
                   "' in its name; there are:" + Seen);
}

cl::Program sample::buildProgram(const Device &Dev, const std::string &FileName,
                                 const std::string &BuildOptions) {
  return buildProgramOf(Dev, {FileName}, BuildOptions);
}

cl::Program sample::buildProgramOf(const Device &Dev,
                                   const std::vector<std::string> &FileNames,
                                   const std::string &BuildOptions) {
  std::string Source;
  for (const std::string &Name : FileNames)
    Source += readSource(Name);
  cl::Program Program(Dev.Context, Source);
  try {
    Program.build(BuildOptions.c_str());
  } catch (const cl::Error &Error) {
    const std::string Log =
        Program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(Dev.Id).c_str();
    std::fprintf(stderr, "%s\n", Log.c_str());
    if (!findGetStats(Dev))
      throw SetupError("clBuildProgram failed because libtasklet is not "
                       "loaded: name libtasklet-layer.so in OPENCL_LAYERS");
    throw cl::Error(Error.err(), "clBuildProgram");
  }
  return Program;
}

Run sample::runKernel(const Device &Dev, const cl::Kernel &Kernel,
                      const cl::NDRange &GlobalSize, cl::Event *Done) {
  Run Result;
  cl::Event Event;
  const Stopwatch Watch;
  Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, GlobalSize,
                                 cl::NullRange, nullptr, &Event);
  try {
    Event.wait();
  } catch (const cl::Error &) {
    // The wait only says that some command failed. The event says why.
    const cl_int Status = Event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (Status >= 0)
      throw;
    throw cl::Error(Status, "the kernel command");
  }
  Result.WallSeconds = Watch.seconds();
  Result.KernelSeconds =
      1e-9 *
      static_cast<double>(Event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                          Event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
  readCounts(Dev, Event, Result);
  if (Done)
    *Done = Event;
  return Result;
}
