//===- Input.cpp - What taskletc reads ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Input.h"

#include "Failure.h"
#include "Text.h"
#include "support/FileIO.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace tasklet;

/// LLVM bitcode, plain or in the wrapper that some tools put around it, or its
/// text, as LLVM's tools write it.
static bool isBitcode(const std::string &Text) {
  return Text.compare(0, 4, "BC\xC0\xDE") == 0 ||
         Text.compare(0, 4, "\xDE\xC0\x17\x0B") == 0 ||
         startsWith(Text, "; ModuleID = ");
}

/// ExitDone, or the reason has been told.
static int readText(const std::string &Name, std::string &Text) {
  if (Name == "-") {
    if (readAll(STDIN_FILENO, Text))
      return ExitDone;
    return fail(ExitUsage, std::string("standard input cannot be read: ") +
                               strerror(errno));
  }
  std::optional<std::string> Content = readFile(Name);
  if (!Content)
    return fail(ExitUsage, "'" + Name + "' cannot be read: " + strerror(errno));
  Text = std::move(*Content);
  return ExitDone;
}

/// Several inputs must be objects. ExitDone, or the reason has been told.
static int checkLinkInputs(const CommandLine &Line) {
  for (const std::string &Name : Line.Inputs) {
    std::string Text;
    if (Name == "-")
      return fail(ExitUsage, "objects to be linked cannot come from standard "
                             "input");
    if (int Status = readText(Name, Text))
      return Status;
    if (!isBitcode(Text))
      return fail(ExitUsage, "'" + Name +
                                 "' is no object, and only objects can be "
                                 "linked; compile it with --object first");
  }
  return ExitDone;
}

static bool endsInKite(const std::string &Name) {
  return std::filesystem::path(Name).extension() == ".kite";
}

/// ExitDone, or the reason has been told.
static int checkKite(const CommandLine &Line, Input &From) {
  if (From.IsBitcode && Line.IsKite)
    return fail(ExitUsage,
                "'" + From.Name + "' is bitcode, and -x kite is for programs");
  From.IsKite = !From.IsBitcode && (Line.IsKite || endsInKite(From.Name));
  if (Line.NoBounds && !From.IsKite)
    return fail(ExitUsage, "-fno-bounds is for programs in Kite, and '" +
                               From.Name + "' is none; add -x kite if it is");
  return ExitDone;
}

int tasklet::readInput(const CommandLine &Line, Input &Result) {
  Result.Name = Line.Inputs.front();
  std::string &Text = Result.Text;
  if (std::filesystem::path(Result.Name).filename().string()[0] == '@')
    return fail(ExitUsage, "'" + Result.Name +
                               "': clang takes a name that begins with '@' for "
                               "a list of options; rename the file");
  if (Line.Inputs.size() > 1)
    if (int Status = checkLinkInputs(Line))
      return Status;
  if (int Status = readText(Result.Name, Text))
    return Status;
  Result.IsBitcode = isBitcode(Text);
  if (int Status = checkKite(Line, Result))
    return Status;
  // kitec has messages of its own.
  if (Result.IsKite)
    return ExitDone;
  if (!Result.IsBitcode && Text.find('\0') != std::string::npos)
    return fail(ExitProgramError,
                "'" + Result.Name + "' is neither OpenCL C nor LLVM bitcode");
  if (Result.IsBitcode && Line.Kind == Emit::Preprocessed)
    return fail(ExitUsage, "-E needs a program, not bitcode");
  if (Result.IsBitcode && Line.Kind == Emit::Elision)
    return fail(ExitUsage, "--elide needs a program, not bitcode");
  // Diagnostics must not call the program "<stdin>": who called
  // clBuildProgram has none.
  if (Result.fromStandardInput() && !Result.IsBitcode) {
    // A byte order mark is one at the very beginning only.
    if (Text.compare(0, 3, "\xEF\xBB\xBF") == 0)
      Text.erase(0, 3);
    Text.insert(0, "# 1 \"<program source>\"\n");
  }
  return ExitDone;
}
