//===- bench_onetbb.cpp - The problems with oneTBB ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One task per call, as in the samples; the last child of a task is called
// rather than spawned, which is how task_group is meant to be used.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <numeric>
#include <vector>

namespace tbb = oneapi::tbb;

static int fib(int N) {
  if (N < 2)
    return N;
  int A;
  tbb::task_group Group;
  Group.run([&A, N] { A = fib(N - 1); });
  const int B = fib(N - 2);
  Group.wait();
  return A + B;
}

static int place(uint32_t Board, uint32_t Columns, uint32_t Left,
                 uint32_t Right) {
  if (Columns == Board)
    return 1;
  int Ways[16];
  int Children = 0;
  tbb::task_group Group;
  uint32_t Open = Board & ~(Columns | Left | Right);
  while (Open) {
    const uint32_t Queen = Open & -Open;
    Open &= Open - 1;
    int *Result = &Ways[Children++];
    auto Child = [=] {
      *Result = place(Board, Columns | Queen, (Left | Queen) << 1,
                      (Right | Queen) >> 1);
    };
    if (Open)
      Group.run(Child);
    else
      Child();
  }
  Group.wait();
  return std::accumulate(Ways, Ways + Children, 0);
}

static uts::Tally visit(const uts::Node &Self, uint32_t Children,
                        const uts::Tree &Shape) {
  uts::Tally Sum = {1, Children == 0, Self.Depth};
  if (Children == 0)
    return Sum;
  std::vector<uts::Tally> Parts(Children);
  tbb::task_group Group;
  for (uint32_t I = 0; I < Children; ++I) {
    uts::Tally *Result = &Parts[I];
    auto Visit = [&Self, &Shape, I, Result] {
      const uts::Node Child = uts::makeChild(Self, I);
      *Result = visit(Child, uts::countChildren(Child, Shape), Shape);
    };
    if (I + 1 < Children)
      Group.run(Visit);
    else
      Visit();
  }
  Group.wait();
  for (const uts::Tally &Part : Parts)
    Sum += Part;
  return Sum;
}

int main(int Argc, char **Argv) {
  const bench::Problems P = {
      fib, [](uint32_t Board) { return place(Board, 0, 0, 0); },
      [](const uts::Node &Root, const uts::Tree &Shape) {
        return visit(Root, Shape.RootChildren, Shape);
      }};
  return bench::runBench("bench_onetbb", Argc, Argv, P,
                         [](int Threads, const std::function<void()> &Measure) {
                           const tbb::global_control Limit(
                               tbb::global_control::max_allowed_parallelism,
                               static_cast<size_t>(Threads));
                           tbb::task_arena Arena(Threads);
                           Arena.execute(Measure);
                         });
}
