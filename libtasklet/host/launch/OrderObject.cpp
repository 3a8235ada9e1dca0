//===- OrderObject.cpp - An analysis that the application holds -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderObject.h"

#include <algorithm>

using namespace tasklet;

/// A memory object is known by its address. As long as the order knows one, no
/// other may get its address.
static cl_mem heldObject(const ParameterMemory &Memory) {
  return Memory.IsKnown && !Memory.IsShared
             ? static_cast<cl_mem>(const_cast<void *>(Memory.Root))
             : nullptr;
}

static std::vector<uint64_t> list(const LaunchRange &Range,
                                  const size_t *Sizes) {
  std::vector<uint64_t> All(std::min<cl_uint>(Range.Dimensions, 3));
  if (Sizes)
    std::copy_n(Sizes, All.size(), All.begin());
  return All;
}

OrderObject::OrderObject(const std::shared_ptr<QueueState> &Queue,
                         const KernelState &Kernel, const LaunchRange &Range)
    : Context(Queue->Owner), Handle(Queue->Context), Device(Queue->Device),
      Program(Kernel.Built), Kernel(Kernel.DriverName),
      Offset(list(Range, Range.Offset)), Global(list(Range, Range.Global)) {}

OrderObject::~OrderObject() {
  for (const auto &[Index, Each] : Inspected)
    if (cl_mem Object = heldObject(Each))
      next().clReleaseMemObject(Object);
  if (Memory)
    Context->Orders->drop(Memory, Memory->Size);
}

//===----------------------------------------------------------------------===//
// Whether it fits
//===----------------------------------------------------------------------===//

cl_int OrderObject::checkTarget(const QueueState &Queue,
                                const KernelState &TheKernel,
                                const LaunchRange &Range,
                                std::string &Why) const {
  if (Queue.Context != Handle) {
    Why = "the order is of another context; make one in this context";
    return CL_INVALID_CONTEXT;
  }
  if (Queue.Device != Device) {
    Why = "the order is of another device; make one on a queue of this device";
    return CL_INVALID_DEVICE;
  }
  if (TheKernel.DriverName != Kernel || Program.lock() != TheKernel.Built) {
    Why = "the order is of another kernel, or of another build of its "
          "program; make one for this kernel";
    return CL_INVALID_KERNEL;
  }
  auto Another = [&](const char *What, cl_int Code) {
    Why = std::string("the order was made for ") + What +
          "; make one for this range";
    return Code;
  };
  if (Range.Dimensions != Global.size())
    return Another("another number of dimensions", CL_INVALID_WORK_DIMENSION);
  if (list(Range, Range.Global) != Global)
    return Another("another global size", CL_INVALID_GLOBAL_WORK_SIZE);
  if (list(Range, Range.Offset) != Offset)
    return Another("another global offset", CL_INVALID_GLOBAL_OFFSET);
  return CL_SUCCESS;
}

std::map<cl_uint, std::string>
tasklet::inspectedValues(const ManifestOrder &Order,
                         const std::map<cl_uint, std::string> &Values) {
  if (!Order.Values)
    return Values;
  std::map<cl_uint, std::string> Used;
  for (uint32_t Index : *Order.Values)
    if (auto Found = Values.find(Index); Found != Values.end())
      Used.insert(*Found);
  return Used;
}

static std::map<uint32_t, ParameterMemory>
inspectedMemory(const OrderLaunch &L) {
  std::map<uint32_t, ParameterMemory> Memory;
  for (uint32_t Index : L.Kernel.Spawning->Order.Inspected)
    Memory[Index] = L.Arguments[Index];
  return Memory;
}

cl_int OrderObject::checkArguments(const OrderLaunch &L,
                                   std::string &Why) const {
  if (!std::equal(Local, std::end(Local), L.Local)) {
    Why = "the order was made for another local size; make one for this range";
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  auto Argument = [&](uint32_t Index, const char *What) {
    Why = "argument " + std::to_string(Index) + " " + What +
          " than when the order was made; make one for these arguments";
    return CL_INVALID_KERNEL_ARGS;
  };
  for (const auto &[Index, Value] :
       inspectedValues(L.Kernel.Spawning->Order, L.Values)) {
    auto Found = Values.find(Index);
    if (Found == Values.end() || Found->second != Value)
      return Argument(Index, "has another value");
  }
  for (const auto &[Index, Each] : inspectedMemory(L))
    if (auto Found = Inspected.find(Index);
        Found == Inspected.end() || !(Found->second == Each))
      return Argument(Index, "is other memory");
  for (const auto &[Index, Each] : Buffers) {
    const ParameterMemory &Now = L.Arguments[Index];
    if (!Each.Root != !Now.Root)
      return Argument(Index, "is NULL or shares memory otherwise");
    if (L.Kernel.Spawning->Order.UsesAddresses && !(Each == Now))
      return Argument(Index, "is other memory");
  }
  const bool AreRootsOthers =
      Request.Plan == TKL_ORDER_OWNERS && L.Space.RootFirsts != RootFirsts;
  if (L.Space.Reason != Shares || L.Space.ReachesBack != ReachesBack ||
      AreRootsOthers) {
    Why = "other arguments share memory than when the order was made; make "
          "one for these arguments";
    return CL_INVALID_KERNEL_ARGS;
  }
  // Memory that only is read has no place among the conflicts, and no size.
  for (uint32_t I = 0; I < Params.size(); ++I)
    if (!Params[I].bytes != !L.Space.Params[I].bytes ||
        Params[I].first != L.Space.Params[I].first)
      return Argument(I, "is NULL or shares memory otherwise");
    else if (Params[I].bytes != L.Space.Params[I].bytes)
      return Argument(I, "has memory of another size");
  return CL_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Content
//===----------------------------------------------------------------------===//

void OrderObject::made(const OrderLaunch &L, HeapLease TheMemory) {
  std::copy(std::begin(L.Local), std::end(L.Local), Local);
  Params = L.Space.Params;
  RootFirsts = L.Space.RootFirsts;
  Shares = L.Space.Reason;
  ReachesBack = L.Space.ReachesBack;
  Values = inspectedValues(L.Kernel.Spawning->Order, L.Values);
  for (uint32_t Index : L.Kernel.Spawning->Buffers)
    Buffers[Index] = L.Arguments[Index];
  for (const auto &[Index, Each] : inspectedMemory(L)) {
    cl_mem Object = heldObject(Each);
    // Without a reference, the driver has found something wrong with it.
    if (!Object || next().clRetainMemObject(Object) == CL_SUCCESS)
      Inspected[Index] = Each;
  }
  Request = L.Request;
  Facts = L.Facts;
  Memory = std::move(TheMemory);
  std::lock_guard<std::mutex> Lock(Mutex);
  Header = L.Header;
  Header.flags = 0;
  Header.reuse = Header.keep;
  if (Memory) {
    Bytes = analysisBytes(Header);
    Context->Orders->keepAside(Memory);
  }
}

void OrderObject::madeEmpty() {
  Request.Plan = TKL_ORDER_SERIAL;
  cl_ordered_stats_tkl Nothing = {};
  Nothing.executor = CL_TASKLET_ORDERED_SERIAL_TKL;
  learn(Nothing);
}

OrderObject::Share OrderObject::take(const AnalysisQueue &Queue,
                                     const CommandCall &Call,
                                     const StreamContent &Streamed) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (!Uses.isFree(Queue, Call.NumWaits, Call.Waits))
    return {};
  Share Taken = {Uses.add(Queue), Memory, Header};
  Streams.choose(Streamed, Taken.Header);
  // Others would only wait.
  if (Known && Known->executor == CL_TASKLET_ORDERED_SERIAL_TKL)
    Taken.Header.workers = 1;
  return Taken;
}

void OrderObject::learn(const cl_ordered_stats_tkl &Stats) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (!Known)
    Known = Stats;
}

cl_int OrderObject::getInfo(cl_order_info_tkl Name, size_t Size, void *Value,
                            size_t *SizeRet) const {
  switch (Name) {
  case CL_ORDER_REFERENCE_COUNT_TKL:
    return returnValue(static_cast<cl_uint>(AppReferences.load()), Size, Value,
                       SizeRet);
  case CL_ORDER_CONTEXT_TKL:
    return returnValue(Handle, Size, Value, SizeRet);
  case CL_ORDER_DEVICE_TKL:
    return returnValue(Device, Size, Value, SizeRet);
  case CL_ORDER_SIZE_TKL:
    return returnValue<cl_ulong>(Bytes, Size, Value, SizeRet);
  }
  std::lock_guard<std::mutex> Lock(Mutex);
  static constexpr cl_ordered_stats_tkl None = {};
  const cl_ordered_stats_tkl &Stats = Known ? *Known : None;
  auto Answer = [&](const auto &Number) -> cl_int {
    return Known ? returnValue(Number, Size, Value, SizeRet)
                 : CL_PROFILING_INFO_NOT_AVAILABLE;
  };
  switch (Name) {
  case CL_ORDER_EXECUTOR_TKL:
    return Answer(Stats.executor);
  case CL_ORDER_LEVELS_TKL:
    return Answer(Stats.levels);
  case CL_ORDER_WIDEST_TKL:
    return Answer(Stats.widest);
  case CL_ORDER_CONFLICTS_TKL:
    return Answer(Stats.conflicts);
  case CL_ORDER_PASSES_TKL:
    return Answer(Stats.passes);
  case CL_ORDER_INSPECT_TIME_TKL:
    return Answer(Stats.inspect_time);
  }
  return CL_INVALID_VALUE;
}

ObjectTable<cl_order_tkl, OrderObject> &tasklet::orders() {
  return immortal<ObjectTable<cl_order_tkl, OrderObject>>();
}
