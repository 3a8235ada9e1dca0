//===- Layer.cpp - Let Oclgrind read SPIR bitcode -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An OpenCL layer between libtasklet and Oclgrind 21.10, whose LLVM is 14: it
// translates each program given as newer bitcode to SPIR-V and from there, by
// the translator of LLVM 14, to bitcode that Oclgrind can read. Everything else
// passes through, so programs run in the simulator as they are.
//
// One more repair: the driver exports the functions of OpenCL 2.0 and later
// under the loader's names, so their entries in its dispatch table lead back to
// the loader, which calls them for ever. Creating a queue is the one in use.
//
//===----------------------------------------------------------------------===//

#include "support/ChildProcess.h"
#include "support/FileIO.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using namespace tasklet;

static const cl_icd_dispatch *Next;
static cl_icd_dispatch Ours;

static bool run(const std::vector<std::string> &Command) {
  ChildRequest Request;
  Request.Arguments = Command;
  if (runChild(Request).succeeded())
    return true;
  std::fprintf(stderr, "oclgrind layer: '%s' failed\n", Command[0].c_str());
  return false;
}

/// Empty if a translator fails; it has said why on standard error.
static std::string translate(const unsigned char *Bytes, size_t Size) {
  TemporaryFolder Folder;
  std::string Base = Folder.path() + "/p";
  std::string Bitcode(reinterpret_cast<const char *>(Bytes), Size);
  if (Folder.path().empty() ||
      !writeFileAtomically(Base + ".bc", Bitcode, 0600)) {
    std::fprintf(stderr, "oclgrind layer: no temporary file can be made; "
                         "TMPDIR can name another place\n");
    return std::string();
  }
  if (run({TASKLET_LLVM_SPIRV, "--spirv-max-version=1.1", Base + ".bc", "-o",
           Base + ".spv"}) &&
      run({TASKLET_LLVM_SPIRV_OLD, "-r", "--spirv-target-env=CL1.2",
           Base + ".spv", "-o", Base + ".old"}))
    return readFile(Base + ".old").value_or("");
  return std::string();
}

static cl_program CL_API_CALL createProgramWithBinary(
    cl_context Context, cl_uint Count, const cl_device_id *Devices,
    const size_t *Sizes, const unsigned char **Binaries, cl_int *BinaryStatus,
    cl_int *Status) {
  std::vector<std::string> Texts(Count);
  std::vector<size_t> NewSizes(Count);
  std::vector<const unsigned char *> Pointers(Count);
  for (cl_uint I = 0; I < Count; ++I) {
    Texts[I] = translate(Binaries[I], Sizes[I]);
    if (Texts[I].empty()) {
      if (Status)
        *Status = CL_INVALID_BINARY;
      return nullptr;
    }
    NewSizes[I] = Texts[I].size();
    Pointers[I] = reinterpret_cast<const unsigned char *>(Texts[I].data());
  }
  return Next->clCreateProgramWithBinary(Context, Count, Devices,
                                         NewSizes.data(), Pointers.data(),
                                         BinaryStatus, Status);
}

static cl_command_queue CL_API_CALL
createQueue(cl_context Context, cl_device_id Device,
            const cl_queue_properties *Properties, cl_int *Status) {
  cl_command_queue_properties Flags = 0;
  for (; Properties && *Properties; Properties += 2)
    if (Properties[0] == CL_QUEUE_PROPERTIES)
      Flags = Properties[1];
  return Next->clCreateCommandQueue(Context, Device, Flags, Status);
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info Name,
                                                          size_t Size,
                                                          void *Value,
                                                          size_t *Needed) {
  static const cl_layer_api_version Version = CL_LAYER_API_VERSION_100;
  static const char Title[] = "bitcode for Oclgrind";
  const void *Answer;
  size_t Length;
  if (Name == CL_LAYER_API_VERSION) {
    Answer = &Version;
    Length = sizeof(Version);
  } else if (Name == CL_LAYER_NAME) {
    Answer = Title;
    Length = sizeof(Title);
  } else {
    return CL_INVALID_VALUE;
  }
  if (Needed)
    *Needed = Length;
  if (!Value)
    return CL_SUCCESS;
  if (Size < Length)
    return CL_INVALID_VALUE;
  std::memcpy(Value, Answer, Length);
  return CL_SUCCESS;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint Count, const cl_icd_dispatch *Target, cl_uint *OurCount,
            const cl_icd_dispatch **OurDispatch) {
  if (!Target || !OurCount || !OurDispatch ||
      Count < sizeof(Ours) / sizeof(Ours.clGetPlatformIDs))
    return CL_INVALID_VALUE;
  Next = Target;
  Ours = *Target;
  Ours.clCreateProgramWithBinary = createProgramWithBinary;
  Ours.clCreateCommandQueueWithProperties = createQueue;
  *OurCount = sizeof(Ours) / sizeof(Ours.clGetPlatformIDs);
  *OurDispatch = &Ours;
  return CL_SUCCESS;
}
