//===- Main.cpp - One program per tasking system --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compiled once for each system: BENCH_SYSTEM is a header of systems/. Takes a
// problem and prints one JSON object, as the samples do with --json.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "Memory.h"
#include "Problem.h"

#include BENCH_SYSTEM

#include <cinttypes>
#include <cstdio>
#include <memory>

using namespace bench;
using namespace sample;

namespace {

std::unique_ptr<Problem> makeProblem(const std::string &Name, const Size &S) {
  std::string Known;
  for (const Entry &E : problems()) {
    if (Name == E.Name)
      return E.Make(S);
    Known += std::string(Known.empty() ? "" : ", ") + E.Name;
  }
  throw UsageError("--problem: '" + Name + "' is none of " + Known);
}

int runProblem(int Argc, char **Argv) {
  std::string Name = "fib";
  Size S = {30, "T1"};
  int64_t Threads = 1;
  RunOptions How;
  Options Opts(BENCH_NAME,
               "Solves a problem of the samples and takes the time.");
  Opts.add("problem", Name, "name of the sample");
  Opts.addPositional("N", S.N, 0, INT64_MAX, "size, of all but uts");
  Opts.add("tree", S.Tree, "tree of uts");
  Opts.add("threads", Threads, 1, 1024, "threads that run tasks");
  How.addTo(Opts);
  if (!Opts.parse(Argc, Argv))
    return 0;

  const std::unique_ptr<Problem> P = makeProblem(Name, S);
  P->prepare();
  const MemoryGrowth Memory;
  const Run Median = medianRun(How, [&] {
    P->prepare();
    Run R;
    runInThreads(static_cast<int>(Threads), [&] {
      const Stopwatch Watch;
      P->solve();
      R.KernelSeconds = Watch.seconds();
    });
    return R;
  });
  const uint64_t Grown = Memory.atMost();
  std::printf("{\"problem\": \"%s\", \"result\": %" PRIu64
              ", \"seconds\": %.9f, \"workers\": %" PRId64
              ", \"resident_growth\": %" PRIu64 "}\n",
              Name.c_str(), P->result(), Median.KernelSeconds, Threads, Grown);
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  try {
    return runProblem(Argc, Argv);
  } catch (const UsageError &Error) {
    std::fprintf(stderr, "%s: %s\nTry '%s --help'.\n", BENCH_NAME, Error.what(),
                 BENCH_NAME);
    return 2;
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "%s: %s\n", BENCH_NAME, Error.what());
    return 1;
  }
}
