//===- main.cpp - One problem on simulated processors ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// bench_scale --problem=NAME --size=SIZE --workers=N simulates a run, compares
/// its result with that of serial code, and prints a line of JSON. bench/scale/run
/// makes tables of many. Exit status as of a sample (Report.h).
///
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Problem.h"
#include "Report.h"
#include "SimulatedEngine.h"

#include <cstdio>

using gpu::Entry;

static void print(const gpu::Run &Ran, const scale::Outcome &How) {
  std::printf("{\"nanoseconds\": %.0f, \"tasks\": %llu, \"steals\": %llu, "
              "\"blocked\": %llu, \"used\": %llu, \"waits\": {",
              How.Nanoseconds, static_cast<unsigned long long>(Ran.Tasks),
              static_cast<unsigned long long>(Ran.Steals),
              static_cast<unsigned long long>(Ran.Blocked),
              static_cast<unsigned long long>(Ran.Used));
  const char *Before = "";
  for (const auto &[Name, Cost] : How.ByName) {
    std::printf("%s\"%s\": [%llu, %.0f]", Before, Name.c_str(),
                static_cast<unsigned long long>(Cost.Misses), Cost.Nanoseconds);
    Before = ", ";
  }
  std::printf("}}\n");
}

int main(int Argc, char **Argv) {
  return sample::runSample("bench_scale", [&] {
    std::string Name = "fib", Size = "20";
    std::vector<std::string> Names;
    for (const Entry &Each : gpu::problems())
      Names.push_back(Each.Name);
    int64_t Workers = 1, Processors = 0, OfCache = 0, OfSocket = 0;
    scale::Topology Machine;
    double Unit = 0.3;
    sample::Options Opts("bench_scale",
                         "Simulates a run on processors that need not be "
                         "there, and prints a line of JSON. Times are in "
                         "nanoseconds.");
    Opts.add("problem", Name, "what to run", Names);
    Opts.add("size", Size, "its size, as bench_gpu --help has it");
    Opts.add("workers", Workers, 1, scale::MaxProcessors, "workers");
    Opts.add("processors", Processors, 0, scale::MaxProcessors,
             "processors; 0: one for each worker");
    Opts.add("of-cache", OfCache, 0, scale::MaxProcessors,
             "processors that share a cache; 0: all");
    Opts.add("of-socket", OfSocket, 0, scale::MaxProcessors,
             "processors of a socket; 0: all");
    const double Most = 1e9;
    Opts.add("same-cache", Machine.SameCache, 0, Most,
             "until a processor has a line of another one");
    Opts.add("same-socket", Machine.SameSocket, 0, Most,
             "likewise, with another cache");
    Opts.add("other-socket", Machine.OtherSocket, 0, Most,
             "likewise, of another socket");
    Opts.add("atomic", Machine.Atomic, 0, Most, "an atomic operation");
    Opts.add("serve", Machine.Serve, 0, Most,
             "for how long a line is busy with one reader");
    Opts.add("slice", Machine.Slice, 0, Most,
             "for how long one of several workers runs");
    Opts.add("change", Machine.Change, 0, Most, "a change of workers");
    Opts.add("unit", Unit, 1e-6, Most, "a unit of what instructions cost");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Machine.Processors = unsigned(Processors ? Processors : Workers);
    Machine.OfCache = unsigned(OfCache ? OfCache : Machine.Processors);
    Machine.OfSocket = unsigned(OfSocket ? OfSocket : Machine.Processors);
    try {
      scale::SimulatedEngine On(Machine, unsigned(Workers), Unit);
      std::unique_ptr<gpu::Problem> Solved =
          gpu::findProblem(Name).Make(On, Size);
      Solved->prepare();
      const gpu::Run Ran = Solved->run();
      if (std::string Wrong = Solved->check(); !Wrong.empty()) {
        std::fprintf(stderr, "bench_scale: %s %s is wrong: %s\n", Name.c_str(),
                     Size.c_str(), Wrong.c_str());
        return 1;
      }
      print(Ran, On.Last);
      return 0;
    } catch (const gpu::Failure &Problem) {
      std::fprintf(stderr, "bench_scale: %s\n", Problem.what());
      return 3;
    }
  });
}
