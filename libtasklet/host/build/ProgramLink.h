//===- ProgramLink.h - From objects to a program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Links programs, at least one of which uses the additions. The driver has
/// compiled those that do not; our compiler compiles them again.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_BUILD_PROGRAMLINK_H
#define TASKLET_HOST_BUILD_PROGRAMLINK_H

#include "objects/ProgramState.h"

namespace tasklet {

/// The words that clLinkProgram takes.
struct LinkOptions {
  std::string Text;
  bool Library = false; ///< -create-library

  /// False if any word is no option of a linker (OpenCL 3.0, 5.8.7).
  [[nodiscard]] bool parse();
};

/// Whether these programs may be linked for \p Devices: CL_SUCCESS, or what
/// clLinkProgram returns.
cl_int checkLinkInputs(const std::vector<std::shared_ptr<ProgramState>> &Inputs,
                       const std::vector<cl_device_id> &Devices);

/// A new program, even if linking failed: its build log says why, and a
/// callback can read it. Null if the driver cannot make one.
cl_program
linkExtended(cl_context Context, const std::vector<cl_device_id> &Devices,
             const LinkOptions &Options,
             const std::vector<std::shared_ptr<ProgramState>> &Inputs,
             cl_int &Result);

} // namespace tasklet

#endif
