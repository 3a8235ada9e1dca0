//===- CudaEngine.cpp - Programs through the CUDA driver ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A command as docs/abi.md, section 3, has it.
///
//===----------------------------------------------------------------------===//
#include "ProgramFile.h"
#include "cuda/CudaDriver.h"
#include "cuda/CudaPtx.h"

#include "compile/Manifest.h"
#include "heap/HeapLayout.h"
#include "heap/Statistics.h"
#include "support/Environment.h"

#include <algorithm>
#include <chrono>
#include <map>

using namespace gpu;

namespace {

class CudaBuffer : public Buffer {
public:
  CudaBuffer(const CudaDriver &Driver, size_t Bytes) : Driver(Driver) {
    Driver.cuMemAlloc(&Address, std::max<size_t>(Bytes, 1));
  }
  ~CudaBuffer() override { Driver.cuMemFree.tryTo(Address); }
  CudaBuffer(const CudaBuffer &) = delete;
  CudaBuffer &operator=(const CudaBuffer &) = delete;

  CuAddress Address = 0;

private:
  const CudaDriver &Driver;
};

CuAddress &address(Buffer &Of) { return static_cast<CudaBuffer &>(Of).Address; }

/// The context of the device, for as long as this object lives.
class CurrentContext {
public:
  CurrentContext(const CudaDriver &Driver, CuDevice Device)
      : Driver(Driver), Device(Device) {
    CuContext Context;
    Driver.cuDevicePrimaryCtxRetain(&Context, Device);
    if (CuResult Code = Driver.cuCtxSetCurrent.attempt(Context)) {
      Driver.cuDevicePrimaryCtxRelease.tryTo(Device);
      Driver.Library.fail("cuCtxSetCurrent", Code);
    }
  }
  ~CurrentContext() { Driver.cuDevicePrimaryCtxRelease.tryTo(Device); }
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;

private:
  const CudaDriver &Driver;
  CuDevice Device;
};

class Event {
public:
  explicit Event(const CudaDriver &Driver) : Driver(Driver) {
    Driver.cuEventCreate(&Handle, 0);
  }
  ~Event() { Driver.cuEventDestroy.tryTo(Handle); }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;

  void record() { Driver.cuEventRecord(Handle, nullptr); }
  double secondsSince(const Event &Earlier) const {
    float Milliseconds = 0;
    Driver.cuEventElapsedTime(&Milliseconds, Earlier.Handle, Handle);
    return double(Milliseconds) / 1e3;
  }

private:
  const CudaDriver &Driver;
  CuEvent Handle = nullptr;
};

/// A program that the driver has compiled.
class Module {
public:
  Module(const CudaDriver &Driver, const std::string &Name,
         const std::string &Ptx)
      : Driver(Driver) {
    std::string Log(8192, 0);
    CuJitOption Options[] = {CuJitErrorLog, CuJitErrorLogBytes};
    void *Values[] = {Log.data(), reinterpret_cast<void *>(Log.size())};
    if (CuResult Code = Driver.cuModuleLoadDataEx.attempt(&Handle, Ptx.c_str(),
                                                          2, Options, Values)) {
      Log = Log.c_str(); // Up to its end.
      while (!Log.empty() && isspace(static_cast<unsigned char>(Log.back())))
        Log.pop_back();
      Driver.Library.fail("cuModuleLoadDataEx", Code,
                          Name + (Log.empty() ? "" : ": " + Log));
    }
  }
  ~Module() { Driver.cuModuleUnload.tryTo(Handle); }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  CuFunction find(const std::string &Kernel) {
    CuFunction &Found = Functions[Kernel];
    if (!Found)
      Driver.cuModuleGetFunction(&Found, Handle, Kernel.c_str());
    return Found;
  }

private:
  const CudaDriver &Driver;
  CuModule Handle = nullptr;
  std::map<std::string, CuFunction> Functions;
};

class CudaEngine : public Engine {
public:
  CudaEngine() : Device(firstDevice()), Context(Driver, Device) {}

  std::string describe() const override;
  std::unique_ptr<Buffer> allocate(size_t Bytes) override {
    return std::make_unique<CudaBuffer>(Driver, Bytes);
  }
  void write(Buffer &To, const void *From, size_t Bytes) override {
    Driver.cuMemcpyHtoD(address(To), From, Bytes);
  }
  void read(const Buffer &From, void *To, size_t Bytes) override {
    Driver.cuMemcpyDtoH(To, address(const_cast<Buffer &>(From)), Bytes);
  }
  void load(const std::string &Name) override;
  Run run(const std::string &Kernel,
          const std::vector<Argument> &Arguments) override;
  void loadPtx(const std::string &Name) override;
  double launch(const std::string &Kernel,
                const std::vector<Argument> &Arguments, size_t Items,
                size_t Group) override;

private:
  CuDevice firstDevice();
  int ask(CuAttribute Name) const {
    int Value = 0;
    Driver.cuDeviceGetAttribute(&Value, Name, Device);
    return Value;
  }
  uint32_t countTeams();
  void makeHeap(const tasklet::ManifestKernel &For);
  void enqueue(const std::string &Kernel, unsigned Groups, unsigned Items,
               std::vector<void *> Values) {
    Driver.cuLaunchKernel(Loaded->find(Kernel), Groups, 1, 1, Items, 1, 1, 0,
                          nullptr, Values.data(), nullptr);
  }

  // In the order in which they are made.
  CudaDriver Driver;
  CuDevice Device;
  CurrentContext Context;
  Event Before{Driver}, After{Driver};
  std::unique_ptr<Module> Loaded;
  tasklet::Manifest Program;
  uint32_t Teams = 0;
  tasklet::HeapRequest Request = {};
  tkl_heap_header Header = {};
  std::string LaidOutFor; ///< The kernel for which Header is; empty: none.
  std::unique_ptr<CudaBuffer> Heap;
};

} // namespace

static const char DispatchName[] = "__tkl_dispatch";

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

CuDevice CudaEngine::firstDevice() {
  Driver.cuInit(0);
  int Count = 0;
  Driver.cuDeviceGetCount(&Count);
  if (!Count)
    Driver.Library.fail("cuDeviceGetCount", CuNoDevice);
  Driver.cuDeviceGet(&Device, 0);
  const int Major = ask(CuCapabilityMajor);
  if (Major < 7)
    throw Failure("the GPU has compute capability " + std::to_string(Major) +
                  "." + std::to_string(ask(CuCapabilityMinor)) +
                  ", and programs with tasks need 7.0 or newer; let "
                  "CUDA_VISIBLE_DEVICES name another one");
  return Device;
}

std::string CudaEngine::describe() const {
  char Name[256] = "";
  Driver.cuDeviceGetName(Name, sizeof(Name), Device);
  int Version = 0;
  Driver.cuDriverGetVersion(&Version);
  return std::string(Name) + ", CUDA " + std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

void CudaEngine::load(const std::string &Name) {
  tasklet::Manifest Info;
  std::string Error;
  if (!tasklet::Manifest::parse(readProgram("gpu/" + Name + ".json"), Info,
                                Error))
    throw Failure("the manifest of " + Name + " is wrong: " + Error);
  if (Info.Target != "nvptx" || Info.Prints || Info.KnowsSpawns)
    throw Failure(Name + " was not compiled for this; build it anew");
  auto Made = std::make_unique<Module>(
      Driver, Name, fitForCuda(readProgram("gpu/" + Name + ".ptx")));
  Loaded = std::move(Made);
  Program = std::move(Info);
  LaidOutFor.clear();

  const auto Settings = tasklet::LaunchSettings::read();
  for (const std::string &Wrong :
       {Settings.HeapSizeError, Settings.WorkersError})
    if (!Wrong.empty())
      throw Failure(Wrong);
  const bool HasTasks =
      std::any_of(Program.Kernels.begin(), Program.Kernels.end(),
                  [](const tasklet::ManifestKernel &Each) {
                    return Each.Mode == tasklet::LaunchMode::Tasks;
                  });
  if (!HasTasks)
    return;
  Teams = Settings.Workers ? Settings.Workers : countTeams();
  Request = {};
  Request.WorkItems = 1;
  Request.TeamLanes = Program.TeamLanes;
  Request.Workers = Teams * Program.TeamLanes;
  Request.RecordSize = Program.RecordSize;
  Request.ChunkSize = Program.ChunkSize;
  Request.HeapSizeGiven = Settings.HeapSizeGiven;
  if (Settings.HeapSizeGiven)
    Request.HeapSize = Settings.HeapSize;
}

/// As libtasklet/host/launch/TeamCount.h, but the driver tells what fits.
uint32_t CudaEngine::countTeams() {
  int OfUnit = 0;
  Driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
      &OfUnit, Loaded->find(DispatchName), int(Program.TeamLanes), 0);
  return uint32_t(std::clamp<int64_t>(int64_t(ask(CuMultiprocessors)) * OfUnit,
                                      1, TKL_MAX_WORKERS));
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

/// Makes header and memory, unless the last run had the same kernel.
void CudaEngine::makeHeap(const tasklet::ManifestKernel &For) {
  if (LaidOutFor == For.Name)
    return;
  LaidOutFor.clear();
  Heap.reset();
  size_t Free = 0, All = 0;
  Driver.cuMemGetInfo(&Free, &All);
  Request.MaxAllocation = Free;
  Request.RootBytes = For.RootBytes;
  if (!Request.HeapSizeGiven)
    Request.HeapSize =
        std::min(Request.MaxAllocation,
                 tasklet::teamHeapSize(Request.Workers, Request.RecordSize,
                                       Request.ChunkSize));
  std::string Error;
  if (Request.MaxAllocation < 2 * tasklet::MinimumHeapSize)
    Error = "the GPU has no memory left";
  if (!Error.empty() || !tasklet::layOutHeap(Request, Header, Error))
    throw Failure("kernel '" + For.Name + "' cannot start: " + Error);
  Heap = std::make_unique<CudaBuffer>(Driver, Header.size);
  LaidOutFor = For.Name;
}

/// Where the driver finds the values.
static std::vector<void *> placesOf(const std::vector<Argument> &Arguments) {
  std::vector<void *> Values;
  for (const Argument &Each : Arguments) {
    if (Buffer *const *Memory = std::get_if<Buffer *>(&Each))
      Values.push_back(&address(**Memory));
    else if (const int32_t *Signed = std::get_if<int32_t>(&Each))
      Values.push_back(const_cast<int32_t *>(Signed));
    else
      Values.push_back(const_cast<uint32_t *>(&std::get<uint32_t>(Each)));
  }
  return Values;
}

Run CudaEngine::run(const std::string &Kernel,
                    const std::vector<Argument> &Arguments) {
  const tasklet::ManifestKernel *Info = Program.findKernel(Kernel);
  if (!Info || Info->Mode != tasklet::LaunchMode::Tasks)
    throw Failure("the program has no kernel '" + Kernel + "' with tasks");
  if (Info->HiddenArg != Arguments.size())
    throw Failure("kernel '" + Kernel + "' has " +
                  std::to_string(Info->HiddenArg) + " arguments, not " +
                  std::to_string(Arguments.size()));
  // The driver compiles, or uploads, a kernel when it is first asked for.
  Loaded->find(Kernel);
  Loaded->find(DispatchName);

  const auto Start = std::chrono::steady_clock::now();
  makeHeap(*Info);
  std::vector<void *> Values = placesOf(Arguments);
  Values.push_back(&Heap->Address);
  Driver.cuMemsetD8(Heap->Address + sizeof(Header), 0,
                    Header.deque_offset - sizeof(Header));
  Driver.cuMemcpyHtoD(Heap->Address, &Header, sizeof(Header));
  Before.record();
  enqueue(Kernel, 1, 1, std::move(Values));
  enqueue(DispatchName, Teams, Program.TeamLanes, {&Heap->Address});
  After.record();
  Driver.cuCtxSynchronize();
  tkl_heap_header Answer;
  tkl_services Services;
  const uint64_t ServicesAt =
      tasklet::blockBytes(Header.workers) - sizeof(Services);
  Driver.cuMemcpyDtoH(&Answer, Heap->Address, sizeof(Answer));
  Driver.cuMemcpyDtoH(&Services, Heap->Address + ServicesAt, sizeof(Services));
  const std::chrono::duration<double> Total =
      std::chrono::steady_clock::now() - Start;

  if (Answer.status != TKL_OK || tasklet::waitersLeft(Services))
    throw Failure(tasklet::describeFault(Kernel, Answer, Request, Services));
  std::vector<uint64_t> Blocks(ServicesAt / sizeof(uint64_t));
  Driver.cuMemcpyDtoH(Blocks.data(), Heap->Address, ServicesAt);
  const cl_tasklet_stats_tkl Stats =
      tasklet::Statistics(
          *reinterpret_cast<const tkl_heap_header *>(Blocks.data()))
          .Total;
  return {After.secondsSince(Before),
          Total.count(),
          Stats.heap_size,
          Stats.heap_used,
          Stats.tasks,
          Stats.steals,
          Stats.blocked};
}

//===----------------------------------------------------------------------===//
// Programs without tasks
//===----------------------------------------------------------------------===//

void CudaEngine::loadPtx(const std::string &Name) {
  Loaded = std::make_unique<Module>(Driver, Name,
                                    readProgram("gpu/" + Name + ".ptx"));
  Program = {};
  LaidOutFor.clear();
}

double CudaEngine::launch(const std::string &Kernel,
                          const std::vector<Argument> &Arguments, size_t Items,
                          size_t Group) {
  Loaded->find(Kernel);
  Before.record();
  enqueue(Kernel, unsigned(Items / Group), unsigned(Group),
          placesOf(Arguments));
  After.record();
  Driver.cuCtxSynchronize();
  return After.secondsSince(Before);
}

std::unique_ptr<Engine> gpu::openCuda() {
  return std::make_unique<CudaEngine>();
}
