//===- ApiContext.cpp - OpenCL functions on contexts and queues -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ContextState.h"
#include "QueueState.h"

using namespace tasklet;

static cl_context track(cl_context Context, ContextNotify Notify,
                        void *UserData) {
  if (Context)
    contexts().insert(
        Context, std::make_shared<ContextState>(Context, Notify, UserData));
  return Context;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContext(const cl_context_properties *Properties, cl_uint NumDevices,
                const cl_device_id *Devices, ContextNotify Notify,
                void *UserData, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return track(next().clCreateContext(Properties, NumDevices, Devices, Notify,
                                        UserData, &Error),
                 Notify, UserData);
  });
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(
    const cl_context_properties *Properties, cl_device_type Type,
    ContextNotify Notify, void *UserData, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return track(next().clCreateContextFromType(Properties, Type, Notify,
                                                UserData, &Error),
                 Notify, UserData);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context Context) {
  return guarded([&] {
    if (std::shared_ptr<ContextState> State = contexts().find(Context))
      ++State->AppReferences;
    return next().clRetainContext(Context);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context Context) {
  return guarded([&] {
    {
      std::shared_ptr<ContextState> State = contexts().find(Context);
      if (State && --State->AppReferences == 0)
        contexts().erase(Context);
    }
    return next().clReleaseContext(Context);
  });
}

static cl_command_queue track(cl_command_queue Queue) {
  if (Queue)
    queues().insert(Queue, std::make_shared<QueueState>(Queue));
  return Queue;
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueue(cl_context Context, cl_device_id Device,
                     cl_command_queue_properties Properties, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return track(
        next().clCreateCommandQueue(Context, Device, Properties, &Error));
  });
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(
    cl_context Context, cl_device_id Device,
    const cl_queue_properties *Properties, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_command_queue {
    if (!next().clCreateCommandQueueWithProperties) {
      Error = CL_INVALID_OPERATION;
      return nullptr;
    }
    return track(next().clCreateCommandQueueWithProperties(Context, Device,
                                                           Properties, &Error));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue Queue) {
  return guarded([&] {
    if (std::shared_ptr<QueueState> State = queues().find(Queue))
      ++State->AppReferences;
    return next().clRetainCommandQueue(Queue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue Queue) {
  return guarded([&] {
    std::shared_ptr<QueueState> State = queues().find(Queue);
    if (State && --State->AppReferences == 0)
      queues().erase(Queue);
    // The state, and with it the heaps of a context that the application has
    // released before, goes when the driver is done with the queue.
    return next().clReleaseCommandQueue(Queue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue Queue) {
  return guarded([&]() -> cl_int {
    cl_int Result = next().clFinish(Queue);
    if (Result != CL_SUCCESS)
      return Result;
    std::shared_ptr<QueueState> State = queues().find(Queue);
    return State ? State->takeFailure() : CL_SUCCESS;
  });
}
