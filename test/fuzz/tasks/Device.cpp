//===- Device.cpp - Run random programs on the device ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Print.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <iterator>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tasklet::fuzz {
namespace {

/// What the child leaves behind: one verdict for each program it came to.
struct Shared {
  size_t Done = 0;
  bool Built = false;
  Verdict Verdicts[64] = {};
  char Texts[64][512] = {};
  char Log[4096] = {};
};

void check(cl_int Status, const char *What) {
  if (Status != CL_SUCCESS)
    throw std::runtime_error(std::string(What) + ": OpenCL error " +
                             std::to_string(Status));
}

/// Makes PoCL 3.1 compile with as little optimisation as it can, four times as
/// fast: most of the time goes to its passes over the uber-kernel, and they are
/// not what is tested. Another driver is left as it is.
void quickenDriver() {
  void *LLVM = dlopen("libLLVM-15.so.1", RTLD_NOW | RTLD_NOLOAD);
  using ParseOptions = void (*)(int, const char *const *, const char *);
  auto *Parse = LLVM ? reinterpret_cast<ParseOptions>(
                           dlsym(LLVM, "LLVMParseCommandLineOptions"))
                     : nullptr;
  if (!Parse)
    return;
  const char *const Arguments[] = {"fuzz-tasks", "-vectorize-slp=false",
                                   "-optimize-regalloc=false", "-fast-isel",
                                   "-opt-bisect-limit=0"};
  Parse(std::size(Arguments), Arguments, nullptr);
  // The last of them tells of each pass on standard error.
  if (!freopen("/dev/null", "w", stderr))
    throw std::runtime_error("cannot open /dev/null");
}

void copyText(char *To, size_t Size, const std::string &Text) {
  size_t Length = std::min(Text.size(), Size - 1);
  std::memcpy(To, Text.data(), Length);
  To[Length] = 0;
}

/// Of a process that ends without letting anything go.
class DeviceRun {
public:
  DeviceRun() {
    cl_platform_id Platform;
    check(clGetPlatformIDs(1, &Platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr),
          "clGetDeviceIDs");
    cl_int Status;
    Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Status);
    check(Status, "clCreateContext");
    Queue = clCreateCommandQueue(Context, Device, 0, &Status);
    check(Status, "clCreateCommandQueue");
  }

  void build(const std::string &Source, const std::string &Options,
             Shared &Result) {
    const char *Text = Source.c_str();
    cl_int Status;
    Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &Status);
    check(Status, "clCreateProgramWithSource");
    Status =
        clBuildProgram(Program, 1, &Device, Options.c_str(), nullptr, nullptr);
    Result.Built = Status == CL_SUCCESS;
    if (Result.Built)
      return;
    std::string Log(1 << 20, 0);
    size_t Size = 0;
    clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_LOG, Log.size(),
                          Log.data(), &Size);
    Log.resize(Size);
    // What matters stands behind any number of warnings.
    size_t Error = Log.find("error");
    if (Error != std::string::npos)
      Log.erase(0, Log.rfind('\n', Error) + 1);
    copyText(Result.Log, sizeof(Result.Log), Log);
  }

  std::vector<uint32_t> run(const fuzz::Program &P, const std::string &Name) {
    cl_int Status;
    std::vector<uint32_t> Words(P.bufferWords(), Untouched);
    cl_mem Buffer =
        clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       Words.size() * sizeof(uint32_t), Words.data(), &Status);
    check(Status, "clCreateBuffer");
    cl_kernel Kernel = clCreateKernel(Program, Name.c_str(), &Status);
    check(Status, "clCreateKernel");
    check(clSetKernelArg(Kernel, 0, sizeof(Buffer), &Buffer), "clSetKernelArg");
    for (size_t I = 0; I < P.KernelArgs.size(); ++I)
      check(clSetKernelArg(Kernel, 1 + I, sizeof(uint32_t), &P.KernelArgs[I]),
            "clSetKernelArg");
    size_t Offset[2] = {P.Offset, 0};
    size_t Global[2] = {P.Global[0], P.Global[1]};
    size_t Local[2] = {P.Local[0], P.Local[1]};
    check(clEnqueueNDRangeKernel(Queue, Kernel, 2, Offset, Global, Local, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0,
                              Words.size() * sizeof(uint32_t), Words.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseKernel(Kernel);
    clReleaseMemObject(Buffer);
    return Words;
  }

private:
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
};

std::string firstDifference(const Test &T, const std::vector<uint32_t> &Got) {
  const std::vector<uint32_t> &Want = T.Expected.Words;
  size_t At =
      std::mismatch(Want.begin(), Want.end(), Got.begin()).first - Want.begin();
  if (At == Want.size())
    return "";
  size_t Count = 0;
  for (size_t I = 0; I < Want.size(); ++I)
    Count += Want[I] != Got[I];
  uint64_t Region = T.P.regionWords(T.P.KernelFuel);
  return std::to_string(Count) + " of " + std::to_string(Want.size()) +
         " words differ, first g[" + std::to_string(At) + "] (work-item " +
         std::to_string(At / Region) + ", word " + std::to_string(At % Region) +
         " of its region): " + std::to_string(Got[At]) + " instead of " +
         std::to_string(Want[At]);
}

void runChild(const std::vector<Test> &Tests, const Settings &S,
              Shared &Result) {
  setenv("TASKLET_WORKERS", std::to_string(S.Workers).c_str(), 1);
  // Its binaries must not be taken for those of the full driver.
  const char *Cache = getenv("POCL_CACHE_DIR");
  if (S.QuickDriver && Cache)
    setenv("POCL_CACHE_DIR", (std::string(Cache) + "-quick").c_str(), 1);
  DeviceRun Run;
  if (S.QuickDriver)
    quickenDriver();
  Run.build(sourceOf(Tests), S.BuildOptions, Result);
  if (!Result.Built)
    return;
  for (size_t I = 0; I < Tests.size(); ++I) {
    try {
      std::string Text = firstDifference(
          Tests[I], Run.run(Tests[I].P, "p" + std::to_string(I) + "_kernel"));
      Result.Verdicts[I] = Text.empty() ? Verdict::Same : Verdict::Different;
      copyText(Result.Texts[I], sizeof(Result.Texts[I]), Text);
    } catch (const std::exception &E) {
      Result.Verdicts[I] = Verdict::Failed;
      copyText(Result.Texts[I], sizeof(Result.Texts[I]), E.what());
    }
    ++Result.Done;
  }
}

/// Waits for the child, at most so long; whether it came to an end.
bool waitFor(pid_t Child, unsigned Seconds, int &Status) {
  int Handle = syscall(SYS_pidfd_open, Child, 0);
  if (Handle < 0)
    throw std::runtime_error("pidfd_open failed");
  pollfd Poll = {Handle, POLLIN, 0};
  bool Ended = poll(&Poll, 1, Seconds * 1000) > 0;
  close(Handle);
  if (!Ended)
    kill(Child, SIGKILL);
  waitpid(Child, &Status, 0);
  return Ended;
}

} // namespace

const char *nameOf(Verdict V) {
  switch (V) {
  case Verdict::Same:
    return "same";
  case Verdict::Different:
    return "different result";
  case Verdict::NotBuilt:
    return "not built";
  case Verdict::Failed:
    return "failed command";
  case Verdict::Crashed:
    return "crash";
  case Verdict::Hung:
    return "hang";
  }
  return "";
}

std::string sourceOf(const std::vector<Test> &Tests) {
  std::string Source;
  for (size_t I = 0; I < Tests.size(); ++I)
    Source += print(Tests[I].P, "p" + std::to_string(I));
  return Source;
}

std::vector<Report> runTogether(const std::vector<Test> &Tests,
                                const Settings &S) {
  void *Memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED || Tests.size() > 64)
    throw std::runtime_error("no memory to share, or too many programs");
  auto *Result = new (Memory) Shared;
  fflush(nullptr);
  pid_t Child = fork();
  if (Child == 0) {
    try {
      runChild(Tests, S, *Result);
    } catch (const std::exception &E) {
      copyText(Result->Log, sizeof(Result->Log), E.what());
    }
    // No destructors: those of the driver may well hang or crash by
    // themselves, and are not what is tested.
    _exit(0);
  }
  int Status = 0;
  bool Ended = waitFor(Child, S.TimeoutSeconds, Status);
  std::vector<Report> Reports(Tests.size());
  for (size_t I = 0; I < Tests.size(); ++I) {
    if (I < Result->Done) {
      Reports[I] = {Result->Verdicts[I], Result->Texts[I]};
    } else if (!Ended) {
      Reports[I] = {Verdict::Hung,
                    "no end after " + std::to_string(S.TimeoutSeconds) + " s"};
    } else if (WIFSIGNALED(Status)) {
      Reports[I] = {Verdict::Crashed, std::string(strsignal(WTERMSIG(Status)))};
    } else {
      Reports[I] = {Verdict::NotBuilt, Result->Log};
    }
  }
  munmap(Memory, sizeof(Shared));
  return Reports;
}

std::vector<Report> runEach(const std::vector<Test> &Tests, const Settings &S) {
  std::vector<Report> Reports = runTogether(Tests, S);
  if (Tests.size() == 1)
    return Reports;
  for (size_t I = 0; I < Tests.size(); ++I)
    if (Reports[I].V != Verdict::Same && Reports[I].V != Verdict::Different)
      Reports[I] = runTogether({Tests[I]}, S)[0];
  return Reports;
}

} // namespace tasklet::fuzz
