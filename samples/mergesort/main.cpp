//===- main.cpp - Mergesort by tasks --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Numbers.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <vector>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("mergesort", [&] {
    int64_t N = 1000000, Seed = 1;
    RunOptions Common;
    Options Opts("mergesort", "Sorts N integers by tasks that merge.");
    Opts.addPositional("N", N, 1, 1000000000, "integers to sort, 1 to 10^9");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "mergesort.cl");
    cl::Kernel Kernel(Program, "start");
    const std::vector<cl_int> Input =
        randomIntegers(static_cast<size_t>(N), static_cast<uint32_t>(Seed));
    const size_t Bytes = Input.size() * sizeof(cl_int);
    const cl::Buffer Data(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    const cl::Buffer Spare(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    Kernel.setArg(0, Data);
    Kernel.setArg(1, Spare);
    Kernel.setArg(2, static_cast<cl_uint>(N));

    Outcome O;
    O.Problem = "mergesort " + std::to_string(N);
    O.Shown = "in order";
    std::vector<cl_int> Expected = Input;
    const Stopwatch Serial;
    std::stable_sort(Expected.begin(), Expected.end());
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      std::vector<cl_int> Sorted(Input.size());
      Dev.Queue.enqueueWriteBuffer(Data, CL_TRUE, 0, Bytes, Input.data());
      // What the run before left there is sorted already.
      Dev.Queue.enqueueWriteBuffer(Spare, CL_TRUE, 0, Bytes, Sorted.data());
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Data, CL_TRUE, 0, Bytes, Sorted.data());
      O.Result = checksum(Sorted);
      const auto At =
          std::mismatch(Sorted.begin(), Sorted.end(), Expected.begin()).first;
      if (At != Sorted.end())
        O.Wrong =
            "element " + std::to_string(At - Sorted.begin()) + " is " +
            std::to_string(*At) + " instead of " +
            std::to_string(Expected[static_cast<size_t>(At - Sorted.begin())]);
      return R;
    });
    return report("mergesort", O, Common.Json);
  });
}
