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

#include <functional>
#include <string>
#include <vector>

namespace tasklet {

/// What the compiler must know about the device, in text.
struct TargetDevice {
  std::string Name;
  std::string Version;
  std::string Extensions;   ///< separated by blanks
  unsigned Number = 0;      ///< 300: OpenCL 3.0; 0: unknown
  bool TakesSpirv = false;  ///< and nothing else (DriverForm.h)
  size_t MostWorkItems = 0; ///< of a work-group; 0: unknown
  /// That a kernel may ask for; empty: unknown.
  std::vector<size_t> SubGroupSizes = {};
  /// Empty if sub-groups of so many work-items, 0 for the device's own size,
  /// are in the order of warps; else one clause on why not. May be null.
  std::function<std::string(unsigned)> JudgeSubGroups = {};
};

struct CompileResult {
  enum class Outcome {
    Compiled,     ///< Info is there, and Bitcode unless a whole program
                  ///< uses no additions.
    ProgramError, ///< Log has the diagnostics.
    BadOptions,   ///< Log names the option.
    Unavailable,  ///< Log says what is missing and how to mend it.
  };
  Outcome How = Outcome::Unavailable;
  std::string Log;
  std::string Bitcode;
  Manifest Info;
  std::string CacheKey; ///< of the entry that has it; empty: none
};

/// A header that exists in no file system.
struct SourceHeader {
  std::string Name; ///< as in `#include`
  std::string Text;
};

struct SourceUnit {
  std::string Text;
  std::vector<std::string> Options = {};  ///< words that checkOptions accepted
  std::vector<SourceHeader> Headers = {}; ///< found before all others
  bool Object = false;                    ///< make a part for linkObjects
};

CompileResult compileSource(const SourceUnit &Unit, const TargetDevice &Device);

/// Bitcode that the plugin made, lowered or not.
CompileResult compileBitcode(const std::string &Bitcode);

/// Makes a program, or a library, which is an object again. Messages call the
/// objects 'input 1' and so on.
CompileResult linkObjects(const std::vector<std::string> &Objects, bool Library,
                          const TargetDevice &Device);

/// A program that was compiled for a device that takes SPIR-V: Bitcode of the
/// result is that.
CompileResult translateToSpirv(const std::string &Bitcode);

/// Takes what the driver has refused out of the cache: the next build compiles
/// again, perhaps with another compiler.
void forgetCompiled(const CompileResult &Result);

/// The text after preprocessing; empty if that fails.
std::string preprocessSource(const SourceUnit &Unit,
                             const TargetDevice &Device);

/// "a b" -> "-cl-ext=-all,+a,+b"; what is no plain name is left out.
std::string makeExtensionOption(const std::string &Extensions);

/// Prerequisites of a Makefile rule as compilers write them.
std::vector<std::string> parseDependencies(const std::string &Rule);

} // namespace tasklet

#endif
