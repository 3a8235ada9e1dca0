//===- Elide.cpp - taskletc --elide ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Elide.h"

#include "ClangArguments.h"
#include "Failure.h"
#include "Results.h"
#include "Text.h"
#include "ToolRun.h"
#include "compile/BuildOptions.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace tasklet;

namespace {

/// `# 12 "k.cl" 2`, as the preprocessor writes it.
struct Marker {
  std::string Line, Name;
};

bool parseMarker(const std::string &Text, Marker &Result) {
  if (!startsWith(Text, "# ") || Text.size() < 3 || !isdigit(Text[2]))
    return false;
  size_t Open = Text.find('"'), Close = Text.rfind('"');
  if (Open == std::string::npos || Close == Open)
    return false;
  Result.Line = Text.substr(2, Open - 3);
  Result.Name = Text.substr(Open, Close - Open + 1);
  return true;
}

bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() >= End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

/// Clang's own headers come again with the next run.
bool isOfClang(const std::string &Name) {
  return Name == "\"<built-in>\"" || Name == "\"<command line>\"" ||
         endsWith(Name, "opencl-c-base.h\"") || endsWith(Name, "opencl-c.h\"");
}

/// What the preprocessor made, without Clang's own headers, with lines that any
/// C compiler reads.
std::string onlyProgram(const std::string &Preprocessed) {
  std::string Result;
  bool Skip = false;
  for (size_t Begin = 0; Begin < Preprocessed.size();) {
    size_t End = std::min(Preprocessed.find('\n', Begin), Preprocessed.size());
    std::string Text = Preprocessed.substr(Begin, End - Begin);
    Begin = End + 1;
    Marker Found;
    if (parseMarker(Text, Found)) {
      Skip = isOfClang(Found.Name);
      Text = "#line " + Found.Line + " " + Found.Name;
    }
    if (!Skip)
      Result += Text + "\n";
  }
  return Result;
}

/// Options that the preprocessor has obeyed.
bool isForPreprocessor(const std::string &Option) {
  return startsWith(Option, "-D") || startsWith(Option, "-U") ||
         startsWith(Option, "-I");
}

} // namespace

int tasklet::elide(const CommandLine &Given, const Toolchain &Tools,
                   const Input &From, const TemporaryFolder &Folder,
                   const Interruption &Stop, const std::string &Path,
                   const std::string &DepFile, const std::string &Target) {
  CommandLine Line = Given;
  for (const std::string &Option : Line.ClangOptions)
    if (Option == SubGroupsOption ||
        (startsWith(Option, WarpSizeOption) &&
         Option != WarpSizeOption + std::string("1")))
      return fail(ExitUsage, "--elide makes warps of one work-item; leave '" +
                                 Option + "' out");
  Line.ClangOptions.push_back(WarpSizeOption + std::string("1"));
  auto Run = [&](ChildRequest &Clang) {
    Clang.CaptureErrors = true;
    return judgeClang(runTool(Clang, Tools, Stop), Tools, Stop);
  };
  auto TakeProgram = [&](ChildRequest &Clang) {
    Clang.Arguments.push_back("-D__TKL_SERIAL__=1");
    Clang.Arguments.push_back(asFileName(From.Name));
    if (From.fromStandardInput())
      Clang.Input = &From.Text;
  };
  ChildRequest Check;
  Check.Arguments = makeClangArguments(Line, Tools, /*FromBitcode=*/false);
  TakeProgram(Check);
  if (int Status = Run(Check))
    return Status;

  std::string Text = Folder.path() + "/program.i";
  CommandLine Only = Line;
  Only.Kind = Emit::Preprocessed;
  ChildRequest Preprocess;
  Preprocess.Arguments = makeClangArguments(Only, Tools, false);
  Preprocess.Arguments.insert(Preprocess.Arguments.end(),
                              {"-w", "-C", "-o", Text});
  if (!DepFile.empty() && !From.IsKite)
    Preprocess.Arguments.insert(
        Preprocess.Arguments.end(),
        {"-MD", "-MQ", Target, "-MF", asFileName(DepFile)});
  TakeProgram(Preprocess);
  if (int Status = Run(Preprocess))
    return Status;
  std::optional<std::string> Preprocessed = readFile(Text);
  if (!Preprocessed)
    return fail(ExitToolchain,
                "'" + Text + "' cannot be read: " + strerror(errno));

  Only = Line;
  Only.ClangOptions.clear();
  for (const std::string &Option : Line.ClangOptions)
    if (!isForPreprocessor(Option))
      Only.ClangOptions.push_back(Option);
  std::string Program = onlyProgram(*Preprocessed);
  ChildRequest Write;
  Write.Arguments = makeClangArguments(Only, Tools, false);
  Write.Arguments.insert(Write.Arguments.end(),
                         {"-w", "-fplugin-arg-tasklet-elide=" + Path, "-"});
  Write.Input = &Program;
  return Run(Write);
}
