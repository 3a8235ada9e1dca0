//===- BitcodeFile.h - Whether a program is all there -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiler may report success although its output was cut off. Such a
/// program must reach neither the cache nor an OpenCL driver, which may crash.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_BITCODEFILE_H
#define TASKLET_HOST_COMPILE_BITCODEFILE_H

#include <string>

namespace tasklet {

/// True if \p Bytes are LLVM bitcode: they begin with its magic number, the
/// last block ends where they end, and a module and the table of its names are
/// among the blocks. What is in the blocks is not checked.
bool isWholeBitcode(const std::string &Bytes);

/// The same for SPIR-V. Its last instruction must end a function, unless the
/// module has no kernels.
bool isWholeSpirv(const std::string &Bytes);

/// Whether a SPIR-V module has a kernel.
bool hasSpirvKernel(const std::string &Bytes);

/// The same for PTX: it has its three heads, what is in braces is closed, and it
/// ends with a line.
bool isWholePtx(const std::string &Text);

} // namespace tasklet

#endif
