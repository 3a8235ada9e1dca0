//===- fuzz-everywhere.cpp - Compare everywhere with its definition -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes up programs from seeds and runs each in three ways: an interpreter of
/// the syntax tree, usimd with the program as assembly, and the device with the
/// program as OpenCL C. All memory and the variables of all lanes must be the
/// same. Whatever differs, does not build, crashes or hangs is reduced and
/// written to a folder.
///
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Generate.h"
#include "Kept.h"
#include "Lower.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace tasklet::simd;
using tasklet::fuzz::Report;
using tasklet::fuzz::Settings;
using tasklet::fuzz::Verdict;
namespace fs = std::filesystem;

namespace {

const char *const Usage =
    "usage: fuzz-everywhere [options]\n"
    "  --seed N        the first seed (default 1)\n"
    "  --count N       programs, one for each seed (default 100)\n"
    "  --batch N       programs that are built as one source, at most 64 "
    "(default 16)\n"
    "  --warp N        lanes of a warp: 4 to 64, a power of two; 'mixed' "
    "(default) is 4, 8, 16 and 32 in turn, by seed\n"
    "  --options TEXT  build options; 'mixed' (default) is -O0, -O1 and -O2 in "
    "turn, by seed\n"
    "  --driver WHICH  'quick': PoCL without its own optimisations; 'full': "
    "with them; 'mixed' (default): full for one batch of 16. What fails with "
    "'quick' counts only if it fails with 'full', too\n"
    "  --no-device     only the interpreter and usimd\n"
    "  --out FOLDER    where failing programs go (default fuzz-failures)\n"
    "  --no-confirm    count what fails with 'quick' as it is\n"
    "  --no-reduce     leave failing programs as they are\n"
    "  --reduce-time N seconds to reduce each failing program in (default "
    "120)\n"
    "  --print WHAT    only print the programs: cl or usimd\n"
    "  --plant FAULT   print the OpenCL C with a mistake: mask, waiting or "
    "order\n"
    "  --self-test     whether each of these mistakes is found, and reduced\n"
    "  --kept FOLDER   instead, run each program in the folders of this one\n"
    "Ends with status 0 if no program failed, 1 if one did, 2 for a mistake in "
    "the options.\n";

struct Options {
  uint64_t Seed = 1, Count = 100;
  unsigned Batch = 16;
  unsigned Warp = 0; ///< 0: mixed.
  std::string Build = "mixed";
  std::string Driver = "mixed";
  std::string Out = "fuzz-failures";
  bool Device = true;
  bool Confirm = true;
  bool Reduce = true;
  unsigned ReduceSeconds = 120;
  std::string Print;
  Fault Planted = Fault::None;
  bool SelfTest = false;
  std::string Kept;
};

[[noreturn]] void usageError(const std::string &Text) {
  std::fprintf(stderr, "fuzz-everywhere: %s\n%s", Text.c_str(), Usage);
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
    auto OneOf = [&](std::initializer_list<const char *> Words) {
      std::string Text = Value(), All;
      for (const char *Word : Words) {
        if (Text == Word)
          return Text;
        All += std::string(All.empty() ? "" : ", ") + Word;
      }
      usageError(Name + " takes one of " + All);
    };
    if (Name == "--seed") {
      O.Seed = parseNumber(Value());
    } else if (Name == "--count") {
      O.Count = parseNumber(Value());
    } else if (Name == "--batch") {
      O.Batch = parseNumber(Value());
      if (O.Batch < 1 || O.Batch > 64)
        usageError("--batch takes 1 to 64");
    } else if (Name == "--warp") {
      std::string Size = OneOf({"4", "8", "16", "32", "64", "mixed"});
      O.Warp = Size == "mixed" ? 0 : parseNumber(Size);
    } else if (Name == "--options") {
      O.Build = Value();
    } else if (Name == "--driver") {
      O.Driver = OneOf({"quick", "full", "mixed"});
    } else if (Name == "--no-device") {
      O.Device = false;
    } else if (Name == "--out") {
      O.Out = Value();
    } else if (Name == "--no-confirm") {
      O.Confirm = false;
    } else if (Name == "--reduce-time") {
      O.ReduceSeconds = parseNumber(Value());
    } else if (Name == "--no-reduce") {
      O.Reduce = false;
    } else if (Name == "--print") {
      O.Print = OneOf({"cl", "usimd"});
    } else if (Name == "--plant") {
      std::string Which = OneOf({"mask", "waiting", "order"});
      O.Planted = Which == "mask"      ? Fault::Mask
                  : Which == "waiting" ? Fault::Waiting
                                       : Fault::Order;
    } else if (Name == "--self-test") {
      O.SelfTest = true;
    } else if (Name == "--kept") {
      O.Kept = Value();
    } else if (Name == "--help") {
      std::fputs(Usage, stdout);
      std::exit(0);
    } else {
      usageError("unknown option '" + Name + "'");
    }
  }
  return O;
}

/// By seed, so that a smaller run does the same.
unsigned warpFor(const Options &O, uint64_t Seed) {
  return O.Warp ? O.Warp : 4u << Seed / O.Batch % 4;
}
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

struct Reduction {
  Shrinking S;
  Report Why; ///< Of the smallest program.
};

/// First with the quick driver where that shows the same: it takes a fifth of
/// the time, but may end at a failure of that driver alone.
Reduction reduce(const Test &Failing, const Settings &S, const Report &Why,
                 const Options &O) {
  Reduction R;
  R.S.Smallest = Failing;
  R.Why = Why;
  for (bool Quick : {true, false}) {
    Settings Tried = S;
    Tried.TimeoutSeconds = 20;
    Tried.QuickDriver = Quick;
    auto Fails = [&](const Test &T) {
      Report Again = compareWithDevice({T}, Tried, O.Planted)[0];
      if (!tasklet::fuzz::sameFailure(Again, Why))
        return false;
      R.Why = Again;
      return true;
    };
    if (S.QuickDriver == Quick || Fails(R.S.Smallest)) {
      Shrinking Less =
          shrink(R.S.Smallest, Fails,
                 Clock::now() + std::chrono::seconds(O.ReduceSeconds));
      Less.Steps += R.S.Steps;
      Less.Tries += R.S.Tries;
      R.S = Less;
    }
    Tried.QuickDriver = S.QuickDriver;
    if (Fails(R.S.Smallest))
      return R;
    R.S.Smallest = Failing;
  }
  return R;
}

/// Writes the program, its reduced form, and how to see it again.
void handleFailure(const Options &O, const Settings &S, const Test &Failing,
                   const Report &Why) {
  const Program &P = Failing.P;
  fs::path Folder = fs::path(O.Out) / ("seed-" + std::to_string(P.Seed));
  writeProgram(P, Folder / "whole");
  std::string How = "seed " + std::to_string(P.Seed) + ": " + nameOf(Why.V) +
                    ", build options '" + S.BuildOptions + "'\n" + Why.Text +
                    "\nagain: fuzz-everywhere --count 1 --seed " +
                    std::to_string(P.Seed) + " --warp " +
                    std::to_string(P.WarpSize) + " --options '" +
                    S.BuildOptions + "' --driver " +
                    (S.QuickDriver ? "quick" : "full") + "\n";
  std::printf("\n%s", How.c_str());
  std::fflush(stdout);
  if (O.Reduce) {
    auto Start = Clock::now();
    Reduction R = reduce(Failing, S, Why, O);
    auto Spent =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - Start);
    const Program &Smallest = R.S.Smallest.P;
    std::string Reduced =
        "reduced from " + std::to_string(linesOf(P)) + " to " +
        std::to_string(linesOf(Smallest)) + " lines by " +
        std::to_string(R.S.Steps) + " cuts of " + std::to_string(R.S.Tries) +
        " tries in " + std::to_string(Spent.count()) + " s" +
        (R.S.Complete ? "" : ", more with --reduce-time") + "\n" + R.Why.Text +
        "\nto keep it: cp -r " + (Folder / "reduced").string() +
        " test/fuzz/everywhere/kept/NAME\n";
    How += Reduced;
    writeProgram(Smallest, Folder / "reduced");
    std::printf("%s%s\n", Reduced.c_str(), printCl(Smallest, "p0").c_str());
  }
  std::ofstream(Folder / "report.txt") << How;
  std::fflush(stdout);
}

/// The programs from this seed on, and how often usimd disagreed.
std::vector<Test> generateBatch(const Options &O, uint64_t Seed, unsigned Count,
                                Coverage &All, uint64_t &Failures) {
  std::vector<Test> Tests;
  for (unsigned I = 0; I < Count; ++I) {
    Test T;
    Coverage C;
    T.P = generate(Seed + I, warpFor(O, Seed), T.Expected, C);
    All.Visits += C.Visits;
    All.Partial += C.Partial;
    All.Nested += C.Nested;
    All.Deepest = std::max(All.Deepest, C.Deepest);
    All.Exchanges += C.Exchanges;
    All.Diverged += C.Diverged;
    std::string Text = compareWithMachine(T);
    if (!Text.empty()) {
      ++Failures;
      Shrinking S = shrink(
          T, [](const Test &Try) { return !compareWithMachine(Try).empty(); },
          Clock::now() + std::chrono::seconds(O.ReduceSeconds));
      std::printf("\nseed %llu: usimd and the interpreter differ: %s\n%s%s",
                  static_cast<unsigned long long>(Seed + I), Text.c_str(),
                  compareWithMachine(S.Smallest).c_str(),
                  printCl(S.Smallest.P, "p0").c_str());
      writeProgram(S.Smallest.P,
                   O.Out + "/machine-seed-" + std::to_string(T.P.Seed));
    }
    Tests.push_back(std::move(T));
  }
  return Tests;
}

int run(const Options &O) {
  auto Start = Clock::now();
  uint64_t Failures = 0, OnlyQuick = 0;
  Coverage All;
  for (uint64_t First = 0; First < O.Count; First += O.Batch) {
    uint64_t Seed = O.Seed + First;
    std::vector<Test> Tests = generateBatch(
        O, Seed, std::min<uint64_t>(O.Batch, O.Count - First), All, Failures);
    if (!O.Print.empty()) {
      if (O.Print == "cl")
        std::fputs(sourceOf(Tests, O.Planted).c_str(), stdout);
      else
        for (const Test &T : Tests)
          std::fputs(lower(T.P, T.P.lanesOf(0)).c_str(), stdout);
      continue;
    }
    if (!O.Device)
      continue;
    Settings S = settingsFor(O, Seed);
    std::vector<Report> Reports = compareWithDevice(Tests, S, O.Planted);
    for (size_t I = 0; I < Tests.size(); ++I) {
      if (Reports[I].V == Verdict::Same)
        continue;
      // Without its optimisations PoCL itself fails here and there.
      Settings Counts = S;
      Report Why = Reports[I];
      if (S.QuickDriver && O.Confirm) {
        Counts.QuickDriver = false;
        Why = compareWithDevice({Tests[I]}, Counts, O.Planted)[0];
      }
      if (Why.V == Verdict::Same) {
        ++OnlyQuick;
        continue;
      }
      ++Failures;
      handleFailure(O, Counts, Tests[I], Why);
    }
  }
  if (!O.Print.empty())
    return 0;
  auto Number = [](uint64_t N) { return static_cast<unsigned long long>(N); };
  std::printf(
      "%llu programs (seeds %llu to %llu), %llu visits of warps to bodies, "
      "%llu of them by a part of the warp, %llu nested, %llu deep; %llu "
      "exchanges, %llu of them diverged; %.0f s: %llu failed, %llu only with "
      "the quick driver\n",
      Number(O.Count), Number(O.Seed), Number(O.Seed + O.Count - 1),
      Number(All.Visits), Number(All.Partial), Number(All.Nested),
      Number(All.Deepest), Number(All.Exchanges), Number(All.Diverged),
      std::chrono::duration<double>(Clock::now() - Start).count(),
      Number(Failures), Number(OnlyQuick));
  return Failures != 0;
}

/// Each mistake must be seen in one of the programs, and stay in a small one.
int selfTest(Options O) {
  int Status = 0;
  struct {
    Fault Planted;
    const char *Name;
  } Faults[] = {{Fault::Mask, "mask"},
                {Fault::Waiting, "waiting"},
                {Fault::Order, "order"}};
  for (auto [Planted, Name] : Faults) {
    O.Planted = Planted;
    Coverage C;
    uint64_t Failures = 0;
    std::vector<Test> Tests = generateBatch(O, O.Seed, O.Batch, C, Failures);
    Settings S;
    S.BuildOptions = "-O0 -w";
    std::vector<Report> Reports = compareWithDevice(Tests, S, Planted);
    size_t Found = 0, Which = 0;
    for (size_t I = 0; I < Tests.size(); ++I)
      if (Reports[I].V == Verdict::Different) {
        ++Found;
        if (!Which || linesOf(Tests[I].P) < linesOf(Tests[Which].P))
          Which = I;
      }
    std::printf("%s: seen in %zu of %zu programs", Name, Found, Tests.size());
    if (Found && O.Reduce) {
      Reduction R = reduce(Tests[Which], S, Reports[Which], O);
      std::printf(", one reduced from %zu to %zu lines",
                  linesOf(Tests[Which].P), linesOf(R.S.Smallest.P));
    }
    std::printf("\n");
    if (!Found || Failures)
      Status = 1;
  }
  return Status;
}

int runKeptIn(const Options &O) {
  int Status = 0;
  for (const auto &Each : fs::directory_iterator(O.Kept)) {
    if (!Each.is_directory())
      continue;
    for (bool Quick : {true, false}) {
      Settings S;
      S.BuildOptions = "-O2 -w";
      S.QuickDriver = Quick;
      Report R = runKept(Each.path(), S);
      std::printf("%s, %s driver: %s %s\n",
                  Each.path().filename().string().c_str(),
                  Quick ? "quick" : "full", nameOf(R.V), R.Text.c_str());
      Status |= R.V != Verdict::Same;
    }
  }
  return Status;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  if (O.SelfTest && !O.Warp)
    O.Warp = 8;
  try {
    tasklet::fuzz::Caches Temporary;
    return O.SelfTest ? selfTest(O) : O.Kept.empty() ? run(O) : runKeptIn(O);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "fuzz-everywhere: %s\n", E.what());
    return 2;
  }
}
