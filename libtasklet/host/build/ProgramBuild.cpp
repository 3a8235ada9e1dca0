//===- ProgramBuild.cpp - From source to a program ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/ProgramBuild.h"

#include "build/DeviceTarget.h"
#include "build/DriverBuild.h"
#include "build/WarpProbe.h"
#include "compile/BuildOptions.h"
#include "compile/Compiler.h"
#include "compile/SourceFilter.h"
#include "support/ErrorName.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet;

static const char DispatchName[] = "__tkl_dispatch";

TargetDevice tasklet::describeDevice(cl_device_id Device,
                                     const std::vector<std::string> &Options) {
  TargetDevice Target;
  Target.Name = queryDeviceString(Device, CL_DEVICE_NAME);
  std::string Version = queryDeviceString(Device, CL_DEVICE_VERSION);
  unsigned Major = 0, Minor = 0;
  if (sscanf(Version.c_str(), "OpenCL %u.%u", &Major, &Minor) == 2)
    Target.Number = Major * 100 + Minor * 10;
  Target.Version = Version + " " + queryDeviceString(Device, CL_DRIVER_VERSION);
  Target.Extensions = queryDeviceString(Device, CL_DEVICE_EXTENSIONS);
  Target.Takes = targetOf(Device);
  Target.Processor = processorOf(Device);
  Target.VectorBits = vectorBitsOf(queryDeviceString(Device, CL_DEVICE_VENDOR),
                                   Target.Processor);
  if (next().clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_GROUP_SIZE,
                             sizeof(Target.MostWorkItems),
                             &Target.MostWorkItems, nullptr) != CL_SUCCESS)
    Target.MostWorkItems = 0;
  std::string Sizes = queryBytes([&](size_t Size, void *Value, size_t *Ret) {
    return next().clGetDeviceInfo(Device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, Size,
                                  Value, Ret);
  });
  Target.SubGroupSizes.resize(Sizes.size() / sizeof(size_t));
  memcpy(Target.SubGroupSizes.data(), Sizes.data(),
         Target.SubGroupSizes.size() * sizeof(size_t));
  // In OpenCL C 3.0, optional features have names as well.
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
  Target.JudgeSubGroups = [Device, Target](unsigned Width) {
    return judgeSubGroups(Device, Target, Width);
  };
  return Target;
}

std::string tasklet::kindOf(const TargetDevice &Target) {
  std::string Kind = Target.Name + "\n" + Target.Version + "\n" +
                     Target.Extensions + "\n" +
                     std::to_string(Target.MostWorkItems);
  if (Target.Takes)
    for (const std::string &Word : Target.Takes->options())
      Kind += "\n" + Word;
  Kind += "\n" + Target.Processor + " " + std::to_string(Target.VectorBits);
  return Kind;
}

/// A list of devices. \p Ask gives it as bytes.
template <typename Function>
static std::vector<cl_device_id> queryDevices(Function Ask) {
  std::string Bytes = queryBytes(Ask);
  std::vector<cl_device_id> Devices(Bytes.size() / sizeof(cl_device_id));
  memcpy(Devices.data(), Bytes.data(), Devices.size() * sizeof(cl_device_id));
  return Devices;
}

std::vector<cl_device_id> tasklet::programDevices(cl_program Program) {
  return queryDevices([&](size_t Size, void *Value, size_t *Ret) {
    return next().clGetProgramInfo(Program, CL_PROGRAM_DEVICES, Size, Value,
                                   Ret);
  });
}

std::vector<cl_device_id> tasklet::contextDevices(cl_context Context) {
  return queryDevices([&](size_t Size, void *Value, size_t *Ret) {
    return next().clGetContextInfo(Context, CL_CONTEXT_DEVICES, Size, Value,
                                   Ret);
  });
}

cl_device_id tasklet::findDevice(const std::vector<cl_device_id> &Known,
                                 cl_device_id Device) {
  while (Device && std::find(Known.begin(), Known.end(), Device) == Known.end())
    Device = parentOf(Device);
  return Device;
}

static std::string driverLog(cl_program Program, cl_device_id Device) {
  return queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
           return next().clGetProgramBuildInfo(
               Program, Device, CL_PROGRAM_BUILD_LOG, Size, Value, SizeRet);
         })
      .c_str();
}

cl_int tasklet::checkBuildArguments(ProgramState &State, cl_uint NumDevices,
                                    const cl_device_id *DeviceList,
                                    BuildNotify Notify, void *UserData,
                                    std::vector<cl_device_id> &Devices) {
  if (!DeviceList != !NumDevices || (!Notify && UserData))
    return CL_INVALID_VALUE;
  std::vector<cl_device_id> All = programDevices(State.App);
  if (!DeviceList) {
    Devices = All;
    return CL_SUCCESS;
  }
  for (cl_uint I = 0; I < NumDevices; ++I) {
    cl_device_id Device = findDevice(All, DeviceList[I]);
    if (!Device)
      return CL_INVALID_DEVICE;
    if (std::find(Devices.begin(), Devices.end(), Device) == Devices.end())
      Devices.push_back(Device);
  }
  return CL_SUCCESS;
}

/// Fills \p Unit, which the compiler gets. False if the options are wrong:
/// \p Error says how.
static bool makeUnit(const Piece &Each, SourceUnit &Unit, std::string &Error) {
  Unit.Text = Each.Source;
  Unit.Headers = Each.Input.Headers;
  Unit.Object = Each.Input.Object;
  std::vector<std::string> Words;
  return splitOptions(Each.Input.Options, Words, Error) &&
         checkOptions(Words, Unit.Options, Error);
}

void tasklet::compilePiece(const Piece &Each,
                           const std::vector<cl_device_id> &Devices,
                           std::map<cl_device_id, CompileResult> &Results) {
  SourceUnit Unit;
  std::string OptionError;
  bool GoodOptions = makeUnit(Each, Unit, OptionError);
  // Equal devices compile once.
  std::map<std::string, cl_device_id> Seen;
  for (cl_device_id Device : Devices) {
    TargetDevice Target = describeDevice(Device, Unit.Options);
    auto [It, IsNew] = Seen.emplace(kindOf(Target), Device);
    CompileResult Result;
    if (!GoodOptions) {
      Result.How = CompileResult::Outcome::BadOptions;
      Result.Log = "tasklet: " + OptionError + "\n";
    } else if (IsNew) {
      Result = compileSource(Unit, Target);
    } else {
      Result = Results[It->second];
    }
    Results[Device] = std::move(Result);
  }
}

/// Traits of everything in the source that our compiler would see.
static SourceTraits inspectPiece(const Piece &Each) {
  SourceTraits All = inspectSource(Each.Source);
  // A macro in the options may stand for a word.
  All.HasWord |= inspectSource(Each.Input.Options).HasWord;
  for (const SourceHeader &Header : Each.Input.Headers) {
    SourceTraits Traits = inspectSource(Header.Text);
    All.HasWord |= Traits.HasWord;
    All.HasEvidence |= Traits.HasEvidence;
  }
  return All;
}

/// The same after preprocessing, for \p Device; \p Before if that fails.
static SourceTraits inspectPreprocessed(const Piece &Each, cl_device_id Device,
                                        const SourceTraits &Before) {
  SourceUnit Unit;
  std::string OptionError;
  if (!makeUnit(Each, Unit, OptionError))
    return Before;
  std::string Text =
      preprocessSource(Unit, describeDevice(Device, Unit.Options));
  return Text.empty() ? Before : inspectSource(Text);
}

/// Compiles for every device. False if it turns out that the driver has to
/// build the source.
static bool compileExtended(const Piece &Each,
                            const std::vector<cl_device_id> &Devices,
                            std::map<cl_device_id, CompileResult> &Results) {
  if (asksForKite(Each.Input.Options)) {
    compilePiece(Each, Devices, Results);
    return true;
  }
  SourceTraits Traits = inspectPiece(Each);
  if (!Traits.mayBeExtended())
    return false;
  compilePiece(Each, Devices, Results);
  bool Tasklets = false, Failed = false;
  for (const auto &[Device, Result] : Results) {
    Tasklets |=
        Result.How == CompileResult::Outcome::Compiled && Result.Info.Tasklets;
    Failed |= Result.How != CompileResult::Outcome::Compiled;
  }
  if (Tasklets || !Failed)
    return Tasklets;

  // The compiler has refused the source. Whose messages shall the user see?
  // Words and evidence may stand in an included file.
  if (Traits.HasInclude)
    Traits = inspectPreprocessed(Each, Devices.front(), Traits);
  return Traits.HasWord && Traits.HasEvidence;
}

std::string tasklet::optionsForDriver(ProgramState &State,
                                      const std::vector<cl_device_id> &Devices,
                                      const BuildInput &Input) {
  std::string Options = withoutWarpOptions(Input.Options);
  bool Asks = inspectSource(State.Source).HasMacro;
  for (const SourceHeader &Header : Input.Headers)
    Asks |= inspectSource(Header.Text).HasMacro;
  // Whoever defines these macros has a reason, and a second definition gives a
  // warning.
  bool Defined = Options.find("cl_tkl_tasklets") != std::string::npos ||
                 Options.find("__opencl_c_tkl_") != std::string::npos;
  if (Asks && !Defined &&
      std::all_of(Devices.begin(), Devices.end(), [](cl_device_id Device) {
        return targetOf(Device) != nullptr;
      }))
    Options += std::string(Options.empty() ? "" : " ") +
               "-Dcl_tkl_tasklets=1 -D__opencl_c_tkl_tasks=1 "
               "-D__opencl_c_tkl_everywhere=1 -D__opencl_c_tkl_ordered=1";
  for (cl_device_id Device : Devices) {
    State.AppOptions.erase(Device);
    if (Options != Input.Options)
      State.AppOptions[Device] = Input.Options;
  }
  return Options;
}

static void logToBuilds(ProgramState &State, const std::string &Text) {
  for (auto &[Device, Build] : State.Builds)
    if (Build.Status == CL_BUILD_SUCCESS) {
      Build.Status = CL_BUILD_ERROR;
      Build.Log += Text;
    }
}

static cl_int makeDispatch(BuiltProgram &Built) {
  if (!Built.Info.hasTasks())
    return CL_SUCCESS;
  cl_int Error = CL_SUCCESS;
  Built.Dispatch = next().clCreateKernel(Built.Program, DispatchName, &Error);
  return Built.Dispatch ? CL_SUCCESS : Error;
}

static const char ArgumentInfo[] = "-cl-kernel-arg-info";

static bool tellsArguments(const std::string &Options) {
  std::vector<std::string> Words;
  std::string Error;
  return splitOptions(Options, Words, Error) &&
         std::find(Words.begin(), Words.end(), ArgumentInfo) != Words.end();
}

/// What the driver must know of the options. Our bitcode has information on
/// arguments, but PoCL hides it unless it was asked for, and Intel's runtime
/// unless it is told of the bitcode, as cl_khr_spir asks for.
static std::string driverOptions(bool TellsArguments, bool Bitcode) {
  std::string Given = Bitcode ? "-x spir -spir-std=1.2" : "";
  if (TellsArguments)
    Given += std::string(Given.empty() ? "" : " ") + ArgumentInfo;
  return Given;
}

static std::string shortageText(cl_int Error) {
  return "tasklet: the driver has no means to take the compiled program (" +
         describeError(Error) +
         "); free memory, or make a new context if the device was lost\n";
}

/// What clBuildProgram returns when the driver said \p Error: the ordinary
/// failure, unless means were short.
static cl_int shortageCode(cl_int Error) {
  if (!isShortage(Error))
    return CL_BUILD_PROGRAM_FAILURE;
  return Error == CL_OUT_OF_HOST_MEMORY ? Error : CL_OUT_OF_RESOURCES;
}

/// Gives the executables of State.Builds to the driver.
static cl_int linkWithDriver(ProgramState &State, const Manifest &Info,
                             const std::string &Options) {
  std::vector<cl_device_id> Devices;
  std::vector<DeviceBitcode> Parts;
  auto Built = std::make_shared<BuiltProgram>();
  std::map<std::string, size_t> Forms;
  for (const auto &[Device, Build] : State.Builds)
    if (Build.Status == CL_BUILD_SUCCESS && !Build.isObject()) {
      Devices.push_back(Device);
      Parts.push_back({Device, &Build.Bitcode});
      Built->Forms[Device] =
          Forms.emplace(Build.Bitcode, Forms.size()).first->second;
    }
  Built->Info = Info;
  Built->TellsArguments = tellsArguments(Options);
  cl_int Error = CL_SUCCESS;
  std::string Log;
  Built->Program = createDriverProgram(State.Context, Parts, Error, Log);
  if (!Built->Program) {
    logToBuilds(State, isShortage(Error) ? shortageText(Error) : Log);
    return shortageCode(Error);
  }
  Error = buildWithDriver(
      Built->Program, Devices,
      driverOptions(Built->TellsArguments, allTakeBitcode(Devices)));
  if (Error == CL_SUCCESS)
    Error = makeDispatch(*Built);
  if (Error != CL_SUCCESS) {
    logToBuilds(State, isShortage(Error)
                           ? shortageText(Error)
                           : "tasklet: the driver refuses the compiled program "
                             "(" +
                                 describeError(Error) + "):\n" +
                                 driverLog(Built->Program, Devices.front()));
    return shortageCode(Error);
  }
  State.Built = std::move(Built);
  return CL_SUCCESS;
}

cl_int tasklet::adoptResults(ProgramState &State, const std::string &Options,
                             cl_program_binary_type Type, cl_int Failure,
                             std::map<cl_device_id, CompileResult> &Results) {
  cl_int Status = CL_SUCCESS;
  Manifest Info;
  for (auto &[Device, Each] : Results) {
    DeviceBuild &Build = State.Builds[Device];
    Build.Options = Options;
    Build.Type = Type;
    Build.Log = std::move(Each.Log);
    Build.Bitcode = std::move(Each.Bitcode);
    bool Compiled = Each.How == CompileResult::Outcome::Compiled;
    const Target *Takes = targetOf(Device);
    bool Fits =
        Takes && (Each.Info.Target.empty() || Each.Info.Target == Takes->Name);
    bool Good = Compiled && !Build.Bitcode.empty() && Fits;
    Build.Status = Good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (Good)
      Info = std::move(Each.Info);
    else if (Compiled && Build.Bitcode.empty())
      Build.Log += "tasklet: the program uses tasks on other devices of this "
                   "build, but not on this one; build it separately\n";
    else if (Compiled)
      Build.Log += Takes ? refusalOfTarget(Device, Each.Info.Target)
                         : refusalOfNoTarget(Device);
    if (Each.How == CompileResult::Outcome::BadOptions)
      Status = Failure == CL_COMPILE_PROGRAM_FAILURE
                   ? CL_INVALID_COMPILER_OPTIONS
                   : CL_INVALID_BUILD_OPTIONS;
    else if (!Good && Status == CL_SUCCESS)
      Status = Failure;
  }
  State.Built.reset();
  if (Status == CL_SUCCESS && Type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    Status = linkWithDriver(State, Info, Options);
    if (Status == CL_BUILD_PROGRAM_FAILURE) {
      Status = Failure;
      for (const auto &[Device, Each] : Results)
        forgetCompiled(Each);
    }
  }
  return Status;
}

BuildRoute tasklet::buildExtended(ProgramState &State,
                                  const std::vector<cl_device_id> &Devices,
                                  const BuildInput &Input, cl_int &Result) {
  std::map<cl_device_id, CompileResult> Compiled;
  Piece Whole = {State.Source, Input};
  State.Pieces.clear();
  bool IsEmpty = State.Source.empty() && !asksForKite(Input.Options);
  if (Devices.empty() || IsEmpty ||
      !compileExtended(Whole, Devices, Compiled)) {
    State.Builds.clear();
    State.Built.reset();
    if (Input.Object)
      State.Pieces = {std::move(Whole)};
    return BuildRoute::Driver;
  }
  Result = adoptResults(State, Input.Options,
                        Input.Object ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
                                     : CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                        Input.Object ? CL_COMPILE_PROGRAM_FAILURE
                                     : CL_BUILD_PROGRAM_FAILURE,
                        Compiled);
  return BuildRoute::Ours;
}

cl_int tasklet::buildGiven(ProgramState &State,
                           const std::vector<cl_device_id> &Devices,
                           const std::string &Options) {
  std::map<cl_device_id, CompileResult> Results;
  for (cl_device_id Device : Devices) {
    auto Given = State.Given.find(Device);
    if (Given == State.Given.end())
      Results[Device].Log = "tasklet: the program was not made for this "
                            "device\n";
    else if (Given->second.Info.Object)
      Results[Device] =
          linkObjects({Given->second.Bitcode}, false, describeDevice(Device));
    else
      Results[Device] = Given->second;
  }
  return adoptResults(State, Options, CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                      CL_BUILD_PROGRAM_FAILURE, Results);
}
