//===- main.cpp - The area below a curve by tasks -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <cmath>
#include <cstdio>
#include <cstring>

using namespace sample;

static double height(double X) { return (X * X + 1.0) * X; }

/// As integrate.cl has it. Adds its calls to \p Calls.
static double integrateSerial(double Left, double LeftHeight, double Right,
                              double RightHeight, double Trapezium,
                              uint64_t &Calls) {
  constexpr double Tolerance = 1e-9;
  ++Calls;
  const double Half = (Right - Left) / 2;
  const double Middle = Left + Half;
  const double MiddleHeight = height(Middle);
  const double LeftPart = (LeftHeight + MiddleHeight) / 2 * Half;
  const double RightPart = (MiddleHeight + RightHeight) / 2 * Half;
  if (std::fabs(LeftPart + RightPart - Trapezium) < Tolerance)
    return LeftPart + RightPart;
  const double A =
      integrateSerial(Left, LeftHeight, Middle, MiddleHeight, LeftPart, Calls);
  const double B = integrateSerial(Middle, MiddleHeight, Right, RightHeight,
                                   RightPart, Calls);
  return A + B;
}

static std::string inDigits(double Value) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.17g", Value);
  return Text;
}

int main(int Argc, char **Argv) {
  return runSample("integrate", [&] {
    int64_t End = 2000;
    RunOptions Common;
    Options Opts("integrate", "Computes the area below (x^2 + 1) x from 0 to "
                              "END by adaptive quadrature.");
    Opts.addPositional("END", End, 1, 10000, "where the area ends");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    if (Dev.Id.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() == 0)
      throw SetupError("this device does not compute in double precision; "
                       "choose another one with --device");
    const cl::Program Program = buildProgram(Dev, "integrate.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_double));
    const double X = static_cast<double>(End);
    Kernel.setArg(0, static_cast<cl_double>(X));
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "integrate " + std::to_string(End);
    const Stopwatch Serial;
    const double Expected = integrateSerial(
        0, height(0), X, height(X), (height(0) + height(X)) / 2 * X, O.Units);
    O.SerialSeconds = Serial.seconds();
    const double Exact = X * X * (X * X / 4 + 0.5);
    // No piece is wrong by more than the tolerance.
    if (std::fabs(Expected - Exact) >
        1e-9 * static_cast<double>(O.Units) + 1e-12 * Exact)
      O.Wrong = "the serial program says " + inDigits(Expected) +
                ", the antiderivative " + inDigits(Exact);
    O.Measured = medianRun(Common, [&] {
      cl_double Area = -1; // No run may live on the result of the one before.
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Area), &Area);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Area), &Area);
      std::memcpy(&O.Result, &Area, sizeof(Area));
      O.Shown = inDigits(Area);
      if (Area != Expected)
        O.Wrong = "the device says " + O.Shown + ", the serial program " +
                  inDigits(Expected);
      return R;
    });
    return report("integrate", O, Common.Json);
  });
}
