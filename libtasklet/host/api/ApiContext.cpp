//===- ApiContext.cpp - OpenCL functions on contexts and queues -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "build/ProgramBuild.h"
#include "launch/LaunchProperties.h"
#include "objects/ContextState.h"
#include "objects/ExitWait.h"
#include "objects/QueueState.h"

using namespace tasklet;

/// What a command that chooses nothing itself gets on the first of \p Devices.
static uint64_t heapSizeOf(const LaunchSettings &Settings,
                           const std::vector<cl_device_id> &Devices) {
  return Settings.HeapSizeGiven || Devices.empty()
             ? Settings.HeapSize
             : HeapPool::spareBytes(Devices.front());
}

using ContextProperties = LaunchProperties<cl_context_properties>;

/// Makes the context by \p Create, which gets the driver's properties.
template <typename Function>
static cl_context createContext(const cl_context_properties *Properties,
                                ContextNotify Notify, void *UserData,
                                cl_int &Error, Function Create) {
  ContextProperties Ours(
      Properties, Chooser::Context, CL_CONTEXT_TASKLET_HEAP_SIZE_TKL,
      CL_CONTEXT_TASKLET_WORKERS_TKL, CL_CONTEXT_TASKLET_ORDERED_TKL);
  auto Refuse = [&](const std::string &Why) -> cl_context {
    if (Notify)
      Notify(("tasklet: " + Why).c_str(), nullptr, 0, UserData);
    Error = CL_INVALID_PROPERTY;
    return nullptr;
  };
  if (!Ours.Error.empty())
    return Refuse(Ours.Error);
  cl_context Context = Create(Ours.forDriver(Properties));
  if (Context && Ours.Choices.HeapSize) {
    std::string Problem =
        checkHeapSize(Chooser::Context, *Ours.Choices.HeapSize,
                      largestHeap(contextDevices(Context)));
    if (!Problem.empty()) {
      next().clReleaseContext(Context);
      return Refuse(Problem);
    }
  }
  if (Context) {
    auto State =
        std::make_shared<ContextState>(Context, Notify, UserData, Ours.Choices);
    State->Properties = std::move(Ours.Given);
    contexts().insert(Context, std::move(State));
  }
  return Context;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContext(const cl_context_properties *Properties, cl_uint NumDevices,
                const cl_device_id *Devices, ContextNotify Notify,
                void *UserData, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return createContext(Properties, Notify, UserData, Error,
                         [&](const cl_context_properties *List) {
                           return next().clCreateContext(List, NumDevices,
                                                         Devices, Notify,
                                                         UserData, &Error);
                         });
  });
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(
    const cl_context_properties *Properties, cl_device_type Type,
    ContextNotify Notify, void *UserData, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    return createContext(Properties, Notify, UserData, Error,
                         [&](const cl_context_properties *List) {
                           return next().clCreateContextFromType(
                               List, Type, Notify, UserData, &Error);
                         });
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context Context,
                                                 cl_context_info Name,
                                                 size_t Size, void *Value,
                                                 size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<ContextState> State = contexts().find(Context);
    switch (State ? Name : 0) {
    case CL_CONTEXT_TASKLET_HEAP_SIZE_TKL:
      return returnValue<cl_ulong>(
          heapSizeOf(State->Settings, contextDevices(Context)), Size, Value,
          SizeRet);
    case CL_CONTEXT_TASKLET_ORDERED_TKL:
      return returnValue<cl_uint>(static_cast<cl_uint>(State->Settings.Ordered),
                                  Size, Value, SizeRet);
    case CL_CONTEXT_TASKLET_WORKERS_TKL:
      return returnValue<cl_uint>(State->Settings.Workers, Size, Value,
                                  SizeRet);
    case CL_CONTEXT_PROPERTIES:
      if (!State->Properties.empty())
        return returnInfo(State->Properties.data(),
                          State->Properties.size() *
                              sizeof(cl_context_properties),
                          Size, Value, SizeRet);
      break;
    default:
      break;
    }
    return next().clGetContextInfo(Context, Name, Size, Value, SizeRet);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetTaskletMessageTKL(cl_context Context,
                                                       size_t Size,
                                                       char *Message,
                                                       size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<ContextState> State = contexts().find(Context);
    if (!State)
      return CL_INVALID_CONTEXT;
    if (!Message && !SizeRet)
      return CL_INVALID_VALUE;
    return returnString(State->lastMessage(), Size, Message, SizeRet);
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

static cl_command_queue track(cl_command_queue Queue,
                              const LaunchChoices &Choices = {},
                              std::vector<cl_queue_properties> Given = {}) {
  armExitWait();
  if (Queue) {
    auto State = std::make_shared<QueueState>(Queue);
    State->Choices = Choices;
    State->Properties = std::move(Given);
    queues().insert(Queue, std::move(State));
  }
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
    LaunchProperties<cl_queue_properties> Ours(
        Properties, Chooser::Queue, CL_QUEUE_TASKLET_HEAP_SIZE_TKL,
        CL_QUEUE_TASKLET_WORKERS_TKL, CL_QUEUE_TASKLET_ORDERED_TKL,
        largestHeap({Device}));
    if (!Ours.Error.empty()) {
      if (std::shared_ptr<ContextState> State = contexts().find(Context))
        State->report(Ours.Error);
      Error = CL_INVALID_VALUE;
      return nullptr;
    }
    return track(next().clCreateCommandQueueWithProperties(
                     Context, Device, Ours.forDriver(Properties), &Error),
                 Ours.Choices, Ours.Given);
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clGetCommandQueueInfo(cl_command_queue Queue, cl_command_queue_info Name,
                      size_t Size, void *Value, size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<QueueState> State = queues().find(Queue);
    switch (State ? Name : 0) {
    case CL_QUEUE_TASKLET_HEAP_SIZE_TKL:
      return returnValue<cl_ulong>(
          heapSizeOf(State->settings(), {State->Device}), Size, Value, SizeRet);
    case CL_QUEUE_TASKLET_ORDERED_TKL:
      return returnValue<cl_uint>(
          static_cast<cl_uint>(State->settings().Ordered), Size, Value,
          SizeRet);
    case CL_QUEUE_TASKLET_WORKERS_TKL:
      return returnValue<cl_uint>(State->settings().Workers, Size, Value,
                                  SizeRet);
    case CL_QUEUE_PROPERTIES_ARRAY:
      if (!State->Properties.empty())
        return returnInfo(State->Properties.data(),
                          State->Properties.size() *
                              sizeof(cl_queue_properties),
                          Size, Value, SizeRet);
      break;
    default:
      break;
    }
    return next().clGetCommandQueueInfo(Queue, Name, Size, Value, SizeRet);
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
    if (State && --State->AppReferences == 0) {
      queues().erase(Queue);
      State->setHelpers({}); // Two queues may help each other.
    }
    // The state goes after this call, when the driver is done with the queue.
    // The heaps of a context that the application has released before may go
    // with it.
    return next().clReleaseCommandQueue(Queue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue Queue) {
  return guarded([&]() -> cl_int {
    cl_int Result = next().clFinish(Queue);
    if (Result != CL_SUCCESS)
      return Result;
    std::shared_ptr<QueueState> State = queues().find(Queue);
    return State && State->takeFailure() ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
  });
}
