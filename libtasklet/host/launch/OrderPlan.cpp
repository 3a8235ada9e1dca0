//===- OrderPlan.cpp - How an ordered kernel is run -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderPlan.h"

#include "launch/DeviceFacts.h"
#include "launch/KernelMemory.h"
#include "launch/OrderChoice.h"
#include "objects/EventState.h"
#include "objects/KernelUses.h"
#include "objects/MemoryVersions.h"
#include "objects/UserEvents.h"
#include "support/ErrorName.h"
#include "support/HostMemory.h"
#include "trace/TickClock.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet;

OrderPlan::~OrderPlan() {
  releaseMemory();
  for (cl_event Event : {Written, Kernel, Last})
    if (Event)
      next().clReleaseEvent(Event);
}

void OrderPlan::releaseMemory() {
  if (Use) {
    bool IsFinal = Answer.complete == 1 && Answer.reason != TKL_REASON_BESIDE;
    Use->Executor = IsFinal ? Answer.executor : 0;
    // What it took to inspect before is not to be counted.
    bool IsRunOnly = Answer.complete == 1 && Answer.inspected == 0;
    Use->Ran = IsRunOnly ? Answer.executor : 0;
    Use->Ticks = Answer.executed;
    Use->HasEnded = true;
    Use.reset();
  }
  if (Memory)
    Context->Orders->drop(Memory, Memory->Size);
}

//===----------------------------------------------------------------------===//
// Prepare
//===----------------------------------------------------------------------===//

/// Whether the last group of a dimension may be smaller than the others.
static bool hasUnevenGroups(cl_device_id Device) {
  cl_bool Uneven = CL_FALSE;
  if (next().clGetDeviceInfo(Device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                             sizeof(Uneven), &Uneven, nullptr) == CL_SUCCESS)
    return Uneven;
  // Versions that do not know the question: 2.x has them, 1.x has not.
  return queryDeviceString(Device, CL_DEVICE_VERSION).rfind("OpenCL 2", 0) == 0;
}

/// What the driver would say of the range. The kernel that it gets has another
/// one. \p Local is the local size, as the work-items see it.
static cl_int checkRange(const LaunchRange &Range, const ManifestOrder &Order,
                         cl_device_id Device, size_t (&Local)[3]) {
  size_t Most[3] = {}, MostTogether = 0, Together = 1;
  size_t Bits = askDevice<cl_uint>(Device, CL_DEVICE_ADDRESS_BITS);
  uint64_t Largest = Bits >= 64 ? UINT64_MAX : (1ull << Bits) - 1;
  next().clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(Most),
                         Most, nullptr);
  MostTogether = askDevice<size_t>(Device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  for (cl_uint I = 0; I < 3; ++I) {
    bool IsUsed = I < Range.Dimensions;
    size_t Required = Order.LocalSize[I];
    size_t Given = IsUsed && Range.Local ? Range.Local[I] : 0;
    Local[I] = Given ? Given : IsUsed && Required ? Required : 1;
    if (Required && (Range.Local || !IsUsed) && Local[I] != Required)
      return CL_INVALID_WORK_GROUP_SIZE;
    if (!IsUsed)
      continue;
    if (Range.Global[I] > Largest)
      return CL_INVALID_GLOBAL_WORK_SIZE;
    if (Range.Offset && Range.Offset[I] > Largest - Range.Global[I])
      return CL_INVALID_GLOBAL_OFFSET;
    if (Local[I] > Most[I])
      return CL_INVALID_WORK_ITEM_SIZE;
    if (Local[I] > MostTogether / Together)
      return CL_INVALID_WORK_GROUP_SIZE;
    Together *= Local[I];
    if (Range.Global[I] % Local[I] && !hasUnevenGroups(Device))
      return CL_INVALID_WORK_GROUP_SIZE;
  }
  return CL_SUCCESS;
}

static void writeRange(const LaunchRange &Range, const size_t (&Local)[3],
                       tkl_order_header &Header) {
  Header.dimensions = Range.Dimensions;
  for (cl_uint I = 0; I < 3; ++I) {
    bool IsUsed = I < Range.Dimensions;
    Header.range[I] = IsUsed ? Range.Global[I] : 1;
    Header.offset[I] = IsUsed && Range.Offset ? Range.Offset[I] : 0;
    Header.group[I] = Local[I];
  }
}

/// Bytes that the order of a command may have. Pages that nobody has are found
/// out only when they are used, and then the process ends. Others need some.
static uint64_t spareBytes(cl_device_id Device) {
  uint64_t Largest = askDevice<cl_ulong>(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
             ? std::min({Largest, HeapPool::spareBytes(Device),
                         availableMemory() / 4 * 3})
             : Largest;
}

struct OrderPlan::Launch {
  const std::shared_ptr<QueueState> &Queue;
  KernelState &Kernel;
  cl_kernel Handle;
  const LaunchRange &Range;
  LaunchSettings Settings;
  std::vector<ParameterMemory> Arguments;
  std::map<cl_uint, std::string> Values;
  ConflictSpace Space;
  size_t Local[3];
  OrderRequest Request = {};
  tkl_order_header Header = {};
  cl_int Code = CL_SUCCESS; ///< of the driver, if it has no memory

  AnalysisQueue place() const { return {Queue, Queue->InOrder}; }
  /// What the layout leaves open.
  void completeHeader() {
    Header.has_clock = hasClock(Queue->Device);
    writeRange(Range, Local, Header);
  }
};

/// Lays out an order, as large as \p Request allows, and gets memory for it.
/// Where there is none, half of that is tried, and so on. False: a serial
/// command must do, or L.Code. \p Kept: what is in the memory will be kept.
bool OrderPlan::acquire(Launch &L, OrderRequest Request,
                        const AnalysisKey *Kept) {
  while (layOutOrder(Request, L.Header)) {
    // An in-order queue can use one buffer for all its commands: a command
    // writes the header after the header of the one before has been read back.
    if (Kept)
      Memory = Context->Analyses->takeOver(*Kept, L.Header.size, L.place());
    else if (L.Queue->InOrder)
      Memory = Context->Orders->again(L.Queue->LastOrder, L.Header.size);
    if (!Memory)
      Memory = Context->Orders->acquire(L.Header.size, true, L.Code);
    if (Memory) {
      L.completeHeader();
      return true;
    }
    if (Request.Plan == TKL_ORDER_SERIAL)
      return false;
    Request.MaxBytes = L.Header.size / 2;
  }
  return false;
}

template <typename T> static void append(std::string &Text, const T &Value) {
  Text.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// Empty, or why nothing is kept.
std::string OrderPlan::makeKey(const Launch &L, AnalysisKey &Key) const {
  if (userEvents().anyPending())
    return "a user event is pending";
  if (Context->SharesMemory || !memoryVersions().areTrusted())
    return "the application uses extensions that may write memory";
  std::shared_ptr<KernelUses> Uses = kernelUses().find(L.Handle);
  if (Uses && Uses->usesShared())
    return "the kernel may use more memory than its arguments";
  const ManifestKernel &Info = *L.Kernel.Spawning;
  Key.Program = L.Kernel.Built;
  Key.Kernel = L.Kernel.DriverName;
  std::string &Text = Key.Values;
  append(Text, L.Request.Plan);
  append(Text, L.Request.Workers);
  append(Text, L.Queue->Device);
  tkl_order_header Ids = {};
  writeRange(L.Range, L.Local, Ids);
  append(Text, Ids.dimensions);
  append(Text, Ids.range);
  append(Text, Ids.offset);
  append(Text, Ids.group);
  for (const tkl_order_param &Each : L.Space.Params)
    append(Text, Each);
  for (const auto &[Index, Value] : L.Values) {
    append(Text, Index);
    append(Text, Value.size());
    Text += Value;
  }
  for (uint32_t Index : Info.Order.Inspected) {
    const ParameterMemory &Memory = L.Arguments[Index];
    bool IsBuffer = std::find(Info.Buffers.begin(), Info.Buffers.end(),
                              Index) != Info.Buffers.end();
    std::optional<uint64_t> Version = IsBuffer ? watch(Memory) : std::nullopt;
    if (!Version)
      return "not all writes to what it depends on can be seen";
    append(Text, Memory.Root);
    append(Text, Memory.Offset);
    append(Text, Memory.Bytes);
    Key.Versions.push_back(*Version);
  }
  return std::string();
}

/// A quarter of the device's memory.
static uint64_t defaultKeep(cl_device_id Device) {
  uint64_t Bytes = askDevice<cl_ulong>(Device, CL_DEVICE_GLOBAL_MEM_SIZE) / 4;
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
             ? std::min(Bytes, memoryForHeaps() / 2)
             : Bytes;
}

/// Finds an analysis, or memory for one. Otherwise says why there is none; then
/// what it has got so far is of no use. \p IsBeside: an analysis is only wanted
/// for later commands.
SerialReason OrderPlan::prepareAnalysis(Launch &L, bool IsBeside) {
  AnalysisKey Key;
  Facts.NotReused = makeKey(L, Key);
  bool IsKept = Facts.NotReused.empty();
  if (IsKept) {
    KeptAnalyses::Share Share = Context->Analyses->find(Key, L.place());
    Facts.NotReused = Share.Reason;
    if (Share.Use) {
      Use = std::move(Share.Use);
      if (IsBeside && Share.IsSlower)
        return SerialReason::Slower;
      Memory = std::move(Share.Memory);
      L.Header = Share.Header;
      if (IsBeside)
        L.Header.flags |= TKL_ORDER_BESIDE;
      if (Share.Executor == TKL_ORDER_SERIAL)
        L.Header.workers = 1; // Others would only wait.
      return SerialReason::None;
    }
    IsKept = !Share.IsBusy;
  }
  if (IsBeside && !IsKept)
    return SerialReason::Once;
  // That of the command before can be used again.
  L.Request.MaxBytes = std::max(spareBytes(L.Queue->Device),
                                Context->Orders->sizeOf(L.Queue->LastOrder));
  if (!acquire(L, L.Request, IsKept ? &Key : nullptr))
    return SerialReason::Memory;
  if (IsKept && L.Header.segment < L.Header.items) {
    Facts.NotReused = "the range is analysed piece by piece";
  } else if (IsKept) {
    Use = Context->Analyses->insert(
        Key, L.place(), Memory, L.Header,
        L.Settings.OrderedKeep.value_or(defaultKeep(L.Queue->Device)));
    if (!Use)
      Facts.NotReused = "it is larger than what is kept";
  }
  if (IsBeside && !Use)
    return SerialReason::Once;
  if (IsBeside)
    L.Header.flags |= TKL_ORDER_BESIDE;
  return SerialReason::None;
}

/// Lets others know of what the command may write.
static void noteWrites(cl_kernel Handle, const ManifestKernel &Info,
                       const std::vector<ParameterMemory> &Arguments) {
  if (!memoryVersions().isActive())
    return;
  std::shared_ptr<KernelUses> Uses = kernelUses().find(Handle);
  bool WritesShared = Uses && Uses->usesShared();
  for (uint32_t Index : Info.Order.Written) {
    const ParameterMemory &Each = Arguments[Index];
    if (Each.Root)
      memoryVersions().wrote(Each.Root);
    WritesShared |= !Each.IsKnown;
  }
  if (WritesShared)
    memoryVersions().wroteShared();
}

cl_int OrderPlan::prepare(const std::shared_ptr<QueueState> &Own,
                          KernelState &K, cl_kernel Handle,
                          const LaunchRange &Range) {
  QueueState &Q = *Own;
  const ManifestKernel &Info = *K.Spawning;
  Context = Q.Owner;
  KernelName = K.Name;
  WorkerItems = K.Built->Info.WorkerItems;
  size_t Local[3];
  if (cl_int Error = checkRange(Range, Info.Order, Q.Device, Local))
    return Error;
  LaunchChoices Choices;
  std::vector<ParameterMemory> Arguments;
  std::map<cl_uint, std::string> Values;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Choices = K.Choices;
    Arguments = memoryOf(K);
    Values = K.values();
  }
  LaunchSettings Settings = Q.settings().with(Choices, Chooser::Kernel);
  if (!Settings.error().empty()) {
    Context->report("kernel '" + K.Name +
                    "' cannot start: " + Settings.error());
    return CL_OUT_OF_RESOURCES;
  }
  Context->Orders->keep(Q.Device);
  ConflictSpace Space(Info, Arguments);
  Launch L = {Own,
              K,
              Handle,
              Range,
              std::move(Settings),
              std::move(Arguments),
              std::move(Values),
              std::move(Space),
              {Local[0], Local[1], Local[2]}};
  OrderRequest &Request = L.Request;
  Request.Items = Range.workItems();
  Request.Workers = L.Settings.Workers;
  Request.Params = Info.HiddenArg;
  Request.Grain = Info.Order.Grain;
  Request.Payload = Info.Order.Payload;
  Request.Elements = L.Space.Elements;
  OrderQuestion Asked;
  Asked.Wanted = L.Settings.Ordered;
  Asked.Plans = Info.Order.Plans;
  Asked.Workers = L.Settings.Workers;
  Asked.Items = Request.Items;
  Asked.Roots = L.Space.Roots;
  Asked.Bytes = L.Space.Elements * Info.Order.Grain;
  Asked.HasPayload = Info.Order.Payload != 0;
  OrderChoice Choice = chooseOrder(Asked);
  Request.Plan = Choice.Plan;
  Facts.Wanted = L.Settings.Ordered;
  Facts.FellBack = Choice.FellBack;
  Facts.Reason = Choice.Reason;
  if (Choice.Plan != TKL_ORDER_SERIAL && L.Space.Reason != SerialReason::None) {
    Request.Plan = TKL_ORDER_SERIAL;
    Facts.Reason = L.Space.Reason;
  }
  if (Request.Plan != TKL_ORDER_SERIAL) {
    Facts.Reason = prepareAnalysis(L, Choice.IsBeside);
    if (Facts.Reason != SerialReason::None) {
      releaseMemory();
      Request.Plan = TKL_ORDER_SERIAL;
    }
  }
  if (Request.Plan == TKL_ORDER_SERIAL) {
    Request.Workers = 1; // Others would only wait.
    if (!acquire(L, Request, nullptr)) {
      Context->report("kernel '" + K.Name + "' cannot start: no buffer of " +
                      formatSize(L.Header.size) + " bytes can be made (" +
                      describeError(L.Code) + "); free memory");
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  }
  noteWrites(Handle, Info, L.Arguments);
  Image.assign(L.Header.saved_offset, 0);
  memcpy(Image.data(), &L.Header, sizeof(L.Header));
  memcpy(Image.data() + L.Header.params_offset, L.Space.Params.data(),
         L.Space.Params.size() * sizeof(tkl_order_param));
  return CL_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Enqueue
//===----------------------------------------------------------------------===//

cl_int OrderPlan::enqueue(const CommandCall &Call, KernelState &K,
                          cl_kernel Handle, const LaunchRange &) {
  cl_mem Buffer = Memory->Buffer;
  // Every step waits for the event of the one before, so it does not matter
  // whether the queue is in order.
  cl_int Error = next().clEnqueueWriteBuffer(
      Call.Queue, Buffer, CL_FALSE, 0, Image.size(), Image.data(),
      Call.NumWaits, Call.Waits, &Written);
  if (Error)
    return Error;
  const auto &Header = *reinterpret_cast<tkl_order_header *>(Image.data());
  size_t Global = Header.workers * WorkerItems;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Error = next().clSetKernelArg(Handle, K.Spawning->HiddenArg, sizeof(cl_mem),
                                  &Buffer);
    if (!Error)
      Error =
          next().clEnqueueNDRangeKernel(Call.Queue, Handle, 1, nullptr, &Global,
                                        &WorkerItems, 1, &Written, &Kernel);
  }
  if (!Error)
    Error =
        next().clEnqueueReadBuffer(Call.Queue, Buffer, CL_FALSE, 0,
                                   sizeof(Answer), &Answer, 1, &Kernel, &Last);
  return Error;
}

std::string OrderPlan::shortageAdvice() const {
  return "free memory if it is short";
}

std::vector<cl_event> OrderPlan::ends() const {
  for (cl_event Event : {Last, Kernel, Written})
    if (Event)
      return {Event};
  return {};
}

Stage OrderPlan::stage() const {
  cl_int Status = executionStatus(Last);
  if (Status == CL_COMPLETE && Context->Settings.Stats)
    return Stage::Reporting; // until nobody watches it any more
  if (Status <= CL_COMPLETE)
    return Stage::Ended;
  if (executionStatus(Kernel) <= CL_RUNNING)
    return Stage::Running;
  return executionStatus(Written) < CL_QUEUED ? Stage::Preparing
                                              : Stage::Waiting;
}

//===----------------------------------------------------------------------===//
// Resolve
//===----------------------------------------------------------------------===//

cl_int OrderPlan::resolve() const {
  return Answer.abi == TKL_ABI_VERSION && Answer.complete == 1
             ? CL_COMPLETE
             : CL_OUT_OF_RESOURCES;
}

OrderStatistics OrderPlan::statistics() const {
  OrderFacts Known = Facts;
  if (Answer.reuse && !Answer.reused)
    Known.NotReused = "the command that was to make it did not end well";
  return OrderStatistics(Answer, Known, tickClock().tickLength());
}

void OrderPlan::report(bool Inherited) const {
  bool Failed = Inherited || resolve() < 0;
  // A command that it waited for has said why.
  if (Failed && !Inherited)
    Context->report("kernel '" + KernelName +
                    "' failed: the buffer that its workers share has been "
                    "overwritten, perhaps by the program itself");
  if (Context->Settings.Stats)
    fputs(statistics().describe(KernelName, Failed).c_str(), stderr);
}

cl_int OrderPlan::getEndTime(cl_profiling_info Name, size_t Size, void *Value,
                             size_t *SizeRet) const {
  return next().clGetEventProfilingInfo(Kernel, Name, Size, Value, SizeRet);
}
