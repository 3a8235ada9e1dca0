//===- ErrorName.cpp - OpenCL's codes in messages -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ErrorName.h"

using namespace tasklet;

std::string tasklet::describeError(cl_int Error) {
  static constexpr struct {
    cl_int Code;
    const char *Name;
  } Names[] = {
#define NAMED(Code) {Code, #Code}
      NAMED(CL_DEVICE_NOT_AVAILABLE),
      NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE),
      NAMED(CL_OUT_OF_RESOURCES),
      NAMED(CL_OUT_OF_HOST_MEMORY),
      NAMED(CL_BUILD_PROGRAM_FAILURE),
      NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
      NAMED(CL_INVALID_VALUE),
      NAMED(CL_INVALID_BINARY),
      NAMED(CL_INVALID_BUFFER_SIZE),
#undef NAMED
  };
  std::string Text = "OpenCL error " + std::to_string(Error);
  for (const auto &[Code, Name] : Names)
    if (Code == Error)
      return Text + ", " + Name;
  return Text;
}

bool tasklet::isShortage(cl_int Error) {
  // NVIDIA's driver has codes of its own, from -9000 down, for kernels that it
  // ended.
  return Error == CL_DEVICE_NOT_AVAILABLE ||
         Error == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
         Error == CL_OUT_OF_RESOURCES || Error == CL_OUT_OF_HOST_MEMORY ||
         Error <= -9000;
}
