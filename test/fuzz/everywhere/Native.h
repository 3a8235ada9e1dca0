//===- Native.h - OpenCL C as code of the host ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler makes for a device becomes a library of the host. It calls
/// built-in functions by their names; those of WarpBuiltins.cpp are there.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_NATIVE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_NATIVE_H

#include <string>

namespace tasklet::simd {

class Native {
public:
  Native();
  ~Native();
  Native(const Native &) = delete;
  Native &operator=(const Native &) = delete;

  /// Compiles for warps that go their own ways, of \p WarpSize lanes; 0 is the
  /// target nvptx, with warps of 32. Returns what went wrong, or an empty
  /// string. The name of a built-in function that is missing is an error.
  std::string build(const std::string &Source, const std::string &Options,
                    unsigned WarpSize);
  /// The same by clang alone, for programs without everywhere.
  std::string buildPlain(const std::string &Source);

  /// Throws if there is none.
  void *kernel(const std::string &Name) const;

private:
  std::string load(const std::string &Source, const std::string &Command);

  std::string Folder;
  void *Library = nullptr;
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_NATIVE_H
