//===- OrderPlan.cpp - How an ordered kernel is run -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderPlan.h"

#include "launch/DeviceFacts.h"
#include "launch/KernelMemory.h"
#include "launch/OrderChoice.h"
#include "objects/EventState.h"
#include "support/ErrorName.h"
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

/// Bytes that the order of a command may have.
static uint64_t spareBytes(cl_device_id Device) {
  uint64_t Largest = askDevice<cl_ulong>(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
             ? std::min(Largest, HeapPool::spareBytes(Device))
             : Largest;
}

/// Lays out an order, as large as \p Request allows, and gets memory for it.
/// Where there is none, half of that is tried, and so on. False: a serial
/// command must do, or \p Code.
bool OrderPlan::acquire(QueueState &Q, OrderRequest Request,
                        tkl_order_header &Header, cl_int &Code) {
  while (layOutOrder(Request, Header)) {
    // An in-order queue can use one buffer for all its commands: a command
    // writes the header after the header of the one before has been read back.
    if (Q.InOrder)
      Memory = Context->Orders->again(Q.LastOrder, Header.size);
    if (!Memory)
      Memory = Context->Orders->acquire(Header.size, true, Code);
    if (Memory)
      return true;
    if (Request.Plan == TKL_ORDER_SERIAL)
      return false;
    Request.MaxBytes = Header.size / 2;
  }
  return false;
}

cl_int OrderPlan::prepare(const std::shared_ptr<QueueState> &Own,
                          KernelState &K, const LaunchRange &Range) {
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
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Choices = K.Choices;
    Arguments = memoryOf(K);
  }
  LaunchSettings Settings = Q.settings().with(Choices, Chooser::Kernel);
  if (!Settings.error().empty()) {
    Context->report("kernel '" + K.Name +
                    "' cannot start: " + Settings.error());
    return CL_OUT_OF_RESOURCES;
  }
  Context->Orders->keep(Q.Device);
  ConflictSpace Space(Info, Arguments);
  OrderRequest Request = {};
  Request.Items = Range.workItems();
  Request.Workers = Settings.Workers;
  Request.Params = Info.HiddenArg;
  Request.Grain = Info.Order.Grain;
  Request.Elements = Space.Elements;
  Request.MaxBytes = spareBytes(Q.Device);
  OrderChoice Choice =
      chooseOrder(Settings.Ordered, Info.Order.Plans, Settings.Workers,
                  Request.Items, Space.Roots);
  Request.Plan = Choice.Plan;
  Facts.Wanted = Settings.Ordered;
  Facts.FellBack = Choice.FellBack;
  Facts.Reason = Choice.Reason;
  if (Choice.Plan != TKL_ORDER_SERIAL && Space.Reason != SerialReason::None) {
    Request.Plan = TKL_ORDER_SERIAL;
    Facts.Reason = Space.Reason;
  }
  tkl_order_header Header;
  cl_int Code = CL_SUCCESS;
  if (Request.Plan != TKL_ORDER_SERIAL && !acquire(Q, Request, Header, Code)) {
    Request.Plan = TKL_ORDER_SERIAL;
    Facts.Reason = SerialReason::Memory;
  }
  if (Request.Plan == TKL_ORDER_SERIAL) {
    Request.Workers = 1; // Others would only wait.
    if (!acquire(Q, Request, Header, Code)) {
      Context->report("kernel '" + K.Name + "' cannot start: no buffer of " +
                      formatSize(Header.size) + " bytes can be made (" +
                      describeError(Code) + "); free memory");
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  }
  Header.has_clock = hasClock(Q.Device);
  writeRange(Range, Local, Header);
  Image.assign(Header.saved_offset, 0);
  memcpy(Image.data(), &Header, sizeof(Header));
  memcpy(Image.data() + Header.params_offset, Space.Params.data(),
         Space.Params.size() * sizeof(tkl_order_param));
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
  return OrderStatistics(Answer, Facts, tickClock().tickLength());
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
