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

#include "Campaign.h"
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
using tasklet::fuzz::ArgumentReader;
using tasklet::fuzz::Campaign;
using tasklet::fuzz::campaignUsage;
using tasklet::fuzz::describeFailure;
using tasklet::fuzz::describeReduction;
using tasklet::fuzz::Report;
using tasklet::fuzz::Settings;
using tasklet::fuzz::Verdict;
namespace fs = std::filesystem;

namespace {

struct Options : Campaign {
  Options() { Batch = 16; }
  unsigned Warp = 0; ///< 0: mixed.
  std::string LaneLoops = "mixed";
  bool Device = true;
  std::string Print;
  Fault Planted = Fault::None;
  bool SelfTest = false;
  std::string Kept;
};

const struct {
  Fault Planted;
  const char *Name;
} Faults[] = {{Fault::Mask, "mask"},      {Fault::Waiting, "waiting"},
              {Fault::Order, "order"},    {Fault::Jump, "jump"},
              {Fault::Scope, "scope"},    {Fault::Sweep, "sweep"},
              {Fault::Operand, "operand"}};

Options parse(int Argc, char **Argv) {
  Options O;
  ArgumentReader Words(
      Argc, Argv, "fuzz-everywhere",
      campaignUsage(O.Batch) +
          "  --warp N        lanes of a warp: 1 to 64, a power of two; 'mixed' "
          "(default) is each of them in turn, by seed\n"
          "  --lane-loops HOW  whether one work-item runs all lanes of a warp: "
          "0, 1 or 'mixed' (default), by seed\n"
          "  --no-device     only the interpreter and usimd\n"
          "  --print WHAT    only print the programs: cl or usimd\n"
          "  --plant FAULT   print the OpenCL C with a mistake: mask, waiting, "
          "order, jump, scope, sweep or operand\n"
          "  --self-test     whether each of these mistakes is found, and "
          "reduced\n"
          "  --kept FOLDER   instead, run each program in the folders of this "
          "one\n");
  while (Words.next()) {
    const std::string &Name = Words.name();
    if (Words.read(O))
      continue;
    if (Name == "--warp") {
      std::string Size =
          Words.valueOf({"1", "2", "4", "8", "16", "32", "64", "mixed"});
      O.Warp = Size == "mixed" ? 0 : Words.toNumber(Size);
    } else if (Name == "--lane-loops") {
      O.LaneLoops = Words.valueOf({"0", "1", "mixed"});
    } else if (Name == "--no-device") {
      O.Device = false;
    } else if (Name == "--print") {
      O.Print = Words.valueOf({"cl", "usimd"});
    } else if (Name == "--plant") {
      std::string Which = Words.valueOf(
          {"mask", "waiting", "order", "jump", "scope", "sweep", "operand"});
      for (auto [Planted, Name] : Faults)
        if (Which == Name)
          O.Planted = Planted;
    } else if (Name == "--self-test") {
      O.SelfTest = true;
    } else if (Name == "--kept") {
      O.Kept = Words.value();
    } else {
      Words.unknown();
    }
  }
  return O;
}

/// By seed, so that a smaller run does the same.
unsigned warpFor(const Options &O, uint64_t Seed) {
  static const unsigned Sizes[] = {4, 2, 8, 64, 1, 16, 32};
  return O.Warp ? O.Warp : Sizes[Seed / O.Batch % std::size(Sizes)];
}

std::string laneLoopsFor(const Options &O, uint64_t Seed) {
  return O.LaneLoops != "mixed"   ? O.LaneLoops
         : Seed / O.Batch % 5 < 2 ? "0"
                                  : "1";
}

Settings settingsFor(const Options &O, uint64_t Seed) {
  Settings S = O.settingsFor(Seed);
  S.BuildOptions += " -tkl-lane-loops=" + laneLoopsFor(O, Seed);
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
  std::string How =
      describeFailure("fuzz-everywhere", P.Seed, S, Why, "",
                      "--warp " + std::to_string(P.WarpSize) +
                          " --lane-loops " + laneLoopsFor(O, P.Seed));
  std::printf("\n%s", How.c_str());
  std::fflush(stdout);
  if (O.Reduce) {
    auto Start = Clock::now();
    Reduction R = reduce(Failing, S, Why, O);
    const Program &Smallest = R.S.Smallest.P;
    std::string Reduced = describeReduction(R.S, linesOf(P), linesOf(Smallest),
                                            Clock::now() - Start) +
                          R.Why.Text + "\nto keep it: cp -r " +
                          (Folder / "reduced").string() +
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
    All.Absent += C.Absent;
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
  tasklet::fuzz::Progress Progress("fuzz-everywhere", O.Count);
  for (uint64_t First = 0; First < O.Count; First += O.Batch) {
    Progress.at(First, Failures);
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
      Settings Counts = S;
      Report Why = O.confirm(Reports[I], Counts, [&](const Settings &Again) {
        return compareWithDevice({Tests[I]}, Again, O.Planted)[0];
      });
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
      "exchanges, %llu of them diverged, %llu lanes read from elsewhere; "
      "%.0f s: %llu failed, %llu only with "
      "the quick driver\n",
      Number(O.Count), Number(O.Seed), Number(O.Seed + O.Count - 1),
      Number(All.Visits), Number(All.Partial), Number(All.Nested),
      Number(All.Deepest), Number(All.Exchanges), Number(All.Diverged),
      Number(All.Absent),
      std::chrono::duration<double>(Clock::now() - Start).count(),
      Number(Failures), Number(OnlyQuick));
  return Failures != 0;
}

/// Each mistake must be seen in one of the programs, and stay in a small one.
int selfTest(Options O) {
  int Status = 0;
  for (auto [Planted, Name] : Faults) {
    O.Planted = Planted;
    Coverage C;
    uint64_t Failures = 0, Seed = O.Seed;
    size_t Found = 0, Tried = 0;
    Test Failing;
    Report Why;
    Settings S;
    S.BuildOptions = "-O0 -w -tkl-lane-loops=" + laneLoopsFor(O, O.Seed);
    // Some are seen in few programs: a lane must come along at the right time.
    for (unsigned Batch = 0; Batch < 12 && !Found; ++Batch) {
      std::vector<Test> Tests;
      // Those that it changes.
      for (; Tests.size() < O.Batch; ++Seed) {
        Test T = generateBatch(O, Seed, 1, C, Failures)[0];
        if (printCl(T.P, "p", Planted) != printCl(T.P, "p"))
          Tests.push_back(std::move(T));
      }
      std::vector<Report> Reports = compareWithDevice(Tests, S, Planted);
      Tried += Tests.size();
      for (size_t I = 0; I < Tests.size(); ++I)
        if (Reports[I].V == Verdict::Different &&
            (!Found++ || linesOf(Tests[I].P) < linesOf(Failing.P))) {
          Failing = Tests[I];
          Why = Reports[I];
        }
    }
    std::printf("%s: seen in %zu of %zu programs", Name, Found, Tried);
    if (Found && O.Reduce) {
      Reduction R = reduce(Failing, S, Why, O);
      std::printf(", one reduced from %zu to %zu lines", linesOf(Failing.P),
                  linesOf(R.S.Smallest.P));
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
    for (const char *Loops : {"0", "1"})
      for (bool Quick : {true, false}) {
        Settings S;
        S.BuildOptions = std::string("-O2 -w -tkl-lane-loops=") + Loops;
        S.QuickDriver = Quick;
        Report R = runKept(Each.path(), S);
        std::printf("%s, lane loops %s, %s driver: %s %s\n",
                    Each.path().filename().string().c_str(), Loops,
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
