//===- ApiHelperQueues.cpp - Queues whose devices share the tasks ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which queues may share the commands of another one. TaskPlan.cpp
/// starts workers on all of them. All workers use one heap at the same time, and
/// see each other's atomic operations. OpenCL defines that for
///
///  * parts of one device, which share its buffers,
///  * devices with fine-grained shared virtual memory that has atomics. What
///    else a command needs then is in launch/HelperChecks.h.
///
/// The second asks for atomic operations of the scope of all devices. Only in
/// bitcode have ours that scope for certain: what becomes of them in SPIR-V and
/// PTX may end at the device (libtasklet/device/atomics.h). So both must be
/// processors, whose operations have no narrower scope.
///
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "build/DeviceTarget.h"
#include "launch/DeviceFacts.h"
#include "objects/QueueState.h"

#include <algorithm>

using namespace tasklet;

static bool isProcessor(cl_device_id Device) {
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
}

/// Whether the parts of \p Device see each other's atomic operations.
static bool sharesAtomics(cl_device_id Device) {
  return isProcessor(Device) ||
         askDevice<cl_device_atomic_capabilities>(
             Device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) &
             CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
}

static bool sharesFineMemory(cl_device_id Device) {
  constexpr cl_device_svm_capabilities Needed =
      CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;
  return (askDevice<cl_device_svm_capabilities>(Device,
                                                CL_DEVICE_SVM_CAPABILITIES) &
          Needed) == Needed;
}

/// How addresses and numbers lie in memory.
static std::pair<cl_uint, cl_bool> layoutOf(cl_device_id Device) {
  return {askDevice<cl_uint>(Device, CL_DEVICE_ADDRESS_BITS),
          askDevice<cl_bool>(Device, CL_DEVICE_ENDIAN_LITTLE)};
}

/// Why \p Helper, another whole device, cannot run tasks of \p Own; empty: it
/// can.
static std::string refusalOfOther(cl_device_id Own, cl_device_id Helper) {
  const char *Instead =
      "; take sub-devices of one device (clCreateSubDevices), or share the "
      "range (clEnqueueSharedNDRangeKernelTKL)";
  for (cl_device_id Each : {Own, Helper}) {
    const std::string Which = "is of another device, and the device '" +
                              queryDeviceString(Each, CL_DEVICE_NAME) + "' ";
    if (!sharesFineMemory(Each))
      return Which +
             "has no fine-grained shared virtual memory with atomics "
             "(CL_DEVICE_SVM_CAPABILITIES), in which both would work" +
             Instead;
    if (!isProcessor(Each))
      return Which +
             "is no processor, so that its atomic operations need not reach "
             "other devices" +
             Instead;
    // In PoCL 3.1 a command of this device that waits for one of another device
    // is run, with its event locked, by the thread that ends the latter. It
    // locks the event again, and hangs.
    if (runsInCaller(Each))
      return Which +
             "has no threads of its own, and hangs when its commands wait for "
             "those of other devices" +
             Instead;
  }
  if (targetOf(Own) != targetOf(Helper) || layoutOf(Own) != layoutOf(Helper))
    return std::string("is of another device, which takes programs of another "
                       "form, or has other addresses") +
           Instead;
  return std::string();
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
  cl_device_id Whole = wholeDevice(Queue.Device),
               Other = wholeDevice(Helper.Device);
  if (Other != Whole) {
    Error = refusalOfOther(Whole, Other);
    return Error.empty() ? CL_SUCCESS : CL_INVALID_DEVICE;
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
