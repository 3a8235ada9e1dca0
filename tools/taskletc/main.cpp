//===- main.cpp - The command taskletc ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "BuiltInTools.h"
#include "Compile.h"
#include "Failure.h"

#include <cstdio>
#include <cstring>

using namespace tasklet;

/// Only taskletc itself asks for a tool, and for one that there is.
static ToolMain wantedTool(int Argc, char **Argv) {
  const size_t Length = strlen(ToolOption);
  if (Argc < 2 || strncmp(Argv[1], ToolOption, Length) != 0)
    return nullptr;
  return findBuiltInTool(Argv[1] + Length);
}

int main(int Argc, char **Argv) {
  if (ToolMain Run = wantedTool(Argc, Argv))
    return Run(Argc - 1, Argv + 1);
  CommandLine Line;
  std::string Error;
  if (!parseCommandLine(std::vector<std::string>(Argv + 1, Argv + Argc), Line,
                        Error))
    return fail(ExitUsage, Error + "; taskletc --help lists what there is");
  if (Line.What == CommandLine::Action::Help) {
    fputs(HelpText, stdout);
    return ExitDone;
  }
  if (Line.What == CommandLine::Action::Version) {
    puts("taskletc " TASKLET_VERSION " (LLVM " TASKLET_LLVM ")");
    return ExitDone;
  }
  Toolchain Tools;
  if (!Tools.find(Error))
    return fail(ExitToolchain, Error);
  if (Line.What == CommandLine::Action::Toolchain) {
    fputs(Tools.describe().c_str(), stdout);
    return ExitDone;
  }
  return compile(Line, Tools);
}
