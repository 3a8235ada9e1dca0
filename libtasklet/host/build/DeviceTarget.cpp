//===- DeviceTarget.cpp - Which programs a driver takes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/DeviceTarget.h"

#include "compile/BitcodeFile.h"
#include "compile/Compiler.h"
#include "support/ErrorName.h"

#include <algorithm>

using namespace tasklet;

static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

// All drivers that have been seen to take bitcode need these quirks of PoCL 3.1,
// which is the usual one.
#define SPIR_QUIRKS                                                            \
  "bit-loads,builtin-names,kernel-copies,local-addresses,printf-functions,"    \
  "switch-defaults"
static const Target Spir = {"spir", SPIR_QUIRKS, ProgramForm::Bitcode};
// Rusticl needs this quirk, and so may other drivers for GPUs that nobody tried.
static const Target Spirv = {"spirv", "reducible-loops", ProgramForm::Spirv};

// The driver's own compiler makes the rest of PTX.
static const Target Nvptx = {"nvptx", "", ProgramForm::Ptx};

/// PoCL's library takes vectors rightly that fit into a register.
struct PoclTargets {
  Target Bitcode, Spirv;
};
#define POCL_TARGETS(CALLS)                                                    \
  {                                                                            \
    {"spir", SPIR_QUIRKS "," CALLS, ProgramForm::Bitcode}, {                   \
      "spirv",                                                                 \
          "bit-loads,kernel-copies,local-addresses,printf-functions,switch-"   \
          "defaults," CALLS,                                                   \
          ProgramForm::Spirv                                                   \
    }                                                                          \
  }
static const PoclTargets PoclCalls128 = POCL_TARGETS("calls-of-128");
static const PoclTargets PoclCalls256 = POCL_TARGETS("calls-of-256");
static const PoclTargets PoclCalls512 = POCL_TARGETS("calls-of-512");
#undef POCL_TARGETS
#undef SPIR_QUIRKS
// Oclgrind gets bitcode, but that has gone through SPIR-V all the same, because
// Oclgrind's LLVM is older than ours (test/e2e/OclgrindLayer.cpp).
static const Target SpirvAsBitcode = {"spirv", "", ProgramForm::Bitcode};

/// Null for other drivers.
static const PoclTargets *poclTargetsOf(cl_device_id Device) {
  if (!isOfPocl(Device))
    return nullptr;
  // PoCL takes these from the registers of the processor.
  cl_uint Floats = 0;
  next().clGetDeviceInfo(Device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                         sizeof(Floats), &Floats, nullptr);
  return Floats >= 16  ? &PoclCalls512
         : Floats >= 8 ? &PoclCalls256
                       : &PoclCalls128;
}

/// The first number of the compute capability; 0 for drivers of others, also
/// for NVIDIA's devices: PoCL's has a form of its own.
static cl_uint computeCapability(cl_device_id Device) {
  // The extension cl_nv_device_attribute_query.
  constexpr cl_device_info ComputeCapabilityMajor = 0x4000;
  constexpr cl_uint Nvidia = 0x10DE;
  cl_uint Vendor = 0, Major = 0;
  next().clGetDeviceInfo(Device, CL_DEVICE_VENDOR_ID, sizeof(Vendor), &Vendor,
                         nullptr);
  if (Vendor != Nvidia ||
      !hasWord(queryDeviceString(Device, CL_DEVICE_EXTENSIONS),
               "cl_nv_device_attribute_query") ||
      isOfPocl(Device))
    return 0;
  cl_int Error = next().clGetDeviceInfo(Device, ComputeCapabilityMajor,
                                        sizeof(Major), &Major, nullptr);
  return Error == CL_SUCCESS ? Major : 0;
}

/// What PTX of sm_70 asks for.
constexpr cl_uint OldestCapability = 7;

const Target *tasklet::targetOf(cl_device_id Device) {
  if (computeCapability(Device) >= OldestCapability)
    return &Nvptx;
  const PoclTargets *Pocl = poclTargetsOf(Device);
  if (hasWord(queryDeviceString(Device, CL_DEVICE_EXTENSIONS), "cl_khr_spir")) {
    if (queryDeviceString(Device, CL_DEVICE_NAME) == "Oclgrind Simulator")
      return &SpirvAsBitcode;
    return Pocl ? &Pocl->Bitcode : &Spir;
  }
  if (next().clCreateProgramWithIL &&
      queryDeviceString(Device, CL_DEVICE_IL_VERSION).find("SPIR-V") !=
          std::string::npos)
    return Pocl ? &Pocl->Spirv : &Spirv;
  return nullptr;
}

static bool takes(cl_device_id Device, ProgramForm Form) {
  const Target *Its = targetOf(Device);
  return Its && Its->Form == Form;
}

std::string tasklet::processorOf(cl_device_id Device) {
  const Target *Takes = targetOf(Device);
  if (!Takes || Takes->Form != ProgramForm::Bitcode)
    return std::string();
  return processorInVersion(queryDeviceString(Device, CL_DEVICE_VERSION));
}

std::string tasklet::refusalOfNoTarget(cl_device_id Device) {
  if (cl_uint Major = computeCapability(Device))
    return "tasklet: the device '" + queryDeviceString(Device, CL_DEVICE_NAME) +
           "' has compute capability " + std::to_string(Major) +
           ", and programs with tasks or everywhere blocks need " +
           std::to_string(OldestCapability) +
           " or newer; use a newer device, or one of another driver, such as "
           "that of Debian's package pocl-opencl-icd\n";
  return "tasklet: the driver of the device '" +
         queryDeviceString(Device, CL_DEVICE_NAME) +
         "' takes neither SPIR bitcode nor SPIR-V, one of which programs with "
         "tasks or everywhere blocks need; use a device with cl_khr_spir, or "
         "with SPIR-V in CL_DEVICE_IL_VERSION, such as that of Debian's "
         "package "
         "pocl-opencl-icd\n";
}

std::string tasklet::refusalOfTarget(cl_device_id Device,
                                     const std::string &Name) {
  std::string Wanted = targetOf(Device)->Name;
  return "tasklet: the program was compiled for the target '" + Name +
         "', and the driver of the device '" +
         queryDeviceString(Device, CL_DEVICE_NAME) + "' takes the target '" +
         Wanted +
         "'; build it from source, or compile it with -tkl-target=" + Wanted +
         "\n";
}

/// \p Error is the driver's answer to a program that is whole.
static std::string refusalText(const char *What, cl_int Error) {
  return std::string("tasklet: the driver takes ") + What +
         ", but not that of this program (" + describeError(Error) +
         "); it is compiled again by the next build. If that fails as well, "
         "set "
         "TASKLET_COMPILER to the taskletc of this library's release\n";
}

static cl_program createWithBinaries(cl_context Context,
                                     const std::vector<DeviceBitcode> &Parts,
                                     const char *What, cl_int &Error,
                                     std::string &Log) {
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
    Log = refusalText(What, Error);
  return Program;
}

/// PTX is a binary to NVIDIA's driver. Each device may have its own.
static cl_program createWithPtx(cl_context Context,
                                const std::vector<DeviceBitcode> &Parts,
                                cl_int &Error, std::string &Log) {
  std::vector<CompileResult> Made;
  Made.reserve(Parts.size());
  std::vector<DeviceBitcode> Texts;
  for (const DeviceBitcode &Part : Parts) {
    if (!takes(Part.Device, ProgramForm::Ptx)) {
      Error = CL_INVALID_DEVICE;
      Log =
          "tasklet: devices that take PTX can share a program with tasks with "
          "devices of their own kind only; make a context for each kind\n";
      return nullptr;
    }
    // Mostly all have the same, and then the cache has it.
    Made.push_back(translateToPtx(*Part.Bitcode));
    if (Made.back().How != CompileResult::Outcome::Compiled) {
      Error = CL_INVALID_BINARY;
      Log = Made.back().Log;
      return nullptr;
    }
    Texts.push_back({Part.Device, &Made.back().Bitcode});
  }
  cl_program Program = createWithBinaries(Context, Texts, "PTX", Error, Log);
  if (!Program)
    for (const CompileResult &Each : Made)
      forgetCompiled(Each);
  return Program;
}

/// A driver takes SPIR-V for a whole context at once.
static cl_program createWithSpirv(cl_context Context,
                                  const std::vector<DeviceBitcode> &Parts,
                                  cl_int &Error, std::string &Log) {
  const std::string &Bitcode = *Parts.front().Bitcode;
  for (const DeviceBitcode &Part : Parts)
    if (!takes(Part.Device, ProgramForm::Spirv) || *Part.Bitcode != Bitcode) {
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
  // PoCL 6 takes no module without a kernel.
  if (!hasSpirvKernel(Spirv.Bitcode))
    return createEmptyProgram(Context, Error);
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
  for (const DeviceBitcode &Part : Parts) {
    if (takes(Part.Device, ProgramForm::Spirv))
      return createWithSpirv(Context, Parts, Error, Log);
    if (takes(Part.Device, ProgramForm::Ptx))
      return createWithPtx(Context, Parts, Error, Log);
  }
  return createWithBinaries(Context, Parts, "SPIR bitcode", Error, Log);
}

bool tasklet::allTakeBitcode(const std::vector<cl_device_id> &Devices) {
  return std::all_of(Devices.begin(), Devices.end(), [](cl_device_id Device) {
    return takes(Device, ProgramForm::Bitcode);
  });
}

cl_program tasklet::createEmptyProgram(cl_context Context, cl_int &Error) {
  const char *Nothing = " ";
  return next().clCreateProgramWithSource(Context, 1, &Nothing, nullptr,
                                          &Error);
}
