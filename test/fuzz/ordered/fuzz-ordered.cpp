//===- fuzz-ordered.cpp - Compare ordered kernels with a loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes up ordered kernels from seeds and runs each in every mode with 1, 2 and
/// 5 workers. All memory must be what the same text leaves as a function that
/// one work-item calls in a loop. Whatever differs, does not build, crashes or
/// hangs is reduced and written to a folder.
///
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "Compare.h"
#include "Generate.h"
#include "Print.h"
#include "Shrink.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace tasklet::ordered;
using tasklet::fuzz::ArgumentReader;
using tasklet::fuzz::Campaign;
using tasklet::fuzz::Report;
using tasklet::fuzz::Settings;
using tasklet::fuzz::Verdict;
namespace fs = std::filesystem;

namespace {

struct Options : Campaign {
  Options() { Batch = 8; }
  bool Print = false;
  /// Of commands of which at least so many must be inspected.
  unsigned LeastInspected = 0;
};

Options parse(int Argc, char **Argv) {
  Options O;
  ArgumentReader Words(
      Argc, Argv, "fuzz-ordered",
      tasklet::fuzz::campaignUsage(O.Batch) +
          "  --least-inspected N  fail if less than N per cent of the commands "
          "did not run in order\n"
          "  --print         only print the programs\n");
  while (Words.next()) {
    if (Words.read(O))
      continue;
    if (Words.name() == "--print")
      O.Print = true;
    else if (Words.name() == "--least-inspected")
      O.LeastInspected = Words.number();
    else
      Words.unknown();
  }
  return O;
}

void writeProgram(const Program &P, const fs::path &Folder) {
  fs::create_directories(Folder);
  std::ofstream(Folder / "kernel.cl") << printKernel(P);
  std::ofstream(Folder / "program.cl") << print({P});
}

/// Writes the program, its reduced form, and how to see it again.
void handleFailure(const Options &O, const Settings &S, const Program &P,
                   const Report &Why) {
  fs::path Folder = fs::path(O.Out) / ("ordered-" + std::to_string(P.Seed));
  writeProgram(P, Folder / "whole");
  std::string How =
      tasklet::fuzz::describeFailure("fuzz-ordered", P.Seed, S, Why, "", "");
  std::printf("\n%s", How.c_str());
  std::fflush(stdout);
  if (O.Reduce) {
    auto Start = Clock::now();
    Report Last = Why;
    Settings Tried = S;
    Tried.TimeoutSeconds = 20;
    Shrinking Found = shrink(
        P,
        [&](const Program &Less) {
          Report Again = compareWithOracle({Less}, Tried, nullptr)[0];
          if (!tasklet::fuzz::sameFailure(Again, Why))
            return false;
          Last = Again;
          return true;
        },
        Start + std::chrono::seconds(O.ReduceSeconds));
    const Program &Smallest = Found.Smallest.P;
    std::string Reduced =
        tasklet::fuzz::describeReduction(Found, linesOf(P), linesOf(Smallest),
                                         Clock::now() - Start) +
        Last.Text + "\n";
    How += Reduced;
    writeProgram(Smallest, Folder / "reduced");
    std::printf("%s%s\n", Reduced.c_str(), printKernel(Smallest).c_str());
  }
  std::ofstream(Folder / "report.txt") << How;
  std::fflush(stdout);
}

int run(const Options &O) {
  auto Start = Clock::now();
  uint64_t Failures = 0, OnlyQuick = 0;
  Coverage All;
  tasklet::fuzz::Progress Progress("fuzz-ordered", O.Count);
  for (uint64_t First = 0; First < O.Count; First += O.Batch) {
    Progress.at(First, Failures);
    uint64_t Seed = O.Seed + First;
    std::vector<Program> Some;
    for (uint64_t I = 0; I < std::min<uint64_t>(O.Batch, O.Count - First); ++I)
      Some.push_back(generate(Seed + I));
    if (O.Print) {
      std::fputs(print(Some).c_str(), stdout);
      continue;
    }
    Settings S = O.settingsFor(Seed);
    std::vector<Report> Reports = compareWithOracle(Some, S, &All);
    for (size_t I = 0; I < Some.size(); ++I) {
      if (Reports[I].V == Verdict::Same)
        continue;
      Settings Counts = S;
      Report Why = O.confirm(Reports[I], Counts, [&](const Settings &Again) {
        return compareWithOracle({Some[I]}, Again, nullptr)[0];
      });
      if (Why.V == Verdict::Same) {
        ++OnlyQuick;
        continue;
      }
      ++Failures;
      handleFailure(O, Counts, Some[I], Why);
    }
  }
  if (O.Print)
    return 0;
  auto Number = [](uint64_t N) { return static_cast<unsigned long long>(N); };
  std::printf("%llu programs (seeds %llu to %llu), %llu commands, %llu of them "
              "inspected, %llu on copies, %llu with owners, %llu with "
              "streams, %llu shown to be independent; %llu levels, %llu "
              "conflicts; %.0f s: "
              "%llu failed, %llu only with the quick driver\n",
              Number(O.Count), Number(O.Seed), Number(O.Seed + O.Count - 1),
              Number(All.Commands), Number(All.Inspected), Number(All.Copies),
              Number(All.Owned), Number(All.Streamed), Number(All.Independent),
              Number(All.Levels), Number(All.Conflicts),
              std::chrono::duration<double>(Clock::now() - Start).count(),
              Number(Failures), Number(OnlyQuick));
  bool Few = All.Inspected * 100 < All.Commands * O.LeastInspected;
  if (Few)
    std::printf("too few commands were inspected\n");
  return Failures != 0 || Few;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  try {
    tasklet::fuzz::Caches Temporary;
    return run(O);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "fuzz-ordered: %s\n", E.what());
    return 2;
  }
}
