//===- connect.cl - Alpha-beta search of a small Connect Four -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// "Young brothers wait": the first move of a position is searched alone, and
// narrows the window in which the others are searched side by side. Near the
// leaves a pair of tasks goes from brother to brother instead, and each of them
// profits from all before it.
//
//===----------------------------------------------------------------------===//

enum { COLUMNS = 5, ROWS = 4, STRIDE = ROWS + 1, SEQUENTIAL = 3 };
enum { LOST = -1000 };

// The centre first: good moves early make narrow windows.
__constant int move_order[COLUMNS] = {2, 1, 3, 0, 4};

// Bit STRIDE * column + row; the row above the top one stays empty.
typedef struct {
  uint mine, theirs;
} position;

typedef struct {
  int alpha, beta;
} window;

bool has_four(uint stones) {
  __private const int direction[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
  for (int i = 0; i < 4; ++i) {
    const uint pairs = stones & stones >> direction[i];
    if (pairs & pairs >> 2 * direction[i])
      return true;
  }
  return false;
}

// The field where a stone falls to; 0 if the column is full.
uint landing(position p, int column) {
  const uint all = ((1u << ROWS) - 1) << STRIDE * column;
  const uint bottom = 1u << STRIDE * column;
  return (((p.mine | p.theirs) & all) + bottom) & all;
}

position play(position p, uint stone) {
  const position next = {p.theirs, p.mine | stone};
  return next;
}

window narrowed(window w, int best) {
  w.alpha = max(w.alpha, best);
  return w;
}

window turned(window w) {
  const window other = {-w.beta, -w.alpha};
  return other;
}

// For the player to move; stones in the centre column are worth something.
int judge(position p) {
  const uint centre = ((1u << ROWS) - 1) << STRIDE * (COLUMNS / 2);
  return (int)popcount(p.mine & centre) - (int)popcount(p.theirs & centre);
}

__task int search(position p, int depth, window w);

// The best of `best` and the moves from number `from` on.
__task int try_moves(position p, int depth, int from, int best, window w) {
  while (from < COLUMNS && landing(p, move_order[from]) == 0)
    ++from;
  if (from == COLUMNS || best >= w.beta)
    return best;
  int reply;
  reply <- search(play(p, landing(p, move_order[from])), depth - 1,
                  turned(narrowed(w, best)));
  force (reply) {
    int result;
    result <- try_moves(p, depth, from + 1, max(best, -reply), w);
    force (result) { return result; }
  }
}

__task int search(position p, int depth, window w) {
  if (has_four(p.theirs))
    return LOST - depth; // the sooner, the worse
  int eldest = 0;
  while (eldest < COLUMNS && landing(p, move_order[eldest]) == 0)
    ++eldest;
  if (eldest == COLUMNS)
    return 0;
  if (depth == 0)
    return judge(p);
  int first;
  if (depth <= SEQUENTIAL) {
    first <- try_moves(p, depth, eldest, INT_MIN, w);
    force (first) { return first; }
  }
  first <- search(play(p, landing(p, move_order[eldest])), depth - 1,
                  turned(w));
  force (first) {
    int best = -first;
    if (best >= w.beta)
      return best;
    int reply[COLUMNS] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX};
    for (int i = eldest + 1; i < COLUMNS; ++i) {
      const uint stone = landing(p, move_order[i]);
      if (stone != 0)
        reply[i] <- search(play(p, stone), depth - 1,
                           turned(narrowed(w, best)));
    }
    force (reply) {
      for (int i = eldest + 1; i < COLUMNS; ++i)
        best = max(best, -reply[i]);
      return best;
    }
  }
}

__kernel void value_of(__global const uint2 *positions, int depth,
                       __global int *values) {
  const size_t i = get_global_id(0);
  const position p = {positions[i].x, positions[i].y};
  const window everything = {-INT_MAX, INT_MAX};
  values[i] <- search(p, depth, everything);
}
