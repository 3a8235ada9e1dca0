//===- CommandLine.h - What usimd is asked to do ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_COMMANDLINE_H
#define TASKLET_USIMD_COMMANDLINE_H

#include "Machine.h"

namespace tasklet::usimd {

enum ExitStatus {
  ExitDone = 0,
  ExitProgramError = 1,
  ExitUsage = 2,
  ExitNotStopped = 3,
};

enum class Trace { None, Text, Json, Html, Svg };
enum class Form { FromName, Assembly, Prolog };

struct CommandLine {
  enum class Action { Run, Help, Version };
  Action What = Action::Run;
  std::string Input;  ///< "-": standard input
  std::string Output; ///< of the trace; empty or "-": standard output
  Trace Kind = Trace::None;
  Form Syntax = Form::FromName;
  Options Machine;
};

/// \p Error is one sentence on the first mistake.
[[nodiscard]] bool parseCommandLine(const std::vector<std::string> &Arguments,
                                    CommandLine &Line, std::string &Error);

extern const char HelpText[];

} // namespace tasklet::usimd

#endif
