//===- knapsack.cl - Branch and bound with a shared best value ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Items come sorted by value per weight, so that filling up with a fraction of
// the next item bounds what a branch can still reach. All tasks of a problem
// share the best value found so far; that it may be old costs time only.
//
//===----------------------------------------------------------------------===//

typedef struct {
  ushort weight;
  ushort value;
} item;

typedef struct {
  __global const item *items;
  __global volatile int *best;
  int size;
} problem;

typedef struct {
  int value;
  uint taken; // bit i for item i
} choice;

// Not less than what items from `next` on can add.
int bound(problem p, int next, int room) {
  int value = 0;
  for (; next < p.size && p.items[next].weight <= room; ++next) {
    room -= p.items[next].weight;
    value += p.items[next].value;
  }
  if (next < p.size)
    value += (room * p.items[next].value + p.items[next].weight - 1) /
             p.items[next].weight;
  return value;
}

// The better one; of equal ones that with the smaller set.
choice better(choice a, choice b) {
  if (a.value != b.value)
    return a.value > b.value ? a : b;
  return a.taken < b.taken ? a : b;
}

__task choice pack(problem p, int next, int room, choice so_far) {
  atomic_max(p.best, so_far.value);
  if (next == p.size)
    return so_far;
  // Equal values must be seen for the smallest set, so only what is worse goes.
  if (so_far.value + bound(p, next, room) < *p.best)
    return so_far;
  const item here = p.items[next];
  choice with, without;
  const bool fits = here.weight <= room;
  if (fits) {
    const choice taken = {so_far.value + here.value, so_far.taken | 1u << next};
    with <- pack(p, next + 1, room - here.weight, taken);
  }
  without <- pack(p, next + 1, room, so_far);
  force (with, without) {
    return fits ? better(with, without) : without;
  }
}

// Problem i has items from begin[i] up to begin[i + 1] and room[i].
__kernel void pack_all(__global const item *items, __global const int *begin,
                       __global const int *room, __global int *best,
                       __global choice *choices) {
  const int i = (int)get_global_id(0);
  problem p;
  p.items = items + begin[i];
  p.best = best + i;
  p.size = begin[i + 1] - begin[i];
  best[i] = 0;
  const choice nothing = {0, 0};
  choices[i] <- pack(p, 0, room[i], nothing);
}

// Writes 1 where a choice is what it says and fits into its room.
__kernel void verify(__global const item *items, __global const int *begin,
                     __global const int *room, __global const choice *choices,
                     __global int *good) {
  const int i = (int)get_global_id(0);
  const choice c = choices[i];
  int weight = 0, value = 0;
  for (int k = begin[i]; k < begin[i + 1]; ++k)
    if (c.taken >> (k - begin[i]) & 1) {
      weight += items[k].weight;
      value += items[k].value;
    }
  good[i] = weight <= room[i] && value == c.value;
}
