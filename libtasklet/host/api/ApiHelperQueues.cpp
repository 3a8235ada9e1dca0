//===- ApiHelperQueues.cpp - Queues whose devices share the tasks ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which queues may share the commands of another one. TaskPlan.cpp
/// starts workers on all of them. All workers use one buffer at the same time.
/// OpenCL defines that for devices that share their memory and see each other's
/// atomic operations. So only parts of one device qualify.
///
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "objects/QueueState.h"

#include <algorithm>

using namespace tasklet;

/// The device that \p Device is part of, or \p Device.
static cl_device_id wholeDevice(cl_device_id Device) {
  cl_device_id Parent = Device;
  while (Parent) {
    Device = Parent;
    if (next().clGetDeviceInfo(Device, CL_DEVICE_PARENT_DEVICE, sizeof(Parent),
                               &Parent, nullptr) != CL_SUCCESS)
      break;
  }
  return Device;
}

/// Whether the parts of \p Device see each other's atomic operations.
static bool sharesAtomics(cl_device_id Device) {
  cl_device_type Type = 0;
  next().clGetDeviceInfo(Device, CL_DEVICE_TYPE, sizeof(Type), &Type, nullptr);
  cl_device_atomic_capabilities Atomics = 0;
  next().clGetDeviceInfo(Device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                         sizeof(Atomics), &Atomics, nullptr);
  return Type & CL_DEVICE_TYPE_CPU ||
         Atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
}

/// \p State, which now holds a reference on the driver's queue: the application
/// may release its own.
static std::shared_ptr<QueueState> hold(std::shared_ptr<QueueState> State) {
  QueueState *Raw = State.get();
  next().clRetainCommandQueue(Raw->Queue);
  return std::shared_ptr<QueueState>(Raw,
                                     [State](const QueueState *Held) mutable {
                                       cl_command_queue Queue = Held->Queue;
                                       State.reset();
                                       next().clReleaseCommandQueue(Queue);
                                     });
}

/// CL_SUCCESS, or a code if \p Helper cannot help \p Queue. \p Error then says
/// why.
static cl_int checkHelper(const QueueState &Queue, const QueueState &Helper,
                          std::string &Error) {
  if (!Helper.Context || !Helper.Device) {
    Error = "is no queue; make it with clCreateCommandQueue";
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (Helper.Context != Queue.Context) {
    Error = "is of another context; make both queues in one context";
    return CL_INVALID_CONTEXT;
  }
  cl_device_id Whole = wholeDevice(Queue.Device);
  if (wholeDevice(Helper.Device) != Whole) {
    Error = "is of another device, with which this one need not share memory "
            "while kernels run; take sub-devices of one device "
            "(clCreateSubDevices)";
    return CL_INVALID_DEVICE;
  }
  if (Helper.Device != Queue.Device && !sharesAtomics(Whole)) {
    Error = "is of a part of the device that need not see this one's atomic "
            "operations; take queues of the whole device";
    return CL_INVALID_DEVICE;
  }
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetTaskletHelperQueuesTKL(cl_command_queue Queue, cl_uint NumHelpers,
                            const cl_command_queue *Helpers) {
  return guarded([&]() -> cl_int {
    if (!Queue)
      return CL_INVALID_COMMAND_QUEUE;
    std::shared_ptr<QueueState> State = queueState(Queue);
    if (!State->Context || !State->Device)
      return CL_INVALID_COMMAND_QUEUE;
    auto Refuse = [&](cl_int Code, const std::string &Why) {
      State->Owner->report("no helper queues are set: " + Why);
      return Code;
    };
    if (!NumHelpers != !Helpers)
      return Refuse(CL_INVALID_VALUE,
                    "number and list do not fit; give both, or 0 and NULL");
    QueueState::Helpers New;
    std::vector<cl_command_queue> Seen = {Queue};
    for (cl_uint I = 0; I < NumHelpers; ++I) {
      std::string Name = "helper " + std::to_string(I) + " ";
      if (!Helpers[I])
        return Refuse(CL_INVALID_COMMAND_QUEUE,
                      Name + "is NULL; make it with clCreateCommandQueue");
      if (std::find(Seen.begin(), Seen.end(), Helpers[I]) != Seen.end())
        return Refuse(CL_INVALID_VALUE,
                      Name + "is the queue itself, or named twice; leave it "
                             "out");
      Seen.push_back(Helpers[I]);
      std::shared_ptr<QueueState> Helper = queueState(Helpers[I]);
      std::string Error;
      if (cl_int Code = checkHelper(*State, *Helper, Error))
        return Refuse(Code, Name + Error);
      New.push_back(hold(std::move(Helper)));
    }
    State->setHelpers(std::move(New));
    return CL_SUCCESS;
  });
}
