//===- ApiPlatform.cpp - OpenCL functions on platforms and devices --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Announces the extension if programs with tasks can run: if the driver takes
/// SPIR bitcode or SPIR-V.
///
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "build/DeviceTarget.h"
#include "launch/CommandBuffer.h"
#include "objects/MemoryVersions.h"
#include "support/OpenCL.h"
#include "tkl_abi.h"

#include <vector>

using namespace tasklet;

static bool isUsable(cl_device_id Device) {
  return targetOf(Device) != nullptr;
}

static bool isUsable(cl_platform_id Platform) {
  cl_uint Count = 0;
  if (next().clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &Count) !=
      CL_SUCCESS)
    return false;
  std::vector<cl_device_id> Devices(Count);
  next().clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, Count, Devices.data(),
                        nullptr);
  for (cl_device_id Device : Devices)
    if (isUsable(Device))
      return true;
  return false;
}

/// Adds the name to a list of names, or the entry to a list of entries.
static std::string announce(std::string List, bool WithVersion) {
  if (!WithVersion) {
    List = List.c_str();
    while (!List.empty() && List.back() == ' ')
      List.pop_back();
    List += List.empty() ? "" : " ";
    List += CL_TKL_TASKLETS_EXTENSION_NAME;
    List += '\0';
    return List;
  }
  cl_name_version Entry = {};
  Entry.version = CL_MAKE_VERSION(0, 1, 0);
  strcpy(Entry.name, CL_TKL_TASKLETS_EXTENSION_NAME);
  List.append(reinterpret_cast<const char *>(&Entry), sizeof(Entry));
  return List;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id Platform,
                                                  cl_platform_info Name,
                                                  size_t Size, void *Value,
                                                  size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    bool WithVersion = Name == CL_PLATFORM_EXTENSIONS_WITH_VERSION;
    std::string List;
    if (Name == CL_PLATFORM_EXTENSIONS || WithVersion)
      List = queryBytes([&](size_t ListSize, void *Bytes, size_t *Ret) {
        return next().clGetPlatformInfo(Platform, Name, ListSize, Bytes, Ret);
      });
    if (List.empty() || !isUsable(Platform))
      return next().clGetPlatformInfo(Platform, Name, Size, Value, SizeRet);
    List = announce(std::move(List), WithVersion);
    return returnInfo(List.data(), List.size(), Size, Value, SizeRet);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id Device,
                                                cl_device_info Name,
                                                size_t Size, void *Value,
                                                size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    if (Name == CL_DEVICE_TASKLET_MAX_WORKERS_TKL && isUsable(Device))
      return returnValue<cl_uint>(TKL_MAX_WORKERS, Size, Value, SizeRet);
    // Both are the device's largest buffer.
    if (Name == CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL && isUsable(Device))
      Name = CL_DEVICE_MAX_MEM_ALLOC_SIZE;
    bool WithVersion = Name == CL_DEVICE_EXTENSIONS_WITH_VERSION;
    std::string List;
    if (Name == CL_DEVICE_EXTENSIONS || WithVersion)
      List = queryBytes([&](size_t ListSize, void *Bytes, size_t *Ret) {
        return next().clGetDeviceInfo(Device, Name, ListSize, Bytes, Ret);
      });
    if (List.empty() || !isUsable(Device))
      return next().clGetDeviceInfo(Device, Name, Size, Value, SizeRet);
    List = announce(std::move(List), WithVersion);
    return returnInfo(List.data(), List.size(), Size, Value, SizeRet);
  });
}

/// Our function of this name, or else \p Driver, the driver's.
static void *replaceFunction(const char *Name, void *Driver) {
  if (!Name)
    return Driver;
#define OURS(Function)                                                         \
  if (!strcmp(Name, #Function))                                                \
    return reinterpret_cast<void *>(Function);
  OURS(clCreateOrderTKL)
  OURS(clCreateTaskletKernelTKL)
  OURS(clEnqueueOrderedNDRangeKernelTKL)
  OURS(clEnqueueSharedNDRangeKernelTKL)
  OURS(clEstimateOrderTKL)
  OURS(clGetOrderInfoTKL)
  OURS(clGetOrderedStatsTKL)
  OURS(clGetTaskletMessageTKL)
  OURS(clGetTaskletPiecesTKL)
  OURS(clGetTaskletStatsTKL)
  OURS(clGetTaskletWorkerStatsTKL)
  OURS(clReleaseOrderTKL)
  OURS(clRetainOrderTKL)
  OURS(clSetTaskletHelperQueuesTKL)
#undef OURS
  // What functions of other extensions do, nobody sees here.
  auto IsForeign = [&](const char *Prefix) {
    return Driver && !strncmp(Name, Prefix, strlen(Prefix));
  };
  if (IsForeign("clEnqueue") || IsForeign("clCreateEvent"))
    memoryVersions().distrust();
  if (IsForeign("clSetKernelArg"))
    memoryVersions().distrustArguments();
  if (Driver && !strcmp(Name, "clCommandNDRangeKernelKHR"))
    return wrapCommandNDRangeKernel(Driver);
  return Driver;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(
    cl_platform_id Platform, const char *Name) {
  return replaceFunction(
      Name, next().clGetExtensionFunctionAddressForPlatform(Platform, Name));
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *Name) {
  return replaceFunction(Name, next().clGetExtensionFunctionAddress(Name));
}
