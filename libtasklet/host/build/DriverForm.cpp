//===- DriverForm.cpp - How a driver takes compiled programs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/DriverForm.h"

#include "compile/Compiler.h"
#include "support/ErrorName.h"

#include <algorithm>

using namespace tasklet;

static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

DriverForm tasklet::driverForm(cl_device_id Device) {
  if (hasWord(queryDeviceString(Device, CL_DEVICE_EXTENSIONS), "cl_khr_spir"))
    return DriverForm::Bitcode;
  if (next().clCreateProgramWithIL &&
      queryDeviceString(Device, CL_DEVICE_IL_VERSION).find("SPIR-V") !=
          std::string::npos)
    return DriverForm::Spirv;
  return DriverForm::None;
}

std::string tasklet::refusalOfNoForm(cl_device_id Device) {
  return "tasklet: the driver of the device '" +
         queryDeviceString(Device, CL_DEVICE_NAME) +
         "' takes neither SPIR bitcode nor SPIR-V, one of which programs with "
         "tasks or everywhere blocks need; use a device with cl_khr_spir, or "
         "with SPIR-V in CL_DEVICE_IL_VERSION, such as that of Debian's "
         "package "
         "pocl-opencl-icd\n";
}

/// \p Error is what the driver said to a program that is whole.
static std::string refusalText(const char *What, cl_int Error) {
  return std::string("tasklet: the driver takes ") + What +
         ", but not that of this program (" + describeError(Error) +
         "); it is compiled again by the next build. If that fails as well, "
         "set "
         "TASKLET_COMPILER to the taskletc of this library's release\n";
}

static cl_program createWithBitcode(cl_context Context,
                                    const std::vector<DeviceBitcode> &Parts,
                                    cl_int &Error, std::string &Log) {
  std::vector<cl_device_id> Devices;
  std::vector<size_t> Sizes;
  std::vector<const unsigned char *> Binaries;
  for (const DeviceBitcode &Part : Parts) {
    Devices.push_back(Part.Device);
    Sizes.push_back(Part.Bitcode->size());
    Binaries.push_back(
        reinterpret_cast<const unsigned char *>(Part.Bitcode->data()));
  }
  cl_program Program = next().clCreateProgramWithBinary(
      Context, static_cast<cl_uint>(Devices.size()), Devices.data(),
      Sizes.data(), Binaries.data(), nullptr, &Error);
  if (!Program)
    Log = refusalText("SPIR bitcode", Error);
  return Program;
}

/// SPIR-V is given to a whole context at once.
static cl_program createWithSpirv(cl_context Context,
                                  const std::vector<DeviceBitcode> &Parts,
                                  cl_int &Error, std::string &Log) {
  const std::string &Bitcode = *Parts.front().Bitcode;
  for (const DeviceBitcode &Part : Parts)
    if (driverForm(Part.Device) != DriverForm::Spirv ||
        *Part.Bitcode != Bitcode) {
      Error = CL_INVALID_DEVICE;
      Log = "tasklet: devices that take SPIR-V can share a program with tasks "
            "with devices of their own kind only; make a context for each "
            "kind\n";
      return nullptr;
    }
  CompileResult Spirv = translateToSpirv(Bitcode);
  if (Spirv.How != CompileResult::Outcome::Compiled) {
    Error = CL_INVALID_BINARY;
    Log = Spirv.Log;
    return nullptr;
  }
  cl_program Program = next().clCreateProgramWithIL(
      Context, Spirv.Bitcode.data(), Spirv.Bitcode.size(), &Error);
  if (!Program) {
    Log = refusalText("SPIR-V", Error);
    forgetCompiled(Spirv);
  }
  return Program;
}

cl_program tasklet::createDriverProgram(cl_context Context,
                                        const std::vector<DeviceBitcode> &Parts,
                                        cl_int &Error, std::string &Log) {
  for (const DeviceBitcode &Part : Parts)
    if (driverForm(Part.Device) == DriverForm::Spirv)
      return createWithSpirv(Context, Parts, Error, Log);
  return createWithBitcode(Context, Parts, Error, Log);
}

bool tasklet::allTakeBitcode(const std::vector<cl_device_id> &Devices) {
  return std::all_of(Devices.begin(), Devices.end(), [](cl_device_id Device) {
    return driverForm(Device) == DriverForm::Bitcode;
  });
}

cl_program tasklet::createEmptyProgram(cl_context Context, cl_int &Error) {
  const char *Nothing = " ";
  return next().clCreateProgramWithSource(Context, 1, &Nothing, nullptr,
                                          &Error);
}
