//===- Kite.cpp - Programs in Kite ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kite.h"

#include "Failure.h"
#include "ToolRun.h"

#include <cstdio>
#include <cstring>

using namespace tasklet;

static bool startsWith(const std::string &Text, const char *Start) {
  return Text.rfind(Start, 0) == 0;
}

/// The options with which clang compiles what kitec has made. ExitDone, or the
/// reason has been told.
static int adaptOptions(CommandLine &Line) {
  std::vector<std::string> Options;
  for (const std::string &Option : Line.ClangOptions) {
    // The library tells clang the version of each device so.
    bool IsMacro = startsWith(Option, "-D") || startsWith(Option, "-U");
    if (IsMacro && !startsWith(Option, "-D__OPENCL_VERSION__="))
      return fail(ExitUsage, "'" + Option +
                                 "': programs in Kite have no macros; declare "
                                 "a constant, such as N: int = 5;");
    // That is no choice of the program: it is not in OpenCL C.
    if (!startsWith(Option, "-cl-std="))
      Options.push_back(Option);
  }
  // Signed numbers wrap in Kite. Warnings are for those who write OpenCL C.
  Options.insert(Options.end(), {"-fwrapv", "-w"});
  Line.ClangOptions = std::move(Options);
  Line.HasStandard = false;
  return ExitDone;
}

/// Where the library has laid out the program and its headers; nobody knows
/// that folder later.
static std::string droppedFolder(const CommandLine &Line) {
  static const char Map[] = "-fdebug-prefix-map=";
  for (const std::string &Option : Line.ClangOptions)
    if (startsWith(Option, Map) && Option.back() == '=')
      return Option.substr(strlen(Map), Option.size() - sizeof(Map));
  return std::string();
}

int tasklet::translateKite(CommandLine &Line, const Toolchain &Tools,
                           const Interruption &Stop,
                           const std::string &RuleTarget,
                           const std::string &RulePath, Input &From) {
  if (Tools.Kitec.empty())
    return fail(ExitToolchain,
                "kitec was not found, neither beside taskletc nor in PATH nor "
                "by TASKLET_KITEC; build or install it beside taskletc, or set "
                "TASKLET_KITEC to its path");
  bool IsQuiet = false;
  for (const std::string &Option : Line.ClangOptions)
    IsQuiet |= Option == "-w";
  ChildRequest Kitec;
  Kitec.Arguments = {Tools.Kitec, "--emit=cl",
                     "--stdin-name=<program source>"};
  if (Line.NoBounds)
    Kitec.Arguments.push_back("-fno-bounds");
  if (std::string Folder = droppedFolder(Line); !Folder.empty())
    Kitec.Arguments.push_back("--drop-folder=" + Folder);
  if (!RulePath.empty())
    Kitec.Arguments.insert(
        Kitec.Arguments.end(),
        {"--depfile=" + RulePath, "--depfile-target=" + RuleTarget});
  Kitec.Arguments.insert(Kitec.Arguments.end(), {"--", From.Name});
  if (From.fromStandardInput())
    Kitec.Input = &From.Text;
  Kitec.CaptureOutput = Kitec.CaptureErrors = true;
  if (int Status = adaptOptions(Line))
    return Status;

  ChildResult Child = runTool(Kitec, Tools, Stop);
  if (Child.How == ChildResult::End::Stopped)
    return ExitToolchain;
  if (!Child.succeeded() || !IsQuiet)
    fputs(Child.Errors.c_str(), stderr);
  if (int Status = judge(Tools.Kitec, Child, Tools.TimeLimit))
    return Status;
  // What stands before the first line of the program has no place in it.
  From.Name = "-";
  From.Text = "# 1 \"<made by kitec>\"\n" + Child.Output;
  return ExitDone;
}
