//===- Problem.h - What is measured on a GPU --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs of GTaP (Maeda and Taura, "GTaP: A GPU-Resident Fork-Join
/// Task-Parallel Runtime with a Pragma-Based Interface", 2026), with tasks of
/// ours. Each problem compares what the device found with serial code.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_PROBLEM_H
#define TASKLET_BENCH_GPU_PROBLEM_H

#include "Engine.h"

namespace gpu {

/// A problem of some size on one engine, which can be run again and again.
class Problem {
public:
  explicit Problem(Engine &On) : On(On) {}
  virtual ~Problem() = default;

  /// Makes what a run changes as it was at first. Not timed.
  virtual void prepare() = 0;
  virtual Run run() = 0;
  /// Empty, or what is wrong with the result of the last run.
  virtual std::string check() = 0;
  /// A number to which the work of a run is in proportion, whatever the size.
  virtual double units(const Run &Last) { return double(Last.Tasks); }

protected:
  Engine &On;
};

/// Its size, as the command line has it: a number, or a graph.
struct Entry {
  const char *Name;
  /// Throws Failure if \p Size is none.
  std::unique_ptr<Problem> (*Make)(Engine &On, const std::string &Size);
  const char *SizeIs; ///< for --help
};

const std::vector<Entry> &problems();
/// Throws Failure if there is none of this name.
const Entry &findProblem(const std::string &Name);

/// \p Size as a number from \p Min to \p Max. Throws Failure.
int parseNumber(const std::string &Size, int Min, int Max);

std::unique_ptr<Problem> makeFib(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeQueens(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeCilksort(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeMergesort(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeTree(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makePruned(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeBfs(Engine &On, const std::string &Size);
/// By an everywhere block, and by PTX that is written by hand.
std::unique_ptr<Problem> makeCopies(Engine &On, const std::string &Size);
std::unique_ptr<Problem> makeCopiesByHand(Engine &On, const std::string &Size);

/// Memory of the device for \p Count values of type \p T.
template <typename T> class Array {
public:
  Array(Engine &On, size_t Count)
      : On(On), Count(Count), Memory(On.allocate(Count * sizeof(T))) {}
  Array(Engine &On, const std::vector<T> &Values) : Array(On, Values.size()) {
    write(Values);
  }
  void write(const std::vector<T> &Values) {
    On.write(*Memory, Values.data(), Values.size() * sizeof(T));
  }
  std::vector<T> read() const {
    std::vector<T> Values(Count);
    On.read(*Memory, Values.data(), Count * sizeof(T));
    return Values;
  }
  operator Argument() const { return Memory.get(); }

private:
  Engine &On;
  size_t Count;
  std::unique_ptr<Buffer> Memory;
};

} // namespace gpu

#endif
