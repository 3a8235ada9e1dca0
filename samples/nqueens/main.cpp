//===- main.cpp - Counting solutions of the N queens problem by tasks -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

using namespace sample;

/// Counts the placements of the rows below, one column at a time, without the
/// device's bit tricks for finding free columns. Adds its calls to \p Calls.
static int placeSerial(int N, uint32_t Columns, uint32_t Left, uint32_t Right,
                       uint64_t &Calls) {
  ++Calls;
  const uint32_t Board = (1u << N) - 1;
  if (Columns == Board)
    return 1;
  int Ways = 0;
  for (int Column = 0; Column < N; ++Column) {
    const uint32_t Queen = 1u << Column;
    if (!((Columns | Left | Right) & Queen))
      Ways += placeSerial(N, Columns | Queen, (Left | Queen) << 1,
                          (Right | Queen) >> 1, Calls);
  }
  return Ways;
}

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
    const int Expected = placeSerial(static_cast<int>(N), 0, 0, 0, O.Units);
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
