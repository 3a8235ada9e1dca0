//===- Standalone.cpp - A libFuzzer target without libFuzzer --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives each file that is named, and for each folder the files in it, to the
/// target once. With no compiler but g++, that is the regression test of what
/// the fuzzers found, and by `--prefixes` a little more: each file is also cut
/// off at many places, as an editor shows it to a language server.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int *, char ***);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

namespace fs = std::filesystem;

static unsigned give(const fs::path &File, unsigned Prefixes) {
  std::ifstream Stream(File, std::ios::binary);
  std::ostringstream Text;
  Text << Stream.rdbuf();
  if (!Stream) {
    std::fprintf(stderr, "cannot read %s\n", File.c_str());
    std::exit(2);
  }
  const std::string Input = Text.str();
  // Seen last if the process crashes.
  std::fprintf(stderr, "%s\n", File.c_str());
  for (unsigned I = 0; I <= Prefixes; ++I)
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(Input.data()),
                           Input.size() * (I + 1) / (Prefixes + 1));
  return Prefixes + 1;
}

int main(int Argc, char **Argv) {
  LLVMFuzzerInitialize(&Argc, &Argv);
  unsigned Count = 0, Prefixes = 0;
  for (int I = 1; I < Argc; ++I) {
    if (std::strncmp(Argv[I], "--prefixes=", 11) == 0) {
      Prefixes = std::stoul(Argv[I] + 11);
      continue;
    }
    std::vector<fs::path> Files;
    if (fs::is_directory(Argv[I])) {
      for (const fs::directory_entry &Entry : fs::directory_iterator(Argv[I]))
        if (Entry.is_regular_file())
          Files.push_back(Entry.path());
      std::sort(Files.begin(), Files.end());
    } else {
      Files.push_back(Argv[I]);
    }
    for (const fs::path &File : Files)
      Count += give(File, Prefixes);
  }
  std::printf("%u inputs\n", Count);
  // No file at all would be no test.
  return Count == 0;
}
