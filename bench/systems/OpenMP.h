//===- OpenMP.h - Tasks of OpenMP -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled by g++ for libgomp, and by clang for libomp.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_OPENMP_H
#define TASKLET_BENCH_SYSTEMS_OPENMP_H

namespace bench {

constexpr bool RunsTasks = true;

class TaskGroup {
public:
  template <typename Function> void spawn(Function F) {
#pragma omp task firstprivate(F)
    F();
  }
  /// For the children of the task that calls it.
  void wait() {
#pragma omp taskwait
  }
};

template <typename Function> void runInThreads(int Threads, const Function &F) {
#pragma omp parallel num_threads(Threads)
#pragma omp single
  F();
}

} // namespace bench

#endif
