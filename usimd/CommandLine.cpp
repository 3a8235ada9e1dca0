//===- CommandLine.cpp - What usimd is asked to do ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CommandLine.h"

#include <cerrno>
#include <cstdlib>

using namespace tasklet::usimd;

const char tasklet::usimd::HelpText[] =
    R"(usage: usimd run [options] PROGRAM

Runs a program of the SIMD machine with everywhere blocks, and prints what every
thread and the shared memory hold in the end.

  PROGRAM               assembly, or a list as in Prolog if the name ends with
                        .pl; -: standard input
  --threads=N           threads of the warp, 1 to 1024 (default: 8)
  --memory=N,N,...      shared memory from address 0 on (default: nothing)
  --strict              stop where the paper does not define what happens
  --max-steps=N         stop after N rules (default: 10000000)
  --syntax=asm|prolog   how the program is written, whatever its name
  --trace[=text|json|html|svg]
                        one line for each rule applied (default), the same for
                        programs, a page that draws it, or the drawing alone
  -o FILE               where the trace goes (default: standard output; then
                        only text leaves room for what is printed in the end)
  --version, --help

Exit status: 0 done, 1 the program has errors, 2 wrong usage or a file that
cannot be read or written, 3 the machine ended without stop.
)";

/// A whole number in \p Text, all of it.
static bool parseNumber(const std::string &Text, int64_t &Number) {
  char *End = nullptr;
  errno = 0;
  bool Starts =
      !Text.empty() && (Text[0] == '-' || (Text[0] >= '0' && Text[0] <= '9'));
  Number = std::strtoll(Text.c_str(), &End, 0);
  return Starts && !*End && errno == 0;
}

static bool parseMemory(const std::string &Text, std::vector<int64_t> &Memory,
                        std::string &Error) {
  Memory.clear();
  if (Text.empty())
    return true;
  for (size_t Start = 0; Start <= Text.size();) {
    size_t End = std::min(Text.find(',', Start), Text.size());
    std::string Word = Text.substr(Start, End - Start);
    int64_t Number = 0;
    if (!parseNumber(Word, Number)) {
      Error = "--memory: '" + Word +
              "' is no whole number of 64 bits; give numbers with commas "
              "between them, as in --memory=1,2,3";
      return false;
    }
    Memory.push_back(Number);
    Start = End + 1;
  }
  return true;
}

static bool parseCount(const std::string &Name, const std::string &Text,
                       int64_t Most, int64_t &Number, std::string &Error) {
  if (parseNumber(Text, Number) && Number >= 1 && Number <= Most)
    return true;
  Error =
      Name + ": '" + Text + "' is no number from 1 to " + std::to_string(Most);
  return false;
}

static bool setOption(const std::string &Name, const std::string &Text,
                      CommandLine &Line, std::string &Error) {
  int64_t Number = 0;
  if (Name == "--threads") {
    if (!parseCount(Name, Text, MaxThreads, Number, Error))
      return false;
    Line.Machine.Threads = Number;
  } else if (Name == "--max-steps") {
    if (!parseCount(Name, Text, INT64_MAX, Number, Error))
      return false;
    Line.Machine.MaxSteps = Number;
  } else if (Name == "--memory")
    return parseMemory(Text, Line.Machine.Memory, Error);
  else if (Name == "-o")
    Line.Output = Text;
  else if (Text == "asm" || Text == "prolog")
    Line.Syntax = Text == "asm" ? Form::Assembly : Form::Prolog;
  else {
    Error = "--syntax: '" + Text + "' is none; there are asm and prolog";
    return false;
  }
  return true;
}

static bool setTrace(const std::string &Text, CommandLine &Line,
                     std::string &Error) {
  if (Text == "text")
    Line.Kind = Trace::Text;
  else if (Text == "json")
    Line.Kind = Trace::Json;
  else if (Text == "html")
    Line.Kind = Trace::Html;
  else if (Text == "svg")
    Line.Kind = Trace::Svg;
  else {
    Error =
        "--trace: '" + Text + "' is none; there are text, json, html and svg";
    return false;
  }
  return true;
}

bool tasklet::usimd::parseCommandLine(const std::vector<std::string> &Arguments,
                                      CommandLine &Line, std::string &Error) {
  bool HasCommand = false;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Word = Arguments[I];
    if (Word == "--help" || Word == "-h" || Word == "--version") {
      Line.What = Word == "--version" ? CommandLine::Action::Version
                                      : CommandLine::Action::Help;
      return true;
    }
    if (Word.empty() || Word == "-" || Word[0] != '-') {
      if (!HasCommand && Word != "run") {
        Error = "'" + Word + "' is no command; write 'usimd run PROGRAM'";
        return false;
      }
      if (HasCommand && !Line.Input.empty()) {
        Error = "'" + Word + "' is a second program; one is run at a time";
        return false;
      }
      if (HasCommand)
        Line.Input = Word;
      HasCommand = true;
      continue;
    }
    size_t Equals = Word.find('=');
    std::string Name = Word.substr(0, Equals);
    bool HasValue = Equals != std::string::npos;
    std::string Text = HasValue ? Word.substr(Equals + 1) : "";
    if (Name == "--strict" && !HasValue)
      Line.Machine.Strict = true;
    else if (Name == "--trace") {
      // Its value never stands alone: what follows may be the program.
      if (!setTrace(HasValue ? Text : "text", Line, Error))
        return false;
    } else if (Name == "--threads" || Name == "--memory" ||
               Name == "--max-steps" || Name == "--syntax" || Word == "-o") {
      if (!HasValue && ++I == Arguments.size()) {
        Error = "'" + Word + "' lacks its value";
        return false;
      }
      if (!setOption(Name, HasValue ? Text : Arguments[I], Line, Error))
        return false;
    } else {
      Error = "unknown option '" + Word + "'";
      return false;
    }
  }
  if (Line.Input.empty()) {
    Error = "no program is given; write 'usimd run PROGRAM'";
    return false;
  }
  if (!Line.Output.empty() && Line.Kind == Trace::None) {
    Error = "-o is for a trace; give --trace, too";
    return false;
  }
  return true;
}
