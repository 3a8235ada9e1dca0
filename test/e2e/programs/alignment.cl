//===- alignment.cl - Smith and Waterman's local alignment ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A block of the table needs what is above and on its left, so of its quarters
// the first comes first, the next two come side by side, and then the last. The
// way back from the best cell is a chain of tasks without results.
//
//===----------------------------------------------------------------------===//

#define SMALL 8u
enum { MATCH = 5, MISMATCH = -4, GAP = -3 };

typedef struct {
  __global const uchar *text[2];
  uint size[2];
  __global int *score; // (size[0] + 1) rows of size[1] + 1, zero at the border
  __global volatile int *best;
} problem;

__global int *cell(problem p, uint row, uint column) {
  return p.score + row * (p.size[1] + 1) + column;
}

int pair_score(problem p, uint row, uint column) {
  return p.text[0][row - 1] == p.text[1][column - 1] ? MATCH : MISMATCH;
}

void fill_small(problem p, uint2 from, uint2 to) {
  int best = 0;
  for (uint row = from.x; row < to.x; ++row)
    for (uint column = from.y; column < to.y; ++column) {
      const int diagonal = *cell(p, row - 1, column - 1);
      const int gap = max(*cell(p, row - 1, column), *cell(p, row, column - 1));
      const int score =
          max(max(diagonal + pair_score(p, row, column), gap + GAP), 0);
      *cell(p, row, column) = score;
      best = max(best, score);
    }
  atomic_max(p.best, best);
}

__task void fill(problem p, uint2 from, uint2 to) {
  const uint2 size = to - from;
  if (max(size.x, size.y) <= SMALL) {
    fill_small(p, from, to);
    return;
  }
  // A block may be much longer than wide, or empty.
  const uint2 cut = from + (size + 1) / 2;
  () <- fill(p, from, cut);
  force () {
    if (cut.y < to.y)
      () <- fill(p, (uint2)(from.x, cut.y), (uint2)(cut.x, to.y));
    if (cut.x < to.x)
      () <- fill(p, (uint2)(cut.x, from.y), (uint2)(to.x, cut.y));
    force () {
      if (all(cut < to))
        () <- fill(p, cut, to);
    }
  }
}

// Writes the steps back to a cell with zero: 'd'iagonal, 'u'p or 'l'eft.
__task void walk_back(problem p, uint2 at, __global uchar *path) {
  const int score = *cell(p, at.x, at.y);
  uint2 next = at - 1;
  if (score == 0) {
    *path = 0;
    return;
  }
  if (score == *cell(p, next.x, next.y) + pair_score(p, at.x, at.y)) {
    *path = 'd';
  } else if (score == *cell(p, next.x, at.y) + GAP) {
    *path = 'u';
    next.y = at.y;
  } else {
    *path = 'l';
    next.x = at.x;
  }
  () <- walk_back(p, next, path + 1);
}

__kernel void align(__global const uchar *a, uint size_a,
                    __global const uchar *b, uint size_b, __global int *score,
                    __global int *best, __global uchar *path) {
  const problem p = {{a, b}, {size_a, size_b}, score, best};
  *best = 0;
  for (uint row = 0; row <= size_a; ++row)
    *cell(p, row, 0) = 0;
  for (uint column = 0; column <= size_b; ++column)
    *cell(p, 0, column) = 0;
  () <- fill(p, (uint2)(1), (uint2)(size_a + 1, size_b + 1));
  force () {
    uint2 end = (uint2)(0);
    for (uint i = 0; i < (size_a + 1) * (size_b + 1); ++i)
      if (score[i] == *best) {
        end = (uint2)(i / (size_b + 1), i % (size_b + 1));
        break;
      }
    () <- walk_back(p, end, path);
  }
}
