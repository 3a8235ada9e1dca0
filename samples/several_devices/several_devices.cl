//===- several_devices.cl - Queens, one root for two of them --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each work-item places the queens of the first two rows, and a task for each
// partial placement does the rest. How much that is nobody knows before.
//
//===----------------------------------------------------------------------===//

#define MAX_QUEENS 16

// As in ../nqueens/nqueens.cl.
__task uint place(uint board, uint columns, uint left, uint right) {
  if (columns == board)
    return 1;
  uint ways[MAX_QUEENS];
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
    uint sum = 0;
    for (int i = 0; i < children; ++i)
      sum += ways[i];
    return sum;
  }
}

// out[i]: the ways with queens in the columns i % n and i / n.
__kernel void start(int n, __global uint *out) {
  int i = get_global_id(0);
  uint first = 1u << (i % n), second = 1u << (i / n);
  out[i] = 0;
  if (second & (first | first << 1 | first >> 1))
    return;
  out[i] <- place((1u << n) - 1, first | second, (first << 1 | second) << 1,
                  (first >> 1 | second) >> 1);
}
