//===- main.cpp - Sums at places that only the run knows ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "Options.h"
#include "Orders.h"
#include "Report.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <set>

using namespace sample;

namespace {

/// The loop's data, and the sums that the serial loop makes of them.
struct Input {
  std::vector<cl_int> At;
  std::vector<cl_float> Value, Sums;
  double SerialSeconds = 0;

  Input(size_t Count, size_t Places, int64_t Seed)
      : At(Count), Value(Count), Sums(Places) {
    std::mt19937 Random(static_cast<uint32_t>(Seed));
    for (cl_int &A : At)
      A = static_cast<cl_int>(Random() % Places);
    // Of several sizes, so that the order of the additions shows.
    for (cl_float &V : Value)
      V = std::ldexp(static_cast<float>(Random() % 1000) - 500.0f,
                     static_cast<int>(Random() % 24) - 20);
    const Stopwatch Watch;
    for (size_t I = 0; I < Count; ++I)
      Sums[static_cast<size_t>(At[I])] += Value[I];
    SerialSeconds = Watch.seconds();
  }
};

/// The sums as bits, for checksum().
std::vector<cl_uint> bitsOf(const std::vector<cl_float> &Sums) {
  std::vector<cl_uint> Bits(Sums.size());
  memcpy(Bits.data(), Sums.data(), Sums.size() * sizeof(cl_float));
  return Bits;
}

/// Runs one of the kernels that keep no order, and tells what came of it.
void tryPlain(const Device &Dev, const cl::Program &Program, const char *Name,
              const Input &In, const std::function<void(cl::Kernel &)> &SetArgs,
              const std::function<std::vector<cl_float>()> &Read,
              const std::function<void()> &Reset, int64_t Runs) {
  cl::Kernel Kernel(Program, Name);
  SetArgs(Kernel);
  std::set<uint64_t> Results;
  std::vector<double> Times;
  double Worst = 0;
  // The first one is a warm-up, in which the driver compiles.
  for (int64_t I = 0; I <= Runs; ++I) {
    Reset();
    Dev.Queue.finish();
    const Run Timed = runKernel(Dev, Kernel, cl::NDRange(In.At.size()));
    if (I == 0)
      continue;
    const std::vector<cl_float> Sums = Read();
    Times.push_back(Timed.WallSeconds);
    Results.insert(checksum(bitsOf(Sums)));
    for (size_t P = 0; P < Sums.size(); ++P)
      Worst = std::max(Worst, std::fabs(double(Sums[P]) - double(In.Sums[P])));
  }
  std::printf("%-10s %9.3f ms, %zu different result%s in %" PRId64
              " run%s, at most %g off\n",
              Name, 1e3 * median(Times), Results.size(),
              Results.size() == 1 ? "" : "s", Runs, Runs == 1 ? "" : "s",
              Worst);
}

} // namespace

int main(int Argc, char **Argv) {
  return runSample("scatter_add", [&] {
    int64_t N = 1000000, Places = 100000, Seed = 1;
    OrderOptions How;
    Options Opts("scatter_add", "Adds N numbers to random places, in the order "
                                "of a serial loop and without.");
    Opts.addPositional("N", N, 1, 1 << 28, "numbers to add, 1 to 2^28");
    Opts.add("places", Places, 1, 1 << 28, "places that they are added to");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    How.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(How.Device);
    const cl::Program Program = buildProgram(Dev, "scatter_add.cl");
    Input In(static_cast<size_t>(N), static_cast<size_t>(Places), Seed);
    const cl::Buffer At(Dev.Context, In.At.begin(), In.At.end(), true);
    const cl::Buffer Value(Dev.Context, In.Value.begin(), In.Value.end(), true);
    const size_t Bytes = In.Sums.size() * sizeof(cl_float);
    const cl::Buffer X(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    const auto SetArgs = [&](cl::Kernel &Kernel) {
      Kernel.setArg(0, X);
      Kernel.setArg(1, At);
      Kernel.setArg(2, Value);
      Kernel.setArg(3, static_cast<cl_int>(N));
    };
    const auto Reset = [&] {
      Dev.Queue.enqueueFillBuffer(X, cl_float(0), 0, Bytes);
    };
    const auto Read = [&] {
      std::vector<cl_float> Sums(In.Sums.size());
      Dev.Queue.enqueueReadBuffer(X, CL_TRUE, 0, Bytes, Sums.data());
      return Sums;
    };
    std::printf("%" PRId64 " additions to %" PRId64 " places\n", N, Places);
    for (const char *Name : {"at_once", "by_atomics"})
      tryPlain(Dev, Program, Name, In, SetArgs, Read, Reset, How.Runs);

    OrderedProblem P;
    P.Kernel = cl::Kernel(Program, "in_order");
    SetArgs(P.Kernel);
    P.Range = cl::NDRange(In.At.size());
    P.Reset = Reset;
    P.Check = [&] { return firstDifference(Read(), In.Sums); };
    P.SerialSeconds = In.SerialSeconds;
    return compareOrders("scatter_add", Dev, P, How);
  });
}
