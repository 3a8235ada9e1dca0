//===- HelperChecks.cpp - Whether tasks can go to another device ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/HelperChecks.h"

#include "launch/DeviceFacts.h"
#include "objects/SharedMemory.h"

using namespace tasklet;

static bool isFine(const void *Pointer) {
  std::optional<SharedRange> Range = sharedMemory().find(Pointer);
  return Range && Range->IsFine;
}

/// Whether tasks on several devices may use \p Object, which may be null.
static bool isForAll(cl_mem Object) {
  auto Ask = [&](cl_mem_info Name, auto &Value) {
    return next().clGetMemObjectInfo(Object, Name, sizeof(Value), &Value,
                                     nullptr) == CL_SUCCESS;
  };
  cl_mem_object_type Type = CL_MEM_OBJECT_BUFFER;
  cl_mem_flags Flags = 0;
  void *Host = nullptr;
  if (!Object)
    return true;
  Ask(CL_MEM_TYPE, Type);
  if (Type != CL_MEM_OBJECT_BUFFER)
    return true; // Tasks have no images.
  return Ask(CL_MEM_FLAGS, Flags) && Flags & CL_MEM_USE_HOST_PTR &&
         Ask(CL_MEM_HOST_PTR, Host) && isFine(Host);
}

/// The same for a pointer that was given by clSetKernelArgSVMPointer.
/// \p SharesAll: the devices share all memory of the process.
static bool isForAll(const void *Pointer, bool SharesAll) {
  return !Pointer || isFine(Pointer) ||
         (SharesAll && !sharedMemory().find(Pointer));
}

static std::string nameOf(const KernelState &K, cl_uint Index) {
  const ManifestArgument *Known = K.Built->Info.findArgument(K.Name, Index);
  return Known && Known->Name ? "argument '" + *Known->Name + "'"
                              : "argument " + std::to_string(Index);
}

static bool sharesAll(cl_device_id Device) {
  return askDevice<cl_device_svm_capabilities>(Device,
                                               CL_DEVICE_SVM_CAPABILITIES) &
         CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
}

/// What is wrong with an argument; empty: nothing.
static std::string refusalOfArguments(KernelState &K, bool SharesAll) {
  static const char Fine[] =
      "memory of clSVMAlloc with CL_MEM_SVM_FINE_GRAIN_BUFFER";
  std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
  for (auto &[Index, Object] : K.buffers())
    if (!isForAll(Object))
      return nameOf(K, Index) +
             " is a buffer that it need not share; make the buffer with "
             "CL_MEM_USE_HOST_PTR over " +
             Fine;
  for (auto &[Index, Pointer] : K.pointers())
    if (!isForAll(Pointer, SharesAll))
      return nameOf(K, Index) +
             " points to memory that it need not share; take " + Fine;
  return std::string();
}

cl_int tasklet::checkHelp(KernelState &K, cl_device_id Own, cl_device_id Helper,
                          std::string &Why) {
  // Only for messages: each command with helpers comes here.
  const auto Name = [Helper] {
    return "'" + queryDeviceString(Helper, CL_DEVICE_NAME) + "'";
  };
  std::optional<size_t> OwnForm = K.Built->formFor(Own),
                        Form = K.Built->formFor(Helper);
  if (!Form) {
    Why = "its program was not built for the device of a helper, " + Name() +
          "; build it for all devices of the context, or leave that helper out";
    return CL_INVALID_PROGRAM_EXECUTABLE;
  }
  // Without a program for its own device, the driver says so.
  if (OwnForm && OwnForm != Form) {
    Why = "its program was compiled in another way for the device of a "
          "helper, " +
          Name() + "; build it for both at once, or leave that helper out";
    return CL_INVALID_PROGRAM_EXECUTABLE;
  }
  if (wholeDevice(Own) == wholeDevice(Helper))
    return CL_SUCCESS;
  std::string Wrong =
      refusalOfArguments(K, sharesAll(Own) && sharesAll(Helper));
  if (Wrong.empty())
    return CL_SUCCESS;
  Why = "a helper is another device, " + Name() + ", and " + Wrong +
        ", or leave that helper out";
  return CL_INVALID_OPERATION;
}
