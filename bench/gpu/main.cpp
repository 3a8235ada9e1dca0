//===- main.cpp - One problem on a GPU ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// bench_gpu --problem=NAME --size=SIZE runs a problem, compares its result with
/// that of serial code after each run, and prints a line of JSON. bench/gpu/run
/// makes a table of many. Exit status as of a sample (Report.h).
///
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Problem.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>

using namespace gpu;

/// In quotes, for JSON. Names of devices have no control characters.
static std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + '"';
}

static double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  size_t Middle = Values.size() / 2;
  return Values.size() % 2 ? Values[Middle]
                           : (Values[Middle - 1] + Values[Middle]) / 2;
}

int main(int Argc, char **Argv) {
  return sample::runSample("bench_gpu", [&] {
    std::string Way = "opencl", Device, Name = "fib", Size = "20";
    int64_t Runs = 5;
    std::vector<std::string> Names;
    std::string Sizes = "its size: ";
    for (const Entry &Each : problems()) {
      Names.push_back(Each.Name);
      Sizes += std::string(Names.size() == 1 ? "" : "; ") + Each.Name + ": " +
               Each.SizeIs;
    }
    sample::Options Opts("bench_gpu",
                         "Runs one of GTaP's programs and prints a line of "
                         "JSON, with medians of times in seconds.");
    Opts.add("engine", Way, "how to reach the device", {"opencl", "cuda"});
    Opts.add("device", Device, "the first OpenCL device with this in its name");
    Opts.add("problem", Name, "what to run", Names);
    Opts.add("size", Size, Sizes);
    Opts.add("runs", Runs, 1, 1000, "how often, beside one that warms up");
    if (!Opts.parse(Argc, Argv))
      return 0;
    try {
      std::unique_ptr<Engine> On =
          Way == "cuda" ? openCuda() : openOpenCl(Device);
      std::unique_ptr<Problem> Solved = findProblem(Name).Make(*On, Size);
      std::vector<double> Kernel, Total;
      Run Last = {};
      for (int64_t I = 0; I <= Runs; ++I) {
        Solved->prepare();
        Last = Solved->run();
        if (std::string Wrong = Solved->check(); !Wrong.empty()) {
          std::fprintf(stderr, "bench_gpu: %s %s is wrong: %s\n", Name.c_str(),
                       Size.c_str(), Wrong.c_str());
          return 1;
        }
        if (I == 0)
          continue;
        Kernel.push_back(Last.Kernel);
        Total.push_back(Last.Total);
      }
      std::printf("{\"device\": %s, \"engine\": %s, \"problem\": %s, "
                  "\"size\": %s, \"runs\": %zu, \"kernel\": %.9f, "
                  "\"total\": %.9f, \"reserved\": %llu, \"used\": %llu, "
                  "\"tasks\": %llu, \"steals\": %llu, \"blocked\": %llu, "
                  "\"units\": %.0f}\n",
                  quoted(On->describe()).c_str(), quoted(Way).c_str(),
                  quoted(Name).c_str(), quoted(Size).c_str(), Kernel.size(),
                  median(Kernel), median(Total),
                  static_cast<unsigned long long>(Last.Reserved),
                  static_cast<unsigned long long>(Last.Used),
                  static_cast<unsigned long long>(Last.Tasks),
                  static_cast<unsigned long long>(Last.Steals),
                  static_cast<unsigned long long>(Last.Blocked),
                  Solved->units(Last));
      return 0;
    } catch (const Failure &Problem) {
      std::fprintf(stderr, "bench_gpu: %s\n", Problem.what());
      return 3;
    }
  });
}
