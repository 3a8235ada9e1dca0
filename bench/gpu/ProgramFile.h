//===- ProgramFile.h - What lies beside bench_gpu ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_PROGRAMFILE_H
#define TASKLET_BENCH_GPU_PROGRAMFILE_H

#include <string>

namespace gpu {

/// The file gpu/\p Name in the folder of this executable. Throws Failure.
std::string readProgram(const std::string &Name);

} // namespace gpu

#endif
