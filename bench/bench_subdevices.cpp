//===- bench_subdevices.cpp - Tasks of one command on two sub-devices -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs fib and uts of the samples on one sub-device of one core, on two that
/// help each other (clSetTaskletHelperQueuesTKL), and on the whole device with
/// as many workers, in turn. Results are compared with serial code.
///
//===----------------------------------------------------------------------===//
#include "Device.h"
#include "Options.h"
#include "Report.h"
#include "Tree.h"

#include <CL/cl_tkl_tasklets.h>

#include <algorithm>
#include <cstdio>
#include <limits>

using namespace sample;

static int64_t fib(int64_t N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }

namespace {
struct Way {
  const char *Name;
  Device Dev;
  double Seconds = std::numeric_limits<double>::infinity();
  uint64_t Steals = 0, Workers = 0;
};
} // namespace

static void take(Way &W, const Run &R) {
  W.Seconds = std::min(W.Seconds, R.KernelSeconds);
  W.Steals = std::max(W.Steals, R.Steals);
  W.Workers = R.Workers;
}

/// Runs \p Kernel in every way in turn; \p Check throws if the result is wrong.
static void compare(const char *Problem, std::vector<Way> Ways,
                    const cl::Kernel &Kernel, int64_t Runs,
                    const std::function<void()> &Check) {
  for (int64_t I = -1; I < Runs; ++I) // one warm-up
    for (Way &W : Ways) {
      const Run R = runKernel(W.Dev, Kernel, 1);
      Check();
      if (I >= 0)
        take(W, R);
    }
  for (const Way &W : Ways)
    std::printf("| %s | %s | %llu | %.1f | %.2f | %llu |\n", Problem, W.Name,
                static_cast<unsigned long long>(W.Workers), W.Seconds * 1e3,
                Ways.front().Seconds / W.Seconds,
                static_cast<unsigned long long>(W.Steals));
}

int main(int Argc, char **Argv) {
  return runSample("bench_subdevices", [&] {
    int64_t N = 36, Runs = 10;
    std::string Tree = "T1", Name;
    Options Opts("bench_subdevices",
                 "Compares one, and two sub-devices that share their tasks.");
    Opts.add("fib", N, 1, 46, "size of fib");
    Opts.add("tree", Tree, "tree of uts");
    Opts.add("runs", Runs, 1, 1000, "runs in each way");
    Opts.add("device", Name, "part of the device's name");
    if (!Opts.parse(Argc, Argv))
      return 0;

    Device Whole = openDevice(Name);
    cl::Device Root = Whole.Id;
    std::vector<cl::Device> Parts;
    const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                    1, 0};
    Root.createSubDevices(Equally, &Parts);
    if (Parts.size() < 2)
      throw SetupError("the device has one core only");
    // Queues on parts need a context that has the parts.
    std::vector<cl::Device> All = Parts;
    All.push_back(Root);
    Whole.Context = cl::Context(All);
    Whole.Queue =
        cl::CommandQueue(Whole.Context, Root, CL_QUEUE_PROFILING_ENABLE);
    auto QueueOn = [&](const cl::Device &Part) {
      return cl::CommandQueue(Whole.Context, Part, CL_QUEUE_PROFILING_ENABLE);
    };
    Device One = Whole, Two = Whole;
    One.Queue = QueueOn(Parts[0]);
    Two.Queue = QueueOn(Parts[0]);
    const cl::CommandQueue Helper = QueueOn(Parts[1]);
    auto SetHelpers = reinterpret_cast<clSetTaskletHelperQueuesTKL_fn>(
        clGetExtensionFunctionAddressForPlatform(
            Whole.Platform(), "clSetTaskletHelperQueuesTKL"));
    if (!SetHelpers)
      throw SetupError("libtasklet is not there");
    const cl_command_queue Helpers[] = {Helper()};
    if (SetHelpers(Two.Queue(), 1, Helpers) != CL_SUCCESS)
      throw SetupError("the sub-devices cannot help each other");
    const std::vector<Way> Ways = {{"one sub-device", One},
                                   {"two sub-devices", Two},
                                   {"the whole device", Whole}};

    std::printf("| problem | on | workers | ms, min | speed-up | steals, at "
                "most |\n|---|---|--:|--:|--:|--:|\n");
    const cl::Program Fib = buildProgram(Whole, "fib.cl");
    cl::Kernel StartFib(Fib, "start");
    const cl::Buffer Number(Whole.Context, CL_MEM_READ_WRITE, sizeof(cl_int));
    StartFib.setArg(0, static_cast<cl_int>(N));
    StartFib.setArg(1, Number);
    const int64_t Expected = fib(N);
    compare(("fib " + std::to_string(N)).c_str(), Ways, StartFib, Runs, [&] {
      cl_int Result = 0;
      Whole.Queue.enqueueReadBuffer(Number, CL_TRUE, 0, sizeof(Result),
                                    &Result);
      if (Result != Expected)
        throw SetupError("fib: a wrong result");
    });

    const uts::TreeRule &Rule = uts::findTree(Tree);
    uts::Tree Shape = uts::makeTree(Rule);
    const cl::Program Uts = buildProgram(Whole, "uts.cl");
    cl::Kernel StartUts(Uts, "start");
    const cl::Buffer In(Whole.Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        sizeof(Shape), &Shape);
    const cl::Buffer Out(Whole.Context, CL_MEM_READ_WRITE, sizeof(uts::Tally));
    StartUts.setArg(0, In);
    StartUts.setArg(1, Out);
    const uts::Tally Nodes = uts::countSerially(Rule);
    compare(("uts " + Tree).c_str(), Ways, StartUts, Runs, [&] {
      uts::Tally Result;
      Whole.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      if (!(Result == Nodes))
        throw SetupError("uts: a wrong result");
    });
    return 0;
  });
}
