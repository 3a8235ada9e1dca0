//===- main.cpp - A race, and how to find it ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <cstdio>
#include <numeric>
#include <vector>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("race", [&] {
    int64_t N = 1000;
    bool Mended = false;
    Options Opts("race", "Adds up the numbers 1 to N by tasks that race. "
                         "TASKLET_CHECK=races tells where.");
    Opts.addPositional("N", N, 1, 10000000, "1 to 10000000");
    Opts.addSwitch("mended", Mended, "without the race");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    cl::Kernel Kernel(buildProgram(Dev, "race.cl"), Mended ? "mended" : "racy");
    std::vector<cl_uint> Values(static_cast<size_t>(N));
    std::iota(Values.begin(), Values.end(), 1u);
    const cl::Buffer In(Dev.Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        Values.size() * sizeof(cl_uint), Values.data());
    cl_uint Sum = 0;
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                         sizeof(Sum), &Sum);
    Kernel.setArg(0, In);
    Kernel.setArg(1, static_cast<cl_uint>(N));
    Kernel.setArg(2, Out);
    Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(1));
    Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Sum), &Sum);

    const auto Expected = static_cast<cl_uint>(N * (N + 1) / 2);
    printf("sum        %u\ncheck      %s\n", Sum,
           Sum == Expected ? "right" : "WRONG");
    return Sum == Expected ? 0 : 1;
  });
}
