//===- main.cpp - Fibonacci numbers by tasks ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

using namespace sample;

static int fibSerial(int N) {
  return N < 2 ? N : fibSerial(N - 1) + fibSerial(N - 2);
}

/// Calls that the recursion makes for fib(N), itself included.
static uint64_t countCalls(int64_t N) {
  uint64_t Calls = 1, CallsBefore = 1;
  for (int64_t I = 2; I <= N; ++I) {
    const uint64_t Next = 1 + Calls + CallsBefore;
    CallsBefore = Calls;
    Calls = Next;
  }
  return Calls;
}

int main(int Argc, char **Argv) {
  return runSample("fib", [&] {
    int64_t N = 32;
    RunOptions Common;
    Options Opts("fib",
                 "Computes the Nth Fibonacci number by recursive tasks.");
    // fib(46) is the last one that fits in an int.
    Opts.addPositional("N", N, 0, 46, "which Fibonacci number, 0 to 46");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "fib.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_int));
    Kernel.setArg(0, static_cast<cl_int>(N));
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "fib " + std::to_string(N);
    O.Units = countCalls(N);
    const Stopwatch Serial;
    const int Expected = fibSerial(static_cast<int>(N));
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
    return report("fib", O, Common.Json);
  });
}
