//===- main.cpp - Solution of a lower triangular system -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Matrix.h"
#include "Options.h"
#include "Orders.h"
#include "Report.h"

#include <cinttypes>
#include <cstdio>
#include <memory>

using namespace sample;

namespace {

/// A matrix with the same pattern and other numbers in each step, as in
/// a simulation. The library sees that memory is written which its inspector
/// reads, and cannot know that what is written there stays the same. This
/// program knows, so it makes an order once.
class Steps {
public:
  Steps(const Device &Dev, const OrderedProblem &P) : Dev(Dev), P(P) {
    setOrder(P.Kernel, CL_TASKLET_ORDERED_AUTO_TKL);
    const auto Estimate =
        findExtension<clEstimateOrderTKL_fn>(Dev, "clEstimateOrderTKL");
    const auto Create =
        findExtension<clCreateOrderTKL_fn>(Dev, "clCreateOrderTKL");
    cl_ulong Bytes = 0;
    check(Estimate(Dev.Queue(), P.Kernel(), 1, nullptr, P.Range, nullptr,
                   &Bytes, nullptr),
          "clEstimateOrderTKL");
    std::printf("\nan order of %" PRIu64 " bytes", Bytes);
    cl_int Status = CL_SUCCESS;
    cl::Event Made;
    Order.reset(Create(Dev.Queue(), P.Kernel(), 1, nullptr, P.Range, nullptr, 0,
                       nullptr, &Made(), &Status),
                findExtension<clReleaseOrderTKL_fn>(Dev, "clReleaseOrderTKL"));
    check(Status, "clCreateOrderTKL");
    Made.wait();
    std::printf(
        ": %s, %" PRIu64 " levels, inspected in %.3f ms\n",
        executorName(info<cl_uint>(CL_ORDER_EXECUTOR_TKL)),
        info<cl_ulong>(CL_ORDER_LEVELS_TKL),
        1e-6 * static_cast<double>(info<cl_ulong>(CL_ORDER_INSPECT_TIME_TKL)));
  }

  /// Solves with the order, and returns how long that took.
  double run() const {
    const auto Enqueue = findExtension<clEnqueueOrderedNDRangeKernelTKL_fn>(
        Dev, "clEnqueueOrderedNDRangeKernelTKL");
    const Stopwatch Watch;
    check(Enqueue(Dev.Queue(), P.Kernel(), Order.get(), 1, nullptr, P.Range,
                  nullptr, 0, nullptr, nullptr),
          "clEnqueueOrderedNDRangeKernelTKL");
    Dev.Queue.finish();
    return Watch.seconds();
  }

private:
  const Device &Dev;
  const OrderedProblem &P;
  std::shared_ptr<_cl_order_tkl> Order;

  template <typename T> T info(cl_order_info_tkl Name) const {
    T Value = 0;
    check(findExtension<clGetOrderInfoTKL_fn>(Dev, "clGetOrderInfoTKL")(
              Order.get(), Name, sizeof(Value), &Value, nullptr),
          "clGetOrderInfoTKL");
    return Value;
  }
};

} // namespace

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

    lowersolve::Matrix L =
        FileName.empty()
            ? lowersolve::makeLaplacian(static_cast<size_t>(Side),
                                        static_cast<unsigned>(Dimensions))
            : lowersolve::readMatrix(FileName);
    std::vector<cl_double> B(L.size());
    for (size_t I = 0; I < B.size(); ++I)
      B[I] = 1.0 + static_cast<double>(I % 7) / 8;
    const Stopwatch Serial;
    std::vector<cl_double> Wanted = L.solve(B);
    const double SerialSeconds = Serial.seconds();

    const Device Dev = openDevice(How.Device);
    const cl::Program Program = buildProgram(Dev, "lower_solve.cl");
    const auto Upload = [&](auto &From) {
      return cl::Buffer(Dev.Context, From.begin(), From.end(), true);
    };
    cl::Buffer Row = Upload(L.Row), Column = Upload(L.Column),
               Value = Upload(L.Value);
    const cl::Buffer Right = Upload(B);
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
    if (const int Failed = compareOrders("lower_solve", Dev, P, How))
      return Failed;

    const Steps Simulation(Dev, P);
    std::vector<double> Times;
    for (int64_t Step = 1; Step <= How.Runs; ++Step) {
      for (cl_double &Each : L.Value)
        Each *= 1.0 + 1.0 / static_cast<double>(8 * Step);
      Wanted = L.solve(B);
      cl::copy(Dev.Queue, L.Row.begin(), L.Row.end(), Row);
      cl::copy(Dev.Queue, L.Column.begin(), L.Column.end(), Column);
      cl::copy(Dev.Queue, L.Value.begin(), L.Value.end(), Value);
      P.Reset();
      Dev.Queue.finish();
      Times.push_back(Simulation.run());
      if (const std::string Wrong = P.Check(); !Wrong.empty()) {
        std::fprintf(stderr,
                     "lower_solve: wrong result in step %" PRId64 ": %s\n",
                     Step, Wrong.c_str());
        return 1;
      }
    }
    std::printf("%" PRId64 " step%s with it, each with other numbers: median "
                "%.3f ms\n",
                How.Runs, How.Runs == 1 ? "" : "s", 1e3 * median(Times));
    return 0;
  });
}
