//===- ProgramLink.cpp - From objects to a program ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/ProgramLink.h"

#include "build/DeviceTarget.h"
#include "build/ProgramBuild.h"
#include "compile/BuildOptions.h"

#include <algorithm>

using namespace tasklet;

bool LinkOptions::parse() {
  static const char *const Known[] = {"-create-library",
                                      "-enable-link-options",
                                      "-cl-denorms-are-zero",
                                      "-cl-no-signed-zeros",
                                      "-cl-unsafe-math-optimizations",
                                      "-cl-finite-math-only",
                                      "-cl-fast-relaxed-math",
                                      "-cl-no-subgroup-ifp"};
  std::vector<std::string> Words;
  std::string Error;
  if (!splitOptions(Text, Words, Error))
    return false;
  bool LinkOptionsLater = false;
  for (const std::string &Word : Words) {
    if (std::find(std::begin(Known), std::end(Known), Word) == std::end(Known))
      return false;
    Library |= Word == "-create-library";
    LinkOptionsLater |= Word == "-enable-link-options";
  }
  // The others are about mathematics. Linking may leave that as it was
  // compiled.
  return Library || !LinkOptionsLater;
}

cl_int tasklet::checkLinkInputs(
    const std::vector<std::shared_ptr<ProgramState>> &Inputs,
    const std::vector<cl_device_id> &Devices) {
  for (const std::shared_ptr<ProgramState> &Input : Inputs) {
    // The build log reports a program that this library does not know.
    if (!Input)
      continue;
    std::lock_guard<std::mutex> Lock(Input->Mutex);
    for (cl_device_id Device : Devices) {
      auto Build = Input->Builds.find(Device);
      if (Build != Input->Builds.end()) {
        if (!Build->second.isObject())
          return CL_INVALID_OPERATION;
        continue;
      }
      cl_program_binary_type Type = CL_PROGRAM_BINARY_TYPE_NONE;
      next().clGetProgramBuildInfo(Input->App, Device, CL_PROGRAM_BINARY_TYPE,
                                   sizeof(Type), &Type, nullptr);
      if (Type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT &&
          Type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
        return CL_INVALID_OPERATION;
    }
  }
  return CL_SUCCESS;
}

/// By device.
using ObjectLists = std::map<cl_device_id, std::vector<std::string>>;

/// Adds the objects of \p Input. What went wrong goes to \p Failed.
static void addObjects(ProgramState *Input, unsigned Number,
                       const std::vector<cl_device_id> &Devices,
                       ObjectLists &Objects,
                       std::map<cl_device_id, CompileResult> &Failed) {
  std::string Name = "tasklet: input program " + std::to_string(Number);
  if (!Input) {
    for (cl_device_id Device : Devices)
      Failed[Device].Log += Name + " was made from neither source nor objects "
                                   "of this library, and cannot be linked with "
                                   "programs that use tasks\n";
    return;
  }
  std::vector<Piece> Pieces;
  {
    std::lock_guard<std::mutex> Lock(Input->Mutex);
    if (!Input->Builds.empty()) {
      for (cl_device_id Device : Devices)
        Objects[Device].push_back(Input->Builds[Device].Bitcode);
      return;
    }
    Pieces = Input->Pieces;
  }
  for (const Piece &Each : Pieces) {
    std::map<cl_device_id, CompileResult> Results;
    compilePiece(Each, Devices, Results);
    for (auto &[Device, Result] : Results) {
      if (Result.How == CompileResult::Outcome::Compiled)
        Objects[Device].push_back(std::move(Result.Bitcode));
      else
        Failed[Device].Log += Name +
                              " was compiled by the driver, but must be "
                              "compiled again to be linked with tasks, and "
                              "that failed:\n" +
                              Result.Log;
    }
  }
}

static std::map<cl_device_id, CompileResult>
linkForDevices(const std::vector<cl_device_id> &Devices, bool Library,
               const std::vector<std::shared_ptr<ProgramState>> &Inputs) {
  ObjectLists Objects;
  std::map<cl_device_id, CompileResult> Results;
  for (size_t I = 0; I < Inputs.size(); ++I)
    addObjects(Inputs[I].get(), unsigned(I + 1), Devices, Objects, Results);
  // Equal devices link once.
  std::map<std::pair<std::string, std::vector<std::string>>, cl_device_id> Seen;
  for (cl_device_id Device : Devices) {
    if (!Results[Device].Log.empty()) {
      Results[Device].How = CompileResult::Outcome::ProgramError;
      continue;
    }
    TargetDevice Target = describeDevice(Device);
    auto [It, IsNew] =
        Seen.emplace(std::make_pair(kindOf(Target), Objects[Device]), Device);
    Results[Device] = IsNew ? linkObjects(Objects[Device], Library, Target)
                            : Results[It->second];
  }
  return Results;
}

/// Makes the handle of the program. The driver only keeps this program; it does
/// not run it.
static cl_program
createHandle(cl_context Context, const std::vector<cl_device_id> &Devices,
             const std::map<cl_device_id, CompileResult> &Results,
             cl_int &Error) {
  std::vector<size_t> Sizes;
  std::vector<const unsigned char *> Binaries;
  for (cl_device_id Device : Devices) {
    const std::string &Bitcode = Results.at(Device).Bitcode;
    Sizes.push_back(Bitcode.size());
    Binaries.push_back(reinterpret_cast<const unsigned char *>(Bitcode.data()));
  }
  bool Complete = allTakeBitcode(Devices) &&
                  std::all_of(Sizes.begin(), Sizes.end(),
                              [](size_t Size) { return Size != 0; });
  if (Complete)
    if (cl_program Program = next().clCreateProgramWithBinary(
            Context, static_cast<cl_uint>(Devices.size()), Devices.data(),
            Sizes.data(), Binaries.data(), nullptr, &Error))
      return Program;
  // After a failure a program is needed, too: it carries the log.
  return createEmptyProgram(Context, Error);
}

cl_program tasklet::linkExtended(
    cl_context Context, const std::vector<cl_device_id> &Devices,
    const LinkOptions &Options,
    const std::vector<std::shared_ptr<ProgramState>> &Inputs, cl_int &Result) {
  std::map<cl_device_id, CompileResult> Results =
      linkForDevices(Devices, Options.Library, Inputs);
  cl_program Program = createHandle(Context, Devices, Results, Result);
  if (!Program)
    return nullptr;
  auto State = std::make_shared<ProgramState>(Program, Context, "");
  {
    std::lock_guard<std::mutex> Lock(State->Mutex);
    // If the application builds the program again, it is built from these.
    State->Given = Results;
    Result = adoptResults(*State, Options.Text,
                          Options.Library ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                          : CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                          CL_LINK_PROGRAM_FAILURE, Results);
  }
  programs().insert(Program, std::move(State));
  return Program;
}
