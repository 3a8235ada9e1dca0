//===- Problem.h - What every system solves ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// problems/ has one file per problem, with the algorithm of the sample of that
/// name written twice: `calling` is the serial program, `spawning` the same
/// with one task per call. systems/ has one file per tasking system, which says
/// what spawning and waiting is. Each program is Main.cpp and Problems.cpp
/// compiled with one system; the serial one has RunsTasks = false. A system
/// whose tasks are no closures has a folder with a Problems.cpp of its own.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEM_H
#define TASKLET_BENCH_PROBLEM_H

#include "Options.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// For the recursive functions of serial programs: every call that is a task
/// elsewhere is a call there. What a compiler makes of a problem when it may
/// inline a function into itself is another program, and no measure of what a
/// task costs.
#define KEEP_CALLS __attribute__((noinline))

namespace bench {

/// A problem of some size, which can be solved again and again.
class Problem {
public:
  virtual ~Problem() = default;

  /// Makes what solve() changes as it was at first. Not timed.
  virtual void prepare() {}
  virtual void solve() = 0;
  /// One number that all systems must agree on. Throws if the result cannot be
  /// right. Not timed.
  virtual uint64_t result() const = 0;
};

/// As the command line has it.
struct Size {
  int64_t N;
  std::string Tree;
};

/// A problem that a program can be asked for.
struct Entry {
  const char *Name;
  std::unique_ptr<Problem> (*Make)(const Size &);
};

template <typename T> std::unique_ptr<Problem> make(const Size &S) {
  return std::make_unique<T>(S);
}

/// What this program's system solves.
const std::vector<Entry> &problems();

/// Throws unless Min <= N <= Max.
inline int64_t checkSize(int64_t N, int64_t Min, int64_t Max) {
  if (N < Min || N > Max)
    throw sample::UsageError("N: " + std::to_string(N) + " is not between " +
                             std::to_string(Min) + " and " +
                             std::to_string(Max));
  return N;
}

} // namespace bench

#endif
