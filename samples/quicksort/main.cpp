//===- main.cpp - Quicksort by tasks --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Numbers.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <vector>

using namespace sample;

static std::vector<cl_int> makeInput(int64_t N, const std::string &Pattern,
                                     int64_t Seed) {
  std::vector<cl_int> Data =
      randomIntegers(static_cast<size_t>(N), static_cast<uint32_t>(Seed));
  if (Pattern == "equal")
    std::fill(Data.begin(), Data.end(), 7);
  if (Pattern == "sorted")
    std::sort(Data.begin(), Data.end());
  if (Pattern == "reversed")
    std::sort(Data.rbegin(), Data.rend());
  return Data;
}

/// Says what is wrong with \p Data and the device's own verdict; "" if nothing.
static std::string compare(const std::vector<cl_int> &Data,
                           const std::vector<cl_int> &Expected,
                           cl_uint Disorder) {
  const auto At =
      std::mismatch(Data.begin(), Data.end(), Expected.begin()).first;
  if (At != Data.end()) {
    const auto Index = At - Data.begin();
    return "element " + std::to_string(Index) + " is " + std::to_string(*At) +
           " instead of " +
           std::to_string(Expected[static_cast<size_t>(Index)]);
  }
  if (Disorder != 0)
    return "the device's kernel counted " + std::to_string(Disorder) +
           " neighbours in the wrong order: it did not wait for its tasks";
  return "";
}

int main(int Argc, char **Argv) {
  return runSample("quicksort", [&] {
    int64_t N = 1000000, Seed = 1;
    std::string Pattern = "random";
    RunOptions Common;
    Options Opts("quicksort", "Sorts N integers in place by tasks.");
    Opts.addPositional("N", N, 1, 1000000000, "integers to sort, 1 to 10^9");
    Opts.add("pattern", Pattern, "what the integers are like",
             {"random", "sorted", "reversed", "equal"});
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "quicksort.cl");
    cl::Kernel Kernel(Program, "start");
    const std::vector<cl_int> Input = makeInput(N, Pattern, Seed);
    const size_t Bytes = Input.size() * sizeof(cl_int);
    const cl::Buffer Data(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_uint));
    Kernel.setArg(0, Data);
    Kernel.setArg(1, static_cast<cl_uint>(N));
    Kernel.setArg(2, Out);

    Outcome O;
    O.Problem = "quicksort " + std::to_string(N) + " " + Pattern;
    O.Shown = "in order";
    std::vector<cl_int> Expected = Input;
    const Stopwatch Serial;
    std::sort(Expected.begin(), Expected.end());
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      cl_uint Disorder = UINT32_MAX;
      std::vector<cl_int> Sorted(Input.size());
      Dev.Queue.enqueueWriteBuffer(Data, CL_TRUE, 0, Bytes, Input.data());
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Disorder),
                                   &Disorder);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Disorder), &Disorder);
      Dev.Queue.enqueueReadBuffer(Data, CL_TRUE, 0, Bytes, Sorted.data());
      O.Result = checksum(Sorted);
      if (O.Wrong.empty())
        O.Wrong = compare(Sorted, Expected, Disorder);
      return R;
    });
    return report("quicksort", O, Common.Json);
  });
}
