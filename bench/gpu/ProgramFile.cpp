//===- ProgramFile.cpp - What lies beside bench_gpu -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ProgramFile.h"

#include "Engine.h"

#include <filesystem>
#include <fstream>
#include <iterator>

std::string gpu::programPath(const std::string &Name) {
  std::error_code Error;
  const auto Self = std::filesystem::read_symlink("/proc/self/exe", Error);
  return (Self.parent_path() / Name).string();
}

std::string gpu::readProgram(const std::string &Name) {
  const std::string Path = programPath(Name);
  std::ifstream File(Path, std::ios::binary);
  if (!File)
    throw Failure("cannot read '" + Path +
                  "'; build with TASKLET_BUILD_COMPILER, which makes it");
  return {std::istreambuf_iterator<char>(File), {}};
}
