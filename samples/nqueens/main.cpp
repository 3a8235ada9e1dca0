//===- main.cpp - Counting solutions of the N queens problem by tasks -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"
#include "Serial.h"

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("nqueens", [&] {
    int64_t N = 12;
    std::string Board = "bits";
    RunOptions Common;
    Options Opts("nqueens",
                 "Counts the ways to put N queens on a board of N by N squares "
                 "so that none attacks another.");
    Opts.addPositional("N", N, 1, 16, "queens, 1 to 16");
    Opts.add("board", Board, "how the tasks see the board", {"bits", "array"});
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program =
        buildProgram(Dev, Board == "bits" ? "nqueens.cl" : "nqueens_array.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_int));
    Kernel.setArg(0, static_cast<cl_int>(N));
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "nqueens " + std::to_string(N);
    if (Board != "bits")
      O.Problem += " " + Board;
    const Stopwatch Serial;
    const int Expected =
        nqueens::placeSerial(static_cast<int>(N), 0, 0, 0, O.Units);
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      cl_int Result = -1; // No run may live on the result of the one before.
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      O.Result = static_cast<uint64_t>(Result);
      if (Result != Expected)
        O.Wrong = "the device says " + std::to_string(Result) +
                  ", the serial program " + std::to_string(Expected);
      return R;
    });
    return report("nqueens", O, Common.Json);
  });
}
