//===- main.cpp - What the tasks of a command did -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"

#include <cstdio>
#include <vector>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("statistics", [&] {
    int64_t Height = 16;
    Options Opts("statistics", "Spawns a complete binary tree of tasks and "
                               "says what they and the workers did.");
    Opts.addPositional("HEIGHT", Height, 0, 30, "0 to 30");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    cl::Kernel Kernel(buildProgram(Dev, "statistics.cl"), "count");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_ulong));
    Kernel.setArg(0, Out);
    Kernel.setArg(1, static_cast<cl_uint>(Height));
    cl::Event Done;
    Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(1),
                                   cl::NullRange, nullptr, &Done);
    cl_ulong Leaves = 0;
    Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Leaves), &Leaves);

    // Of all workers together...
    const cl_tasklet_stats_tkl Stats = statistics(Dev, Done);
    auto Number = [](cl_ulong N) { return static_cast<unsigned long long>(N); };
    printf("command    %llu tasks by %u workers, %llu steals, %llu KiB of heap "
           "used\n",
           Number(Stats.tasks), Stats.workers, Number(Stats.steals),
           Number(Stats.heap_used >> 10));
    // ...and of each: times are ticks, to be compared with each other.
    std::vector<cl_tasklet_worker_stats_tkl> Workers(Stats.workers);
    check(findExtension<clGetTaskletWorkerStatsTKL_fn>(
              Dev, "clGetTaskletWorkerStatsTKL")(Done(), Stats.workers,
                                                 Workers.data(), nullptr),
          "clGetTaskletWorkerStatsTKL");
    cl_ulong Tasks = 0, Steals = 0;
    for (const cl_tasklet_worker_stats_tkl &Each : Workers) {
      const cl_ulong Whole = Each.busy + Each.stealing + Each.idle;
      printf("worker     %llu tasks, %.0f %% of the time busy\n",
             Number(Each.tasks),
             Whole ? 100.0 * static_cast<double>(Each.busy) /
                         static_cast<double>(Whole)
                   : 0.0);
      Tasks += Each.tasks;
      Steals += Each.steals;
    }

    // A tree with L leaves has 2 L - 1 nodes.
    const cl_ulong Expected = cl_ulong(1) << Height;
    const bool Right = Leaves == Expected && Stats.tasks == 2 * Expected - 1 &&
                       Tasks == Stats.tasks && Steals == Stats.steals;
    printf("check      %s\n", Right ? "each node was one task" : "WRONG");
    return Right ? 0 : 1;
  });
}
