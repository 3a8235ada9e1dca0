//===- main.cpp - A task that the host spawns -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"

#include <cstdio>

using namespace sample;

namespace {

/// As host_task.cl has it.
struct Longest {
  cl_uint Start, Steps;
};

} // namespace

static Longest searchSerially(cl_uint To) {
  Longest Best = {1, 0};
  for (cl_uint Start = 1; Start < To; ++Start) {
    cl_uint Steps = 0;
    for (uint64_t N = Start; N != 1; ++Steps)
      N = N & 1 ? 3 * N + 1 : N / 2;
    if (Steps > Best.Steps)
      Best = {Start, Steps};
  }
  return Best;
}

int main(int Argc, char **Argv) {
  return runSample("host_task", [&] {
    int64_t Limit = 100000;
    Options Opts("host_task", "Finds the longest Collatz sequence that begins "
                              "below LIMIT, by a task without a kernel.");
    Opts.addPositional("LIMIT", Limit, 2, 10000000, "2 to 10000000");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    const cl::Program Program = buildProgram(Dev, "host_task.cl");

    // A kernel that spawns the task; its arguments are the task's, and a buffer
    // for the result.
    cl_int Error = CL_SUCCESS;
    cl::Kernel Task(findExtension<clCreateTaskletKernelTKL_fn>(
        Dev, "clCreateTaskletKernelTKL")(Program(), "longest", &Error));
    check(Error, "clCreateTaskletKernelTKL");
    const cl::Buffer Result(Dev.Context, CL_MEM_WRITE_ONLY, sizeof(Longest));
    Task.setArg(0, cl_uint(1));
    Task.setArg(1, static_cast<cl_uint>(Limit));
    Task.setArg(2, Result);
    Dev.Queue.enqueueNDRangeKernel(Task, cl::NullRange, cl::NDRange(1));
    Longest Found = {};
    Dev.Queue.enqueueReadBuffer(Result, CL_TRUE, 0, sizeof(Found), &Found);
    printf("longest    begins at %u, %u steps\n", Found.Start, Found.Steps);

    const Longest Expected = searchSerially(static_cast<cl_uint>(Limit));
    const bool Right =
        Found.Start == Expected.Start && Found.Steps == Expected.Steps;
    printf("check      %s\n", Right ? "same as the serial program" : "WRONG");
    return Right ? 0 : 1;
  });
}
