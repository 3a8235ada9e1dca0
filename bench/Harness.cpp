//===- Harness.cpp - Frame of the benchmark programs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Options.h"
#include "Report.h"

#include <cinttypes>
#include <cstdio>

using namespace bench;
using namespace sample;

int bench::runBench(const char *Name, int Argc, char **Argv, const Problems &P,
                    const WithThreads &In) {
  return runSample(Name, [&] {
    std::string Problem = "fib", Tree = "T1";
    int64_t N = 30, Runs = 5, Threads = 1;
    Options Opts(Name, "Solves a problem of the samples and takes the time.");
    Opts.add("problem", Problem, "which problem", {"fib", "nqueens", "uts"});
    Opts.addPositional("N", N, 1, 46, "size of fib and nqueens");
    Opts.add("tree", Tree, "tree of uts, such as T1");
    Opts.add("runs", Runs, 1, 100000, "timed runs, after one warm-up");
    Opts.add("threads", Threads, 1, 1024, "threads that run tasks");
    if (!Opts.parse(Argc, Argv))
      return 0;
    if (Problem == "nqueens" && N > 16)
      throw UsageError("N: nqueens takes 1 to 16");

    uint64_t Result = 0;
    std::function<void()> Solve;
    uts::Tree Shape;
    if (Problem == "fib") {
      Solve = [&] { Result = static_cast<uint64_t>(P.Fib(int(N))); };
    } else if (Problem == "nqueens") {
      Solve = [&] { Result = static_cast<uint64_t>(P.NQueens((1u << N) - 1)); };
    } else {
      Shape = uts::makeTree(uts::findTree(Tree));
      Solve = [&] { Result = P.Uts({Shape.Root, 0}, Shape).Nodes; };
    }

    // The warm-up of medianRun starts the threads.
    Run Median;
    In(static_cast<int>(Threads), [&] {
      auto Once = [&] {
        const Stopwatch Watch;
        Solve();
        Run R;
        R.KernelSeconds = Watch.seconds();
        return R;
      };
      RunOptions How;
      How.Runs = Runs;
      Median = medianRun(How, Once);
    });
    std::printf("{\"problem\": \"%s\", \"result\": %" PRIu64
                ", \"seconds\": %.9f, \"workers\": %" PRId64 "}\n",
                Problem.c_str(), Result, Median.KernelSeconds, Threads);
    return 0;
  });
}
