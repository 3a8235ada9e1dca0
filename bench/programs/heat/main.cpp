//===- main.cpp - A plate whose border has a fixed temperature ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include "Problem.h"
#include "systems/Serial.h"

#include "problems/Heat.h"

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("heat", [&] {
    int64_t Steps = 2000;
    RunOptions Common;
    Options Opts("heat", "Simulates a plate by tasks.");
    Opts.addPositional("STEPS", Steps, 0, 100000000, "how often it changes");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "heat.cl");
    cl::Kernel Kernel(Program, "start");

    Outcome O;
    O.Problem = "heat " + std::to_string(Steps);
    O.Shown = "simulated";
    bench::Heat Oracle({Steps, ""});
    const std::vector<double> Start = bench::Heat({0, ""}).plate();
    const Stopwatch Serial;
    Oracle.solve();
    O.SerialSeconds = Serial.seconds();

    const size_t Bytes = Start.size() * sizeof(double);
    const cl::Buffer Even(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    const cl::Buffer Odd(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    Kernel.setArg(0, Even);
    Kernel.setArg(1, Odd);
    Kernel.setArg(2, static_cast<cl_uint>(Steps));
    O.Measured = medianRun(Common, [&] {
      std::vector<double> Plate = Start;
      for (const cl::Buffer &Each : {Even, Odd})
        Dev.Queue.enqueueWriteBuffer(Each, CL_TRUE, 0, Bytes, Start.data());
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Steps % 2 ? Odd : Even, CL_TRUE, 0, Bytes,
                                  Plate.data());
      O.Result = checksumOfBits(Plate);
      if (Plate != Oracle.plate())
        O.Wrong = "the plate is not that of the serial program";
      return R;
    });
    return report("heat", O, Common.Json);
  });
}
