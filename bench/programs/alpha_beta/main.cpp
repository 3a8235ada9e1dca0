//===- main.cpp - A search in a game tree ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include "Problem.h"
#include "systems/Serial.h"

#include "problems/AlphaBeta.h"

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("alpha_beta", [&] {
    int64_t Depth = 9;
    RunOptions Common;
    Options Opts("alpha_beta", "Searches the game tree of Connect Four.");
    Opts.addPositional("DEPTH", Depth, 0, 42, "moves that it looks ahead");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "alpha_beta.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_int));
    Kernel.setArg(0, static_cast<cl_int>(Depth));
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "alpha_beta " + std::to_string(Depth);
    bench::AlphaBeta Oracle({Depth, ""});
    const Stopwatch Serial;
    Oracle.solve();
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      cl_int Value = INT_MIN; // No run may live on the result of another one.
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Value), &Value);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Value), &Value);
      O.Result = Oracle.resultOf(Value);
      if (O.Result != Oracle.result())
        O.Wrong = "the value is " + std::to_string(O.Result) + " instead of " +
                  std::to_string(Oracle.result());
      return R;
    });
    return report("alpha_beta", O, Common.Json);
  });
}
