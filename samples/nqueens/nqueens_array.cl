//===- nqueens_array.cl - Queens on a board that is an array --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The same search as in nqueens.cl without its bits: a placement is the list of
// the columns of its queens. It goes from task to task by value, so each task
// may write into its own.
//
//===----------------------------------------------------------------------===//

#define MAX_QUEENS 16

typedef struct {
  uchar column[MAX_QUEENS]; // of the queen in each row
} placement;

bool is_attacked(placement queens, int row, int column) {
  for (int above = 0; above < row; ++above) {
    int distance = queens.column[above] - column;
    if (distance == 0 || distance == row - above || distance == above - row)
      return true;
  }
  return false;
}

// Counts the ways to fill the rows from `row` on.
__task int place(int n, int row, placement queens) {
  if (row == n)
    return 1;
  int ways[MAX_QUEENS];
  int children = 0;
  for (int column = 0; column < n; ++column) {
    if (is_attacked(queens, row, column))
      continue;
    queens.column[row] = column;
    ways[children] <- place(n, row + 1, queens);
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
  placement empty = {{0}};
  out[0] <- place(n, 0, empty);
}
