//===- CudaDriver.h - NVIDIA's driver, without its headers ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What we use of the CUDA driver API. The driver is loaded when it is needed,
/// so this builds and starts where there is none.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_CUDA_CUDADRIVER_H
#define TASKLET_BENCH_GPU_CUDA_CUDADRIVER_H

#include "Engine.h"

namespace gpu {

using CuResult = int; ///< An enumeration in C; 0: all went well.
using CuDevice = int;
using CuAddress = unsigned long long;
using CuContext = struct CuContextObject *;
using CuModule = struct CuModuleObject *;
using CuFunction = struct CuFunctionObject *;
using CuStream = struct CuStreamObject *; ///< Null: the default one.
using CuEvent = struct CuEventObject *;

/// Results that mean something to us.
enum CuResultCode : CuResult {
  CuInvalidValue = 1,
  CuOutOfMemory = 2,
  CuNotInitialized = 3,
  CuStubLibrary = 34,
  CuDevicesUnavailable = 46,
  CuNoDevice = 100,
  CuInvalidImage = 200,
  CuInvalidContext = 201,
  CuNoBinaryForGpu = 209,
  CuInvalidPtx = 218,
  CuNoJitCompiler = 221,
  CuUnsupportedPtxVersion = 222,
  CuNotFound = 500,
  CuIllegalAddress = 700,
  CuLaunchTimeout = 702,
  CuLaunchFailed = 719,
  CuSystemNotReady = 802,
  CuDriverMismatch = 803,
  CuUnknown = 999
};

/// For cuDeviceGetAttribute.
enum CuAttribute : int {
  CuMultiprocessors = 16,
  CuCapabilityMajor = 75,
  CuCapabilityMinor = 76
};

/// For cuModuleLoadDataEx.
enum CuJitOption : int { CuJitErrorLog = 5, CuJitErrorLogBytes = 6 };

/// The file of the driver. It stays loaded: drivers do not like to be unloaded.
class CudaLibrary {
public:
  /// libcuda.so.1, or the file that TASKLET_BENCH_CUDA names. Throws Failure.
  CudaLibrary();
  /// Throws Failure.
  void *find(const char *Symbol) const;
  /// \p More, if any, is what the driver says besides.
  [[noreturn]] void fail(const char *Symbol, CuResult Code,
                         const std::string &More = "") const;

private:
  std::string File;
  void *Handle;
};

/// A function of the driver. A call throws Failure if it fails.
template <typename... Parameters> class CudaFunction {
public:
  CudaFunction(const CudaLibrary &Of, const char *Symbol)
      : Of(Of), Symbol(Symbol),
        Address(reinterpret_cast<decltype(Address)>(Of.find(Symbol))) {}

  void operator()(Parameters... Values) const {
    if (CuResult Code = Address(Values...))
      Of.fail(Symbol, Code);
  }
  [[nodiscard]] CuResult attempt(Parameters... Values) const {
    return Address(Values...);
  }
  /// For what may fail after another failure.
  void tryTo(Parameters... Values) const { Address(Values...); }

private:
  const CudaLibrary &Of;
  const char *Symbol;
  CuResult (*Address)(Parameters...);
};

/// Functions with the names that NVIDIA's header gives them: there, macros add
/// the suffix of the symbol.
struct CudaDriver {
  CudaLibrary Library;

  CudaFunction<unsigned> cuInit{Library, "cuInit"};
  CudaFunction<int *> cuDriverGetVersion{Library, "cuDriverGetVersion"};
  CudaFunction<int *> cuDeviceGetCount{Library, "cuDeviceGetCount"};
  CudaFunction<CuDevice *, int> cuDeviceGet{Library, "cuDeviceGet"};
  CudaFunction<char *, int, CuDevice> cuDeviceGetName{Library,
                                                      "cuDeviceGetName"};
  CudaFunction<int *, CuAttribute, CuDevice> cuDeviceGetAttribute{
      Library, "cuDeviceGetAttribute"};
  CudaFunction<CuContext *, CuDevice> cuDevicePrimaryCtxRetain{
      Library, "cuDevicePrimaryCtxRetain"};
  CudaFunction<CuDevice> cuDevicePrimaryCtxRelease{
      Library, "cuDevicePrimaryCtxRelease_v2"};
  CudaFunction<CuContext> cuCtxSetCurrent{Library, "cuCtxSetCurrent"};
  CudaFunction<> cuCtxSynchronize{Library, "cuCtxSynchronize"};

  CudaFunction<size_t *, size_t *> cuMemGetInfo{Library, "cuMemGetInfo_v2"};
  CudaFunction<CuAddress *, size_t> cuMemAlloc{Library, "cuMemAlloc_v2"};
  CudaFunction<CuAddress> cuMemFree{Library, "cuMemFree_v2"};
  CudaFunction<CuAddress, const void *, size_t> cuMemcpyHtoD{Library,
                                                             "cuMemcpyHtoD_v2"};
  CudaFunction<void *, CuAddress, size_t> cuMemcpyDtoH{Library,
                                                       "cuMemcpyDtoH_v2"};
  CudaFunction<CuAddress, unsigned char, size_t> cuMemsetD8{Library,
                                                            "cuMemsetD8_v2"};

  CudaFunction<CuModule *, const void *, unsigned, CuJitOption *, void **>
      cuModuleLoadDataEx{Library, "cuModuleLoadDataEx"};
  CudaFunction<CuModule> cuModuleUnload{Library, "cuModuleUnload"};
  CudaFunction<CuFunction *, CuModule, const char *> cuModuleGetFunction{
      Library, "cuModuleGetFunction"};
  CudaFunction<int *, CuFunction, int, size_t>
      cuOccupancyMaxActiveBlocksPerMultiprocessor{
          Library, "cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  /// Groups in three dimensions, work-items of each in three, local memory.
  CudaFunction<CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned,
               unsigned, unsigned, CuStream, void **, void **>
      cuLaunchKernel{Library, "cuLaunchKernel"};

  CudaFunction<CuEvent *, unsigned> cuEventCreate{Library, "cuEventCreate"};
  CudaFunction<CuEvent, CuStream> cuEventRecord{Library, "cuEventRecord"};
  CudaFunction<float *, CuEvent, CuEvent> cuEventElapsedTime{
      Library, "cuEventElapsedTime"};
  CudaFunction<CuEvent> cuEventDestroy{Library, "cuEventDestroy_v2"};
};

} // namespace gpu

#endif
