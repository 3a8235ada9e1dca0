//===- ApiProgramInfo.cpp - OpenCL queries on programs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/ProgramBuild.h"
#include "objects/ProgramState.h"

#include "objects/KernelNames.h"

using namespace tasklet;

/// What was last made for the device, or else what it was given.
static const std::string &bitcodeOf(ProgramState &State, cl_device_id Device) {
  static const std::string None;
  auto Build = State.Builds.find(Device);
  if (Build != State.Builds.end())
    return Build->second.Bitcode;
  auto Given = State.Given.find(Device);
  return Given == State.Given.end() ? None : Given->second.Bitcode;
}

/// Copies each device's bitcode into the buffers of the application.
static cl_int copyBinaries(ProgramState &State,
                           const std::vector<cl_device_id> &Devices,
                           size_t Size, void *Value, size_t *SizeRet) {
  size_t Wanted = Devices.size() * sizeof(unsigned char *);
  if (Value) {
    if (Size < Wanted)
      return CL_INVALID_VALUE;
    auto **Buffers = static_cast<unsigned char **>(Value);
    for (size_t I = 0; I < Devices.size(); ++I) {
      const std::string &Bitcode = bitcodeOf(State, Devices[I]);
      if (Buffers[I])
        memcpy(Buffers[I], Bitcode.data(), Bitcode.size());
    }
  }
  if (SizeRet)
    *SizeRet = Wanted;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program Program,
                                                 cl_program_info Name,
                                                 size_t Size, void *Value,
                                                 size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    auto AskDriver = [&](cl_program Which) {
      return next().clGetProgramInfo(Which, Name, Size, Value, SizeRet);
    };
    std::shared_ptr<ProgramState> State = programs().find(Program);
    if (!State)
      return AskDriver(Program);
    std::lock_guard<std::mutex> Lock(State->Mutex);
    if (State->Builds.empty() && State->Given.empty())
      return AskDriver(Program);
    switch (Name) {
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES: {
      if (!State->Built)
        return CL_INVALID_PROGRAM_EXECUTABLE;
      std::vector<std::string> Names =
          visibleKernelNames(State->Built->Program);
      if (Name == CL_PROGRAM_NUM_KERNELS)
        return returnValue(Names.size(), Size, Value, SizeRet);
      return returnString(joinKernelNames(Names), Size, Value, SizeRet);
    }
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_BINARIES: {
      // The driver's binary would come back without its manifest.
      std::vector<cl_device_id> Devices = programDevices(Program);
      if (Name == CL_PROGRAM_BINARIES)
        return copyBinaries(*State, Devices, Size, Value, SizeRet);
      std::vector<size_t> Sizes;
      for (cl_device_id Device : Devices)
        Sizes.push_back(bitcodeOf(*State, Device).size());
      return returnInfo(Sizes.data(), Sizes.size() * sizeof(size_t), Size,
                        Value, SizeRet);
    }
    default:
      return AskDriver(Program);
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(
    cl_program Program, cl_device_id Device, cl_program_build_info Name,
    size_t Size, void *Value, size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<ProgramState> State = programs().find(Program);
    cl_program Which = Program;
    if (State) {
      std::lock_guard<std::mutex> Lock(State->Mutex);
      auto It = State->Builds.find(Device);
      if (It == State->Builds.end() && !State->Builds.empty())
        It = State->Builds.find(findDevice(programDevices(Program), Device));
      if (It != State->Builds.end()) {
        const DeviceBuild &Build = It->second;
        bool Good = Build.Status == CL_BUILD_SUCCESS;
        switch (Name) {
        case CL_PROGRAM_BUILD_STATUS:
          return returnValue(Build.Status, Size, Value, SizeRet);
        case CL_PROGRAM_BUILD_OPTIONS:
          return returnString(Build.Options, Size, Value, SizeRet);
        case CL_PROGRAM_BUILD_LOG:
          return returnString(Build.Log, Size, Value, SizeRet);
        case CL_PROGRAM_BINARY_TYPE:
          return returnValue<cl_program_binary_type>(
              Good ? Build.Type : CL_PROGRAM_BINARY_TYPE_NONE, Size, Value,
              SizeRet);
        default:
          if (State->Built)
            Which = State->Built->Program;
        }
      } else if (Name == CL_PROGRAM_BUILD_OPTIONS &&
                 !State->AppOptions.empty()) {
        auto Given = State->AppOptions.find(Device);
        if (Given == State->AppOptions.end())
          Given = State->AppOptions.find(
              findDevice(programDevices(Program), Device));
        if (Given != State->AppOptions.end())
          return returnString(Given->second, Size, Value, SizeRet);
      }
    }
    return next().clGetProgramBuildInfo(Which, Device, Name, Size, Value,
                                        SizeRet);
  });
}
