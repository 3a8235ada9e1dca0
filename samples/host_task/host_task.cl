//===- host_task.cl - Steps of the Collatz sequence -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// No kernel: the host spawns `longest` itself.

/// Where the longest sequence begins, and its steps.
typedef struct {
  uint start, steps;
} Longest;

static uint countSteps(uint start) {
  uint steps = 0;
  for (ulong n = start; n != 1; ++steps)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return steps;
}

/// Of the sequences that begin at from .. to - 1.
__task Longest longest(uint from, uint to) {
  if (to - from == 1)
    return (Longest){from, countSteps(from)};
  Longest low, high;
  low <- longest(from, from + (to - from) / 2);
  high <- longest(from + (to - from) / 2, to);
  force (low, high) {
    if (high.steps > low.steps)
      return high;
    return low;
  }
}
