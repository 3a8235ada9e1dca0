//===- alpha_beta.cl - A search in a game tree ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Connect Four from the empty board. The first move of a position is searched
// alone and narrows the window in which all others are searched side by side
// ("young brothers wait", Feldmann et al., 1989).
//
//===----------------------------------------------------------------------===//

enum { COLUMNS = 7, ROWS = 6, STRIDE = ROWS + 1 };
enum { LOST = -1000 };

// The centre first: good moves early make narrow windows.
__constant uchar move_order[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

bool has_four(ulong stones) {
  const ulong up = stones & stones >> 1;
  const ulong across = stones & stones >> STRIDE;
  const ulong rising = stones & stones >> (STRIDE + 1);
  const ulong falling = stones & stones >> (STRIDE - 1);
  return (up & up >> 2) | (across & across >> 2 * STRIDE) |
         (rising & rising >> 2 * (STRIDE + 1)) |
         (falling & falling >> 2 * (STRIDE - 1));
}

// The field where a stone falls to; 0 if the column is full. Bit STRIDE *
// column + row; the row above the top one stays empty.
ulong landing(ulong stones, uint column) {
  const ulong all = ((1ul << ROWS) - 1) << STRIDE * column;
  const ulong bottom = 1ul << STRIDE * column;
  return ((stones & all) + bottom) & all;
}

// For the player to move; stones in the centre column are worth something.
int judge(ulong mine, ulong theirs) {
  const ulong centre = ((1ul << ROWS) - 1) << STRIDE * (COLUMNS / 2);
  return (int)popcount(mine & centre) - (int)popcount(theirs & centre);
}

__task int search(ulong mine, ulong theirs, int depth, int alpha, int beta) {
  if (has_four(theirs))
    return LOST - depth; // the sooner, the worse
  const ulong stones = mine | theirs;
  uint eldest = 0;
  while (eldest < COLUMNS && landing(stones, move_order[eldest]) == 0)
    ++eldest;
  if (eldest == COLUMNS)
    return 0;
  if (depth == 0)
    return judge(mine, theirs);
  int first;
  first <- search(theirs, mine | landing(stones, move_order[eldest]), depth - 1,
                  -beta, -alpha);
  force (first) {
    int best = -first;
    if (best >= beta)
      return best;
    const int low = max(alpha, best);
    int replies[COLUMNS];
    for (uint i = 0; i < COLUMNS; ++i)
      replies[i] = INT_MAX;
    for (uint i = eldest + 1; i < COLUMNS; ++i) {
      const ulong stone = landing(stones, move_order[i]);
      if (stone != 0)
        replies[i] <- search(theirs, mine | stone, depth - 1, -beta, -low);
    }
    force (replies) {
      for (uint i = 0; i < COLUMNS; ++i)
        best = max(best, -replies[i]);
      return best;
    }
  }
}

__kernel void start(int depth, __global int *value) {
  *value <- search(0, 0, depth, -INT_MAX, INT_MAX);
}
