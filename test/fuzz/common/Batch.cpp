//===- Batch.cpp - Run random programs on the device ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Batch.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <iterator>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tasklet::fuzz {

void check(cl_int Status, const char *What) {
  if (Status != CL_SUCCESS)
    throw std::runtime_error(std::string(What) + ": OpenCL error " +
                             std::to_string(Status));
}

// With the quick driver, PoCL leaves a copy of each plain kernel that nobody
// calls, and the copy refers to these. They are only there for the linker.
extern "C" {
#define FOR_THE_LINKER(name) __attribute__((visibility("default"))) size_t name;
FOR_THE_LINKER(_local_id_x)
FOR_THE_LINKER(_local_id_y)
FOR_THE_LINKER(_local_id_z)
FOR_THE_LINKER(_local_size_x)
FOR_THE_LINKER(_local_size_y)
FOR_THE_LINKER(_local_size_z)
#undef FOR_THE_LINKER
}

namespace {

/// The results of the child: one verdict for each program that it reached.
struct Shared {
  size_t Done = 0;
  Verdict Verdicts[64] = {};
  char Texts[64][512] = {};
  char Log[4096] = {};
};

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
  const char *const Arguments[] = {"fuzz", "-vectorize-slp=false",
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

} // namespace

Device::Device() {
  cl_platform_id Platform;
  check(clGetPlatformIDs(1, &Platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Id, nullptr),
        "clGetDeviceIDs");
  cl_int Status;
  Context = clCreateContext(nullptr, 1, &Id, nullptr, nullptr, &Status);
  check(Status, "clCreateContext");
  Queue = clCreateCommandQueueWithProperties(Context, Id, nullptr, &Status);
  check(Status, "clCreateCommandQueueWithProperties");
}

std::string Device::build(const std::string &Source,
                          const std::string &Options) {
  const char *Text = Source.c_str();
  cl_int Status;
  Program = clCreateProgramWithSource(Context, 1, &Text, nullptr, &Status);
  check(Status, "clCreateProgramWithSource");
  Status = clBuildProgram(Program, 1, &Id, Options.c_str(), nullptr, nullptr);
  if (Status == CL_SUCCESS)
    return "";
  std::string Log(1 << 20, 0);
  size_t Size = 0;
  clGetProgramBuildInfo(Program, Id, CL_PROGRAM_BUILD_LOG, Log.size(),
                        Log.data(), &Size);
  Log.resize(Size);
  // What matters stands after any number of warnings.
  size_t Error = Log.find("error");
  if (Error != std::string::npos)
    Log.erase(0, Log.rfind('\n', Error) + 1);
  return "not built: " + Log;
}

void Device::run(const std::string &Name,
                 const std::vector<Argument> &Arguments, const Range &R) {
  cl_int Status;
  cl_kernel Kernel = clCreateKernel(Program, Name.c_str(), &Status);
  check(Status, "clCreateKernel");
  std::vector<cl_mem> Buffers(Arguments.size());
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const Argument &A = Arguments[I];
    if (A.IsBuffer) {
      Buffers[I] =
          clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                         A.Size, A.Bytes, &Status);
      check(Status, "clCreateBuffer");
      check(clSetKernelArg(Kernel, I, sizeof(cl_mem), &Buffers[I]),
            "clSetKernelArg");
    } else {
      check(clSetKernelArg(Kernel, I, A.Size, A.Bytes), "clSetKernelArg");
    }
  }
  check(clEnqueueNDRangeKernel(Queue, Kernel, 2, R.Offset, R.Global, R.Local, 0,
                               nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (!Arguments[I].IsBuffer)
      continue;
    check(clEnqueueReadBuffer(Queue, Buffers[I], CL_TRUE, 0, Arguments[I].Size,
                              Arguments[I].Bytes, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseMemObject(Buffers[I]);
  }
  clReleaseKernel(Kernel);
}

namespace {

void runChild(const Batch &B, const Settings &S, Shared &Result) {
  setenv("TASKLET_WORKERS", std::to_string(S.Workers).c_str(), 1);
  // Its binaries must not be taken for those of the full driver.
  const char *Cache = getenv("POCL_CACHE_DIR");
  if (S.QuickDriver && Cache)
    setenv("POCL_CACHE_DIR", (std::string(Cache) + "-quick").c_str(), 1);
  Device D;
  if (S.QuickDriver)
    quickenDriver();
  std::string Log = D.build(B.Source, S.BuildOptions);
  copyText(Result.Log, sizeof(Result.Log), Log);
  if (!Log.empty())
    return;
  for (size_t I = 0; I < B.Count; ++I) {
    try {
      std::string Text = B.Run(D, I);
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

std::vector<Report> runTogether(const Batch &B, const Settings &S) {
  void *Memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED || B.Count > 64)
    throw std::runtime_error("no memory to share, or too many programs");
  auto *Result = new (Memory) Shared;
  fflush(nullptr);
  pid_t Child = fork();
  if (Child == 0) {
    try {
      runChild(B, S, *Result);
    } catch (const std::exception &E) {
      copyText(Result->Log, sizeof(Result->Log), E.what());
    }
    // No destructors: those of the driver may well hang or crash by
    // themselves, and are not what is tested.
    _exit(0);
  }
  int Status = 0;
  bool Ended = waitFor(Child, S.TimeoutSeconds, Status);
  std::vector<Report> Reports(B.Count);
  for (size_t I = 0; I < B.Count; ++I) {
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

std::vector<Report> runEach(size_t Count,
                            const std::function<Batch(size_t, size_t)> &Part,
                            const Settings &S) {
  std::vector<Report> Reports = runTogether(Part(0, Count), S);
  if (Count == 1)
    return Reports;
  for (size_t I = 0; I < Count; ++I)
    if (Reports[I].V != Verdict::Same && Reports[I].V != Verdict::Different)
      Reports[I] = runTogether(Part(I, I + 1), S)[0];
  return Reports;
}

bool sameFailure(const Report &A, const Report &B) {
  if (A.V != B.V)
    return false;
  if (A.V != Verdict::NotBuilt)
    return true;
  // Another message would be another failure, maybe of the cut itself.
  auto Message = [](const std::string &Text) {
    size_t From = Text.find("error: ");
    if (From == std::string::npos)
      return Text.substr(0, 40);
    std::string Line = Text.substr(From, Text.find('\n', From) - From);
    std::string Words;
    for (char C : Line)
      if (!isdigit(static_cast<unsigned char>(C)))
        Words += C;
    return Words;
  };
  return Message(A.Text) == Message(B.Text);
}

Caches::Caches() {
  std::string Pattern = (fs::temp_directory_path() / "fuzz-XXXXXX").string();
  if (!mkdtemp(Pattern.data()))
    throw std::runtime_error("cannot make a folder for the caches");
  Folder = Pattern;
  setenv("TASKLET_CACHE_DIR", (fs::path(Folder) / "tasklet").c_str(), 1);
  setenv("POCL_CACHE_DIR", (fs::path(Folder) / "pocl").c_str(), 1);
}
Caches::~Caches() { fs::remove_all(Folder); }

} // namespace tasklet::fuzz
