//===- fuzz-tasks.cpp - Compare random task programs with an oracle -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes up programs from seeds, runs them on the device and compares each word
/// that they leave with what the interpreter computes. Whatever differs, does
/// not build, crashes or hangs is reduced and written to a folder.
///
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Generate.h"
#include "Print.h"
#include "Reduce.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace tasklet::fuzz;
namespace fs = std::filesystem;

namespace {

const char *const Usage =
    "usage: fuzz-tasks [options]\n"
    "  --seed N        the first seed (default 1)\n"
    "  --count N       programs, one for each seed (default 100)\n"
    "  --batch N       programs that are built as one source, at most 64 "
    "(default 4)\n"
    "  --workers LIST  worker counts, as in 1,2,5 (default)\n"
    "  --options TEXT  build options; 'mixed' (default) is -O0, -O1 and -O2 in "
    "turn, by seed\n"
    "  --driver WHICH  'quick': PoCL without its own optimisations; 'full': "
    "with them; 'mixed' (default): full for one batch of 16. What fails with "
    "'quick' counts only if it fails with 'full', too\n"
    "  --out FOLDER    where failing programs go (default fuzz-failures)\n"
    "  --no-confirm    count what fails with 'quick' as it is\n"
    "  --no-reduce     leave failing programs as they are\n"
    "  --reduce-time N seconds to reduce each failing program in (default "
    "120)\n"
    "  --print         only print the programs\n"
    "Ends with status 0 if no program failed, 1 if one did, 2 for a mistake in "
    "the options.\n";

struct Options {
  uint64_t Seed = 1, Count = 100;
  unsigned Batch = 4;
  std::vector<unsigned> Workers = {1, 2, 5};
  std::string Build = "mixed";
  std::string Driver = "mixed";
  std::string Out = "fuzz-failures";
  bool Confirm = true;
  bool Reduce = true;
  unsigned ReduceSeconds = 120;
  bool Print = false;
};

[[noreturn]] void usageError(const std::string &Text) {
  std::fprintf(stderr, "fuzz-tasks: %s\n%s", Text.c_str(), Usage);
  std::exit(2);
}

uint64_t parseNumber(const std::string &Text) {
  if (Text.empty() || Text.size() > 18 ||
      Text.find_first_not_of("0123456789") != std::string::npos)
    usageError("'" + Text + "' is no number");
  return std::stoull(Text);
}

Options parse(int Argc, char **Argv) {
  Options O;
  for (int I = 1; I < Argc; ++I) {
    std::string Name = Argv[I];
    auto Value = [&]() -> std::string {
      if (I + 1 == Argc)
        usageError(Name + " needs a value");
      return Argv[++I];
    };
    if (Name == "--seed") {
      O.Seed = parseNumber(Value());
    } else if (Name == "--count") {
      O.Count = parseNumber(Value());
    } else if (Name == "--batch") {
      O.Batch = parseNumber(Value());
      if (O.Batch < 1 || O.Batch > 64)
        usageError("--batch takes 1 to 64");
    } else if (Name == "--workers") {
      O.Workers.clear();
      std::istringstream List(Value());
      for (std::string One; std::getline(List, One, ',');)
        O.Workers.push_back(parseNumber(One));
    } else if (Name == "--options") {
      O.Build = Value();
    } else if (Name == "--driver") {
      O.Driver = Value();
      if (O.Driver != "quick" && O.Driver != "full" && O.Driver != "mixed")
        usageError("--driver takes quick, full or mixed");
    } else if (Name == "--out") {
      O.Out = Value();
    } else if (Name == "--no-confirm") {
      O.Confirm = false;
    } else if (Name == "--reduce-time") {
      O.ReduceSeconds = parseNumber(Value());
    } else if (Name == "--no-reduce") {
      O.Reduce = false;
    } else if (Name == "--print") {
      O.Print = true;
    } else if (Name == "--help") {
      std::fputs(Usage, stdout);
      std::exit(0);
    } else {
      usageError("unknown option '" + Name + "'");
    }
  }
  return O;
}

void write(const fs::path &File, const std::string &Text) {
  std::ofstream(File) << Text;
}

void handleFailure(const Options &O, const Settings &S, const Test &Failing,
                   const Report &Why, bool QuickToo) {
  std::string Name = "seed-" + std::to_string(Failing.P.Seed);
  fs::path Folder = fs::path(O.Out) / Name;
  fs::create_directories(Folder);
  std::string How = "seed " + std::to_string(Failing.P.Seed) + ": " +
                    nameOf(Why.V) + " with " + std::to_string(S.Workers) +
                    " workers, build options '" + S.BuildOptions + "'\n" +
                    Why.Text + "\nagain: fuzz-tasks --count 1 --seed " +
                    std::to_string(Failing.P.Seed) + " --workers " +
                    std::to_string(S.Workers) + " --options '" +
                    S.BuildOptions + "' --driver " +
                    (S.QuickDriver ? "quick" : "full") + "\n";
  write(Folder / "program.cl", print(Failing.P, "p0"));
  std::printf("\n%s", How.c_str());
  write(Folder / "report.txt", How);
  if (!O.Reduce) {
    std::printf("%s", print(Failing.P, "p0").c_str());
    return;
  }
  auto Start = Clock::now();
  Reduction R = reduce(Failing, S, Why, QuickToo, O.ReduceSeconds);
  auto Spent =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - Start);
  const Program &Smallest = R.S.Smallest.P;
  std::string Reduced = "reduced from " + std::to_string(linesOf(Failing.P)) +
                        " to " + std::to_string(linesOf(Smallest)) +
                        " lines by " + std::to_string(R.S.Steps) + " cuts of " +
                        std::to_string(R.S.Tries) + " tries in " +
                        std::to_string(Spent.count()) + " s" +
                        (R.S.Complete ? "" : ", more with --reduce-time") +
                        "\n" + R.Why.Text + "\n";
  How += Reduced;
  std::printf("%s%s\n", Reduced.c_str(), print(Smallest, "p0").c_str());
  write(Folder / "reduced.cl", print(Smallest, "p0"));
  write(Folder / "report.txt", How);
}

/// By seed, so that a smaller run does the same.
Settings settingsFor(const Options &O, uint64_t Seed) {
  static const char *const Levels[] = {"-O0", "-O1", "-O2"};
  uint64_t Batch = Seed / O.Batch;
  Settings S;
  S.BuildOptions =
      (O.Build == "mixed" ? Levels[Batch % 3] : O.Build) + std::string(" -w");
  S.QuickDriver =
      O.Driver == "quick" || (O.Driver == "mixed" && Batch % 16 != 0);
  return S;
}

int run(const Options &O) {
  auto Start = std::chrono::steady_clock::now();
  uint64_t Tasks = 0, Forces = 0, Failures = 0, Runs = 0, OnlyQuick = 0;
  for (uint64_t First = 0, Number = 0; First < O.Count;
       First += O.Batch, ++Number) {
    std::vector<Test> Tests;
    for (uint64_t I = First; I < std::min(First + O.Batch, O.Count); ++I) {
      Test T;
      T.P = generate(O.Seed + I, T.Expected);
      Tasks += T.Expected.Tasks;
      Forces += T.Expected.Forces;
      Tests.push_back(std::move(T));
    }
    if (O.Print) {
      std::fputs(sourceOf(Tests).c_str(), stdout);
      continue;
    }
    Settings S = settingsFor(O, Tests[0].P.Seed);
    std::vector<bool> Failed(Tests.size());
    for (unsigned Workers : O.Workers) {
      S.Workers = Workers;
      std::vector<Report> Reports = runEach(Tests, S);
      for (size_t I = 0; I < Tests.size(); ++I) {
        ++Runs;
        if (Reports[I].V == Verdict::Same || Failed[I])
          continue;
        Failed[I] = true;
        // Without its optimisations PoCL itself fails here and there.
        Settings Counts = S;
        Counts.QuickDriver &= !O.Confirm;
        bool Again = S.QuickDriver && O.Confirm;
        Report Why = Again ? runTogether({Tests[I]}, Counts)[0] : Reports[I];
        if (Why.V == Verdict::Same) {
          ++OnlyQuick;
          continue;
        }
        ++Failures;
        handleFailure(O, Counts, Tests[I], Why, Again && Why.V == Reports[I].V);
      }
    }
  }
  if (O.Print)
    return 0;
  double Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  std::printf(
      "%llu programs (seeds %llu to %llu), %llu runs, %llu tasks and "
      "%llu force bodies each time, %.0f s: %llu failed, %llu only with "
      "the quick driver\n",
      static_cast<unsigned long long>(O.Count),
      static_cast<unsigned long long>(O.Seed),
      static_cast<unsigned long long>(O.Seed + O.Count - 1),
      static_cast<unsigned long long>(Runs),
      static_cast<unsigned long long>(Tasks),
      static_cast<unsigned long long>(Forces), Seconds,
      static_cast<unsigned long long>(Failures),
      static_cast<unsigned long long>(OnlyQuick));
  return Failures != 0;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  try {
    Caches Temporary;
    return run(O);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "fuzz-tasks: %s\n", E.what());
    return 2;
  }
}
