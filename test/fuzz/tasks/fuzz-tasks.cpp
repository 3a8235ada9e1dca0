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

#include "Campaign.h"
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

struct Options : Campaign {
  Options() { Batch = 4; }
  std::vector<unsigned> Workers = {1, 2, 5};
  bool Print = false, Alone = false;
};

Options parse(int Argc, char **Argv) {
  Options O;
  ArgumentReader Words(
      Argc, Argv, "fuzz-tasks",
      campaignUsage(O.Batch) +
          "  --workers LIST  worker counts, as in 1,2,5 (default)\n"
          "  --alone         kernels of one work-item that ask for no ids, "
          "each "
          "a source of its own: they run the workers themselves\n"
          "  --print         only print the programs\n");
  while (Words.next()) {
    if (Words.read(O))
      continue;
    if (Words.name() == "--workers") {
      O.Workers.clear();
      std::istringstream List(Words.value());
      for (std::string One; std::getline(List, One, ',');)
        O.Workers.push_back(Words.toNumber(One));
    } else if (Words.name() == "--print") {
      O.Print = true;
    } else if (Words.name() == "--alone") {
      O.Alone = true;
      O.Batch = 1;
    } else {
      Words.unknown();
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
  std::string Workers = std::to_string(S.Workers);
  std::string How = describeFailure(
      "fuzz-tasks", Failing.P.Seed, S, Why, " with " + Workers + " workers",
      "--workers " + Workers + (O.Alone ? " --alone" : ""));
  write(Folder / "program.cl", print(Failing.P, "p0"));
  std::printf("\n%s", How.c_str());
  write(Folder / "report.txt", How);
  if (!O.Reduce) {
    std::printf("%s", print(Failing.P, "p0").c_str());
    return;
  }
  auto Start = Clock::now();
  Reduction R = reduce(Failing, S, Why, QuickToo, O.ReduceSeconds);
  const Program &Smallest = R.S.Smallest.P;
  std::string Reduced =
      describeReduction(R.S, linesOf(Failing.P), linesOf(Smallest),
                        Clock::now() - Start) +
      R.Why.Text + "\n";
  How += Reduced;
  std::printf("%s%s\n", Reduced.c_str(), print(Smallest, "p0").c_str());
  write(Folder / "reduced.cl", print(Smallest, "p0"));
  write(Folder / "report.txt", How);
}

int run(const Options &O) {
  auto Start = std::chrono::steady_clock::now();
  uint64_t Tasks = 0, Forces = 0, Waits = 0, Failures = 0, Runs = 0,
           OnlyQuick = 0;
  Progress Progress("fuzz-tasks", O.Count);
  for (uint64_t First = 0, Number = 0; First < O.Count;
       First += O.Batch, ++Number) {
    Progress.at(First, Failures);
    std::vector<Test> Tests;
    for (uint64_t I = First; I < std::min(First + O.Batch, O.Count); ++I) {
      Test T;
      T.P = generate(O.Seed + I, T.Expected, O.Alone);
      Tasks += T.Expected.Tasks;
      Forces += T.Expected.Forces;
      Waits += T.Expected.Waits;
      Tests.push_back(std::move(T));
    }
    if (O.Print) {
      std::fputs(sourceOf(Tests).c_str(), stdout);
      continue;
    }
    Settings S = O.settingsFor(Tests[0].P.Seed);
    std::vector<bool> Failed(Tests.size());
    for (unsigned Workers : O.Workers) {
      S.Workers = Workers;
      std::vector<Report> Reports = runEach(Tests, S);
      for (size_t I = 0; I < Tests.size(); ++I) {
        ++Runs;
        if (Reports[I].V == Verdict::Same || Failed[I])
          continue;
        Failed[I] = true;
        Settings Counts = S;
        Report Why = O.confirm(Reports[I], Counts, [&](const Settings &Again) {
          return runTogether({Tests[I]}, Again)[0];
        });
        if (Why.V == Verdict::Same) {
          ++OnlyQuick;
          continue;
        }
        ++Failures;
        handleFailure(O, Counts, Tests[I], Why,
                      S.QuickDriver != Counts.QuickDriver &&
                          Why.V == Reports[I].V);
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
      "%llu force bodies and %llu waits each time, %.0f s: %llu failed, %llu "
      "only with the quick driver\n",
      static_cast<unsigned long long>(O.Count),
      static_cast<unsigned long long>(O.Seed),
      static_cast<unsigned long long>(O.Seed + O.Count - 1),
      static_cast<unsigned long long>(Runs),
      static_cast<unsigned long long>(Tasks),
      static_cast<unsigned long long>(Forces),
      static_cast<unsigned long long>(Waits), Seconds,
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
