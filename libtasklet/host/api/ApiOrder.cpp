//===- ApiOrder.cpp - Functions on orders ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses that the application makes and uses itself; see OrderObject.h.
///
//===----------------------------------------------------------------------===//
#include "launch/Command.h"
#include "launch/OrderMemory.h"
#include "launch/OrderObject.h"
#include "launch/OrderStreams.h"
#include "support/ErrorName.h"

using namespace tasklet;

namespace {

/// What the functions that take a queue, a kernel and a range have in common.
struct OrderTarget {
  std::shared_ptr<QueueState> Queue;
  std::shared_ptr<KernelState> Kernel;

  /// Finds both. Where the application hears of an error by its code alone, the
  /// plain function does the same.
  cl_int find(cl_command_queue TheQueue, cl_kernel TheKernel) {
    if (!TheQueue)
      return CL_INVALID_COMMAND_QUEUE;
    Queue = queueState(TheQueue);
    if (!Queue->Context || !Queue->Device)
      return CL_INVALID_COMMAND_QUEUE;
    Kernel = kernels().find(TheKernel);
    if (Kernel && Kernel->mode() == LaunchMode::Ordered)
      return CL_SUCCESS;
    Queue->Owner->report(
        (Kernel ? "kernel '" + Kernel->Name + "' is not ordered"
                : std::string("the kernel is of no program with tasks or "
                              "ordered kernels")) +
        ", so it has no order; mark it '__ordered'");
    return CL_INVALID_KERNEL;
  }
};

} // namespace

CL_API_ENTRY cl_int CL_API_CALL
clEstimateOrderTKL(cl_command_queue Queue, cl_kernel Kernel, cl_uint Dimensions,
                   const size_t *Offset, const size_t *Global,
                   const size_t *Local, cl_ulong *Size, cl_uint *Plan) {
  return guarded([&]() -> cl_int {
    if (!Size && !Plan)
      return CL_INVALID_VALUE;
    OrderTarget Of;
    if (cl_int Error = Of.find(Queue, Kernel))
      return Error;
    const LaunchRange Range = {Dimensions, Offset, Global, Local};
    CommandCall Call = {Queue, CL_COMMAND_CREATE_ORDER_TKL, 0, nullptr,
                        nullptr};
    if (cl_int Error = Command::check(Call, *Of.Queue, *Of.Kernel, Range))
      return Error;
    OrderRequest Request = {};
    Request.Plan = TKL_ORDER_SERIAL;
    const uint64_t MaxBytes = spareOrderBytes(Of.Queue->Device);
    Request.MaxBytes = MaxBytes;
    if (Range.workItems()) {
      OrderLaunch L(Of.Queue, *Of.Kernel, Kernel, Range);
      if (cl_int Error = L.check())
        return Error;
      for (uint32_t Index : Of.Kernel->Spawning->Buffers)
        if (!Of.Kernel->hasArgument(Index))
          return CL_INVALID_KERNEL_ARGS;
      L.choose(/*ForOrder=*/true);
      L.Request.MaxBytes = MaxBytes;
      L.Request.StreamBytes = roomInOrder(L);
      Request = L.Request;
    }
    tkl_order_header Header;
    if (!layOutOrder(Request, Header) || Header.segment < Header.items) {
      Of.Queue->Owner->report(OrderPlan::describeLackOfMemory(
          Of.Kernel->Name, Request, CL_SUCCESS));
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    if (Size)
      *Size = analysisBytes(Header);
    if (Plan)
      *Plan = Request.Plan;
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_order_tkl CL_API_CALL
clCreateOrderTKL(cl_command_queue Queue, cl_kernel Kernel, cl_uint Dimensions,
                 const size_t *Offset, const size_t *Global,
                 const size_t *Local, cl_uint NumWaits, const cl_event *Waits,
                 cl_event *Event, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_order_tkl {
    OrderTarget Of;
    Error = Of.find(Queue, Kernel);
    if (Error)
      return nullptr;
    const LaunchRange Range = {Dimensions, Offset, Global, Local};
    const CommandCall Call = {Queue, CL_COMMAND_CREATE_ORDER_TKL, NumWaits,
                              Waits, Event};
    auto New = std::make_shared<OrderObject>(Of.Queue, *Of.Kernel, Range);
    Error = Command::launch(Call, *Of.Kernel, Kernel, Range, {New, true});
    if (Error)
      return nullptr;
    auto Handle = reinterpret_cast<cl_order_tkl>(New.get());
    orders().insert(Handle, std::move(New));
    return Handle;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueOrderedNDRangeKernelTKL(
    cl_command_queue Queue, cl_kernel Kernel, cl_order_tkl Order,
    cl_uint Dimensions, const size_t *Offset, const size_t *Global,
    const size_t *Local, cl_uint NumWaits, const cl_event *Waits,
    cl_event *Event) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<OrderObject> Found = orders().find(Order);
    if (!Found) {
      if (Queue)
        queueState(Queue)->Owner->report(
            "the order is none, or was released; make it with "
            "clCreateOrderTKL");
      return CL_INVALID_ORDER_TKL;
    }
    OrderTarget Of;
    if (cl_int Error = Of.find(Queue, Kernel))
      return Error;
    const LaunchRange Range = {Dimensions, Offset, Global, Local};
    std::string Why;
    if (cl_int Error = Found->checkTarget(*Of.Queue, *Of.Kernel, Range, Why)) {
      Of.Queue->Owner->report("kernel '" + Of.Kernel->Name +
                              "' cannot start: " + Why);
      return Error;
    }
    const CommandCall Call = {Queue, CL_COMMAND_NDRANGE_KERNEL, NumWaits, Waits,
                              Event};
    return Command::launch(Call, *Of.Kernel, Kernel, Range, {Found, false});
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetOrderInfoTKL(cl_order_tkl Order,
                                                  cl_order_info_tkl Name,
                                                  size_t Size, void *Value,
                                                  size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<OrderObject> Found = orders().find(Order);
    return Found ? Found->getInfo(Name, Size, Value, SizeRet)
                 : CL_INVALID_ORDER_TKL;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainOrderTKL(cl_order_tkl Order) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<OrderObject> Found = orders().find(Order);
    if (!Found)
      return CL_INVALID_ORDER_TKL;
    ++Found->AppReferences;
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseOrderTKL(cl_order_tkl Order) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<OrderObject> Found = orders().find(Order);
    if (!Found)
      return CL_INVALID_ORDER_TKL;
    if (--Found->AppReferences == 0)
      orders().erase(Order);
    return CL_SUCCESS;
  });
}
