//===- breadth_first.cl - Distances in a graph, level by level ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A graph in compressed rows. The nodes of a level are expanded in pieces, side
// by side; atomic operations settle who finds a node first, and where the node
// goes in the next level.
//
//===----------------------------------------------------------------------===//

#define PIECE 16u
#define UNSEEN UINT_MAX

typedef struct {
  __global const uint *begin; // of each node's edges, and the end of the last
  __global const uint *to;
} graph;

typedef struct {
  __global volatile uint *distance;
  __global uint *queue;           // each node once, in order of distance
  __global volatile uint *queued; // how many are in the queue
} state;

__task void expand(graph g, state s, uint from, uint to, uint distance) {
  for (uint i = from; i < to; ++i) {
    const uint node = s.queue[i];
    for (uint e = g.begin[node]; e < g.begin[node + 1]; ++e) {
      const uint next = g.to[e];
      if (atomic_cmpxchg(&s.distance[next], UNSEEN, distance) == UNSEEN)
        s.queue[atomic_inc(s.queued)] = next;
    }
  }
}

// Halves a range until the pieces are small. Whoever waits for it waits for the
// pieces.
__task void expand_range(graph g, state s, uint from, uint to, uint distance) {
  if (to - from > PIECE) {
    const uint middle = from + (to - from) / 2;
    () <- expand_range(g, s, from, middle, distance);
    () <- expand_range(g, s, middle, to, distance);
  } else {
    () <- expand(g, s, from, to, distance);
  }
  force () {}
}

// Level `level` is the part of the queue from `from` to `to`; returns the
// number of levels.
__task uint explore(graph g, state s, uint from, uint to, uint level) {
  if (from == to)
    return level;
  () <- expand_range(g, s, from, to, level + 1);
  force () {
    uint levels;
    levels <- explore(g, s, to, *s.queued, level + 1);
    force (levels) { return levels; }
  }
}

__task ulong sum_of_distances(__global const uint *distance, uint nodes) {
  ulong sums[4] = {0, 0, 0, 0};
  if (nodes <= PIECE) {
    for (uint i = 0; i < nodes; ++i)
      sums[i % 4] += distance[i] == UNSEEN ? 0 : distance[i];
    return sums[0] + sums[1] + sums[2] + sums[3];
  }
  for (uint i = 0; i < 4; ++i) {
    const uint from = nodes * i / 4, to = nodes * (i + 1) / 4;
    sums[i] <- sum_of_distances(distance + from, to - from);
  }
  force (sums) { return sums[0] + sums[1] + sums[2] + sums[3]; }
}

__kernel void clear(__global uint *distance) {
  distance[get_global_id(0)] = UNSEEN;
}

__kernel void explore_from(__global const uint *begin, __global const uint *to,
                           uint nodes, uint start, __global uint *distance,
                           __global uint *queue, __global uint *queued,
                           __global uint *levels, __global ulong *sum) {
  const graph g = {begin, to};
  const state s = {distance, queue, queued};
  distance[start] = 0;
  queue[0] = start;
  *queued = 1;
  uint count;
  count <- explore(g, s, 0, 1, 0);
  force (count) {
    *levels = count;
    *sum <- sum_of_distances(distance, nodes);
  }
}
