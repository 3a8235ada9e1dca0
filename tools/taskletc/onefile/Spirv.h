//===- Spirv.h - The translator to SPIR-V in this program -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Debian packages the SPIRV-LLVM-Translator as a shared library that asks for
/// the shared LLVM. Its bytes are in this program, and it is loaded from memory.
/// What it wants of LLVM it finds here: CMakeLists.txt links that in and exports
/// it. A second library, empty but for its name and version, stands for the
/// shared LLVM.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ONEFILE_SPIRV_H
#define TASKLET_TOOLS_ONEFILE_SPIRV_H

namespace tasklet {

/// llvm-spirv --spirv-max-version=1.2 IN.bc -o OUT.spv, these words in this
/// order. Returns the exit status: 0, or 1 with the reason on standard error.
/// Like the command, it may abort where it has no translation.
int runLlvmSpirv(int Argc, char **Argv);

} // namespace tasklet

#endif
