//===- heat.cl - A plate whose border has a fixed temperature -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Jacobi's method: in each step, every point becomes the mean of its four
// neighbours. Tasks halve the rows, and the next step waits for all of them.
//
//===----------------------------------------------------------------------===//

// Points inside the border, and those of a row with its border.
#define ROWS 128
#define WIDTH 64
#define STRIDE (WIDTH + 2)

// So many rows are one task: 16 of them make the plate.
#define LEAF 8

void relax_rows(__global const double *restrict from,
                __global double *restrict to, uint lo, uint hi) {
  for (uint row = lo; row < hi; ++row)
    for (uint column = 1; column <= WIDTH; ++column) {
      const uint at = row * STRIDE + column;
      to[at] = 0.25 * ((from[at - STRIDE] + from[at + STRIDE]) +
                       (from[at - 1] + from[at + 1]));
    }
}

__task void relax(__global const double *from, __global double *to, uint lo,
                  uint hi) {
  if (hi - lo <= LEAF) {
    relax_rows(from, to, lo, hi);
    return;
  }
  const uint middle = lo + (hi - lo) / 2;
  () <- relax(from, to, lo, middle);
  () <- relax(from, to, middle, hi);
}

// The plate is in `even`, and there it is again after an even number of steps.
__task void simulate(__global double *even, __global double *odd, uint steps) {
  for (uint step = 0; step < steps; ++step) {
    if (step % 2)
      () <- relax(odd, even, 1, ROWS + 1);
    else
      () <- relax(even, odd, 1, ROWS + 1);
    force ();
  }
}

__kernel void start(__global double *even, __global double *odd, uint steps) {
  () <- simulate(even, odd, steps);
}
