//===- Campaign.cpp - What a run over many seeds is asked for -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Campaign.h"

#include <cstdio>
#include <cstdlib>

using namespace tasklet::fuzz;

Settings Campaign::settingsFor(uint64_t Seed) const {
  static const char *const Levels[] = {"-O0", "-O1", "-O2"};
  uint64_t Number = Seed / Batch;
  Settings S;
  S.BuildOptions =
      (Build == "mixed" ? Levels[Number % 3] : Build) + std::string(" -w");
  S.QuickDriver = Driver == "quick" || (Driver == "mixed" && Number % 16 != 0);
  return S;
}

Report
Campaign::confirm(const Report &First, Settings &S,
                  const std::function<Report(const Settings &)> &Again) const {
  if (!S.QuickDriver || !Confirm)
    return First;
  S.QuickDriver = false;
  return Again(S);
}

void Progress::at(uint64_t Done, uint64_t Failures) {
  auto Now = std::chrono::steady_clock::now();
  if (Now - Told < std::chrono::minutes(1))
    return;
  Told = Now;
  std::fprintf(stderr, "%s: %llu of %llu programs, %llu failed\n",
               Fuzzer.c_str(), static_cast<unsigned long long>(Done),
               static_cast<unsigned long long>(Programs),
               static_cast<unsigned long long>(Failures));
}

std::string tasklet::fuzz::describeFailure(const std::string &Fuzzer,
                                           uint64_t Seed, const Settings &S,
                                           const Report &Why,
                                           const std::string &Where,
                                           const std::string &Options) {
  std::string Number = std::to_string(Seed);
  return "seed " + Number + ": " + nameOf(Why.V) + Where + ", build options '" +
         S.BuildOptions + "'\n" + Why.Text + "\nagain: " + Fuzzer +
         " --count 1 --seed " + Number + " " + Options + " --options '" +
         S.BuildOptions + "' --driver " + (S.QuickDriver ? "quick" : "full") +
         "\n";
}

std::string tasklet::fuzz::campaignUsage(unsigned Batch) {
  return "  --seed N        the first seed (default 1)\n"
         "  --count N       programs, one for each seed (default 100)\n"
         "  --batch N       programs that are built as one source, at most 64 "
         "(default " +
         std::to_string(Batch) +
         ")\n"
         "  --options TEXT  build options; 'mixed' (default) is -O0, -O1 and "
         "-O2 in turn, by seed\n"
         "  --driver WHICH  'quick': PoCL without its own optimisations; "
         "'full': with them; 'mixed' (default): full for one batch of 16. What "
         "fails with 'quick' counts only if it fails with 'full', too\n"
         "  --out FOLDER    where failing programs go (default fuzz-failures)\n"
         "  --no-confirm    count what fails with 'quick' as it is\n"
         "  --no-reduce     leave failing programs as they are\n"
         "  --reduce-time N seconds to reduce each failing program in (default "
         "120)\n";
}

ArgumentReader::ArgumentReader(int Argc, char **Argv, std::string Program,
                               std::string Usage)
    : Argc(Argc), Argv(Argv), Program(std::move(Program)),
      Usage("usage: " + this->Program + " [options]\n" + std::move(Usage) +
            "Ends with status 0 if no program failed, 1 if one did, 2 for a "
            "mistake in the options.\n") {}

bool ArgumentReader::next() {
  if (++At >= Argc)
    return false;
  Name = Argv[At];
  if (Name == "--help") {
    std::fputs(Usage.c_str(), stdout);
    std::exit(0);
  }
  return true;
}

bool ArgumentReader::read(Campaign &C) {
  if (Name == "--seed") {
    C.Seed = number();
  } else if (Name == "--count") {
    C.Count = number();
  } else if (Name == "--batch") {
    C.Batch = number();
    if (C.Batch < 1 || C.Batch > 64)
      fail("--batch takes 1 to 64");
  } else if (Name == "--options") {
    C.Build = value();
  } else if (Name == "--driver") {
    C.Driver = valueOf({"quick", "full", "mixed"});
  } else if (Name == "--out") {
    C.Out = value();
  } else if (Name == "--no-confirm") {
    C.Confirm = false;
  } else if (Name == "--no-reduce") {
    C.Reduce = false;
  } else if (Name == "--reduce-time") {
    C.ReduceSeconds = number();
  } else {
    return false;
  }
  return true;
}

std::string ArgumentReader::value() {
  if (At + 1 >= Argc)
    fail(Name + " needs a value");
  return Argv[++At];
}

std::string ArgumentReader::valueOf(std::initializer_list<const char *> Words) {
  std::string Text = value(), All;
  for (const char *Word : Words) {
    if (Text == Word)
      return Text;
    All += std::string(All.empty() ? "" : ", ") + Word;
  }
  fail(Name + " takes one of " + All);
}

uint64_t ArgumentReader::toNumber(const std::string &Text) const {
  if (Text.empty() || Text.size() > 18 ||
      Text.find_first_not_of("0123456789") != std::string::npos)
    fail("'" + Text + "' is no number");
  return std::stoull(Text);
}

void ArgumentReader::fail(const std::string &Text) const {
  std::fprintf(stderr, "%s: %s\n%s", Program.c_str(), Text.c_str(),
               Usage.c_str());
  std::exit(2);
}
