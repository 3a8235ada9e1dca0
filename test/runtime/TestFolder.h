//===- TestFolder.h - Files and variables of one test -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_TESTFOLDER_H
#define TASKLET_TEST_TESTFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace tasklet {

/// A new folder that goes away with the object.
class TestFolder {
public:
  TestFolder() {
    std::string Template = std::filesystem::temp_directory_path().string() +
                           "/tasklet-test-XXXXXX";
    Path = mkdtemp(Template.data());
  }
  ~TestFolder() {
    std::error_code Ignored;
    std::filesystem::remove_all(Path, Ignored);
  }
  const std::string &path() const { return Path; }
  std::string file(const std::string &Name) const { return Path + "/" + Name; }

private:
  std::string Path;
};

/// Sets an environment variable while it lives.
class ScopedVariable {
public:
  ScopedVariable(const char *Name, const std::string &Value) : Name(Name) {
    if (const char *Old = getenv(Name)) {
      Previous = Old;
      WasSet = true;
    }
    setenv(Name, Value.c_str(), 1);
  }
  ~ScopedVariable() {
    if (WasSet)
      setenv(Name, Previous.c_str(), 1);
    else
      unsetenv(Name);
  }

private:
  const char *Name;
  std::string Previous;
  bool WasSet = false;
};

inline std::string readText(const std::string &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(Stream), {});
}

inline void writeText(const std::string &Path, const std::string &Text) {
  std::ofstream(Path, std::ios::binary) << Text;
}

/// How often the fake compiler has compiled so far.
inline size_t countCompilations() {
  std::string Log = readText(getenv("FAKE_TASKLETC_LOG"));
  size_t Count = 0;
  for (char C : Log)
    Count += C == '\n';
  return Count;
}

} // namespace tasklet

#endif
