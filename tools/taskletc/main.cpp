//===- main.cpp - The command taskletc ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compile.h"
#include "Failure.h"

#include <cstdio>

using namespace tasklet;

int main(int Argc, char **Argv) {
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
