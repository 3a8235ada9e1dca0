//===- bfs.cl - Distances in a graph, level by level ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The vertices of a level are divided among tasks, and the next level begins
// when all have come together. GTaP's program lets vertices correct each other
// instead, which finds the same distances. A graph is a list of edges for each
// vertex: those of v are targets[first[v]] up to targets[first[v + 1]].
//
//===----------------------------------------------------------------------===//

#define SMALL_LEVEL 32 // vertices that one task looks at
#define SMALL_LIST 64  // edges of one vertex that one task follows

struct graph {
  __global const int *first, *targets;
  __global int *distance; // -1: not reached
  __global int *levels;   // two lists of vertices, each with room for all
  __global int *counts;   // of the lists
  int vertices;
};

void follow(struct graph g, int begin, int end, int level) {
  __global int *count = &g.counts[(level + 1) % 2];
  __global int *next = g.levels + (ulong)((level + 1) % 2) * g.vertices;
  for (int e = begin; e < end; ++e) {
    int to = g.targets[e];
    if (g.distance[to] == -1 &&
        atomic_cmpxchg(&g.distance[to], -1, level + 1) == -1)
      next[atomic_inc(count)] = to;
  }
}

__task void edges(struct graph g, int begin, int end, int level) {
  if (end - begin <= SMALL_LIST) {
    follow(g, begin, end, level);
    return;
  }
  int middle = begin + (end - begin) / 2;
  () <- edges(g, begin, middle, level);
  () <- edges(g, middle, end, level);
}

__task void visit(struct graph g, int begin, int end, int level) {
  if (end - begin > SMALL_LEVEL) {
    int middle = begin + (end - begin) / 2;
    () <- visit(g, begin, middle, level);
    () <- visit(g, middle, end, level);
    return;
  }
  __global const int *now = g.levels + (ulong)(level % 2) * g.vertices;
  for (int i = begin; i < end; ++i) {
    int vertex = now[i];
    int from = g.first[vertex], to = g.first[vertex + 1];
    if (to - from > SMALL_LIST)
      () <- edges(g, from, to, level);
    else
      follow(g, from, to, level);
  }
}

__task int search(struct graph g, int level) {
  int found = g.counts[level % 2];
  if (!found)
    return level;
  g.counts[(level + 1) % 2] = 0;
  () <- visit(g, 0, found, level);
  force () {
    int levels;
    levels <- search(g, level + 1);
    force (levels) { return levels; }
  }
}

__kernel void start(__global const int *first, __global const int *targets,
                    __global int *distance, __global int *levels,
                    __global int *counts, __global int *depth, int vertices,
                    int from) {
  struct graph g = {first, targets, distance, levels, counts, vertices};
  distance[from] = 0;
  levels[0] = from;
  counts[0] = 1;
  *depth <- search(g, 0);
}
