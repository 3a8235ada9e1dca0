//===- main.cpp - Relaxation of a grid, in place --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Orders.h"
#include "Picture.h"
#include "Report.h"
#include "Room.h"

#include <algorithm>
#include <cstdio>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("gauss_seidel", [&] {
    int64_t Width = 1000, Height = 1000, Walls = 40, Sweeps = 20, Seed = 1;
    std::string Output = "gauss_seidel.png";
    OrderOptions How;
    Options Opts(
        "gauss_seidel",
        "Relaxes the heat of a room by sweeps of Gauss and Seidel, and "
        "paints the levels of its cells.");
    Opts.add("width", Width, 1, 30000, "cells");
    Opts.add("height", Height, 1, 30000, "cells");
    Opts.add("walls", Walls, 0, 1000000, "walls in the room");
    Opts.add("sweeps", Sweeps, 1, 1000000, "sweeps before the picture");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    Opts.add("output", Output, "the picture; empty: none");
    How.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(How.Device);
    const cl::Program Program = buildProgram(Dev, "gauss_seidel.cl");
    const gaussseidel::Room Before(
        static_cast<size_t>(Width), static_cast<size_t>(Height),
        static_cast<size_t>(Walls), static_cast<uint32_t>(Seed));
    gaussseidel::Room After = Before;
    const Stopwatch Serial;
    After.sweep();
    const double SerialSeconds = Serial.seconds();
    const size_t Bytes = After.Heat.size() * sizeof(cl_float);

    OrderedProblem P;
    P.Kernel = cl::Kernel(Program, "sweep");
    const cl::Buffer Heat(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    const cl::Buffer Wall(Dev.Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          After.Wall.size(), After.Wall.data());
    P.Kernel.setArg(0, Heat);
    P.Kernel.setArg(1, Wall);
    P.Kernel.setArg(2, static_cast<cl_int>(Width));
    P.Kernel.setArg(3, static_cast<cl_int>(Height));
    P.Range = cl::NDRange(Before.Width, Before.Height);
    const auto Read = [&] {
      std::vector<cl_float> Result(After.Heat.size());
      Dev.Queue.enqueueReadBuffer(Heat, CL_TRUE, 0, Bytes, Result.data());
      return Result;
    };
    P.Reset = [&] {
      Dev.Queue.enqueueWriteBuffer(Heat, CL_TRUE, 0, Bytes, Before.Heat.data());
    };
    P.Check = [&] { return firstDifference(Read(), After.Heat); };
    P.SerialSeconds = SerialSeconds;
    const std::vector<uint32_t> Levels = After.levels();
    std::printf("a sweep over %lld x %lld cells, %u levels of single cells\n",
                static_cast<long long>(Width), static_cast<long long>(Height),
                *std::max_element(Levels.begin(), Levels.end()));
    if (const int Status = compareOrders("gauss_seidel", Dev, P, How))
      return Status;

    // Many sweeps: only the first one is inspected.
    setOrder(P.Kernel, CL_TASKLET_ORDERED_AUTO_TKL);
    P.Reset();
    for (int64_t I = 0; I < Sweeps; ++I)
      Dev.Queue.enqueueNDRangeKernel(P.Kernel, cl::NullRange, P.Range);
    for (int64_t I = 1; I < Sweeps; ++I)
      After.sweep();
    const std::string Wrong = firstDifference(Read(), After.Heat);
    if (!Wrong.empty()) {
      std::fprintf(stderr, "gauss_seidel: wrong result after %lld sweeps: %s\n",
                   static_cast<long long>(Sweeps), Wrong.c_str());
      return 1;
    }
    std::printf("The same holds after %lld sweep%s in a row.\n",
                static_cast<long long>(Sweeps), Sweeps == 1 ? "" : "s");
    if (!Output.empty()) {
      writePicture(Output, After);
      std::printf("picture %s\n", Output.c_str());
    }
    return 0;
  });
}
