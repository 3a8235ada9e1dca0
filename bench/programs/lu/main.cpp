//===- main.cpp - Triangular factors of a matrix --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include "Problem.h"
#include "systems/Serial.h"

#include "problems/Lu.h"

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("lu", [&] {
    int64_t N = 512;
    RunOptions Common;
    Options Opts("lu", "Factors a matrix of N by N doubles by quarters.");
    Opts.addPositional("N", N, bench::Lu::Block, bench::Lu::LargestSize,
                       "rows and columns, a power of two");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "lu.cl");
    cl::Kernel Kernel(Program, "start");

    Outcome O;
    O.Problem = "lu " + std::to_string(N);
    O.Shown = "factored";
    bench::Lu Oracle({N, ""});
    const Stopwatch Serial;
    Oracle.solve();
    O.SerialSeconds = Serial.seconds();

    const size_t Bytes = Oracle.input().size() * sizeof(double);
    const cl::Buffer Matrix(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    Kernel.setArg(0, Matrix);
    Kernel.setArg(1, static_cast<cl_uint>(N));
    O.Measured = medianRun(Common, [&] {
      std::vector<double> A = Oracle.input();
      Dev.Queue.enqueueWriteBuffer(Matrix, CL_TRUE, 0, Bytes, A.data());
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Matrix, CL_TRUE, 0, Bytes, A.data());
      O.Result = checksumOfBits(A);
      // Those from which the matrix was made, which the serial program finds.
      if (A != Oracle.factors())
        O.Wrong = "these are not the factors";
      return R;
    });
    return report("lu", O, Common.Json);
  });
}
