//===- ProgramFile.h - What lies beside bench_gpu ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_PROGRAMFILE_H
#define TASKLET_BENCH_GPU_PROGRAMFILE_H

#include <string>

namespace gpu {

/// \p Name is that of a file below the folder of this executable.
std::string programPath(const std::string &Name);
/// Its content. Throws Failure.
std::string readProgram(const std::string &Name);

} // namespace gpu

#endif
