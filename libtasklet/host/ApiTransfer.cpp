//===- ApiTransfer.cpp - OpenCL functions that may wait for a queue -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An application that reads its results by a blocking call and never asks for
/// an event or clFinish learns here that its command failed.
///
//===----------------------------------------------------------------------===//
#include "Command.h"
#include "WaitList.h"

using namespace tasklet;

/// After a blocking command on \p Queue that the driver carried out. A failed
/// command before it gives the same code as one in its wait list, since every
/// code for a shortage is taken by some callers, such as pyopencl, as a request
/// to free memory and call again, and the second call would succeed.
static cl_int afterWait(cl_command_queue Queue, cl_uint NumWaits,
                        const cl_event *Waits) {
  for (cl_uint I = 0; I < NumWaits; ++I)
    if (std::shared_ptr<EventState> Each = events().find(Waits[I])) {
      // Its failure may have become known while this was enqueued, and a marker
      // is no wait.
      if (Each->status() > CL_COMPLETE)
        next().clWaitForEvents(1, &Waits[I]);
      if (Each->status() < 0) {
        Each->takeNews();
        return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
      }
    }
  std::shared_ptr<QueueState> State = queues().find(Queue);
  // Out of order, nothing follows from this command's end for the others.
  return State && State->InOrder && State->takeFailure()
             ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
             : CL_SUCCESS;
}

/// Who gets an error gets no event.
static void takeBack(cl_event *Event) {
  if (!Event)
    return;
  events().erase(*Event);
  next().clReleaseEvent(*Event);
  *Event = nullptr;
}

/// Takes back a region that was mapped although its content is not what the
/// caller waited for.
static void *undoMap(cl_command_queue Queue, cl_mem Memory, void *Mapped,
                     cl_event *Event) {
  next().clEnqueueUnmapMemObject(Queue, Memory, Mapped, 0, nullptr, nullptr);
  takeBack(Event);
  return nullptr;
}

/// Runs \p Enqueue, a call of the driver, unless it is known that what it would
/// wait for has failed; if that succeeded and waited, looks for failed commands
/// before it.
template <typename Function>
static cl_int transfer(cl_command_queue Queue, cl_command_type Type,
                       cl_bool Blocking, cl_uint NumWaits,
                       const cl_event *Waits, cl_event *Event,
                       Function Enqueue) {
  return guarded([&]() -> cl_int {
    if (Blocking) {
      EventList Before = findUncertain(NumWaits, Waits);
      for (const auto &Each : Before)
        if (Each->isDoomed()) {
          // By whom is known when it is settled.
          next().clWaitForEvents(NumWaits, Waits);
          Each->status();
          Each->takeNews();
          return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        }
    }
    cl_int Result = enqueueBehind(Queue, Type, NumWaits, Waits, Event, Enqueue);
    if (Result != CL_SUCCESS || !Blocking)
      return Result;
    Result = afterWait(Queue, NumWaits, Waits);
    if (Result != CL_SUCCESS)
      takeBack(Event);
    return Result;
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                    size_t Offset, size_t Size, void *Pointer, cl_uint NumWaits,
                    const cl_event *Waits, cl_event *Event) {
  return transfer(
      Queue, CL_COMMAND_READ_BUFFER, Blocking, NumWaits, Waits, Event, [&] {
        return next().clEnqueueReadBuffer(Queue, Buffer, Blocking, Offset, Size,
                                          Pointer, NumWaits, Waits, Event);
      });
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                     size_t Offset, size_t Size, const void *Pointer,
                     cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  return transfer(Queue, CL_COMMAND_WRITE_BUFFER, Blocking, NumWaits, Waits,
                  Event, [&] {
                    return next().clEnqueueWriteBuffer(Queue, Buffer, Blocking,
                                                       Offset, Size, Pointer,
                                                       NumWaits, Waits, Event);
                  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(
    cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
    const size_t *BufferOrigin, const size_t *HostOrigin, const size_t *Region,
    size_t BufferRowPitch, size_t BufferSlicePitch, size_t HostRowPitch,
    size_t HostSlicePitch, void *Pointer, cl_uint NumWaits,
    const cl_event *Waits, cl_event *Event) {
  return transfer(Queue, CL_COMMAND_READ_BUFFER_RECT, Blocking, NumWaits, Waits,
                  Event, [&] {
                    return next().clEnqueueReadBufferRect(
                        Queue, Buffer, Blocking, BufferOrigin, HostOrigin,
                        Region, BufferRowPitch, BufferSlicePitch, HostRowPitch,
                        HostSlicePitch, Pointer, NumWaits, Waits, Event);
                  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(
    cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
    const size_t *BufferOrigin, const size_t *HostOrigin, const size_t *Region,
    size_t BufferRowPitch, size_t BufferSlicePitch, size_t HostRowPitch,
    size_t HostSlicePitch, const void *Pointer, cl_uint NumWaits,
    const cl_event *Waits, cl_event *Event) {
  return transfer(Queue, CL_COMMAND_WRITE_BUFFER_RECT, Blocking, NumWaits,
                  Waits, Event, [&] {
                    return next().clEnqueueWriteBufferRect(
                        Queue, Buffer, Blocking, BufferOrigin, HostOrigin,
                        Region, BufferRowPitch, BufferSlicePitch, HostRowPitch,
                        HostSlicePitch, Pointer, NumWaits, Waits, Event);
                  });
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReadImage(cl_command_queue Queue, cl_mem Image, cl_bool Blocking,
                   const size_t *Origin, const size_t *Region, size_t RowPitch,
                   size_t SlicePitch, void *Pointer, cl_uint NumWaits,
                   const cl_event *Waits, cl_event *Event) {
  return transfer(
      Queue, CL_COMMAND_READ_IMAGE, Blocking, NumWaits, Waits, Event, [&] {
        return next().clEnqueueReadImage(Queue, Image, Blocking, Origin, Region,
                                         RowPitch, SlicePitch, Pointer,
                                         NumWaits, Waits, Event);
      });
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueWriteImage(cl_command_queue Queue, cl_mem Image, cl_bool Blocking,
                    const size_t *Origin, const size_t *Region, size_t RowPitch,
                    size_t SlicePitch, const void *Pointer, cl_uint NumWaits,
                    const cl_event *Waits, cl_event *Event) {
  return transfer(
      Queue, CL_COMMAND_WRITE_IMAGE, Blocking, NumWaits, Waits, Event, [&] {
        return next().clEnqueueWriteImage(Queue, Image, Blocking, Origin,
                                          Region, RowPitch, SlicePitch, Pointer,
                                          NumWaits, Waits, Event);
      });
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(
    cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking, cl_map_flags Flags,
    size_t Offset, size_t Size, cl_uint NumWaits, const cl_event *Waits,
    cl_event *Event, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> void * {
    void *Mapped = nullptr;
    Error = enqueueBehind(Queue, InAnyCase, NumWaits, Waits, Event, [&] {
      cl_int Code = CL_SUCCESS;
      Mapped = next().clEnqueueMapBuffer(Queue, Buffer, Blocking, Flags, Offset,
                                         Size, NumWaits, Waits, Event, &Code);
      return Code;
    });
    if (Error == CL_SUCCESS && Blocking)
      Error = afterWait(Queue, NumWaits, Waits);
    else
      return Mapped;
    return Error ? undoMap(Queue, Buffer, Mapped, Event) : Mapped;
  });
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(
    cl_command_queue Queue, cl_mem Image, cl_bool Blocking, cl_map_flags Flags,
    const size_t *Origin, const size_t *Region, size_t *RowPitch,
    size_t *SlicePitch, cl_uint NumWaits, const cl_event *Waits,
    cl_event *Event, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> void * {
    void *Mapped = nullptr;
    Error = enqueueBehind(Queue, InAnyCase, NumWaits, Waits, Event, [&] {
      cl_int Code = CL_SUCCESS;
      Mapped = next().clEnqueueMapImage(Queue, Image, Blocking, Flags, Origin,
                                        Region, RowPitch, SlicePitch, NumWaits,
                                        Waits, Event, &Code);
      return Code;
    });
    if (Error == CL_SUCCESS && Blocking)
      Error = afterWait(Queue, NumWaits, Waits);
    else
      return Mapped;
    return Error ? undoMap(Queue, Image, Mapped, Event) : Mapped;
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMemcpy(cl_command_queue Queue, cl_bool Blocking, void *Destination,
                   const void *Source, size_t Size, cl_uint NumWaits,
                   const cl_event *Waits, cl_event *Event) {
  if (!next().clEnqueueSVMMemcpy)
    return CL_INVALID_OPERATION;
  return transfer(
      Queue, CL_COMMAND_SVM_MEMCPY, Blocking, NumWaits, Waits, Event, [&] {
        return next().clEnqueueSVMMemcpy(Queue, Blocking, Destination, Source,
                                         Size, NumWaits, Waits, Event);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(
    cl_command_queue Queue, cl_bool Blocking, cl_map_flags Flags, void *Pointer,
    size_t Size, cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  if (!next().clEnqueueSVMMap)
    return CL_INVALID_OPERATION;
  return guarded([&]() -> cl_int {
    cl_int Result =
        enqueueBehind(Queue, InAnyCase, NumWaits, Waits, Event, [&] {
          return next().clEnqueueSVMMap(Queue, Blocking, Flags, Pointer, Size,
                                        NumWaits, Waits, Event);
        });
    if (Result != CL_SUCCESS || !Blocking)
      return Result;
    Result = afterWait(Queue, NumWaits, Waits);
    if (Result == CL_SUCCESS)
      return Result;
    next().clEnqueueSVMUnmap(Queue, Pointer, 0, nullptr, nullptr);
    takeBack(Event);
    return Result;
  });
}
