//===- ErrorName.h - OpenCL's codes in messages -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_ERRORNAME_H
#define TASKLET_HOST_SUPPORT_ERRORNAME_H

#include "support/OpenCL.h"

namespace tasklet {

/// "OpenCL error -5, CL_OUT_OF_RESOURCES"; the number alone if the name says
/// little.
std::string describeError(cl_int Error);

/// True if the device or the system is at fault, not an argument: too little
/// memory, a lost device.
bool isShortage(cl_int Error);

} // namespace tasklet

#endif
