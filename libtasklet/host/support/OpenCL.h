//===- OpenCL.h - The OpenCL API as this library sees it --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The library defines functions with the names of OpenCL, deprecated ones
/// included, and calls others of the same names. Calls to the implementation
/// below go through next() and never by name: a plain clFoo(...) in this
/// library would be a call of ourselves.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_OPENCL_H
#define TASKLET_HOST_SUPPORT_OPENCL_H

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <cstring>
#include <exception>
#include <string>

namespace tasklet {

/// The next implementation in line: the ICD loader below libtasklet.so, the
/// target dispatch below libtasklet-layer.so. Each front defines it.
const cl_icd_dispatch &next();

/// Every API function runs its body in this: no exception may cross into C
/// code.
template <typename Function> auto guarded(Function Body) -> decltype(Body()) {
  try {
    return Body();
  } catch (const std::exception &) {
    // There is too little memory, there are too few threads, or a text is too
    // long.
  }
  return CL_OUT_OF_HOST_MEMORY;
}

/// The same for functions that create: the object is the result, the code goes
/// to \p ErrorRet, which may be null.
template <typename Function>
auto guardedCreate(cl_int *ErrorRet, Function Body)
    -> decltype(Body(*ErrorRet)) {
  cl_int Error = CL_OUT_OF_HOST_MEMORY;
  decltype(Body(Error)) Result = nullptr;
  try {
    Error = CL_SUCCESS;
    Result = Body(Error);
  } catch (const std::exception &) {
    Error = CL_OUT_OF_HOST_MEMORY;
  }
  if (ErrorRet)
    *ErrorRet = Error;
  return Result;
}

/// Answers a clGet...Info query with \p Size bytes at \p Data.
inline cl_int returnInfo(const void *Data, size_t Size, size_t ValueSize,
                         void *Value, size_t *SizeRet) {
  if (Value) {
    if (ValueSize < Size)
      return CL_INVALID_VALUE;
    memcpy(Value, Data, Size);
  }
  if (SizeRet)
    *SizeRet = Size;
  return CL_SUCCESS;
}

template <typename T>
cl_int returnValue(const T &Answer, size_t ValueSize, void *Value,
                   size_t *SizeRet) {
  return returnInfo(&Answer, sizeof(T), ValueSize, Value, SizeRet);
}

inline cl_int returnString(const std::string &Text, size_t ValueSize,
                           void *Value, size_t *SizeRet) {
  return returnInfo(Text.c_str(), Text.size() + 1, ValueSize, Value, SizeRet);
}

/// Text or list from a query function of two calls; empty if it fails.
template <typename Query> std::string queryBytes(Query Ask) {
  size_t Size = 0;
  if (Ask(0, nullptr, &Size) != CL_SUCCESS || !Size)
    return std::string();
  std::string Text(Size, '\0');
  if (Ask(Size, Text.data(), nullptr) != CL_SUCCESS)
    return std::string();
  return Text;
}

/// The device that \p Device is a part of; null if it is whole.
inline cl_device_id parentOf(cl_device_id Device) {
  cl_device_id Parent = nullptr;
  cl_int Error = next().clGetDeviceInfo(Device, CL_DEVICE_PARENT_DEVICE,
                                        sizeof(Parent), &Parent, nullptr);
  return Error == CL_SUCCESS ? Parent : nullptr;
}

/// The device that \p Device is a part of, and no part itself; or \p Device.
inline cl_device_id wholeDevice(cl_device_id Device) {
  while (cl_device_id Parent = parentOf(Device))
    Device = Parent;
  return Device;
}

inline std::string queryDeviceString(cl_device_id Device, cl_device_info Name) {
  return queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
           return next().clGetDeviceInfo(Device, Name, Size, Value, SizeRet);
         })
      .c_str();
}

inline bool isOfPocl(cl_device_id Device) {
  return queryDeviceString(Device, CL_DEVICE_VERSION).find("PoCL") !=
         std::string::npos;
}

} // namespace tasklet

#endif
