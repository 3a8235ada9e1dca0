//===- CudaDriver.cpp - NVIDIA's driver, without its headers --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "cuda/CudaDriver.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace gpu;

CudaLibrary::CudaLibrary() {
  const char *Given = std::getenv("TASKLET_BENCH_CUDA");
  File = Given && *Given ? Given : "libcuda.so.1";
  Handle = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    throw Failure(std::string("no CUDA driver: ") + dlerror() +
                  "; install NVIDIA's driver, or let TASKLET_BENCH_CUDA name "
                  "its file");
}

void *CudaLibrary::find(const char *Symbol) const {
  if (void *Address = dlsym(Handle, Symbol))
    return Address;
  throw Failure("'" + File + "' has no function " + Symbol +
                ": it is no CUDA driver, or one from before 2020; install a "
                "newer one");
}

/// What the user can do; empty: nobody knows.
static const char *advice(CuResult Code) {
  switch (Code) {
  case CuOutOfMemory:
    return "choose a smaller size, or set TASKLET_HEAP_SIZE to less";
  case CuStubLibrary:
    return "this library of CUDA's is for linking only; let TASKLET_BENCH_CUDA "
           "name the driver's, or leave it unset";
  case CuDevicesUnavailable:
    return "another process has the GPU for itself; wait for its end, or let "
           "'nvidia-smi -c 0' allow several";
  case CuNoDevice:
    return "see whether nvidia-smi lists a GPU and CUDA_VISIBLE_DEVICES names "
           "it";
  case CuNoBinaryForGpu:
    return "programs with tasks need compute capability 7.0 or newer";
  case CuNoJitCompiler:
    return "install libnvidia-ptxjitcompiler.so of the driver's release";
  case CuUnsupportedPtxVersion:
    return "install a newer driver: PTX 7.5 came with 495";
  case CuIllegalAddress:
  case CuLaunchFailed:
    return "a kernel or a task has used memory that is not its own";
  case CuLaunchTimeout:
    return "a GPU with a display ends long kernels; choose a smaller size, or "
           "a GPU without one";
  case CuSystemNotReady:
    return "start nvidia-fabricmanager";
  case CuDriverMismatch:
    return "the driver and its kernel module are of two releases; restart the "
           "machine after an update";
  case CuUnknown:
    return "see whether nvidia-smi lists the GPU; a container needs "
           "/dev/nvidia-uvm, too";
  default:
    return "";
  }
}

void CudaLibrary::fail(const char *Symbol, CuResult Code,
                       const std::string &More) const {
  std::string Name = Symbol;
  if (size_t Suffix = Name.find("_v2"); Suffix != std::string::npos)
    Name.resize(Suffix);
  std::string Text = Name + " failed: ";
  // Both are there since CUDA 6.
  using Describe = CuResult (*)(CuResult, const char **);
  auto Ask = [&](const char *Question) -> const char * {
    auto Function = reinterpret_cast<Describe>(dlsym(Handle, Question));
    const char *Answer = nullptr;
    return Function && Function(Code, &Answer) == 0 ? Answer : nullptr;
  };
  if (const char *Known = Ask("cuGetErrorName"))
    Text += Known;
  else
    Text += "error " + std::to_string(Code);
  if (const char *Words = Ask("cuGetErrorString"))
    Text += std::string(" (") + Words + ")";
  if (!More.empty())
    Text += ": " + More;
  if (const char *Advice = advice(Code); *Advice)
    Text += std::string("; ") + Advice;
  throw Failure(Text);
}
