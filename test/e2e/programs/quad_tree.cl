//===- quad_tree.cl - A spatial index with nodes from a pool --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A task takes a node from the pool and has its children's numbers delivered
// right into it. A second kernel counts points in circles: a node that lies in
// a circle, or out of it, is not opened.
//
//===----------------------------------------------------------------------===//

enum { CAPACITY = 6, NONE = -1 };

typedef struct {
  int2 corner; // of the square: smallest coordinates
  int size;    // a power of two
  int first, count;
  int child[4]; // NONE in a leaf, and where there are no points
} node;

typedef struct {
  __global node *nodes;
  __global volatile int *used;
} pool;

int take_node(pool p) { return atomic_inc(p.used); }

int quarter_of(int2 at, int2 middle) {
  return (at.x >= middle.x) + 2 * (at.y >= middle.y);
}

// Sorts points into the quarters of a square; begin[q] is where each begins.
void divide(__global int2 *points, int count, int2 middle, int *begin) {
  int next = 0;
  for (int q = 0; q < 4; ++q) {
    begin[q] = next;
    for (int i = next; i < count; ++i)
      if (quarter_of(points[i], middle) == q) {
        const int2 moved = points[i];
        points[i] = points[next];
        points[next++] = moved;
      }
  }
  begin[4] = next;
}

// Returns the number of the node.
__task int build(pool p, __global int2 *points, int first, int count,
                 int2 corner, int size) {
  const int number = take_node(p);
  __global node *n = p.nodes + number;
  n->corner = corner;
  n->size = size;
  n->first = first;
  n->count = count;
  for (int q = 0; q < 4; ++q)
    n->child[q] = NONE;
  if (count <= CAPACITY || size == 1)
    return number;
  const int half_size = size / 2;
  int begin[5];
  divide(points + first, count, corner + half_size, begin);
  for (int q = 0; q < 4; ++q)
    if (begin[q] < begin[q + 1])
      n->child[q] <- build(p, points, first + begin[q], begin[q + 1] - begin[q],
                           corner + half_size * (int2)(q % 2, q / 2),
                           half_size);
  // Who waits for this node wants its children, too.
  force () { return number; }
}

typedef enum { OUTSIDE, CROSSING, INSIDE } relation;

relation relate(node n, int2 centre, int radius) {
  const int2 far_corner = n.corner + n.size - 1;
  const int2 nearest = clamp(centre, n.corner, far_corner) - centre;
  const int2 farthest =
      convert_int2(max(abs(n.corner - centre), abs(far_corner - centre)));
  if (nearest.x * nearest.x + nearest.y * nearest.y > radius * radius)
    return OUTSIDE;
  const bool whole =
      farthest.x * farthest.x + farthest.y * farthest.y <= radius * radius;
  return whole ? INSIDE : CROSSING;
}

__task uint count_in(__global const node *nodes, __global const int2 *points,
                     int number, int2 centre, int radius) {
  const node n = nodes[number];
  uint in[5] = {0, 0, 0, 0, 0};
  switch (relate(n, centre, radius)) {
  case OUTSIDE:
    return 0;
  case INSIDE:
    return n.count;
  case CROSSING:
    break;
  }
  bool leaf = true;
  for (int q = 0; q < 4; ++q)
    leaf &= n.child[q] == NONE;
  for (int i = n.first; leaf && i < n.first + n.count; ++i) {
    const int2 way = points[i] - centre;
    in[4] += way.x * way.x + way.y * way.y <= radius * radius;
  }
  for (int q = 0; q < 4; ++q)
    if (n.child[q] != NONE)
      in[q] <- count_in(nodes, points, n.child[q], centre, radius);
  force (in) { return in[0] + in[1] + in[2] + in[3] + in[4]; }
}

__kernel void build_tree(__global int2 *points, int count, int size,
                         __global node *nodes, __global int *used,
                         __global int *root) {
  const pool p = {nodes, used};
  *used = 0;
  *root <- build(p, points, 0, count, (int2)(0), size);
}

__kernel void count_in_circles(__global const node *nodes,
                               __global const int *root,
                               __global const int2 *points,
                               __global const int4 *circles,
                               __global uint *counts) {
  const size_t i = get_global_id(0);
  const int4 circle = circles[i];
  counts[i] <- count_in(nodes, points, *root, circle.xy, circle.z);
}
