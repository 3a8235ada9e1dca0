//===- Others.cpp - A filter and sparse rows ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Others.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <vector>

using namespace sample;

static constexpr size_t OthersGroup = 64; ///< work-items, as in others.cl

/// Runs two kernels in turn, which \p Set prepares and \p Check judges. Prints
/// the minimum of the first one and the ratio of the second.
static void compare(const Device &Dev, int64_t Runs, const std::string &What,
                    size_t Items, cl::Kernel Alone, cl::Kernel Block,
                    const std::function<void(cl::Kernel &)> &Set,
                    const std::function<bool()> &Check) {
  double Best[2] = {std::numeric_limits<double>::infinity(),
                    std::numeric_limits<double>::infinity()};
  for (int64_t Run = -1; Run < Runs; ++Run) // one warm-up
    for (int I = 0; I < 2; ++I) {
      cl::Kernel &Kernel = I ? Block : Alone;
      Set(Kernel);
      cl::Event Done;
      Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(Items),
                                     cl::NDRange(OthersGroup), nullptr, &Done);
      Done.wait();
      if (!Check())
        throw SetupError(What + ": a wrong result");
      const cl_ulong Begin =
                         Done.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
                     End = Done.getProfilingInfo<CL_PROFILING_COMMAND_END>();
      if (Run >= 0)
        Best[I] = std::min(Best[I], static_cast<double>(End - Begin) * 1e-9);
    }
  std::printf("| %s | %.3f | %.2f |\n", What.c_str(), Best[0] * 1e3,
              Best[1] / Best[0]);
  std::fflush(stdout);
}

static void filter(const Device &Dev, const cl::Program &Program,
                   int64_t Runs) {
  const size_t Items = 1 << 18;
  std::vector<cl_uint> Source;
  cl_uint Seed = 1;
  for (size_t I = 0; I < Items; ++I)
    Source.push_back((Seed = Seed * 1664525 + 1013904223) >> 8);
  cl::Buffer From(Dev.Context, Source.begin(), Source.end(), true),
      To(Dev.Context, CL_MEM_READ_WRITE, Items * sizeof(cl_uint)),
      Count(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  for (const cl_uint Divisor : {2u, 8u, 32u}) {
    std::vector<cl_uint> Expected;
    std::copy_if(Source.begin(), Source.end(), std::back_inserter(Expected),
                 [&](cl_uint X) { return X % Divisor == 0; });
    std::sort(Expected.begin(), Expected.end());
    compare(
        Dev, Runs, "filter, 1 of " + std::to_string(Divisor), Items,
        cl::Kernel(Program, "filter_alone"),
        cl::Kernel(Program, "filter_block"),
        [&](cl::Kernel &Kernel) {
          Kernel.setArg(0, From);
          Kernel.setArg(1, To);
          Kernel.setArg(2, Count);
          Kernel.setArg(3, Divisor);
          Dev.Queue.enqueueFillBuffer(Count, cl_uint(0), 0, sizeof(cl_uint));
        },
        [&] {
          std::vector<cl_uint> Result(Expected.size());
          Dev.Queue.enqueueReadBuffer(
              To, CL_TRUE, 0, Result.size() * sizeof(cl_uint), Result.data());
          std::sort(Result.begin(), Result.end());
          return Result == Expected;
        });
  }
}

static void rows(const Device &Dev, const cl::Program &Program, int64_t Runs) {
  const cl_uint Rows = 1 << 14;
  std::vector<cl_uint> Start{0}, Column;
  std::vector<cl_float> Value, X, Expected;
  cl_uint Seed = 1;
  auto Next = [&](cl_uint Below) {
    Seed = Seed * 1664525 + 1013904223;
    return (Seed >> 8) % Below;
  };
  for (cl_uint Row = 0; Row < Rows; ++Row) {
    X.push_back(static_cast<cl_float>(Next(8)));
    // Few long rows among many short ones.
    Start.push_back(Start.back() + (Next(8) ? 1 + Next(16) : 64 + Next(192)));
  }
  for (cl_uint K = 0; K < Start.back(); ++K) {
    Column.push_back(Next(Rows));
    Value.push_back(static_cast<cl_float>(Next(8)));
  }
  for (cl_uint Row = 0; Row < Rows; ++Row) {
    cl_float Sum = 0; // of whole numbers, so exact in any order
    for (cl_uint K = Start[Row]; K < Start[Row + 1]; ++K)
      Sum += Value[K] * X[Column[K]];
    Expected.push_back(Sum);
  }
  cl::Buffer Starts(Dev.Context, Start.begin(), Start.end(), true),
      Columns(Dev.Context, Column.begin(), Column.end(), true),
      Values(Dev.Context, Value.begin(), Value.end(), true),
      Xs(Dev.Context, X.begin(), X.end(), true),
      Ys(Dev.Context, CL_MEM_READ_WRITE, Rows * sizeof(cl_float));
  compare(
      Dev, Runs, "rows of a sparse matrix", Rows,
      cl::Kernel(Program, "rows_alone"), cl::Kernel(Program, "rows_block"),
      [&](cl::Kernel &Kernel) {
        const cl::Buffer *Buffers[] = {&Starts, &Columns, &Values, &Xs, &Ys};
        for (cl_uint I = 0; I < std::size(Buffers); ++I)
          Kernel.setArg(I, *Buffers[I]);
      },
      [&] {
        std::vector<cl_float> Result(Rows);
        Dev.Queue.enqueueReadBuffer(Ys, CL_TRUE, 0, Rows * sizeof(cl_float),
                                    Result.data());
        return Result == Expected;
      });
}

void runOthers(const Device &Dev, const std::string &BuildOptions,
               int64_t Runs) {
  const cl::Program Program = buildProgram(Dev, "others.cl", BuildOptions);
  std::printf("\n| kernel | alone, ms | everywhere block |\n|---|--:|--:|\n");
  filter(Dev, Program, Runs);
  rows(Dev, Program, Runs);
}
