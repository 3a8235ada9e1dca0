//===- nqueens.cl - Queens, by tasks down to a depth ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// GTaP's program: a task for each placement of the first rows, a loop below.
// Nobody waits for a result; each loop adds what it has found.
//
//===----------------------------------------------------------------------===//

#define TASK_ROWS 8 // Placements of more rows are no tasks.
#define MAX_QUEENS 16

// Ways to fill the rows from `row` on. Bit i of a mask is column i: `columns`,
// `left` and `right` are those that queens above attack.
uint count_ways(int n, int row, uint columns, uint left, uint right) {
  uint board = (1u << n) - 1;
  uint open[MAX_QUEENS], queens[MAX_QUEENS], lefts[MAX_QUEENS],
      rights[MAX_QUEENS];
  uint found = 0;
  int top = row;
  queens[top] = columns;
  lefts[top] = left;
  rights[top] = right;
  open[top] = board & ~(columns | left | right);
  while (top >= row) {
    uint queen = open[top] & -open[top];
    if (!queen) {
      --top;
      continue;
    }
    open[top] ^= queen;
    if (top == n - 1) {
      ++found;
      continue;
    }
    queens[top + 1] = queens[top] | queen;
    lefts[top + 1] = (lefts[top] | queen) << 1;
    rights[top + 1] = (rights[top] | queen) >> 1;
    ++top;
    open[top] = board & ~(queens[top] | lefts[top] | rights[top]);
  }
  return found;
}

__task void place(__global uint *found, int n, int row, uint columns, uint left,
                  uint right) {
  if (row == n) {
    atomic_inc(found);
    return;
  }
  if (row >= TASK_ROWS) {
    uint ways = count_ways(n, row, columns, left, right);
    if (ways)
      atomic_add(found, ways);
    return;
  }
  uint open = ((1u << n) - 1) & ~(columns | left | right);
  while (open) {
    uint queen = open & -open;
    open ^= queen;
    () <- place(found, n, row + 1, columns | queen, (left | queen) << 1,
                (right | queen) >> 1);
  }
}

__kernel void start(__global uint *found, int n) {
  *found = 0;
  () <- place(found, n, 0, 0u, 0u, 0u);
}
