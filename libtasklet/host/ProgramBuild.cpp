//===- ProgramBuild.cpp - clBuildProgram ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ProgramBuild.h"

#include "BuildOptions.h"
#include "Compiler.h"
#include "SourceFilter.h"

#include <algorithm>

using namespace tasklet;

using Outcome = CompileResult::Outcome;

static const char DispatchName[] = "__tkl_dispatch";

static TargetDevice describeDevice(cl_device_id Device,
                                   const std::vector<std::string> &Options) {
  TargetDevice Target;
  Target.Name = queryDeviceString(Device, CL_DEVICE_NAME);
  Target.Version = queryDeviceString(Device, CL_DEVICE_VERSION) + " " +
                   queryDeviceString(Device, CL_DRIVER_VERSION);
  Target.Extensions = queryDeviceString(Device, CL_DEVICE_EXTENSIONS);
  // OpenCL C 3.0 asks for its optional features by name as well.
  bool IsCL3 =
      std::any_of(Options.begin(), Options.end(), [](const std::string &Word) {
        return Word == "-cl-std=CL3.0";
      });
  std::string Features;
  if (IsCL3)
    Features = queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
      return next().clGetDeviceInfo(Device, CL_DEVICE_OPENCL_C_FEATURES, Size,
                                    Value, SizeRet);
    });
  for (size_t I = 0; I + sizeof(cl_name_version) <= Features.size();
       I += sizeof(cl_name_version)) {
    cl_name_version Feature;
    memcpy(&Feature, Features.data() + I, sizeof(Feature));
    Feature.name[CL_NAME_VERSION_MAX_NAME_SIZE - 1] = 0;
    Target.Extensions += std::string(" ") + Feature.name;
  }
  return Target;
}

std::vector<cl_device_id> tasklet::programDevices(cl_program Program) {
  std::string Bytes = queryBytes([&](size_t Size, void *Value, size_t *Ret) {
    return next().clGetProgramInfo(Program, CL_PROGRAM_DEVICES, Size, Value,
                                   Ret);
  });
  std::vector<cl_device_id> Devices(Bytes.size() / sizeof(cl_device_id));
  memcpy(Devices.data(), Bytes.data(), Devices.size() * sizeof(cl_device_id));
  return Devices;
}

static std::string driverLog(cl_program Program, cl_device_id Device) {
  return queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
           return next().clGetProgramBuildInfo(
               Program, Device, CL_PROGRAM_BUILD_LOG, Size, Value, SizeRet);
         })
      .c_str();
}

/// Compiles for every device; equal devices compile once. False if the source
/// turned out to be the driver's business.
static bool compileForDevices(const ProgramState &State,
                              const std::vector<cl_device_id> &Devices,
                              const std::string &OptionText,
                              std::map<cl_device_id, CompileResult> &Results) {
  SourceTraits Traits = inspectSource(State.Source);
  if (!Traits.mayBeExtended() && !inspectSource(OptionText).HasWord)
    return false;

  std::vector<std::string> Words, Options;
  std::string OptionError;
  bool GoodOptions = splitOptions(OptionText, Words, OptionError) &&
                     checkOptions(Words, Options, OptionError);
  std::map<std::string, cl_device_id> Seen;
  bool Tasklets = false, Failed = false;
  for (cl_device_id Device : Devices) {
    TargetDevice Target = describeDevice(Device, Options);
    std::string Kind =
        Target.Name + "\n" + Target.Version + "\n" + Target.Extensions;
    auto [It, IsNew] = Seen.emplace(Kind, Device);
    CompileResult Result;
    if (!GoodOptions) {
      Result.How = Outcome::BadOptions;
      Result.Log = "tasklet: " + OptionError + "\n";
    } else if (IsNew) {
      Result = compileSource(State.Source, Options, Target);
    } else {
      Result = Results[It->second];
    }
    Tasklets |= Result.How == Outcome::Compiled && Result.Info.Tasklets;
    Failed |= Result.How != Outcome::Compiled;
    Results[Device] = std::move(Result);
  }
  if (Tasklets || !Failed)
    return Tasklets;

  // Refused. Whose messages shall the user see? Words and evidence may stand
  // in an included file.
  if (GoodOptions && Traits.HasInclude) {
    std::string Text = preprocessSource(
        State.Source, Options, describeDevice(Devices.front(), Options));
    if (!Text.empty())
      Traits = inspectSource(Text);
  }
  return Traits.HasWord && Traits.HasEvidence;
}

static void logToBuilds(ProgramState &State, const std::string &Text) {
  for (auto &[Device, Build] : State.Builds)
    if (Build.Status == CL_BUILD_SUCCESS) {
      Build.Status = CL_BUILD_ERROR;
      Build.Log += Text;
    }
}

static cl_int makeDispatch(BuiltProgram &Built) {
  if (Built.Info.Kernels.empty())
    return CL_SUCCESS;
  cl_int Error = CL_SUCCESS;
  Built.Dispatch = next().clCreateKernel(Built.Program, DispatchName, &Error);
  return Built.Dispatch ? CL_SUCCESS : Error;
}

/// Gives the bitcode of all devices with a successful build to the driver.
static cl_int linkWithDriver(ProgramState &State, const Manifest &Info) {
  std::vector<cl_device_id> Devices;
  std::vector<size_t> Sizes;
  std::vector<const unsigned char *> Binaries;
  for (const auto &[Device, Build] : State.Builds)
    if (Build.Status == CL_BUILD_SUCCESS) {
      Devices.push_back(Device);
      Sizes.push_back(Build.Bitcode.size());
      Binaries.push_back(
          reinterpret_cast<const unsigned char *>(Build.Bitcode.data()));
    }
  auto Built = std::make_shared<BuiltProgram>();
  Built->Info = Info;
  cl_int Error = CL_SUCCESS;
  Built->Program = next().clCreateProgramWithBinary(
      State.Context, static_cast<cl_uint>(Devices.size()), Devices.data(),
      Sizes.data(), Binaries.data(), nullptr, &Error);
  if (!Built->Program) {
    logToBuilds(State, "tasklet: the driver of this device takes no SPIR "
                       "bitcode (OpenCL error " +
                           std::to_string(Error) +
                           "), which programs with tasks need; use a device "
                           "with cl_khr_spir, such as PoCL's\n");
    return CL_BUILD_PROGRAM_FAILURE;
  }
  Error = next().clBuildProgram(Built->Program,
                                static_cast<cl_uint>(Devices.size()),
                                Devices.data(), "", nullptr, nullptr);
  if (Error == CL_SUCCESS)
    Error = makeDispatch(*Built);
  if (Error != CL_SUCCESS) {
    logToBuilds(State, "tasklet: the driver refuses the compiled program "
                       "(OpenCL error " +
                           std::to_string(Error) + "):\n" +
                           driverLog(Built->Program, Devices.front()));
    return CL_BUILD_PROGRAM_FAILURE;
  }
  State.Built = std::move(Built);
  return CL_SUCCESS;
}

BuildRoute tasklet::buildExtended(ProgramState &State,
                                  const std::vector<cl_device_id> &Devices,
                                  const std::string &Options, cl_int &Result) {
  std::map<cl_device_id, CompileResult> Compiled;
  if (Devices.empty() || State.Source.empty() ||
      !compileForDevices(State, Devices, Options, Compiled)) {
    State.Builds.clear();
    State.Built.reset();
    return BuildRoute::Driver;
  }
  Result = CL_SUCCESS;
  Manifest Info;
  for (auto &[Device, Each] : Compiled) {
    DeviceBuild &Build = State.Builds[Device];
    Build.Options = Options;
    Build.Log = std::move(Each.Log);
    Build.Bitcode = std::move(Each.Bitcode);
    bool Good = Each.How == Outcome::Compiled && !Build.Bitcode.empty();
    Build.Status = Good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (Good)
      Info = std::move(Each.Info);
    else if (Each.How == Outcome::Compiled)
      Build.Log += "tasklet: the program uses tasks on other devices of this "
                   "build, but not on this one; build it separately\n";
    if (Each.How == Outcome::BadOptions)
      Result = CL_INVALID_BUILD_OPTIONS;
    else if (!Good && Result == CL_SUCCESS)
      Result = CL_BUILD_PROGRAM_FAILURE;
  }
  State.Built.reset();
  if (Result == CL_SUCCESS)
    Result = linkWithDriver(State, Info);
  return BuildRoute::Ours;
}

cl_int tasklet::adoptBinary(ProgramState &State) {
  auto Built = std::make_shared<BuiltProgram>();
  next().clRetainProgram(State.App);
  Built->Program = State.App;
  Built->Info = *State.BinaryInfo;
  if (cl_int Error = makeDispatch(*Built))
    return Error == CL_INVALID_KERNEL_NAME ? CL_INVALID_BINARY : Error;
  State.Built = std::move(Built);
  return CL_SUCCESS;
}

bool tasklet::isCertainlyExtended(const ProgramState &State) {
  SourceTraits Traits = inspectSource(State.Source);
  return Traits.HasWord && Traits.HasEvidence;
}
