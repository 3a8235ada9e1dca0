//===- main.cpp - Solution of a lower triangular system -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "Options.h"
#include "Orders.h"
#include "Report.h"

#include <cstdio>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("lower_solve", [&] {
    int64_t Side = 100, Dimensions = 3;
    std::string FileName;
    OrderOptions How;
    Options Opts("lower_solve",
                 "Solves L x = b for the lower triangle L of a matrix.");
    Opts.add("matrix", FileName, "a Matrix Market file; else a Laplacian:");
    Opts.add("side", Side, 1, 10000, "points of the grid in each dimension");
    Opts.add("dimensions", Dimensions, 1, 3, "of the grid");
    How.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;
    double Points = 1;
    for (int64_t D = 0; D < Dimensions; ++D)
      Points *= static_cast<double>(Side);
    if (FileName.empty() && Points > 1e8)
      throw UsageError("--side " + std::to_string(Side) +
                       " makes more than 10^8 rows");

    const lowersolve::Matrix L =
        FileName.empty()
            ? lowersolve::makeLaplacian(static_cast<size_t>(Side),
                                        static_cast<unsigned>(Dimensions))
            : lowersolve::readMatrix(FileName);
    std::vector<cl_double> B(L.size());
    for (size_t I = 0; I < B.size(); ++I)
      B[I] = 1.0 + static_cast<double>(I % 7) / 8;
    const Stopwatch Serial;
    const std::vector<cl_double> Wanted = L.solve(B);
    const double SerialSeconds = Serial.seconds();

    const Device Dev = openDevice(How.Device);
    const cl::Program Program = buildProgram(Dev, "lower_solve.cl");
    const auto Upload = [&](auto &From) {
      return cl::Buffer(Dev.Context, From.begin(), From.end(), true);
    };
    const cl::Buffer Row = Upload(L.Row), Column = Upload(L.Column),
                     Value = Upload(L.Value), Right = Upload(B);
    const size_t Bytes = L.size() * sizeof(cl_double);
    const cl::Buffer X(Dev.Context, CL_MEM_READ_WRITE, Bytes);

    OrderedProblem P;
    P.Kernel = cl::Kernel(Program, "solve");
    P.Kernel.setArg(0, X);
    P.Kernel.setArg(1, Row);
    P.Kernel.setArg(2, Column);
    P.Kernel.setArg(3, Value);
    P.Kernel.setArg(4, Right);
    P.Kernel.setArg(5, static_cast<cl_int>(L.size()));
    P.Range = cl::NDRange(L.size());
    P.Reset = [&] { Dev.Queue.enqueueFillBuffer(X, cl_double(0), 0, Bytes); };
    P.Check = [&] {
      std::vector<cl_double> Got(L.size());
      Dev.Queue.enqueueReadBuffer(X, CL_TRUE, 0, Bytes, Got.data());
      return firstDifference(Got, Wanted);
    };
    P.SerialSeconds = SerialSeconds;
    std::printf("%zu row%s, %zu entries, %u level%s of single rows\n", L.size(),
                L.size() == 1 ? "" : "s", L.Column.size(), L.levels(),
                L.levels() == 1 ? "" : "s");
    return compareOrders("lower_solve", Dev, P, How);
  });
}
