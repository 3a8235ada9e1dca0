//===- Compiler.h - taskletc as the library sees it -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles by running the command taskletc as a child process, so that the
/// compiler's LLVM never meets the driver's in one address space and a crash
/// of the compiler is a failed build. Results are cached (Cache.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILER_H
#define TASKLET_HOST_COMPILER_H

#include "Manifest.h"

#include <string>
#include <vector>

namespace tasklet {

/// What the compiler must know about the device, in text.
struct TargetDevice {
  std::string Name;
  std::string Version;
  std::string Extensions; ///< separated by blanks
};

struct CompileResult {
  enum class Outcome {
    Compiled,     ///< Info and, for extended programs, Bitcode are there.
    ProgramError, ///< Log has the diagnostics.
    BadOptions,   ///< Log names the option.
    Unavailable,  ///< Log says what is missing and how to mend it.
  };
  Outcome How = Outcome::Unavailable;
  std::string Log;
  std::string Bitcode;
  Manifest Info;
};

/// \p Options are words that checkOptions accepted.
CompileResult compileSource(const std::string &Source,
                            const std::vector<std::string> &Options,
                            const TargetDevice &Device);

/// Bitcode that the plugin made, lowered or not.
CompileResult compileBitcode(const std::string &Bitcode);

/// The text after preprocessing; empty if that fails.
std::string preprocessSource(const std::string &Source,
                             const std::vector<std::string> &Options,
                             const TargetDevice &Device);

/// "a b" -> "-cl-ext=-all,+a,+b"; what is no plain name is left out.
std::string makeExtensionOption(const std::string &Extensions);

/// Prerequisites of a Makefile rule as compilers write them.
std::vector<std::string> parseDependencies(const std::string &Rule);

} // namespace tasklet

#endif
