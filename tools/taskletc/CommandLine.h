//===- CommandLine.h - What taskletc is asked to do -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_COMMANDLINE_H
#define TASKLET_TOOLS_COMMANDLINE_H

#include "Interruption.h"

#include <string>
#include <vector>

namespace tasklet {

/// Exit statuses of taskletc; the library relies on them.
enum ExitStatus {
  ExitDone = 0,
  ExitProgramError = 1,
  ExitUsage = 2,
  ExitToolchain = 3,
};

enum class Emit { Bitcode, Assembly, Spirv, Ptx, Preprocessed, Elision };

struct CommandLine {
  enum class Action { Compile, Help, Version, Toolchain };
  Action What = Action::Compile;
  Emit Kind = Emit::Bitcode;
  std::string KindOption;    ///< The last option that has named the kind
  std::string Target;        ///< A name of targets.def
  std::string Quirks;        ///< A list of them; empty: those of the target
  std::string Processors;    ///< Names with commas between; empty: any
  std::string VectorBits;    ///< For Processors; empty: as LLVM prefers
  std::string WorkerLanes;   ///< Of a team; empty: as the target has it
  std::string MostWorkItems; ///< Of a work-group; empty: as usual
  bool IsKite = false;       ///< The program is in Kite, whatever its name.
  bool NoBounds = false;     ///< Indexes in Kite are not checked.
  bool Object = false;       ///< Make a part of a program, to be linked later.
  bool Trace = false;
  bool Races = false; ///< --check=races
  bool Stack = false; ///< --check=stack
  /// "-": standard input. Several inputs are bitcode to be linked.
  std::vector<std::string> Inputs;
  std::string Output;   ///< "-": standard output; empty: from the input's name
  std::string Manifest; ///< empty: none
  std::string DepFile;  ///< empty: none
  std::string Report;   ///< "-": standard output; empty: none
  Owner WorksFor;       ///< its folder empty: nobody
  std::vector<std::string> ClangOptions;
  bool HasStandard = false; ///< -cl-std= is among them
};

/// \p Error is one sentence on the first mistake.
[[nodiscard]] bool parseCommandLine(const std::vector<std::string> &Arguments,
                                    CommandLine &Line, std::string &Error);

extern const char HelpText[];

} // namespace tasklet

#endif
