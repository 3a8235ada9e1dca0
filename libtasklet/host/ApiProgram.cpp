//===- ApiProgram.cpp - OpenCL functions on programs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compiler.h"
#include "ProgramBuild.h"
#include "ProgramState.h"

using namespace tasklet;

//===----------------------------------------------------------------------===//
// Create, retain, release
//===----------------------------------------------------------------------===//

/// The strings of clCreateProgramWithSource as one text.
static std::string joinSource(cl_uint Count, const char **Strings,
                              const size_t *Lengths) {
  std::string Source;
  for (cl_uint I = 0; I < Count; ++I) {
    if (Lengths && Lengths[I])
      Source.append(Strings[I], Lengths[I]);
    else
      Source.append(Strings[I]);
  }
  return Source;
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(
    cl_context Context, cl_uint Count, const char **Strings,
    const size_t *Lengths, cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) {
    cl_program Program = next().clCreateProgramWithSource(
        Context, Count, Strings, Lengths, &Error);
    // The driver has checked the arguments.
    if (Program)
      programs().insert(
          Program, std::make_shared<ProgramState>(
                       Program, Context, joinSource(Count, Strings, Lengths)));
    return Program;
  });
}

/// Bitcode that calls or defines parts of our runtime. The names of functions
/// stand in bitcode as plain bytes.
static bool mayBeOurBitcode(const unsigned char *Binary, size_t Size) {
  static const unsigned char Magic[] = {'B', 'C', 0xC0, 0xDE};
  static const char Mark[] = "__tkl_";
  return Binary && Size > sizeof(Magic) &&
         memcmp(Binary, Magic, sizeof(Magic)) == 0 &&
         memmem(Binary, Size, Mark, sizeof(Mark) - 1);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(
    cl_context Context, cl_uint NumDevices, const cl_device_id *Devices,
    const size_t *Lengths, const unsigned char **Binaries, cl_int *BinaryStatus,
    cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_program {
    std::vector<std::string> Lowered;
    std::unique_ptr<Manifest> Info;
    if (NumDevices && Devices && Lengths && Binaries &&
        mayBeOurBitcode(Binaries[0], Lengths[0])) {
      for (cl_uint I = 0; I < NumDevices && Binaries[I]; ++I) {
        CompileResult Result = compileBitcode(std::string(
            reinterpret_cast<const char *>(Binaries[I]), Lengths[I]));
        if (Result.How != CompileResult::Outcome::Compiled ||
            !Result.Info.Tasklets)
          break;
        Lowered.push_back(std::move(Result.Bitcode));
        Info = std::make_unique<Manifest>(std::move(Result.Info));
      }
    }
    if (Lowered.empty() || Lowered.size() != NumDevices)
      return next().clCreateProgramWithBinary(Context, NumDevices, Devices,
                                              Lengths, Binaries, BinaryStatus,
                                              &Error);
    std::vector<size_t> Sizes;
    std::vector<const unsigned char *> Pointers;
    for (const std::string &Each : Lowered) {
      Sizes.push_back(Each.size());
      Pointers.push_back(reinterpret_cast<const unsigned char *>(Each.data()));
    }
    cl_program Program = next().clCreateProgramWithBinary(
        Context, NumDevices, Devices, Sizes.data(), Pointers.data(),
        BinaryStatus, &Error);
    if (Program) {
      auto State = std::make_shared<ProgramState>(Program, Context, "");
      State->BinaryInfo = std::move(Info);
      programs().insert(Program, std::move(State));
    }
    return Program;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program Program) {
  return guarded([&] {
    if (std::shared_ptr<ProgramState> State = programs().find(Program))
      State->retain();
    return next().clRetainProgram(Program);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program Program) {
  return guarded([&] {
    if (std::shared_ptr<ProgramState> State = programs().find(Program))
      State->release();
    return next().clReleaseProgram(Program);
  });
}

//===----------------------------------------------------------------------===//
// Build
//===----------------------------------------------------------------------===//

using BuildNotify = void(CL_CALLBACK *)(cl_program, void *);

/// What the driver would say about these arguments, had it been asked.
static cl_int checkBuildArguments(ProgramState &State, cl_uint NumDevices,
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
    bool Known = false;
    for (cl_device_id Device : All)
      Known |= Device == DeviceList[I];
    if (!Known)
      return CL_INVALID_DEVICE;
    Devices.push_back(DeviceList[I]);
  }
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(
    cl_program Program, cl_uint NumDevices, const cl_device_id *DeviceList,
    const char *Options, BuildNotify Notify, void *UserData) {
  return guarded([&]() -> cl_int {
    auto BuildByDriver = [&] {
      return next().clBuildProgram(Program, NumDevices, DeviceList, Options,
                                   Notify, UserData);
    };
    std::shared_ptr<ProgramState> State = programs().find(Program);
    std::vector<cl_device_id> Devices;
    if (!State || checkBuildArguments(*State, NumDevices, DeviceList, Notify,
                                      UserData, Devices) != CL_SUCCESS)
      return BuildByDriver();

    cl_int Result = CL_SUCCESS;
    {
      std::lock_guard<std::mutex> Lock(State->Mutex);
      if (State->hasKernels())
        return CL_INVALID_OPERATION;
      if (State->BinaryInfo) {
        Result = next().clBuildProgram(Program, NumDevices, DeviceList, Options,
                                       nullptr, nullptr);
        if (Result == CL_SUCCESS)
          Result = adoptBinary(*State);
      } else if (buildExtended(*State, Devices, Options ? Options : "",
                               Result) == BuildRoute::Driver) {
        return BuildByDriver();
      }
    }
    if (Notify)
      Notify(Program, UserData);
    return Result;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(
    cl_program Program, cl_uint NumDevices, const cl_device_id *DeviceList,
    const char *Options, cl_uint NumHeaders, const cl_program *Headers,
    const char **HeaderNames, BuildNotify Notify, void *UserData) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<ProgramState> State = programs().find(Program);
    std::vector<cl_device_id> Devices;
    if (!State || !isCertainlyExtended(*State) ||
        checkBuildArguments(*State, NumDevices, DeviceList, Notify, UserData,
                            Devices) != CL_SUCCESS)
      return next().clCompileProgram(Program, NumDevices, DeviceList, Options,
                                     NumHeaders, Headers, HeaderNames, Notify,
                                     UserData);
    {
      std::lock_guard<std::mutex> Lock(State->Mutex);
      if (State->hasKernels())
        return CL_INVALID_OPERATION;
      State->Built.reset();
      for (cl_device_id Device : Devices)
        State->Builds[Device] = {
            CL_BUILD_ERROR, Options ? Options : "",
            "tasklet: programs with tasks cannot be compiled and linked in "
            "separate steps yet; build the whole program with "
            "clBuildProgram\n",
            ""};
    }
    if (Notify)
      Notify(Program, UserData);
    return CL_COMPILE_PROGRAM_FAILURE;
  });
}
