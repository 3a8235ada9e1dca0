//===- life.cl - The game of life on a torus of 64 columns ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A row is a word, and neighbours are counted for all of its cells at once, in
// columns of bits. A generation is a tree of tasks that skips what is empty;
// the generations are a chain of tasks.
//
//===----------------------------------------------------------------------===//

typedef struct {
  __global ulong *now, *next;
  uint rows; // a power of two
} world;

typedef struct {
  ulong ones, twos; // a number from 0 to 3 for each column
} pairs;

pairs add_three(ulong a, ulong b, ulong c) {
  const pairs sum = {a ^ b ^ c, (a & b) | (a & c) | (b & c)};
  return sum;
}

ulong east(ulong row) { return rotate(row, 1ul); }
ulong west(ulong row) { return rotate(row, 63ul); }

ulong evolve(ulong above, ulong row, ulong below) {
  const pairs top = add_three(east(above), above, west(above));
  const pairs side = {east(row) ^ west(row), east(row) & west(row)};
  const pairs bottom = add_three(east(below), below, west(below));
  const pairs ones = add_three(top.ones, side.ones, bottom.ones);
  const pairs twos = add_three(top.twos, side.twos, bottom.twos);
  // The count is ones.ones + 2 * (ones.twos + twos.ones) + 4 * twos.twos.
  const ulong two_or_three = (ones.twos ^ twos.ones) & ~twos.twos;
  return two_or_three & (row | ones.ones);
}

ulong row_at(world w, uint row) { return w.now[row & (w.rows - 1)]; }

__task void advance(world w, uint from, uint to) {
  ulong living = row_at(w, from - 1) | row_at(w, to);
  for (uint row = from; row < to; ++row)
    living |= w.now[row];
  if (living == 0) {
    for (uint row = from; row < to; ++row)
      w.next[row] = 0;
    return;
  }
  if (to - from == 1) {
    w.next[from] =
        evolve(row_at(w, from - 1), row_at(w, from), row_at(w, from + 1));
    return;
  }
  const uint middle = from + (to - from) / 2;
  () <- advance(w, from, middle);
  () <- advance(w, middle, to);
  force () {}
}

__task uint population(__global const ulong *rows, uint count) {
  if (count == 1)
    return (uint)popcount(*rows);
  uint a, b;
  a <- population(rows, count / 2);
  b <- population(rows + count / 2, count - count / 2);
  force (a, b) { return a + b; }
}

// Both worlds are used; the last generation may be in either of them. Returns
// how many cells were born, or lived on, in all generations together.
__task ulong live(world w, uint generations, ulong before) {
  if (generations == 0)
    return before;
  () <- advance(w, 0u, w.rows);
  force () {
    const world later = {w.next, w.now, w.rows};
    uint cells;
    cells <- population(later.now, w.rows);
    force (cells) {
      ulong total;
      total <- live(later, generations - 1, before + cells);
      force (total) { return total; }
    }
  }
}

// Work-item i has world i. After an even number of generations it is in place.
__kernel void live_all(__global ulong *now, __global ulong *next, uint rows,
                       uint generations, __global ulong *total) {
  const size_t i = get_global_id(0);
  const world w = {now + i * rows, next + i * rows, rows};
  total[i] <- live(w, generations, 0ul);
}
