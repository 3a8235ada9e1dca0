//===- main.cpp - Copies of rows, alone and by all lanes of a warp --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the kernels of copies.cl in turn over sizes and patterns of divergence,
/// checks what each has copied, and prints minima as ratios to the first one.
///
//===----------------------------------------------------------------------===//
#include "Device.h"
#include "Options.h"
#include "Others.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

using namespace sample;

static constexpr const char *Ways[] = {"whole_group", "each_alone", "by_hand",
                                       "block", "library"};

static constexpr size_t CopyGroup = 64; ///< work-items, as in copies.cl

namespace {
struct Copies {
  Device Dev;
  cl::Program Program;
  cl_uint Words; ///< in all rows
  cl::Buffer From, To;
  std::vector<cl_int> Source;
};
} // namespace

static double timeOnce(const Copies &C, const char *Way, cl_uint N,
                       cl_uint Every) {
  cl::Kernel Kernel(C.Program, Way);
  Kernel.setArg(0, C.From);
  Kernel.setArg(1, C.To);
  Kernel.setArg(2, N);
  Kernel.setArg(3, Every);
  C.Dev.Queue.enqueueFillBuffer(C.To, cl_int(-1), 0, C.Words * sizeof(cl_int));
  cl::Event Done;
  C.Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange,
                                   cl::NDRange(C.Words / N),
                                   cl::NDRange(CopyGroup), nullptr, &Done);
  std::vector<cl_int> Result(C.Words);
  C.Dev.Queue.enqueueReadBuffer(C.To, CL_TRUE, 0, C.Words * sizeof(cl_int),
                                Result.data());
  for (cl_uint I = 0; I < C.Words; ++I)
    if (Result[I] != (I / N % Every == 0 ? C.Source[I] : -1))
      throw SetupError(std::string(Way) + ": a wrong copy");
  const cl_ulong Begin = Done.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
                 End = Done.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  return static_cast<double>(End - Begin) * 1e-9;
}

int main(int Argc, char **Argv) {
  return runSample("bench_everywhere", [&] {
    int64_t Words = 1 << 20, Runs = 5;
    std::string Name, BuildOptions;
    Options Opts("bench_everywhere",
                 "Copies rows that every 1st, 2nd, 8th or 32nd work-item "
                 "wants: alone, by hand, by everywhere blocks.");
    Opts.add("words", Words, 1 << 18, 1 << 24,
             "words in all rows, rounded down to 2^18");
    Opts.add("runs", Runs, 1, 1000, "runs of each");
    Opts.add("device", Name, "part of the device's name");
    Opts.add("build", BuildOptions, "build options, such as -tkl-warp-size=8");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Copies C;
    C.Dev = openDevice(Name);
    C.Program = buildProgram(C.Dev, "copies.cl", BuildOptions);
    // Whole work-groups of the longest rows.
    C.Words = static_cast<cl_uint>(Words >> 18 << 18);
    for (cl_uint I = 0; I < C.Words; ++I)
      C.Source.push_back(static_cast<cl_int>(I));
    C.From = cl::Buffer(C.Dev.Context, C.Source.begin(), C.Source.end(), true);
    C.To =
        cl::Buffer(C.Dev.Context, CL_MEM_READ_WRITE, C.Words * sizeof(cl_int));

    std::printf("| words in a row | every | (a) whole group, ms | (c) each "
                "alone | (d) by hand | everywhere block | ew_copy |\n"
                "|--:|--:|--:|--:|--:|--:|--:|\n");
    for (const cl_uint N : {4u, 32u, 64u, 256u, 2048u})
      for (const cl_uint Every : {1u, 2u, 8u, 32u}) {
        double Best[std::size(Ways)];
        std::fill(std::begin(Best), std::end(Best),
                  std::numeric_limits<double>::infinity());
        for (int64_t Run = -1; Run < Runs; ++Run) // one warm-up
          for (size_t I = 0; I < std::size(Ways); ++I) {
            const double Seconds = timeOnce(C, Ways[I], N, Every);
            if (Run >= 0)
              Best[I] = std::min(Best[I], Seconds);
          }
        std::printf("| %u | %u | %.3f |", N, Every, Best[0] * 1e3);
        for (size_t I = 1; I < std::size(Ways); ++I)
          std::printf(" %.2f |", Best[I] / Best[0]);
        std::printf("\n");
        std::fflush(stdout);
      }
    runOthers(C.Dev, BuildOptions, Runs);
    return 0;
  });
}
