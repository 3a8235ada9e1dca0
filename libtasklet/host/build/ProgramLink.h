//===- ProgramLink.h - From objects to a program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Links programs of which at least one uses the additions. What the driver has
/// compiled meanwhile, because it uses none, is compiled again by our compiler.
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

/// May these programs be linked for \p Devices? CL_SUCCESS, or what
/// clLinkProgram says.
cl_int checkLinkInputs(const std::vector<std::shared_ptr<ProgramState>> &Inputs,
                       const std::vector<cl_device_id> &Devices);

/// A new program, also if linking failed: its build log says why, for a
/// callback to read. Null if the driver cannot make one.
cl_program
linkExtended(cl_context Context, const std::vector<cl_device_id> &Devices,
             const LinkOptions &Options,
             const std::vector<std::shared_ptr<ProgramState>> &Inputs,
             cl_int &Result);

} // namespace tasklet

#endif
