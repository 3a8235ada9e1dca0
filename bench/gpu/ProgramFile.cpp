//===- ProgramFile.cpp - What lies beside bench_gpu -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ProgramFile.h"

#include "Engine.h"

#include <filesystem>
#include <fstream>
#include <iterator>

std::string gpu::readProgram(const std::string &Name) {
  std::error_code Error;
  const auto Self = std::filesystem::read_symlink("/proc/self/exe", Error);
  const auto Path = Self.parent_path() / "gpu" / Name;
  std::ifstream File(Path, std::ios::binary);
  if (Error || !File)
    throw Failure("cannot read '" + Path.string() +
                  "'; build with TASKLET_BUILD_COMPILER, which makes it");
  return {std::istreambuf_iterator<char>(File), {}};
}
