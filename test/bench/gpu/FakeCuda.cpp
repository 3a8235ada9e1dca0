//===- FakeCuda.cpp - A CUDA driver without a GPU -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A library with the functions of the CUDA driver that bench_gpu uses. It runs
/// programs on PoCL. It cannot run PTX: in the place of that, it takes the same
/// program in bitcode or SPIR-V, also with teams of 32 lanes, from the folder
/// FAKE_CUDA_PROGRAMS. It is NAME.bc or NAME.spv there if the PTX has the
/// kernels and parameters of gpu/NAME.ptx beside the executable.
///
/// It is strict where the true driver would do something else in silence: it
/// refuses PTX for OpenCL, memory that nobody has allocated, and calls without
/// a context. New memory is full of garbage.
///
/// Environment:
///   FAKE_CUDA_FAIL=cuMemAlloc:2     that function fails with this result
///   FAKE_CUDA_DEVICES=0             there is no device
///   FAKE_CUDA_CAPABILITY=61         it is an old one
///   FAKE_CUDA_MEMORY=N              that many bytes are free
///   FAKE_CUDA_KEEP=FILE             the PTX of the program is written there
///
//===----------------------------------------------------------------------===//
#include "cuda/CudaDriver.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <map>
#include <unistd.h>

using namespace gpu;

/// The plain driver's function. A call by name would find that of libtasklet,
/// which the program is linked to.
#define PLAIN(name) reinterpret_cast<decltype(&::name)>(plainFunction(#name))

/// One kernel of PTX: bytes of each parameter, 0 for a pointer.
using Parameters = std::vector<size_t>;
using Entries = std::map<std::string, Parameters>;

struct gpu::CuContextObject {};
struct gpu::CuFunctionObject {
  cl_kernel Kernel;
  Parameters Sizes;
};
struct gpu::CuModuleObject {
  cl_program Program;
  Entries Kernels;
  std::map<std::string, CuFunctionObject> Functions;
};
struct gpu::CuEventObject {
  std::chrono::steady_clock::time_point At;
};

static cl_device_id Device;
static cl_context Context;
static cl_command_queue Queue;
static CuContextObject Primary;
static bool IsCurrent;
static std::map<CuAddress, size_t> Memory; ///< bytes of each allocation

static void *plainFunction(const char *Name) {
  static void *Loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  void *Found = Loader ? dlsym(Loader, Name) : nullptr;
  if (!Found) {
    std::fprintf(stderr, "fake CUDA: no %s in libOpenCL.so.1\n", Name);
    std::abort();
  }
  return Found;
}

/// The result that FAKE_CUDA_FAIL has for the function \p Name, or 0.
static CuResult planned(const char *Name) {
  const char *Plan = std::getenv("FAKE_CUDA_FAIL");
  const size_t Length = std::strlen(Name);
  if (!Plan || std::strncmp(Plan, Name, Length) || Plan[Length] != ':')
    return 0;
  return std::atoi(Plan + Length + 1);
}

static long setting(const char *Name, long Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::atol(Text) : Default;
}

/// At the start of each function.
#define MAY_FAIL(name)                                                         \
  if (CuResult Code = planned(#name))                                          \
    return Code;                                                               \
  if (!Queue)                                                                  \
  return CuNotInitialized
#define NEEDS_CONTEXT(name)                                                    \
  MAY_FAIL(name);                                                              \
  if (!IsCurrent)                                                              \
  return CuInvalidContext

/// What of OpenCL goes wrong is our own mistake, or PoCL's.
static CuResult result(cl_int Code) {
  if (Code != CL_SUCCESS)
    std::fprintf(stderr, "fake CUDA: OpenCL's error %d\n", int(Code));
  return Code == CL_SUCCESS ? 0 : int(CuLaunchFailed);
}

/// Whether \p Bytes from \p At on lie in one allocation.
static bool isAllocated(CuAddress At, size_t Bytes) {
  auto Next = Memory.upper_bound(At);
  if (Next == Memory.begin())
    return false;
  auto [Start, Size] = *std::prev(Next);
  return At - Start <= Size && Bytes <= Size - (At - Start);
}

static void *pointer(CuAddress At) { return reinterpret_cast<void *>(At); }

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

extern "C" CuResult cuInit(unsigned) {
  if (CuResult Code = planned("cuInit"))
    return Code;
  if (Queue)
    return 0;
  cl_platform_id Platforms[16];
  cl_uint Count = 0;
  PLAIN(clGetPlatformIDs)(16, Platforms, &Count);
  for (cl_uint I = 0; I < std::min(Count, 16u) && !Device; ++I) {
    char Name[256] = "";
    PLAIN(clGetPlatformInfo)
    (Platforms[I], CL_PLATFORM_NAME, sizeof(Name) - 1, Name, nullptr);
    if (std::strstr(Name, "Portable Computing Language"))
      PLAIN(clGetDeviceIDs)
    (Platforms[I], CL_DEVICE_TYPE_DEFAULT, 1, &Device, nullptr);
  }
  if (!Device)
    return CuNoDevice;
  cl_int Error;
  Context =
      PLAIN(clCreateContext)(nullptr, 1, &Device, nullptr, nullptr, &Error);
  if (!Error)
    Queue = PLAIN(clCreateCommandQueueWithProperties)(Context, Device, nullptr,
                                                      &Error);
  return result(Error);
}

extern "C" CuResult cuDriverGetVersion(int *Version) {
  MAY_FAIL(cuDriverGetVersion);
  *Version = 12040;
  return 0;
}

extern "C" CuResult cuDeviceGetCount(int *Count) {
  MAY_FAIL(cuDeviceGetCount);
  *Count = int(setting("FAKE_CUDA_DEVICES", 1));
  return 0;
}

extern "C" CuResult cuDeviceGet(CuDevice *Found, int Index) {
  MAY_FAIL(cuDeviceGet);
  *Found = 0;
  return Index < setting("FAKE_CUDA_DEVICES", 1) ? 0 : int(CuInvalidValue);
}

extern "C" CuResult cuDeviceGetName(char *Name, int Bytes, CuDevice) {
  MAY_FAIL(cuDeviceGetName);
  std::snprintf(Name, size_t(Bytes), "fake GPU");
  return 0;
}

extern "C" CuResult cuDeviceGetAttribute(int *Value, CuAttribute Name,
                                         CuDevice) {
  MAY_FAIL(cuDeviceGetAttribute);
  const int Capability = int(setting("FAKE_CUDA_CAPABILITY", 90));
  switch (Name) {
  case CuMultiprocessors:
    *Value = 2;
    return 0;
  case CuCapabilityMajor:
    *Value = Capability / 10;
    return 0;
  case CuCapabilityMinor:
    *Value = Capability % 10;
    return 0;
  }
  return CuInvalidValue;
}

extern "C" CuResult cuDevicePrimaryCtxRetain(CuContext *Made, CuDevice) {
  MAY_FAIL(cuDevicePrimaryCtxRetain);
  *Made = &Primary;
  return 0;
}

extern "C" CuResult cuDevicePrimaryCtxRelease_v2(CuDevice) {
  MAY_FAIL(cuDevicePrimaryCtxRelease);
  IsCurrent = false;
  if (!Memory.empty())
    std::fprintf(stderr, "fake CUDA: %zu allocations are left\n",
                 Memory.size());
  return 0;
}

extern "C" CuResult cuCtxSetCurrent(CuContext Given) {
  MAY_FAIL(cuCtxSetCurrent);
  IsCurrent = Given == &Primary;
  return 0;
}

extern "C" CuResult cuCtxSynchronize() {
  NEEDS_CONTEXT(cuCtxSynchronize);
  return result(PLAIN(clFinish)(Queue));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

extern "C" CuResult cuMemGetInfo_v2(size_t *Free, size_t *All) {
  NEEDS_CONTEXT(cuMemGetInfo);
  *Free = *All = size_t(setting("FAKE_CUDA_MEMORY", 1l << 30));
  return 0;
}

extern "C" CuResult cuMemAlloc_v2(CuAddress *At, size_t Bytes) {
  NEEDS_CONTEXT(cuMemAlloc);
  if (!Bytes)
    return CuInvalidValue;
  void *Made = PLAIN(clSVMAlloc)(Context, CL_MEM_READ_WRITE, Bytes, 128);
  if (!Made)
    return CuOutOfMemory;
  std::memset(Made, 0xA5, Bytes);
  *At = reinterpret_cast<CuAddress>(Made);
  Memory[*At] = Bytes;
  return 0;
}

extern "C" CuResult cuMemFree_v2(CuAddress At) {
  NEEDS_CONTEXT(cuMemFree);
  if (!Memory.erase(At))
    return CuInvalidValue;
  PLAIN(clFinish)(Queue);
  PLAIN(clSVMFree)(Context, pointer(At));
  return 0;
}

extern "C" CuResult cuMemcpyHtoD_v2(CuAddress To, const void *From,
                                    size_t Bytes) {
  NEEDS_CONTEXT(cuMemcpyHtoD);
  if (!isAllocated(To, Bytes))
    return CuInvalidValue;
  return result(PLAIN(clEnqueueSVMMemcpy)(Queue, CL_TRUE, pointer(To), From,
                                          Bytes, 0, nullptr, nullptr));
}

extern "C" CuResult cuMemcpyDtoH_v2(void *To, CuAddress From, size_t Bytes) {
  NEEDS_CONTEXT(cuMemcpyDtoH);
  if (!isAllocated(From, Bytes))
    return CuInvalidValue;
  return result(PLAIN(clEnqueueSVMMemcpy)(Queue, CL_TRUE, To, pointer(From),
                                          Bytes, 0, nullptr, nullptr));
}

extern "C" CuResult cuMemsetD8_v2(CuAddress To, unsigned char Value,
                                  size_t Bytes) {
  NEEDS_CONTEXT(cuMemsetD8);
  if (!isAllocated(To, Bytes))
    return CuInvalidValue;
  return result(PLAIN(clEnqueueSVMMemFill)(Queue, pointer(To), &Value, 1, Bytes,
                                           0, nullptr, nullptr));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static std::string readFile(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(In), {});
}

/// The kernels of \p Ptx. Each parameter has a line of its own there.
static Entries findEntries(const std::string &Ptx) {
  static const std::map<std::string, size_t> Types = {
      {".u8", 1},  {".u16", 2}, {".u32", 4}, {".f32", 4},
      {".b32", 4}, {".u64", 8}, {".f64", 8}, {".b64", 8}};
  static const std::string Entry = ".entry ", Parameter = "\t.param ";
  Entries Found;
  for (size_t At = 0; (At = Ptx.find(Entry, At)) != std::string::npos;) {
    At += Entry.size();
    Parameters &Sizes = Found[Ptx.substr(At, Ptx.find('(', At) - At)];
    const size_t End = Ptx.find(')', At);
    while ((At = Ptx.find(Parameter, At)) < End) {
      At += Parameter.size();
      const size_t Space = Ptx.find(' ', At);
      auto Type = Types.find(Ptx.substr(At, Space - At));
      const bool IsPointer = Ptx.compare(Space, 6, " .ptr ") == 0;
      Sizes.push_back(IsPointer || Type == Types.end() ? 0 : Type->second);
    }
    At = End;
  }
  return Found;
}

/// What the CUDA driver would not take, or take for something else; or null.
static const char *mistake(const std::string &Ptx) {
  const bool IsPtx = Ptx.find("\n.version ") != std::string::npos;
  if (!IsPtx || Ptx.find("\n.target sm_70") == std::string::npos)
    return "it is no PTX for sm_70";
  // Others have no tasks.
  if (Ptx.find("__tkl_") != std::string::npos &&
      Ptx.find("\n.visible .entry __tkl_dispatch(") == std::string::npos)
    return "it has no visible entry __tkl_dispatch";
  if (Ptx.find("\n.entry ") != std::string::npos)
    return "an entry is not visible";
  if (Ptx.find("texmode_independent") != std::string::npos)
    return "it has textures of OpenCL";
  if (Ptx.find("%envreg") != std::string::npos)
    return "nobody sets %envreg";
  return nullptr;
}

/// FAKE_CUDA_PROGRAMS/NAME for the program with these kernels; empty: there is
/// none.
static std::string findProgram(const Entries &Kernels) {
  char Self[4096];
  const ssize_t Length = readlink("/proc/self/exe", Self, sizeof(Self));
  std::string Folder(Self, size_t(std::max<ssize_t>(Length, 0)));
  Folder.resize(Folder.rfind('/') + 1);
  Folder += "gpu/";
  const char *Programs = std::getenv("FAKE_CUDA_PROGRAMS");
  DIR *Open = opendir(Folder.c_str());
  std::string Found;
  while (const dirent *Each = Open ? readdir(Open) : nullptr) {
    const std::string Name = Each->d_name;
    if (Programs && Name.size() > 4 &&
        Name.compare(Name.size() - 4, 4, ".ptx") == 0 &&
        findEntries(readFile(Folder + Name)) == Kernels)
      Found = std::string(Programs) + '/' + Name.substr(0, Name.size() - 4);
  }
  if (Open)
    closedir(Open);
  return Found;
}

/// Null if PoCL does not take it.
static cl_program buildProgram(const std::string &Base) {
  char List[8192] = "";
  PLAIN(clGetDeviceInfo)
  (Device, CL_DEVICE_EXTENSIONS, sizeof(List) - 1, List, nullptr);
  const bool TakesBitcode = std::strstr(List, "cl_khr_spir");
  const std::string Code = readFile(Base + (TakesBitcode ? ".bc" : ".spv"));
  auto *Bytes = reinterpret_cast<const unsigned char *>(Code.data());
  const size_t Size = Code.size();
  cl_int Error;
  cl_program Program =
      TakesBitcode ? PLAIN(clCreateProgramWithBinary)(
                         Context, 1, &Device, &Size, &Bytes, nullptr, &Error)
                   : PLAIN(clCreateProgramWithIL)(Context, Bytes, Size, &Error);
  if (!Error)
    Error = PLAIN(clBuildProgram)(Program, 1, &Device,
                                  TakesBitcode ? "-x spir -spir-std=1.2" : "",
                                  nullptr, nullptr);
  return Error ? nullptr : Program;
}

static CuResult build(CuModule &Made, const std::string &Ptx,
                      std::string &Log) {
  if (const char *To = std::getenv("FAKE_CUDA_KEEP"))
    std::ofstream(To) << Ptx;
  if (const char *Mistake = mistake(Ptx)) {
    Log = Mistake;
    return CuInvalidPtx;
  }
  Entries Kernels = findEntries(Ptx);
  const std::string Base = findProgram(Kernels);
  cl_program Program = Base.empty() ? nullptr : buildProgram(Base);
  if (!Program) {
    Log = Base.empty() ? "there is no such program in gpu"
                       : "PoCL does not take " + Base;
    return CuInvalidImage;
  }
  Made = new CuModuleObject{Program, std::move(Kernels), {}};
  return 0;
}

extern "C" CuResult cuModuleLoadDataEx(CuModule *Made, const void *Image,
                                       unsigned Count, CuJitOption *Options,
                                       void **Values) {
  std::string Log;
  CuResult Code = planned("cuModuleLoadDataEx");
  if (Code)
    Log = "as planned";
  else if (!IsCurrent)
    Code = CuInvalidContext;
  else
    Code = build(*Made, static_cast<const char *>(Image), Log);
  char *To = nullptr;
  size_t Room = 0;
  for (unsigned I = 0; I < Count; ++I) {
    if (Options[I] == CuJitErrorLog)
      To = static_cast<char *>(Values[I]);
    else if (Options[I] == CuJitErrorLogBytes)
      Room = reinterpret_cast<size_t>(Values[I]);
  }
  if (To && Room)
    std::snprintf(To, Room, "%s\n", Log.c_str());
  return Code;
}

extern "C" CuResult cuModuleUnload(CuModule Given) {
  NEEDS_CONTEXT(cuModuleUnload);
  for (auto &[Name, Each] : Given->Functions)
    PLAIN(clReleaseKernel)(Each.Kernel);
  PLAIN(clReleaseProgram)(Given->Program);
  delete Given;
  return 0;
}

extern "C" CuResult cuModuleGetFunction(CuFunction *Found, CuModule In,
                                        const char *Name) {
  NEEDS_CONTEXT(cuModuleGetFunction);
  auto Entry = In->Kernels.find(Name);
  if (Entry == In->Kernels.end())
    return CuNotFound;
  auto [Place, IsNew] = In->Functions.try_emplace(Name);
  if (IsNew) {
    cl_int Error;
    Place->second = {PLAIN(clCreateKernel)(In->Program, Name, &Error),
                     Entry->second};
    if (Error)
      return result(Error);
  }
  *Found = &Place->second;
  return 0;
}

extern "C" CuResult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                                CuFunction,
                                                                int Items,
                                                                size_t) {
  NEEDS_CONTEXT(cuOccupancyMaxActiveBlocksPerMultiprocessor);
  *Blocks = Items == 32 ? 2 : 0;
  return 0;
}

extern "C" CuResult cuLaunchKernel(CuFunction Given, unsigned GroupsX,
                                   unsigned GroupsY, unsigned GroupsZ,
                                   unsigned ItemsX, unsigned ItemsY,
                                   unsigned ItemsZ, unsigned Local, CuStream,
                                   void **Values, void **Extra) {
  NEEDS_CONTEXT(cuLaunchKernel);
  if (!GroupsX || !ItemsX || GroupsY * GroupsZ * ItemsY * ItemsZ != 1 ||
      Local || Extra)
    return CuInvalidValue;
  for (cl_uint I = 0; I < Given->Sizes.size(); ++I) {
    const size_t Size = Given->Sizes[I];
    if (Size) {
      if (cl_int Error =
              PLAIN(clSetKernelArg)(Given->Kernel, I, Size, Values[I]))
        return result(Error);
      continue;
    }
    const CuAddress At = *static_cast<CuAddress *>(Values[I]);
    if (!isAllocated(At, 1))
      return CuIllegalAddress;
    if (cl_int Error =
            PLAIN(clSetKernelArgSVMPointer)(Given->Kernel, I, pointer(At)))
      return result(Error);
  }
  const size_t Size = ItemsX, Range = GroupsX * Size;
  return result(PLAIN(clEnqueueNDRangeKernel)(
      Queue, Given->Kernel, 1, nullptr, &Range, &Size, 0, nullptr, nullptr));
}

//===----------------------------------------------------------------------===//
// Events, errors
//===----------------------------------------------------------------------===//

extern "C" CuResult cuEventCreate(CuEvent *Made, unsigned) {
  NEEDS_CONTEXT(cuEventCreate);
  *Made = new CuEventObject();
  return 0;
}

/// Commands are over before, so the host's clock will do.
extern "C" CuResult cuEventRecord(CuEvent Given, CuStream) {
  NEEDS_CONTEXT(cuEventRecord);
  const cl_int Error = PLAIN(clFinish)(Queue);
  Given->At = std::chrono::steady_clock::now();
  return result(Error);
}

extern "C" CuResult cuEventElapsedTime(float *Milliseconds, CuEvent From,
                                       CuEvent To) {
  NEEDS_CONTEXT(cuEventElapsedTime);
  *Milliseconds =
      std::chrono::duration<float, std::milli>(To->At - From->At).count();
  return 0;
}

extern "C" CuResult cuEventDestroy_v2(CuEvent Given) {
  NEEDS_CONTEXT(cuEventDestroy);
  delete Given;
  return 0;
}

struct Words {
  CuResult Code;
  const char *Name, *Text;
};
static const Words Known[] = {
    {CuInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CuOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CuNotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CuNoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CuInvalidImage, "CUDA_ERROR_INVALID_IMAGE",
     "device kernel image is invalid"},
    {CuInvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CuInvalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {CuUnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {CuNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CuIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {CuLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}};

static CuResult describe(CuResult Code, const char **To,
                         const char *Words::*Which) {
  *To = nullptr;
  for (const Words &Each : Known)
    if (Each.Code == Code)
      *To = Each.*Which;
  return *To ? 0 : int(CuInvalidValue);
}

extern "C" CuResult cuGetErrorName(CuResult Code, const char **Name) {
  return describe(Code, Name, &Words::Name);
}

extern "C" CuResult cuGetErrorString(CuResult Code, const char **Text) {
  return describe(Code, Text, &Words::Text);
}
