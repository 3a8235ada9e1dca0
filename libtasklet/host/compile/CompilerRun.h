//===- CompilerRun.h - One run of taskletc ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lays out the compiler's inputs in a temporary folder, runs the compiler, and
/// tells how that ended. Messages come without the folder's name.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_COMPILERRUN_H
#define TASKLET_HOST_COMPILE_COMPILERRUN_H

#include "compile/Cache.h"
#include "compile/Compilation.h"
#include "support/ChildProcess.h"
#include "support/Environment.h"
#include "support/FileIO.h"

namespace tasklet {

/// TASKLET_COMPILER, else the taskletc installed or built beside the library,
/// else the one in PATH.
std::string findCompiler();

/// What identifies clang, the plugin and taskletc, for the cache. Asked once
/// per compiler; empty (and nothing is cached) if taskletc cannot say.
std::string identifyToolchain(const std::string &Compiler);

struct CompilerJob {
  std::string Compiler;
  std::vector<std::string> Arguments;
  std::string Input; ///< what it reads, unless there are objects
  std::vector<SourceHeader> Headers;
  std::vector<std::string> Objects;
  /// The driver cannot build the source, even if it uses no additions.
  bool AlwaysOurs = false;
  ProgramForm Output = ProgramForm::Bitcode;
  unsigned TimeLimit = DefaultTimeLimit; ///< seconds
};

class CompilerRun {
public:
  explicit CompilerRun(const CompilerJob &Job);

  /// \p Entry is what a cache keeps, if the outcome is Compiled.
  CompileResult compile(CacheEntry &Entry);
  /// The text after preprocessing; empty if that fails.
  std::string preprocess();

private:
  const CompilerJob &Job;
  TemporaryFolder Folder;
  std::string Problem; ///< empty: none
  std::vector<std::string> Arguments, Inputs;

  ChildResult start(const std::vector<std::string> &More);
};

/// Prerequisites of a Makefile rule as compilers write them.
std::vector<std::string> parseDependencies(const std::string &Rule);

} // namespace tasklet

#endif
