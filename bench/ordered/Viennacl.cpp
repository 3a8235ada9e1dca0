//===- Viennacl.cpp - Lower triangular solves by ViennaCL -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Times ViennaCL's level scheduling for the system that samples/lower_solve
/// makes, on the same OpenCL device: from the first launch until the host knows
/// the end of the last. Its analysis, on the host, has a time of its own.
///
/// ViennaCL takes the diagonal for ones. So both sides of each row are divided
/// by it before, which leaves pattern, levels and solution as they are. Its
/// launches have no division then, and read no diagonal.
///
//===----------------------------------------------------------------------===//
#include "Matrix.h"
#include "Measure.h"
#include "Report.h"

#include "viennacl/compressed_matrix.hpp"
#include "viennacl/linalg/ilu.hpp"
#include "viennacl/vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <list>
#include <string>
#include <vector>

using lowersolve::Matrix;
using sample::Stopwatch;

/// Divides each row of \p L, and its element of \p B, by the row's diagonal.
static void makeDiagonalOne(Matrix &L, std::vector<double> &B) {
  for (size_t I = 0; I < L.size(); ++I) {
    const double Divisor = L.Value[L.Row[I + 1] - 1];
    B[I] /= Divisor;
    for (cl_int K = L.Row[I]; K < L.Row[I + 1]; ++K)
      L.Value[K] /= Divisor;
  }
}

namespace {
/// ViennaCL's analysis of a matrix, in the device's memory, made as its
/// ilu0_precond makes the one of its L.
class LevelSchedule {
  using Handles = std::list<viennacl::backend::mem_handle>;
  const viennacl::context Device{viennacl::ocl::current_context()};
  Handles RowIndices, Rows, Columns, Elements;
  std::list<viennacl::vcl_size_t> RowCounts; ///< one for each launch

public:
  double AnalysisSeconds = 0;

  explicit LevelSchedule(const Matrix &L) {
    const viennacl::context Host(viennacl::MAIN_MEMORY);
    const std::vector<cl_uint> Row(L.Row.begin(), L.Row.end()),
        Column(L.Column.begin(), L.Column.end());
    viennacl::compressed_matrix<double> OnHost(Host);
    OnHost.set(Row.data(), Column.data(), L.Value.data(), L.size(), L.size(),
               L.Value.size());
    viennacl::vector<double> NotRead(1, Host); // It is only for U.
    const Stopwatch Watch;
    viennacl::linalg::detail::level_scheduling_setup_L(
        OnHost, NotRead, RowIndices, Rows, Columns, Elements, RowCounts);
    AnalysisSeconds = Watch.seconds();
    for (Handles *Each : {&RowIndices, &Rows, &Columns})
      for (viennacl::backend::mem_handle &Handle : *Each)
        viennacl::backend::switch_memory_context<unsigned>(Handle, Device);
    for (viennacl::backend::mem_handle &Handle : Elements)
      viennacl::backend::switch_memory_context<double>(Handle, Device);
    viennacl::backend::finish();
  }

  size_t launches() const { return RowCounts.size(); }
  void solveInPlace(viennacl::vector<double> &X) const {
    viennacl::linalg::detail::level_scheduling_substitute(
        X, RowIndices, Rows, Columns, Elements, RowCounts);
    viennacl::backend::finish();
  }
};
} // namespace

/// Seconds of one solve, whose result is compared with \p Wanted. Divisions are
/// in another order here, so the last bits differ.
static double solveOnce(const LevelSchedule &Schedule,
                        const std::vector<double> &B,
                        const std::vector<double> &Wanted) {
  viennacl::vector<double> X(B.size());
  viennacl::copy(B, X);
  viennacl::backend::finish();
  const Stopwatch Watch;
  Schedule.solveInPlace(X);
  const double Seconds = Watch.seconds();
  std::vector<double> Got(B.size());
  viennacl::copy(X, Got);
  for (size_t I = 0; I < Got.size(); ++I)
    if (!(std::fabs(Got[I] / Wanted[I] - 1) <= 1e-12))
      throw sample::SetupError("a wrong result in row " + std::to_string(I));
  return Seconds;
}

int main(int Argc, char **Argv) {
  return sample::runSample("bench_viennacl", [&] {
    int64_t Side = 100, Runs = 15;
    sample::Options Opts("bench_viennacl",
                         "Solves L x = b by ViennaCL's level scheduling.");
    Opts.add("side", Side, 2, 400, "points of the grid in each dimension");
    Opts.add("runs", Runs, 1, 100000, "solves that are timed");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Matrix L = lowersolve::makeLaplacian(size_t(Side), 3);
    std::vector<double> B(L.size());
    for (size_t I = 0; I < B.size(); ++I)
      B[I] = 1.0 + double(I % 7) / 8;
    const std::vector<double> Wanted = L.solve(B);
    makeDiagonalOne(L, B);
    const LevelSchedule Schedule(L);
    std::vector<double> Seconds;
    solveOnce(Schedule, B, Wanted); // The driver compiles.
    for (int64_t I = 0; I < Runs; ++I)
      Seconds.push_back(solveOnce(Schedule, B, Wanted));
    std::sort(Seconds.begin(), Seconds.end());
    std::printf("%zu rows, %u levels, %zu launches; analysis on the host %.1f "
                "ms\nsolve: %.3f ms (min), %.3f ms (median of %zu)\n",
                L.size(), L.levels(), Schedule.launches(),
                Schedule.AnalysisSeconds * 1e3, Seconds.front() * 1e3,
                Seconds[Seconds.size() / 2] * 1e3, Seconds.size());
    return 0;
  });
}
