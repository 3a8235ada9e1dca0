//===- FaultLayer.cpp - A driver whose calls fail at a given time ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An OpenCL layer between libtasklet and the driver. FAULT says what fails:
///
///   clCreateBuffer 2 -4         the second call returns this code
///   clEnqueueReadBuffer 1+ -5   each call from the first on does
///   clCreateBuffer 1-3 -4       the first three calls do
///   clEnqueueNDRangeKernel 1 @-5
///                               the call succeeds, but its command fails later
///   clEnqueueNDRangeKernel 1 skip
///                               the command does nothing
///   * 3+ -2                     each call to any function, from the third on:
///                               the device has gone
///   clCreateProgramWithBinary 1+ abort
///                               the call ends the process; that of SPIR-V,
///                               clCreateProgramWithIL, counts as this one
///
/// Calls are counted from the moment when FAULT changes. FAULT_HIDES names an
/// extension that no device has; if a number follows, only the device with that
/// number of the first platform, from 1 on, lacks it. Without cl_khr_spir it
/// takes no SPIR-V either. FAULT_SUB_GROUPS makes each device one of another
/// driver with sub-groups of these sizes, and FAULT_ORDER gives them an order:
/// the program that looks is fake-order.cl. FAULT_NVIDIA makes devices those of
/// NVIDIA with this compute capability, or the one with a number that follows.
/// They take PTX, and of that a comment which names the program to run.
/// FAULT_ANSWER is what clGetDeviceInfo is asked for, in hexadecimal, and the
/// number that it answers then; likewise for all devices or one.
///
//===----------------------------------------------------------------------===//

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

static const cl_icd_dispatch *Next;
static cl_icd_dispatch Ours;

namespace {

struct Fault {
  cl_int Code = CL_SUCCESS;
  bool Later = false, Skip = false;

  explicit operator bool() const { return Code != CL_SUCCESS; }
};

} // namespace

/// What is to happen to this call.
static Fault countCall(const char *Function) {
  static std::mutex Mutex;
  static std::string Order;
  static int Calls;
  std::lock_guard<std::mutex> Lock(Mutex);
  const char *Value = std::getenv("FAULT");
  std::string Now = Value ? Value : "";
  if (Now != Order) {
    Order = Now;
    Calls = 0;
  }
  std::istringstream Words(Order);
  std::string Name, First, Code;
  if (!(Words >> Name >> First >> Code) || (Name != "*" && Name != Function))
    return {};
  ++Calls;
  size_t Dash = First.find('-');
  int Wanted = std::stoi(First), Last = Wanted;
  if (Dash != std::string::npos)
    Last = std::stoi(First.substr(Dash + 1));
  if (Calls < Wanted || (First.back() != '+' && Calls > Last))
    return {};
  if (Code == "abort")
    std::abort();
  Fault Result;
  Result.Skip = Code == "skip";
  if (Result.Skip)
    return Result;
  Result.Later = Code[0] == '@';
  Result.Code = std::stoi(Code.substr(Result.Later));
  return Result;
}

/// Events of commands that failed on the device, with their codes. The commands
/// themselves run: PoCL 3.1 wakes nobody who waits for an event that fails.
static std::map<cl_event, cl_int> Lost;
static std::mutex LostMutex;

static cl_int lostCode(cl_event Event) {
  std::lock_guard<std::mutex> Lock(LostMutex);
  auto It = Lost.find(Event);
  return It == Lost.end() ? CL_SUCCESS : It->second;
}

/// Whether the command that is being enqueued is to do nothing.
static thread_local bool Skips;

/// Enqueues, unless that is to fail. A command fails later if it is to or if
/// one fails that it waits for.
template <typename Function>
static cl_int enqueueWithFault(const char *Name, cl_uint NumWaits,
                               const cl_event *Waits, cl_event *Event,
                               Function Enqueue) {
  Fault F = countCall(Name);
  if (F && !F.Later)
    return F.Code;
  for (cl_uint I = 0; I < NumWaits && !F; ++I)
    F.Code = lostCode(Waits[I]);
  Skips = F.Skip;
  cl_int Error = Enqueue();
  if (!Error && Event) {
    std::lock_guard<std::mutex> Lock(LostMutex);
    if (F)
      Lost[*Event] = F.Code;
    else
      Lost.erase(*Event);
  }
  return Error;
}

//===----------------------------------------------------------------------===//
// Functions that may fail
//===----------------------------------------------------------------------===//

/// Reads a word from \p Variable. False if it has none, or if a number follows
/// that is another device's of the first platform, from 1 on.
template <typename Word>
static bool readFor(const char *Variable, cl_device_id Device, Word &Value) {
  const char *Text = std::getenv(Variable);
  std::istringstream Words(Text ? Text : "");
  cl_uint Number = 0;
  if (!(Words >> Value))
    return false;
  if (!(Words >> Number))
    return true;
  cl_platform_id Platform = nullptr;
  Next->clGetPlatformIDs(1, &Platform, nullptr);
  std::vector<cl_device_id> Devices(Number);
  Next->clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, Number, Devices.data(),
                       nullptr);
  return Devices[Number - 1] == Device;
}

/// 0: it is none of NVIDIA's.
static cl_uint computeCapability(cl_device_id Device) {
  cl_uint Major = 0;
  return readFor("FAULT_NVIDIA", Device, Major) ? Major : 0;
}

namespace {
/// What clGetDeviceInfo was asked for, and where the answer goes.
struct Question {
  size_t Size;
  void *Value;
  size_t *SizeRet;

  cl_int answer(const void *Data, size_t Bytes) const {
    if (SizeRet)
      *SizeRet = Bytes;
    if (Value && Size < Bytes)
      return CL_INVALID_VALUE;
    if (Value)
      std::memcpy(Value, Data, Bytes);
    return CL_SUCCESS;
  }
  cl_int answer(const char *Text) const {
    return answer(Text, std::strlen(Text) + 1);
  }
};
} // namespace

namespace {
struct Answer {
  cl_device_info Name = 0;
  cl_ulong Value = 0;

  friend std::istream &operator>>(std::istream &From, Answer &To) {
    return From >> std::hex >> To.Name >> std::dec >> To.Value;
  }
};
} // namespace

static std::string ownExtensions(cl_device_id Device) {
  char Own[10000] = "";
  Next->clGetDeviceInfo(Device, CL_DEVICE_EXTENSIONS, sizeof(Own), Own,
                        nullptr);
  return Own;
}

static cl_int CL_API_CALL getDeviceInfo(cl_device_id Device,
                                        cl_device_info Name, size_t Size,
                                        void *Value, size_t *SizeRet) {
  const Question Asked = {Size, Value, SizeRet};
  Answer Fixed;
  if (readFor("FAULT_ANSWER", Device, Fixed) && Fixed.Name == Name)
    return Asked.answer(&Fixed.Value, Size); // The lower bytes come first.
  if (cl_uint Major = computeCapability(Device)) {
    const cl_uint Vendor = 0x10DE;
    // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
    constexpr cl_device_info Capability = 0x4000;
    if (Name == CL_DEVICE_VENDOR_ID)
      return Asked.answer(&Vendor, sizeof(Vendor));
    if (Name == Capability)
      return Asked.answer(&Major, sizeof(Major));
    if (Name == CL_DEVICE_VERSION)
      return Asked.answer("OpenCL 3.0 CUDA");
    if (Name == CL_DEVICE_IL_VERSION)
      return Asked.answer("");
    if (Name == CL_DEVICE_EXTENSIONS)
      return Asked.answer(
          "cl_khr_byte_addressable_store cl_khr_icd "
          "cl_nv_compiler_options cl_nv_device_attribute_query");
  }
  if (const char *Sizes = std::getenv("FAULT_SUB_GROUPS")) {
    std::istringstream Words(Sizes);
    std::vector<size_t> Numbers(std::istream_iterator<size_t>(Words), {});
    static const char Extensions[] =
        "cl_khr_spir cl_khr_subgroup_ballot cl_khr_subgroup_shuffle "
        "cl_intel_required_subgroup_size";
    // Bitcode only where the driver takes it.
    static const char *const WithoutSpir = std::strchr(Extensions, ' ') + 1;
    if (Name == CL_DEVICE_SUB_GROUP_SIZES_INTEL)
      return Asked.answer(Numbers.data(), Numbers.size() * sizeof(size_t));
    if (Name == CL_DEVICE_VERSION)
      return Asked.answer("OpenCL 1.2 another");
    if (Name == CL_DEVICE_EXTENSIONS)
      return Asked.answer(ownExtensions(Device).find("cl_khr_spir") !=
                                  std::string::npos
                              ? Extensions
                              : WithoutSpir);
  }
  cl_int Error = Next->clGetDeviceInfo(Device, Name, Size, Value, SizeRet);
  if (Error || !Value ||
      (Name != CL_DEVICE_EXTENSIONS && Name != CL_DEVICE_IL_VERSION))
    return Error;
  std::string Hidden;
  if (!readFor("FAULT_HIDES", Device, Hidden))
    return Error;
  if (Name == CL_DEVICE_IL_VERSION && Hidden == "cl_khr_spir")
    Hidden = "SPIR-V";
  char *Text = static_cast<char *>(Value);
  while (!Hidden.empty() && (Text = std::strstr(Text, Hidden.c_str())))
    std::memset(Text, 'x', Hidden.size());
  return Error;
}

static cl_mem CL_API_CALL createBuffer(cl_context Context, cl_mem_flags Flags,
                                       size_t Size, void *Data, cl_int *Error) {
  if (Fault F = countCall("clCreateBuffer")) {
    if (Error)
      *Error = F.Code;
    return nullptr;
  }
  return Next->clCreateBuffer(Context, Flags, Size, Data, Error);
}

static void *CL_API_CALL allocateShared(cl_context Context,
                                        cl_svm_mem_flags Flags, size_t Size,
                                        cl_uint Alignment) {
  if (countCall("clSVMAlloc"))
    return nullptr;
  return Next->clSVMAlloc(Context, Flags, Size, Alignment);
}

static cl_kernel CL_API_CALL createKernel(cl_program Program, const char *Name,
                                          cl_int *Error) {
  if (Fault F = countCall("clCreateKernel")) {
    if (Error)
      *Error = F.Code;
    return nullptr;
  }
  return Next->clCreateKernel(Program, Name, Error);
}

/// The program that a comment in the PTX names, in the form that the driver takes;
/// empty if this is no PTX.
static std::string assemble(const std::string &Ptx, bool Bitcode) {
  static const char Mark[] = "// fake program: ";
  size_t Start = Ptx.find(Mark);
  if (Start == std::string::npos ||
      Ptx.find("\n.target sm_70\n") == std::string::npos)
    return std::string();
  Start += sizeof(Mark) - 1;
  std::string Path = Ptx.substr(Start, Ptx.find('\n', Start) - Start);
  std::ifstream Stream(Path + (Bitcode ? ".bc" : ".spv"), std::ios::binary);
  return {std::istreambuf_iterator<char>(Stream), {}};
}

static cl_program createProgramWithPtx(cl_context Context, cl_uint Count,
                                       const cl_device_id *Devices,
                                       const size_t *Sizes,
                                       const unsigned char **Binaries,
                                       cl_int *Status, cl_int *Error) {
  bool Bitcode =
      ownExtensions(Devices[0]).find("cl_khr_spir") != std::string::npos;
  std::vector<std::string> Programs;
  std::vector<size_t> Lengths;
  std::vector<const unsigned char *> Starts;
  for (cl_uint I = 0; I < Count; ++I) {
    std::string Text(reinterpret_cast<const char *>(Binaries[I]), Sizes[I]);
    Programs.push_back(assemble(Text, Bitcode));
    if (Programs.back().empty() || !computeCapability(Devices[I])) {
      if (Error)
        *Error = CL_INVALID_BINARY;
      return nullptr;
    }
  }
  if (!Bitcode)
    return Next->clCreateProgramWithIL(Context, Programs[0].data(),
                                       Programs[0].size(), Error);
  for (const std::string &Each : Programs) {
    Lengths.push_back(Each.size());
    Starts.push_back(reinterpret_cast<const unsigned char *>(Each.data()));
  }
  return Next->clCreateProgramWithBinary(
      Context, Count, Devices, Lengths.data(), Starts.data(), Status, Error);
}

static cl_program CL_API_CALL createProgramWithBinary(
    cl_context Context, cl_uint Count, const cl_device_id *Devices,
    const size_t *Sizes, const unsigned char **Binaries, cl_int *Status,
    cl_int *Error) {
  if (Fault F = countCall("clCreateProgramWithBinary")) {
    if (Error)
      *Error = F.Code;
    return nullptr;
  }
  for (cl_uint I = 0; I < Count; ++I)
    if (computeCapability(Devices[I]))
      return createProgramWithPtx(Context, Count, Devices, Sizes, Binaries,
                                  Status, Error);
  return Next->clCreateProgramWithBinary(Context, Count, Devices, Sizes,
                                         Binaries, Status, Error);
}

static cl_program CL_API_CALL createProgramWithIL(cl_context Context,
                                                  const void *Module,
                                                  size_t Size, cl_int *Error) {
  if (Fault F = countCall("clCreateProgramWithBinary")) {
    if (Error)
      *Error = F.Code;
    return nullptr;
  }
  return Next->clCreateProgramWithIL(Context, Module, Size, Error);
}

static cl_program CL_API_CALL createProgramWithSource(cl_context Context,
                                                      cl_uint Count,
                                                      const char **Strings,
                                                      const size_t *Lengths,
                                                      cl_int *Error) {
  const char *Order = std::getenv("FAULT_ORDER");
  if (!Order || Count != 1 || !std::strstr(Strings[0], "sub_group_shuffle"))
    return Next->clCreateProgramWithSource(Context, Count, Strings, Lengths,
                                           Error);
  std::ifstream Stream(FAKE_ORDER);
  std::string Text = "#define ORDER_" + std::string(Order) + "\n" +
                     std::string(std::istreambuf_iterator<char>(Stream), {});
  const char *Source = Text.c_str();
  return Next->clCreateProgramWithSource(Context, 1, &Source, nullptr, Error);
}

static cl_int CL_API_CALL
buildProgram(cl_program Program, cl_uint Count, const cl_device_id *Devices,
             const char *Options, void(CL_CALLBACK *Notify)(cl_program, void *),
             void *Data) {
  if (Fault F = countCall("clBuildProgram"))
    return F.Code;
  return Next->clBuildProgram(Program, Count, Devices, Options, Notify, Data);
}

static cl_int CL_API_CALL setKernelArg(cl_kernel Kernel, cl_uint Index,
                                       size_t Size, const void *Value) {
  if (Fault F = countCall("clSetKernelArg"))
    return F.Code;
  return Next->clSetKernelArg(Kernel, Index, Size, Value);
}

static cl_int CL_API_CALL setSharedArg(cl_kernel Kernel, cl_uint Index,
                                       const void *Value) {
  if (Fault F = countCall("clSetKernelArgSVMPointer"))
    return F.Code;
  return Next->clSetKernelArgSVMPointer(Kernel, Index, Value);
}

using EventNotify = void(CL_CALLBACK *)(cl_event, cl_int, void *);

static cl_int CL_API_CALL setEventCallback(cl_event Event, cl_int Type,
                                           EventNotify Notify, void *Data) {
  if (Fault F = countCall("clSetEventCallback"))
    return F.Code;
  auto *Call = new std::function<void(cl_event, cl_int)>(
      [=](cl_event Done, cl_int Status) {
        cl_int Code = lostCode(Done);
        Notify(Done, Status == CL_COMPLETE && Code ? Code : Status, Data);
      });
  auto Forward = [](cl_event Done, cl_int Status, void *Self) {
    auto *Wrapped = static_cast<std::function<void(cl_event, cl_int)> *>(Self);
    (*Wrapped)(Done, Status);
    delete Wrapped;
  };
  return Next->clSetEventCallback(Event, Type, Forward, Call);
}

static cl_int CL_API_CALL getEventInfo(cl_event Event, cl_event_info Name,
                                       size_t Size, void *Value,
                                       size_t *Needed) {
  cl_int Error = Next->clGetEventInfo(Event, Name, Size, Value, Needed);
  cl_int Status = CL_QUEUED;
  if (Error || Name != CL_EVENT_COMMAND_EXECUTION_STATUS || !Value)
    return Error;
  std::memcpy(&Status, Value, sizeof(Status));
  if (cl_int Code = lostCode(Event); Code && Status == CL_COMPLETE)
    std::memcpy(Value, &Code, sizeof(Code));
  return Error;
}

static cl_int CL_API_CALL waitForEvents(cl_uint Count, const cl_event *List) {
  cl_int Error = Next->clWaitForEvents(Count, List);
  for (cl_uint I = 0; I < Count && !Error; ++I)
    if (lostCode(List[I]))
      Error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return Error;
}

static cl_int CL_API_CALL
enqueueKernel(cl_command_queue Queue, cl_kernel Kernel, cl_uint Dimensions,
              const size_t *Offset, const size_t *Global, const size_t *Local,
              cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  return enqueueWithFault(
      "clEnqueueNDRangeKernel", NumWaits, Waits, Event, [&] {
        if (Skips)
          return Next->clEnqueueMarkerWithWaitList(Queue, NumWaits, Waits,
                                                   Event);
        return Next->clEnqueueNDRangeKernel(Queue, Kernel, Dimensions, Offset,
                                            Global, Local, NumWaits, Waits,
                                            Event);
      });
}

static cl_int CL_API_CALL enqueueWrite(cl_command_queue Queue, cl_mem Buffer,
                                       cl_bool Blocking, size_t Offset,
                                       size_t Size, const void *Data,
                                       cl_uint NumWaits, const cl_event *Waits,
                                       cl_event *Event) {
  return enqueueWithFault("clEnqueueWriteBuffer", NumWaits, Waits, Event, [&] {
    return Next->clEnqueueWriteBuffer(Queue, Buffer, Blocking, Offset, Size,
                                      Data, NumWaits, Waits, Event);
  });
}

static cl_int CL_API_CALL enqueueRead(cl_command_queue Queue, cl_mem Buffer,
                                      cl_bool Blocking, size_t Offset,
                                      size_t Size, void *Data, cl_uint NumWaits,
                                      const cl_event *Waits, cl_event *Event) {
  return enqueueWithFault("clEnqueueReadBuffer", NumWaits, Waits, Event, [&] {
    return Next->clEnqueueReadBuffer(Queue, Buffer, Blocking, Offset, Size,
                                     Data, NumWaits, Waits, Event);
  });
}

static cl_int CL_API_CALL finish(cl_command_queue Queue) {
  if (Fault F = countCall("clFinish"))
    return F.Code;
  return Next->clFinish(Queue);
}

//===----------------------------------------------------------------------===//
// The interface of layers
//===----------------------------------------------------------------------===//

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info Name,
                                                          size_t Size,
                                                          void *Value,
                                                          size_t *Needed) {
  static const cl_layer_api_version Version = CL_LAYER_API_VERSION_100;
  if (Name != CL_LAYER_API_VERSION)
    return CL_INVALID_VALUE;
  if (Needed)
    *Needed = sizeof(Version);
  if (Value && Size < sizeof(Version))
    return CL_INVALID_VALUE;
  if (Value)
    std::memcpy(Value, &Version, sizeof(Version));
  return CL_SUCCESS;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint Count, const cl_icd_dispatch *Target, cl_uint *OurCount,
            const cl_icd_dispatch **OurDispatch) {
  if (!Target || !OurCount || !OurDispatch ||
      Count < sizeof(Ours) / sizeof(Ours.clGetPlatformIDs))
    return CL_INVALID_VALUE;
  Next = Target;
  Ours = *Target;
  Ours.clGetDeviceInfo = getDeviceInfo;
  Ours.clCreateBuffer = createBuffer;
  Ours.clSVMAlloc = allocateShared;
  Ours.clSetKernelArgSVMPointer = setSharedArg;
  Ours.clCreateKernel = createKernel;
  Ours.clCreateProgramWithBinary = createProgramWithBinary;
  if (Next->clCreateProgramWithIL)
    Ours.clCreateProgramWithIL = createProgramWithIL;
  Ours.clCreateProgramWithSource = createProgramWithSource;
  Ours.clBuildProgram = buildProgram;
  Ours.clSetKernelArg = setKernelArg;
  Ours.clSetEventCallback = setEventCallback;
  Ours.clGetEventInfo = getEventInfo;
  Ours.clWaitForEvents = waitForEvents;
  Ours.clEnqueueNDRangeKernel = enqueueKernel;
  Ours.clEnqueueWriteBuffer = enqueueWrite;
  Ours.clEnqueueReadBuffer = enqueueRead;
  Ours.clFinish = finish;
  *OurCount = sizeof(Ours) / sizeof(Ours.clGetPlatformIDs);
  *OurDispatch = &Ours;
  return CL_SUCCESS;
}
