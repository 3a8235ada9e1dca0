//===- round_trip.cl - The shortest tour through some towns ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Branch and bound over the order of the towns. A tour is a small structure
// that goes by value. Every town still has to be left, for its nearest
// neighbour at best; that bounds what a tour can become.
//
//===----------------------------------------------------------------------===//

enum { MOST = 10, LAST_TWO = 2 };

typedef struct {
  ushort length;
  uchar towns; // so far
  uchar town[MOST];
  uchar spare; // padding would have no certain value
} tour;

typedef struct {
  __global const uchar *distance; // row by row
  int towns;
  __global volatile uint *best;
} map;

uint distance_of(map m, int a, int b) { return m.distance[a * m.towns + b]; }

uint visited(tour t) {
  uint set = 0;
  for (int i = 0; i < t.towns; ++i)
    set |= 1u << t.town[i];
  return set;
}

uint bound(map m, tour t, uint done) {
  uint least = t.length;
  const int last = t.town[t.towns - 1];
  for (int a = 0; a < m.towns; ++a) {
    if (a != last && done >> a & 1)
      continue;
    uint nearest = UINT_MAX;
    for (int b = 0; b < m.towns; ++b)
      if (b != a)
        nearest = min(nearest, distance_of(m, a, b));
    least += nearest;
  }
  return least;
}

tour extended(map m, tour t, int town) {
  t.length += (ushort)distance_of(m, t.town[t.towns - 1], town);
  t.town[t.towns++] = (uchar)town;
  return t;
}

tour closed(map m, tour t) {
  t.length += (ushort)distance_of(m, t.town[t.towns - 1], t.town[0]);
  atomic_min(m.best, (uint)t.length);
  return t;
}

// The shorter one; of equal ones the first in the order of the towns.
tour better(map m, tour a, tour b) {
  if (a.length != b.length)
    return a.length < b.length ? a : b;
  for (int i = 0; i < m.towns; ++i)
    if (a.town[i] != b.town[i])
      return a.town[i] < b.town[i] ? a : b;
  return a;
}

tour no_tour(void) {
  const tour none = {USHRT_MAX, 0, {UCHAR_MAX}, 0};
  return none;
}

// The best way to go on with a tour, or no tour if that is known to be in vain.
__task tour complete(map m, tour t) {
  const uint done = visited(t);
  if (bound(m, t, done) > *m.best)
    return no_tour();
  int left[MOST], count = 0;
  for (int town = 0; town < m.towns; ++town)
    if (!(done >> town & 1))
      left[count++] = town;
  switch (count) {
  case 0:
    return closed(m, t);
  case 1:
    return closed(m, extended(m, t, left[0]));
  case LAST_TWO: {
    const tour a = closed(m, extended(m, extended(m, t, left[0]), left[1]));
    const tour b = closed(m, extended(m, extended(m, t, left[1]), left[0]));
    return better(m, a, b);
  }
  }
  tour with[MOST];
  for (int i = 0; i < count; ++i)
    with[i] <- complete(m, extended(m, t, left[i]));
  force (with) {
    tour best = with[0];
    for (int i = 1; i < count; ++i)
      best = better(m, best, with[i]);
    return best;
  }
}

// Work-item i plans the tour from town 0 of map i.
__kernel void plan(__global const uchar *distances, int towns,
                   __global uint *best, __global tour *tours) {
  const int i = (int)get_global_id(0);
  const map m = {distances + i * towns * towns, towns, best + i};
  tour start = no_tour();
  start.length = 0;
  start.towns = 1;
  start.town[0] = 0;
  best[i] = UINT_MAX;
  tours[i] <- complete(m, start);
}
