//===- Options.cpp - Command line of a sample -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace sample;

namespace {

template <typename T> std::string toText(T Value) {
  std::ostringstream Out;
  Out << Value;
  return Out.str();
}

/// Reads all of \p Text or throws: "12x" and "" are no numbers.
int64_t readInteger(const std::string &Where, const std::string &Text) {
  char *End = nullptr;
  errno = 0;
  const long long Value = std::strtoll(Text.c_str(), &End, 10);
  if (Text.empty() || *End || errno == ERANGE)
    throw UsageError(Where + ": '" + Text + "' is no whole number");
  return Value;
}

double readReal(const std::string &Where, const std::string &Text) {
  char *End = nullptr;
  errno = 0;
  const double Value = std::strtod(Text.c_str(), &End);
  if (Text.empty() || *End || !std::isfinite(Value))
    throw UsageError(Where + ": '" + Text + "' is no number");
  return Value;
}

template <typename T>
void checkRange(const std::string &Where, T Value, T Min, T Max) {
  // Written so that a NaN fails too.
  if (!(Value >= Min && Value <= Max))
    throw UsageError(Where + ": " + toText(Value) + " is not between " +
                     toText(Min) + " and " + toText(Max));
}

} // namespace

std::string Options::Option::spelling() const {
  return Positional ? Name : "--" + Name;
}

Options::Options(std::string Program, std::string Summary)
    : Program(std::move(Program)), Summary(std::move(Summary)) {}

void Options::add(const std::string &Name, int64_t &Variable, int64_t Min,
                  int64_t Max, const std::string &Help) {
  All.push_back({Name, false, true, toText(Variable), Help,
                 [=, &Variable](const std::string &Text) {
                   Variable = readInteger("--" + Name, Text);
                   checkRange("--" + Name, Variable, Min, Max);
                 }});
}

void Options::add(const std::string &Name, double &Variable, double Min,
                  double Max, const std::string &Help) {
  All.push_back({Name, false, true, toText(Variable), Help,
                 [=, &Variable](const std::string &Text) {
                   Variable = readReal("--" + Name, Text);
                   checkRange("--" + Name, Variable, Min, Max);
                 }});
}

void Options::add(const std::string &Name, std::string &Variable,
                  const std::string &Help, std::vector<std::string> Choices) {
  std::string List;
  for (const std::string &Choice : Choices)
    List += (List.empty() ? "" : ", ") + Choice;
  All.push_back(
      {Name, false, true, Variable, List.empty() ? Help : Help + ": " + List,
       [=, &Variable](const std::string &Text) {
         if (!Choices.empty() &&
             std::find(Choices.begin(), Choices.end(), Text) == Choices.end())
           throw UsageError("--" + Name + ": '" + Text + "' is none of " +
                            List);
         Variable = Text;
       }});
}

void Options::addSwitch(const std::string &Name, bool &Variable,
                        const std::string &Help) {
  All.push_back({Name, false, false, "", Help,
                 [&Variable](const std::string &) { Variable = true; }});
}

void Options::addPositional(const std::string &Name, int64_t &Variable,
                            int64_t Min, int64_t Max, const std::string &Help) {
  All.push_back({Name, true, true, toText(Variable), Help,
                 [=, &Variable](const std::string &Text) {
                   Variable = readInteger(Name, Text);
                   checkRange(Name, Variable, Min, Max);
                 }});
}

const Options::Option &Options::find(const std::string &Name) const {
  for (const Option &O : All)
    if (!O.Positional && O.Name == Name)
      return O;
  throw UsageError("unknown option '--" + Name + "'");
}

bool Options::parse(int Argc, const char *const *Argv, bool Quiet) {
  std::vector<const Option *> Open;
  for (const Option &O : All)
    if (O.Positional)
      Open.push_back(&O);
  auto NextOpen = Open.begin();
  for (int I = 1; I < Argc; ++I) {
    const std::string Word = Argv[I];
    if (Word == "--help" || Word == "-h") {
      if (!Quiet)
        printHelp();
      return false;
    }
    if (Word.compare(0, 2, "--") == 0) {
      const size_t Equals = Word.find('=');
      const Option &O = find(Word.substr(
          2, Equals == std::string::npos ? std::string::npos : Equals - 2));
      if (!O.TakesValue && Equals != std::string::npos)
        throw UsageError("--" + O.Name + " takes no value");
      if (!O.TakesValue) {
        O.Set("");
      } else if (Equals != std::string::npos) {
        O.Set(Word.substr(Equals + 1));
      } else {
        if (I + 1 == Argc)
          throw UsageError("--" + O.Name + " needs a value");
        O.Set(Argv[++I]);
      }
      continue;
    }
    if (NextOpen == Open.end())
      throw UsageError("unexpected argument '" + Word + "'");
    (*NextOpen++)->Set(Word);
  }
  return true;
}

void Options::printHelp() const {
  std::string Usage = "usage: " + Program;
  size_t Width = 6;
  for (const Option &O : All) {
    Width = std::max(Width, O.spelling().size());
    if (O.Positional)
      Usage += " [" + O.Name + "]";
  }
  std::printf("%s [options]\n%s\n\n", Usage.c_str(), Summary.c_str());
  for (const Option &O : All) {
    std::printf("  %-*s  %s", static_cast<int>(Width), O.spelling().c_str(),
                O.Help.c_str());
    if (!O.Default.empty())
      std::printf(" [%s]", O.Default.c_str());
    std::printf("\n");
  }
  std::printf("  %-*s  print this text\n", static_cast<int>(Width), "--help");
}

void RunOptions::addTo(Options &Opts) {
  Opts.add("runs", Runs, 1, 100000,
           "timed runs, after one warm-up; the median is shown");
  Opts.add("device", Device, "use the first device with this in its name");
  Opts.addSwitch("json", Json, "print one JSON object instead of text");
  Opts.addSwitch("paced", Paced,
                 "for scripts: run once for each line of standard input");
}
