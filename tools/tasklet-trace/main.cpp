//===- main.cpp - The command tasklet-trace -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Picture.h"
#include "Summary.h"

#include "support/FileIO.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace tasklet;

static const char HelpText[] =
    R"(usage: tasklet-trace [options] FILE.json

Says what is in a timeline that TASKLET_TRACE wrote: what each kernel's tasks
did, and, if there was one worker, how parallel they are.

  --svg=FILE        also paint the timeline
  --html=FILE       ... as a page in which one can zoom, with the text below
  --command=N[-M]   of the commands only these, from 1 on
  --burden=NS       what a theft costs, in nanoseconds (default: 1000)
  --workers=N       predict the speed-up for up to so many (default: 64)
  --version, --help

Exit status: 0 done, 1 FILE is no such timeline, 2 wrong usage, or a result cannot
be written.
)";

namespace {
struct Options {
  std::string File, Svg, Html;
  uint64_t First = 0, Last = 0; ///< commands from 1 on; 0: all
  uint64_t Burden = 1000, Workers = 64;
};
} // namespace

static int fail(int Status, const std::string &Message) {
  fprintf(stderr, "tasklet-trace: error: %s\n", Message.c_str());
  return Status;
}

static bool readNumber(const std::string &Text, uint64_t Minimum,
                       uint64_t Maximum, uint64_t &Value) {
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Error == std::errc() && End == Text.data() + Text.size() &&
         Value >= Minimum && Value <= Maximum;
}

/// Empty, or what is wrong with \p Word.
static std::string takeOption(const std::string &Word, Options &Chosen) {
  size_t Equals = Word.find('=');
  std::string Name = Word.substr(0, Equals);
  std::string Value =
      Equals == std::string::npos ? std::string() : Word.substr(Equals + 1);
  if (Name == "--svg" || Name == "--html") {
    if (Value.empty())
      return "'" + Word + "' lacks the name of a file";
    (Name == "--svg" ? Chosen.Svg : Chosen.Html) = Value;
    return std::string();
  }
  if (Name == "--command") {
    size_t Dash = Value.find('-');
    if (!readNumber(Value.substr(0, Dash), 1, UINT32_MAX, Chosen.First))
      return "'" + Word + "' names no command: give a number from 1 on, or two";
    Chosen.Last = Chosen.First;
    if (Dash != std::string::npos &&
        !readNumber(Value.substr(Dash + 1), Chosen.First, UINT32_MAX,
                    Chosen.Last))
      return "'" + Word +
             "' names no commands: give two numbers, the smaller "
             "one first";
    return std::string();
  }
  if (Name == "--burden")
    return readNumber(Value, 0, 1000000000, Chosen.Burden)
               ? std::string()
               : "'" + Word + "' is no number of nanoseconds up to 1000000000";
  if (Name == "--workers")
    return readNumber(Value, 2, 1u << 20, Chosen.Workers)
               ? std::string()
               : "'" + Word + "' is no number of workers from 2 to 1048576";
  return "unknown option '" + Word + "'";
}

/// "fib.json, command 2: start"
static std::string titleOf(const Options &Chosen, const Trace &T,
                           size_t Before) {
  std::string Title = Chosen.File.substr(Chosen.File.rfind('/') + 1);
  if (T.Commands.size() == 1)
    return Title + ", command " + std::to_string(Before + 1) + ": " +
           T.Commands[0].Kernel;
  return Title + ", " + std::to_string(T.Commands.size()) + " commands";
}

static int writeTo(const std::string &Path, const std::string &Text) {
  if (Path.empty() || writeFileAtomically(Path, Text, 0644))
    return 0;
  return fail(2, "'" + Path + "' cannot be written: " + strerror(errno));
}

int main(int Argc, char **Argv) {
  Options Chosen;
  for (int I = 1; I < Argc; ++I) {
    std::string Word = Argv[I];
    if (Word == "--help" || Word == "-h") {
      fputs(HelpText, stdout);
      return 0;
    }
    if (Word == "--version") {
      puts("tasklet-trace " TASKLET_VERSION);
      return 0;
    }
    std::string Error;
    if (Word.rfind("-", 0) == 0)
      Error = takeOption(Word, Chosen);
    else if (!Chosen.File.empty())
      Error = "one file at a time";
    else
      Chosen.File = Word;
    if (!Error.empty())
      return fail(2, Error + "; tasklet-trace --help lists what there is");
  }
  if (Chosen.File.empty())
    return fail(2, "no file given; tasklet-trace --help lists what there is");

  for (const std::string &Result : {Chosen.Svg, Chosen.Html}) {
    std::error_code None;
    if (!Result.empty() &&
        std::filesystem::equivalent(Result, Chosen.File, None))
      return fail(2, "'" + Result +
                         "' would replace the timeline; name another file");
  }

  Trace T;
  std::string Error;
  if (!readTrace(Chosen.File, T, Error))
    return fail(1, Error);
  size_t Before = 0;
  if (Chosen.First) {
    if (Chosen.Last > T.Commands.size())
      return fail(
          2, "'" + Chosen.File + "' has " + std::to_string(T.Commands.size()) +
                 " commands, and no command " + std::to_string(Chosen.Last));
    Before = Chosen.First - 1;
    T.Commands = {T.Commands.begin() + static_cast<long>(Before),
                  T.Commands.begin() + static_cast<long>(Chosen.Last)};
  }
  std::string Text = summarise(T, double(Chosen.Burden),
                               static_cast<unsigned>(Chosen.Workers));
  if (!writeAll(STDOUT_FILENO, Text))
    return fail(2, std::string("standard output cannot be written: ") +
                       strerror(errno));
  Section All = {0, T.Commands.size(), titleOf(Chosen, T, Before)};
  if (!Chosen.Svg.empty())
    if (int Status = writeTo(Chosen.Svg, paintSvg(T, All)))
      return Status;
  if (!Chosen.Html.empty())
    if (int Status = writeTo(Chosen.Html, paintHtml(T, All, Text)))
      return Status;
  return 0;
}
