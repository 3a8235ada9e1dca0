//===- Compile.h - From a program to its compiled form ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_COMPILE_H
#define TASKLET_TOOLS_COMPILE_H

#include "CommandLine.h"
#include "Toolchain.h"

namespace tasklet {

/// Runs the tools and moves the results into place. Diagnostics go to standard
/// error. Returns an ExitStatus.
int compile(const CommandLine &Line, const Toolchain &Tools);

} // namespace tasklet

#endif
