//===- OrderLaunch.cpp - What the launch of an ordered kernel needs -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderLaunch.h"

#include "launch/DeviceFacts.h"
#include "launch/KernelMemory.h"
#include "launch/OrderChoice.h"

using namespace tasklet;

OrderLaunch::OrderLaunch(const std::shared_ptr<QueueState> &Queue,
                         KernelState &Kernel, cl_kernel Handle,
                         const LaunchRange &Range)
    : Queue(Queue), Kernel(Kernel), Handle(Handle), Range(Range),
      Space(*Kernel.Spawning, [&] {
        std::lock_guard<std::mutex> Lock(Kernel.ArgumentMutex);
        Settings = Queue->settings().with(Kernel.Choices, Chooser::Kernel);
        Values = Kernel.values();
        return Arguments = memoryOf(Kernel);
      }()) {}

/// Whether the last group of a dimension may be smaller than the others.
static bool hasUnevenGroups(cl_device_id Device) {
  cl_bool Uneven = CL_FALSE;
  if (next().clGetDeviceInfo(Device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                             sizeof(Uneven), &Uneven, nullptr) == CL_SUCCESS)
    return Uneven;
  // Versions that do not know the question: 2.x has them, 1.x has not.
  return queryDeviceString(Device, CL_DEVICE_VERSION).rfind("OpenCL 2", 0) == 0;
}

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
    Local[I] = Given ? Given : 1;
    if (Required && IsUsed && !Range.Local)
      Local[I] = Required;
    else if (Required && (IsUsed ? Given : 1) != Required)
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

cl_int OrderLaunch::check() {
  if (cl_int Error =
          checkRange(Range, Kernel.Spawning->Order, Queue->Device, Local))
    return Error;
  if (Settings.error().empty())
    return CL_SUCCESS;
  Queue->Owner->report("kernel '" + Kernel.Name +
                       "' cannot start: " + Settings.error());
  return CL_OUT_OF_RESOURCES;
}

/// How many sums copies have; 0: no copies can be made.
uint64_t OrderLaunch::countSums() const {
  const ManifestOrder &Order = Kernel.Spawning->Order;
  // A pointer into shared memory may be used with negative indexes.
  return Order.SumBytes && Order.Monitored.size() == 1 && Space.Roots == 1 &&
                 !Arguments[Order.Monitored[0]].IsShared
             ? Space.Params[Order.Monitored[0]].bytes / Order.SumBytes
             : 0;
}

/// What the addresses show of conflicts.
Dependence OrderLaunch::findDependence() const {
  const ManifestKernel &Info = *Kernel.Spawning;
  if (!Info.Order.Affine || Space.Reason != SerialReason::None)
    return Dependence::Maybe;
  // What overlaps has two forms of addresses.
  for (const AddressForm &Form : Info.Order.Affine->Accesses)
    for (uint32_t Other : Info.Buffers)
      if (!Arguments[Other].IsKnown ||
          (Other != Form.Param &&
           Arguments[Form.Param].overlaps(Arguments[Other])))
        return Dependence::Maybe;
  tkl_order_header Ids = {};
  writeRange(Ids);
  return tasklet::findDependence(*Info.Order.Affine, Values, Ids);
}

/// Whether work-items may be run by several owners: what they write of memory that is
/// not monitored is the same each time unless another parameter leads there.
bool OrderLaunch::mayRepeat(bool ForOrder) const {
  const ManifestKernel &Info = *Kernel.Spawning;
  for (uint32_t Index : Info.Order.Written) {
    if (contains(Info.Order.Monitored, Index))
      continue;
    if (ForOrder)
      return false; // Nobody knows the arguments of later commands.
    for (uint32_t Other : Info.Buffers)
      if (Other != Index && Arguments[Other].overlaps(Arguments[Index]))
        return false;
  }
  return true;
}

void OrderLaunch::choose(bool ForOrder) {
  const ManifestKernel &Info = *Kernel.Spawning;
  Request.Items = Range.workItems();
  Request.Workers = Settings.Workers;
  Request.Params = Info.HiddenArg;
  Request.Grain = Info.Order.Grain;
  Request.Payload = Info.Order.Payload;
  Request.Destination = Info.Order.Destination;
  Request.Slots = Info.Order.Slots;
  Request.SumBytes = Info.Order.SumBytes;
  Request.Elements = Space.Elements;
  Request.MarksShift = Settings.OrderedMarksShift;
  Request.IsPiped = Settings.OrderedPipe;
  Request.TraceBytes = traceBytes();
  OrderQuestion Asked;
  Asked.Wanted = Settings.Ordered;
  Asked.Plans = Info.Order.Plans;
  if (Space.Elements > MostOwnedElements || Space.ReachesBack ||
      !mayRepeat(ForOrder))
    Asked.Plans &= ~(1u << TKL_ORDER_OWNERS);
  Asked.Workers = Settings.Workers;
  Asked.Items = Request.Items;
  Asked.Roots = Space.Roots;
  Asked.Bytes = Space.Elements * Info.Order.Grain;
  Asked.Payloads = Info.Order.Payload ? Info.Order.Slots : 0;
  Asked.Sums = ForOrder ? 0 : countSums(); // Copies have no analysis.
  Request.Sums = Asked.Sums;
  Asked.IsForOrder = ForOrder;
  if (!ForOrder)
    Asked.Depends = [this] { return findDependence(); };
  OrderChoice Choice = chooseOrder(Asked);
  Request.Plan = Choice.Plan;
  IsBeside = Choice.IsBeside;
  IsChain = Choice.IsChain;
  MayTryBins = Choice.MayTryBins;
  Request.IsIndependent = Choice.IsIndependent;
  Request.MuchMemory = Choice.MuchMemory;
  Request.TriesOwners = Choice.TriesOwners;
  Facts.Wanted = Settings.Ordered;
  Facts.FellBack = Choice.FellBack;
  Facts.Reason = Choice.Reason;
  const bool HadPlan = Choice.Plan != TKL_ORDER_SERIAL || Choice.FellBack;
  if (HadPlan && Space.Reason != SerialReason::None) {
    Request.Plan = TKL_ORDER_SERIAL;
    MayTryBins = false;
    Facts.Reason = Space.Reason;
  }
}

void OrderLaunch::takeLevels() {
  Request.Plan = TKL_ORDER_LEVELS;
  Request.TriesOwners = false;
  IsBeside = true;
}

bool OrderLaunch::readsClock() const {
  return hasClock(Queue->Device, Kernel.Built->Info.Target);
}

/// Phases have times, so they are recorded where there is a clock.
uint64_t OrderLaunch::traceBytes() const {
  const TraceSettings &Trace = Settings.Trace;
  return Trace.Path.empty() || Trace.CountTasks || !readsClock() ? 0
                                                                 : Trace.Size;
}

void OrderLaunch::writeRange(tkl_order_header &To) const {
  To.dimensions = Range.Dimensions;
  for (cl_uint I = 0; I < 3; ++I) {
    bool IsUsed = I < Range.Dimensions;
    To.range[I] = IsUsed ? Range.Global[I] : 1;
    To.offset[I] = IsUsed && Range.Offset ? Range.Offset[I] : 0;
    To.group[I] = Local[I];
  }
}

void OrderLaunch::completeHeader() {
  Header.has_clock = readsClock();
  if (Space.ReachesBack)
    Header.flags |= TKL_ORDER_REACHES_BACK;
  writeRange(Header);
}
