//===- main.cpp - One task, which nobody can help -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

using namespace sample;

static cl_uint scrambleSerial(cl_uint Word, cl_uint Rounds) {
  for (cl_uint I = 0; I < Rounds; ++I) {
    Word ^= Word << 13;
    Word ^= Word >> 17;
    Word ^= Word << 5;
  }
  return Word;
}

int main(int Argc, char **Argv) {
  return runSample("long_task", [&] {
    int64_t Rounds = 1000000;
    RunOptions Common;
    Options Opts("long_task", "Runs one task of many rounds.");
    Opts.addPositional("ROUNDS", Rounds, 0, UINT32_MAX, "length of the task");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "long_task.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_uint));
    Kernel.setArg(0, static_cast<cl_uint>(Rounds));
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "long_task " + std::to_string(Rounds);
    const Stopwatch Serial;
    const cl_uint Expected = scrambleSerial(1, static_cast<cl_uint>(Rounds));
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      cl_uint Result = 0; // No run may live on the result of the one before.
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      O.Result = Result;
      if (Result != Expected)
        O.Wrong = "the device says " + std::to_string(Result) +
                  ", the serial program " + std::to_string(Expected);
      return R;
    });
    return report("long_task", O, Common.Json);
  });
}
