//===- main.cpp - Loops that wait, and the recursion that they replace ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Times the loops of waits.cl, each written with `force (...);` in a loop and
/// as a task that spawns itself for the next round. The two forms take turns,
/// round after round, and must compute the same.
///
//===----------------------------------------------------------------------===//
#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace sample;

static double median(std::vector<double> All) {
  std::nth_element(All.begin(), All.begin() + All.size() / 2, All.end());
  return All[All.size() / 2];
}

static void compare(const sample::Device &Dev, cl::Kernel Kernel,
                    const cl::Buffer &Out, const char *Name, int Which,
                    int64_t Rounds, int64_t Runs) {
  std::vector<double> Seconds[2];
  cl_int Results[2] = {};
  for (int64_t I = 0; I <= Runs; ++I)
    for (int Form : {0, 1}) {
      Kernel.setArg(2, cl_int(2 * Which + Form));
      Kernel.setArg(3, cl_int(Rounds));
      Run Timed = runKernel(Dev, Kernel, 1);
      if (I != 0) // The first one is a warm-up.
        Seconds[Form].push_back(Timed.KernelSeconds);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(cl_int),
                                  &Results[Form]);
    }
  if (Results[0] != Results[1])
    throw SetupError(std::string(Name) + ": the results differ");
  double Nanoseconds[2];
  for (int Form : {0, 1})
    Nanoseconds[Form] = 1e9 * median(Seconds[Form]) / double(Rounds);
  std::printf("| %s | %.2f | %.2f | %.2f |\n", Name, Nanoseconds[0],
              Nanoseconds[1], Nanoseconds[1] / Nanoseconds[0]);
  std::fflush(stdout);
}

int main(int Argc, char **Argv) {
  return runSample("bench_waits", [&] {
    RunOptions How;
    How.Runs = 9;
    int64_t Rounds = 1000000;
    Options Opts("bench_waits", "Compares loops that wait with tasks that "
                                "spawn themselves.");
    Opts.add("rounds", Rounds, 1, 100000000, "rounds of each loop");
    Opts.add("runs", How.Runs, 1, 1000, "runs of each form");
    Opts.add("device", How.Device, "part of the device's name");
    if (!Opts.parse(Argc, Argv))
      return 0;
    sample::Device Dev = openDevice(How.Device);
    cl::Kernel Kernel(buildProgram(Dev, "waits.cl"), "run");
    cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_int));
    cl::Buffer Cells(Dev.Context, CL_MEM_READ_WRITE, 32 * sizeof(cl_int));
    Kernel.setArg(0, Out);
    Kernel.setArg(1, Cells);
    std::printf("| a round of the loop, ns | spawns itself | waits | ratio |\n"
                "|---|--:|--:|--:|\n");
    const char *Names[] = {
        "one child", "two children", "a child that runs at its spawn",
        "16 children without a future", "one child, a table of 64 bytes alive"};
    for (int Which = 0; Which < 5; ++Which)
      compare(Dev, Kernel, Out, Names[Which], Which, Rounds, How.Runs);
    return 0;
  });
}
