//===- Harness.h - Frame of the benchmark programs --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// bench_serial, bench_onetbb and bench_openmp solve the same three problems as
/// the samples fib, nqueens and uts, with the same algorithms. Each defines
/// solve*(); the harness reads the command line, takes the times and prints one
/// JSON object like that of a sample's --json.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_HARNESS_H
#define TASKLET_BENCH_HARNESS_H

#include "Tree.h"

#include <cstdint>
#include <functional>

namespace bench {

struct Problems {
  std::function<int(int N)> Fib;
  std::function<int(uint32_t Board)> NQueens;
  std::function<uts::Tally(const uts::Node &Root, const uts::Tree &)> Uts;
};

/// Runs \p Measure with a number of threads, once.
using WithThreads = std::function<void(int, const std::function<void()> &)>;

/// The whole main function: \p Name names the program, \p In enters the
/// parallel system with the --threads that were asked for.
int runBench(const char *Name, int Argc, char **Argv, const Problems &P,
             const WithThreads &In);

} // namespace bench

#endif
