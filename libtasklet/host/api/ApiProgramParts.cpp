//===- ApiProgramParts.cpp - clCompileProgram and clLinkProgram -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/ProgramBuild.h"
#include "build/ProgramLink.h"
#include "compile/BuildOptions.h"
#include "objects/ContextState.h"
#include "objects/ProgramState.h"

#include <algorithm>

using namespace tasklet;

/// Takes the embedded headers with their names. False if any has no source:
/// then the driver reports it.
static bool takeHeaders(cl_uint NumHeaders, const cl_program *Programs,
                        const char **Names, bool IsKite,
                        std::vector<SourceHeader> &Headers) {
  for (cl_uint I = 0; I < NumHeaders; ++I) {
    std::shared_ptr<ProgramState> Header = programs().find(Programs[I]);
    if (!Header || (Header->Source.empty() && !IsKite) || !Names[I])
      return false;
    Headers.push_back({Names[I], Header->Source});
  }
  return true;
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(
    cl_program Program, cl_uint NumDevices, const cl_device_id *DeviceList,
    const char *Options, cl_uint NumHeaders, const cl_program *Headers,
    const char **HeaderNames, BuildNotify Notify, void *UserData) {
  return guarded([&]() -> cl_int {
    auto CompileByDriver = [&](const std::string &Text) {
      return next().clCompileProgram(
          Program, NumDevices, DeviceList,
          Options || !Text.empty() ? Text.c_str() : nullptr, NumHeaders,
          Headers, HeaderNames, Notify, UserData);
    };
    std::shared_ptr<ProgramState> State = programs().find(Program);
    std::vector<cl_device_id> Devices;
    BuildInput Input;
    Input.Options = Options ? Options : "";
    Input.Object = true;
    // Some drivers do not survive lists without a number, or the reverse.
    if (!NumHeaders != !Headers || !NumHeaders != !HeaderNames)
      return CL_INVALID_VALUE;
    if (!State || !State->Given.empty() ||
        !takeHeaders(NumHeaders, Headers, HeaderNames,
                     asksForKite(Input.Options), Input.Headers) ||
        checkBuildArguments(*State, NumDevices, DeviceList, Notify, UserData,
                            Devices) != CL_SUCCESS)
      return CompileByDriver(withoutWarpOptions(Input.Options));

    cl_int Result = CL_SUCCESS;
    {
      std::lock_guard<std::mutex> Lock(State->Mutex);
      if (State->hasKernels())
        return CL_INVALID_OPERATION;
      if (buildExtended(*State, Devices, Input, Result) == BuildRoute::Driver)
        return CompileByDriver(optionsForDriver(*State, Devices, Input));
    }
    if (Notify)
      Notify(Program, UserData);
    return Result;
  });
}

static bool isExtended(ProgramState &State) {
  std::lock_guard<std::mutex> Lock(State.Mutex);
  return !State.Builds.empty();
}

/// Remembers what the driver has linked: it may be linked with tasks later.
static void
rememberPieces(cl_program Program, cl_context Context,
               const std::vector<std::shared_ptr<ProgramState>> &Inputs) {
  auto State = std::make_shared<ProgramState>(Program, Context, "");
  for (const std::shared_ptr<ProgramState> &Input : Inputs) {
    if (!Input)
      return;
    std::lock_guard<std::mutex> Lock(Input->Mutex);
    State->Pieces.insert(State->Pieces.end(), Input->Pieces.begin(),
                         Input->Pieces.end());
  }
  programs().insert(Program, std::move(State));
}

/// Takes back a program that could not be linked, and tells the context why:
/// nobody else can ask for the build log. OpenCL 3.0 (5.8.3) lets the
/// application have such a program. But PoCL 3.1 returns null, and pyopencl
/// 2022.3 ends the process if it gets one, because it releases it several
/// times.
static void withdraw(cl_program Program, cl_context Context) {
  std::shared_ptr<ProgramState> State = programs().find(Program);
  std::string Log;
  {
    std::lock_guard<std::mutex> Lock(State->Mutex);
    // Equal devices say the same.
    for (const auto &[Device, Build] : State->Builds)
      if (Log.find(Build.Log) == std::string::npos)
        Log += Build.Log;
  }
  while (!Log.empty() && Log.back() == '\n')
    Log.pop_back();
  contextState(Context)->report("a program cannot be linked:\n" + Log);
  State->release();
  next().clReleaseProgram(Program);
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(
    cl_context Context, cl_uint NumDevices, const cl_device_id *DeviceList,
    const char *Options, cl_uint NumInputs, const cl_program *InputPrograms,
    BuildNotify Notify, void *UserData, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_program {
    std::vector<std::shared_ptr<ProgramState>> Inputs;
    for (cl_uint I = 0; InputPrograms && I < NumInputs; ++I)
      Inputs.push_back(programs().find(InputPrograms[I]));
    auto Part = std::find_if(Inputs.begin(), Inputs.end(), [](auto &Input) {
      return Input && isExtended(*Input);
    });
    // Some drivers do not survive a null program.
    if (InputPrograms && std::find(InputPrograms, InputPrograms + NumInputs,
                                   nullptr) != InputPrograms + NumInputs) {
      Error = CL_INVALID_PROGRAM;
      return nullptr;
    }
    if (Part == Inputs.end()) {
      cl_program Program = next().clLinkProgram(
          Context, NumDevices, DeviceList, Options, NumInputs, InputPrograms,
          Notify, UserData, &Error);
      if (Program)
        rememberPieces(Program, Context, Inputs);
      return Program;
    }

    LinkOptions Link;
    Link.Text = Options ? Options : "";
    // The devices as programs of this context know them.
    std::vector<cl_device_id> Known = programDevices((*Part)->App);
    std::vector<cl_device_id> Devices =
        DeviceList
            ? std::vector<cl_device_id>(DeviceList, DeviceList + NumDevices)
            : contextDevices(Context);
    for (cl_device_id &Device : Devices)
      Device = findDevice(Known, Device);
    std::sort(Devices.begin(), Devices.end());
    Devices.erase(std::unique(Devices.begin(), Devices.end()), Devices.end());
    if (!DeviceList != !NumDevices || (!Notify && UserData))
      Error = CL_INVALID_VALUE;
    else if (std::find(Devices.begin(), Devices.end(), nullptr) !=
             Devices.end())
      Error = CL_INVALID_DEVICE;
    else if (!Link.parse())
      Error = CL_INVALID_LINKER_OPTIONS;
    else
      Error = checkLinkInputs(Inputs, Devices);
    if (Error != CL_SUCCESS)
      return nullptr;

    cl_program Program = linkExtended(Context, Devices, Link, Inputs, Error);
    if (Program && Notify)
      Notify(Program, UserData);
    if (Program && Error != CL_SUCCESS) {
      withdraw(Program, Context);
      return nullptr;
    }
    return Program;
  });
}
