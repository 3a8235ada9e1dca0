//===- ApiProgram.cpp - OpenCL functions on programs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/DeviceTarget.h"
#include "build/ProgramBuild.h"
#include "compile/BuildOptions.h"
#include "compile/Compiler.h"
#include "objects/ProgramState.h"

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

// Bitcode has names of functions, and texts of metadata, as plain bytes. Lowered
// programs without tasks have nothing of the runtime, but the manifest.
static const char OurSymbol[] = "__tkl_", OurManifest[] = "\"tasklets\":true";

static bool isBitcode(const unsigned char *Binary, size_t Size) {
  static const unsigned char Magic[] = {'B', 'C', 0xC0, 0xDE};
  return Binary && Size > sizeof(Magic) &&
         memcmp(Binary, Magic, sizeof(Magic)) == 0;
}

/// Whether this is bitcode that calls or defines parts of our runtime, or was
/// lowered. A device whose driver takes no bitcode can have any program that
/// taskletc has made only from us.
static bool mayBeOurBitcode(cl_device_id Device, const unsigned char *Binary,
                            size_t Size) {
  return isBitcode(Binary, Size) &&
         (!allTakeBitcode({Device}) ||
          memmem(Binary, Size, OurSymbol, sizeof(OurSymbol) - 1) ||
          memmem(Binary, Size, OurManifest, sizeof(OurManifest) - 1));
}

static bool names(const std::string &Bitcode, const char *Text) {
  return Bitcode.find(Text) != std::string::npos;
}

/// Lowers the bitcode of each device, except objects (docs/abi.md, section 1).
/// Empty if any is not ours.
static std::map<cl_device_id, CompileResult>
takeBinaries(cl_program Program, cl_uint NumDevices,
             const cl_device_id *Devices, const size_t *Lengths,
             const unsigned char **Binaries) {
  std::map<cl_device_id, CompileResult> Given;
  std::vector<cl_device_id> Known = programDevices(Program);
  for (cl_uint I = 0; I < NumDevices; ++I) {
    if (!mayBeOurBitcode(Devices[I], Binaries[I], Lengths[I]))
      return {};
    std::string Bitcode(reinterpret_cast<const char *>(Binaries[I]),
                        Lengths[I]);
    CompileResult Result;
    bool Lowered = false;
    if (names(Bitcode, "__tkl_object")) {
      Result.How = CompileResult::Outcome::Compiled;
      Result.Info.Object = Result.Info.Tasklets = true;
      Result.Bitcode = std::move(Bitcode);
    } else {
      Result = compileBitcode(Bitcode, describeDevice(Devices[I]));
      Lowered = names(Bitcode, "__tkl_dispatch") || names(Bitcode, OurManifest);
      // This log does not belong to the build that follows.
      if (Result.How == CompileResult::Outcome::Compiled)
        Result.Log.clear();
      // Bitcode that has been lowered stays as it was saved.
      if (Lowered)
        Result.Bitcode = std::move(Bitcode);
    }
    bool Good = Result.How == CompileResult::Outcome::Compiled &&
                (Result.Info.Tasklets || !allTakeBitcode({Devices[I]}));
    // No driver can launch lowered bitcode. So we take it, and its build says
    // why we cannot launch it either.
    if (!Good && !Lowered)
      return {};
    Given[findDevice(Known, Devices[I])] = std::move(Result);
  }
  return Given;
}

/// The driver's program of these binaries. If all are our bitcode and the
/// driver of some device takes none, it is an empty program, and \p Ours is
/// true.
static cl_program createHandle(cl_context Context, cl_uint NumDevices,
                               const cl_device_id *Devices,
                               const size_t *Lengths,
                               const unsigned char **Binaries,
                               cl_int *BinaryStatus, bool &Ours,
                               cl_int &Error) {
  Ours = !allTakeBitcode({Devices, Devices + NumDevices});
  for (cl_uint I = 0; I < NumDevices; ++I)
    Ours &= mayBeOurBitcode(Devices[I], Binaries[I], Lengths[I]);
  if (!Ours)
    return next().clCreateProgramWithBinary(
        Context, NumDevices, Devices, Lengths, Binaries, BinaryStatus, &Error);
  std::vector<cl_device_id> Known = contextDevices(Context);
  for (cl_uint I = 0; I < NumDevices && !Known.empty(); ++I)
    if (!findDevice(Known, Devices[I])) {
      Error = CL_INVALID_DEVICE;
      return nullptr;
    }
  return createEmptyProgram(Context, Error);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(
    cl_context Context, cl_uint NumDevices, const cl_device_id *Devices,
    const size_t *Lengths, const unsigned char **Binaries, cl_int *BinaryStatus,
    cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_program {
    // Some drivers do not survive a missing binary.
    bool Complete = NumDevices && Devices && Lengths && Binaries;
    for (cl_uint I = 0; Lengths && Binaries && I < NumDevices; ++I) {
      bool Given = Lengths[I] && Binaries[I];
      Complete &= Given;
      if (BinaryStatus)
        BinaryStatus[I] = Given ? CL_SUCCESS : CL_INVALID_VALUE;
    }
    if (!Complete) {
      Error = CL_INVALID_VALUE;
      return nullptr;
    }
    bool Ours = false;
    cl_program Handle = createHandle(Context, NumDevices, Devices, Lengths,
                                     Binaries, BinaryStatus, Ours, Error);
    if (!Handle)
      return nullptr;
    std::map<cl_device_id, CompileResult> Given =
        takeBinaries(Handle, NumDevices, Devices, Lengths, Binaries);
    if (Given.empty() && !Ours)
      return Handle;
    if (Given.empty()) {
      next().clReleaseProgram(Handle);
      for (cl_uint I = 0; BinaryStatus && I < NumDevices; ++I)
        BinaryStatus[I] = CL_INVALID_BINARY;
      Error = CL_INVALID_BINARY;
      return nullptr;
    }
    Error = CL_SUCCESS;
    for (cl_uint I = 0; BinaryStatus && I < NumDevices; ++I)
      BinaryStatus[I] = CL_SUCCESS;
    auto State = std::make_shared<ProgramState>(Handle, Context, "");
    for (const auto &[Device, Each] : Given)
      if (Each.Info.Object) {
        DeviceBuild &Build = State->Builds[Device];
        Build.Status = CL_BUILD_SUCCESS;
        Build.Type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
        Build.Bitcode = Each.Bitcode;
      }
    State->Given = std::move(Given);
    programs().insert(Handle, std::move(State));
    return Handle;
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

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(
    cl_program Program, cl_uint NumDevices, const cl_device_id *DeviceList,
    const char *Options, BuildNotify Notify, void *UserData) {
  return guarded([&]() -> cl_int {
    auto BuildByDriver = [&](const std::string &Text) {
      return next().clBuildProgram(
          Program, NumDevices, DeviceList,
          Options || !Text.empty() ? Text.c_str() : nullptr, Notify, UserData);
    };
    std::shared_ptr<ProgramState> State = programs().find(Program);
    std::vector<cl_device_id> Devices;
    if (!State || checkBuildArguments(*State, NumDevices, DeviceList, Notify,
                                      UserData, Devices) != CL_SUCCESS)
      return BuildByDriver(withoutWarpOptions(Options ? Options : ""));

    cl_int Result = CL_SUCCESS;
    {
      std::lock_guard<std::mutex> Lock(State->Mutex);
      if (State->hasKernels())
        return CL_INVALID_OPERATION;
      BuildInput Input;
      Input.Options = Options ? Options : "";
      if (!State->Given.empty())
        Result = buildGiven(*State, Devices, Input.Options);
      else if (buildExtended(*State, Devices, Input, Result) ==
               BuildRoute::Driver)
        return BuildByDriver(optionsForDriver(*State, Devices, Input));
    }
    if (Notify)
      Notify(Program, UserData);
    return Result;
  });
}
