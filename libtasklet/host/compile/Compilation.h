//===- Compilation.h - What is compiled, and what comes of it ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_COMPILATION_H
#define TASKLET_HOST_COMPILE_COMPILATION_H

#include "compile/Manifest.h"
#include "compile/Target.h"

#include <functional>
#include <string>
#include <vector>

namespace tasklet {

/// What the compiler must know about the device, in text.
struct TargetDevice {
  std::string Name;
  std::string Version;
  std::string Extensions;        ///< separated by blanks
  unsigned Number = 0;           ///< 300: OpenCL 3.0; 0: unknown
  const Target *Takes = nullptr; ///< null: nothing, or unknown
  std::string Processor = {};    ///< as LLVM calls it; empty: unknown
  unsigned VectorBits = 0;       ///< for that; 0: as the compiler prefers
  size_t MostWorkItems = 0;      ///< of a work-group; 0: unknown
  /// Sizes that a kernel may ask for; empty: unknown.
  std::vector<size_t> SubGroupSizes = {};
  /// Says in one clause why sub-groups of so many work-items are not in the
  /// order of warps; empty if they are. 0 stands for the device's own size. May
  /// be null.
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

} // namespace tasklet

#endif
