//===- bench_openmp.cpp - The problems with OpenMP tasks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One task per call, as in the samples; the last child of a task is called
// rather than spawned, as in bench_onetbb.cpp.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <numeric>
#include <vector>

static int fib(int N) {
  if (N < 2)
    return N;
  int A;
#pragma omp task shared(A) firstprivate(N)
  A = fib(N - 1);
  const int B = fib(N - 2);
#pragma omp taskwait
  return A + B;
}

static int place(uint32_t Board, uint32_t Columns, uint32_t Left,
                 uint32_t Right) {
  if (Columns == Board)
    return 1;
  int Ways[16];
  int Children = 0;
  uint32_t Open = Board & ~(Columns | Left | Right);
  while (Open) {
    const uint32_t Queen = Open & -Open;
    Open &= Open - 1;
    int *Result = &Ways[Children++];
    if (Open) {
#pragma omp task firstprivate(Board, Columns, Left, Right, Queen, Result)
      *Result = place(Board, Columns | Queen, (Left | Queen) << 1,
                      (Right | Queen) >> 1);
    } else {
      *Result = place(Board, Columns | Queen, (Left | Queen) << 1,
                      (Right | Queen) >> 1);
    }
  }
#pragma omp taskwait
  return std::accumulate(Ways, Ways + Children, 0);
}

static uts::Tally visit(const uts::Node &Self, uint32_t Children,
                        const uts::Tree &Shape);

static void visitChild(const uts::Node &Parent, uint32_t Index,
                       const uts::Tree &Shape, uts::Tally *Result) {
  const uts::Node Child = uts::makeChild(Parent, Index);
  *Result = visit(Child, uts::countChildren(Child, Shape), Shape);
}

static uts::Tally visit(const uts::Node &Self, uint32_t Children,
                        const uts::Tree &Shape) {
  uts::Tally Sum = {1, Children == 0, Self.Depth};
  if (Children == 0)
    return Sum;
  std::vector<uts::Tally> Parts(Children);
  // Pointers, because a task would copy what references name.
  const uts::Node *Parent = &Self;
  const uts::Tree *Rule = &Shape;
  for (uint32_t I = 0; I + 1 < Children; ++I) {
    uts::Tally *Result = &Parts[I];
#pragma omp task firstprivate(Parent, Rule, I, Result)
    visitChild(*Parent, I, *Rule, Result);
  }
  visitChild(Self, Children - 1, Shape, &Parts[Children - 1]);
#pragma omp taskwait
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
  return bench::runBench("bench_openmp", Argc, Argv, P,
                         [](int Threads, const std::function<void()> &Measure) {
#pragma omp parallel num_threads(Threads)
#pragma omp single
                           Measure();
                         });
}
