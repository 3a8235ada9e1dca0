//===- sudoku.cl - All solutions of Sudoku puzzles ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A board is a structure of 135 bytes and goes by value from task to task:
// there is nothing to undo. Each task fills what has one candidate only, and
// spawns one task for each candidate of the most constrained cell.
//
//===----------------------------------------------------------------------===//

typedef struct {
  ushort row[9], column[9], box[9]; // digits in use: bit d for digit d + 1
  uchar cell[81];                   // 0: empty
} board;

typedef struct {
  uint solutions;
  uchar first[81]; // the smallest of them, read line by line
} outcome;

#define ALL_DIGITS 0x1ffu
#define BOX(at) ((at) / 27 * 3 + (at) % 9 / 3)

uint candidates(const board *b, int at) {
  return ALL_DIGITS & ~(uint)(b->row[at / 9] | b->column[at % 9] |
                              b->box[BOX(at)]);
}

void place(board *b, int at, int digit) {
  const ushort bit = (ushort)(1 << digit);
  b->row[at / 9] |= bit;
  b->column[at % 9] |= bit;
  b->box[BOX(at)] |= bit;
  b->cell[at] = (uchar)(digit + 1);
}

// The empty cell with the fewest candidates; -1 if no cell is empty.
int most_constrained(const board *b, uint *choices) {
  int best = -1;
  int fewest = 10;
  for (int at = 0; at < 81 && fewest > 1; ++at) {
    if (b->cell[at] != 0)
      continue;
    const uint here = candidates(b, at);
    if ((int)popcount(here) < fewest) {
      fewest = popcount(here);
      best = at;
      *choices = here;
    }
  }
  return best;
}

bool precedes(const uchar *a, const uchar *b) {
  int i = 0;
  while (i < 80 && a[i] == b[i])
    ++i;
  return a[i] < b[i];
}

__task outcome solve(board b) {
  outcome result = {0, {0}};
  uint choices;
  int at;
  for (;;) {
    at = most_constrained(&b, &choices);
    if (at < 0) {
      result.solutions = 1;
      for (int i = 0; i < 81; ++i)
        result.first[i] = b.cell[i];
      return result;
    }
    if (choices == 0)
      return result;
    if (popcount(choices) > 1)
      break;
    place(&b, at, 31 - clz(choices));
  }
  outcome of[9];
  for (int digit = 0; digit < 9; ++digit)
    if (choices >> digit & 1) {
      board next = b;
      place(&next, at, digit);
      of[digit] <- solve(next);
    }
  force (of) {
    for (int digit = 0; digit < 9; ++digit) {
      if (!(choices >> digit & 1) || of[digit].solutions == 0)
        continue;
      if (result.solutions == 0 || precedes(of[digit].first, result.first))
        for (int i = 0; i < 81; ++i)
          result.first[i] = of[digit].first[i];
      result.solutions += of[digit].solutions;
    }
    return result;
  }
}

// Work-item i reads puzzle i. A puzzle that contradicts itself has no solution.
__kernel void solve_all(__global const uchar *puzzles,
                        __global outcome *outcomes) {
  const size_t puzzle = get_global_id(0);
  board b = {{0}, {0}, {0}, {0}};
  for (int at = 0; at < 81; ++at) {
    const int given = puzzles[81 * puzzle + at];
    if (given == 0)
      continue;
    if (!(candidates(&b, at) >> (given - 1) & 1)) {
      outcomes[puzzle].solutions = 0;
      return;
    }
    place(&b, at, given - 1);
  }
  outcomes[puzzle] <- solve(b);
}
