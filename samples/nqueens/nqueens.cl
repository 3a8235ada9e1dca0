//===- nqueens.cl - Queens on a board, none attacking another -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One task per partial placement. It tries every free square of the next row,
// so how many children it has is known only at run time: their results come
// back in an array of futures.
//
//===----------------------------------------------------------------------===//

// Largest board: it bounds the free squares of a row.
#define MAX_QUEENS 16

// Counts the ways to fill the remaining rows. Bit i of a mask is column i of
// the next row: `board` has all columns, `columns`, `left` and `right` those
// that queens above attack straight down and along the two diagonals.
__task int place(uint board, uint columns, uint left, uint right) {
  if (columns == board)
    return 1;
  int ways[MAX_QUEENS];
  int children = 0;
  uint open = board & ~(columns | left | right);
  while (open) {
    uint queen = open & -open;
    open &= open - 1;
    ways[children] <- place(board, columns | queen, (left | queen) << 1,
                            (right | queen) >> 1);
    ++children;
  }
  force (ways, children) {
    int sum = 0;
    for (int i = 0; i < children; ++i)
      sum += ways[i];
    return sum;
  }
}

__kernel void start(int n, __global int *out) {
  out[0] <- place((1u << n) - 1, 0u, 0u, 0u);
}

// out[i]: the ways with queens in the columns i % n and i / n of the first two
// rows; for ../several_devices, which spreads these roots.
__kernel void start_pairs(int n, __global int *out) {
  int i = get_global_id(0);
  uint first = 1u << (i % n), second = 1u << (i / n);
  out[i] = 0;
  if (second & (first | first << 1 | first >> 1))
    return;
  out[i] <- place((1u << n) - 1, first | second, (first << 1 | second) << 1,
                  (first >> 1 | second) >> 1);
}
