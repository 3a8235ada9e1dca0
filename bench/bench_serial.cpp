//===- bench_serial.cpp - The problems without tasks ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The functions are not inlined into themselves: every call that is a task
// elsewhere is a call here. What a compiler makes of the problem when it may
// inline is another program, and no measure of what a task costs.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#define KEEP_CALLS __attribute__((noinline))

KEEP_CALLS static int fib(int N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }

KEEP_CALLS static int place(uint32_t Board, uint32_t Columns, uint32_t Left,
                            uint32_t Right) {
  if (Columns == Board)
    return 1;
  int Ways = 0;
  uint32_t Open = Board & ~(Columns | Left | Right);
  while (Open) {
    const uint32_t Queen = Open & -Open;
    Open &= Open - 1;
    Ways += place(Board, Columns | Queen, (Left | Queen) << 1,
                  (Right | Queen) >> 1);
  }
  return Ways;
}

KEEP_CALLS static uts::Tally visit(const uts::Node &Self, uint32_t Children,
                                   const uts::Tree &Shape) {
  uts::Tally Sum = {1, Children == 0, Self.Depth};
  for (uint32_t I = 0; I < Children; ++I) {
    const uts::Node Child = uts::makeChild(Self, I);
    Sum += visit(Child, uts::countChildren(Child, Shape), Shape);
  }
  return Sum;
}

int main(int Argc, char **Argv) {
  const bench::Problems P = {
      fib, [](uint32_t Board) { return place(Board, 0, 0, 0); },
      [](const uts::Node &Root, const uts::Tree &Shape) {
        return visit(Root, Shape.RootChildren, Shape);
      }};
  return bench::runBench(
      "bench_serial", Argc, Argv, P,
      [](int, const std::function<void()> &Measure) { Measure(); });
}
