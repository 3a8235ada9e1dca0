//===- BitcodeFile.h - Whether a program is all there -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiler whose output was cut off may still say success. What is not whole
/// must neither reach an OpenCL driver, which may crash, nor the cache.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_BITCODEFILE_H
#define TASKLET_HOST_COMPILE_BITCODEFILE_H

#include <string>

namespace tasklet {

/// True if \p Bytes are LLVM bitcode from its magic number on, whose blocks end
/// where the text ends, with a module and the table of its names among them.
/// What is in the blocks is not looked at.
bool isWholeBitcode(const std::string &Bytes);

/// The same of SPIR-V, whose last instruction ends a function.
bool isWholeSpirv(const std::string &Bytes);

} // namespace tasklet

#endif
