//===- kd_tree.cl - Nearest neighbours in space ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The tree is an order of the points: the middle one of a range divides the
// rest by one coordinate, and the halves are trees by the next one. A search
// looks at the other half only if something in it can be nearer.
//
//===----------------------------------------------------------------------===//

typedef struct {
  int at[3];
  uint id;
} point;

typedef struct {
  __global point *points;
  uint size;
  uint axis; // that divides it
} tree;

typedef struct {
  ulong distance; // squared
  uint id;
  uint looked_at; // points
} neighbour;

#define NEXT(axis) (((axis) + 1) % 3)

tree lower_part(tree t) {
  const tree part = {t.points, t.size / 2, NEXT(t.axis)};
  return part;
}

tree upper_part(tree t) {
  const uint skipped = t.size / 2 + 1;
  const tree part = {t.points + skipped, t.size - skipped, NEXT(t.axis)};
  return part;
}

void swap_points(__global point *a, __global point *b) {
  const point saved = *a;
  *a = *b;
  *b = saved;
}

// Moves the middle element in the order of an axis to where it belongs, smaller
// ones before it and larger ones after it.
void select_middle(__global point *points, int size, uint axis) {
  int lo = 0, hi = size - 1;
  while (lo < hi) {
    const int pivot = points[size / 2].at[axis];
    int i = lo, j = hi;
    while (i <= j) {
      while (points[i].at[axis] < pivot)
        ++i;
      while (points[j].at[axis] > pivot)
        --j;
      if (i <= j)
        swap_points(&points[i++], &points[j--]);
    }
    if (j < size / 2)
      lo = i;
    if (i > size / 2)
      hi = j;
  }
}

// Returns the height of the tree.
__task uint grow(tree t) {
  if (t.size == 0)
    return 0;
  select_middle(t.points, (int)t.size, t.axis);
  uint lower, upper;
  lower <- grow(lower_part(t));
  upper <- grow(upper_part(t));
  force (lower, upper) { return 1 + max(lower, upper); }
}

ulong square(long x) { return (ulong)(x * x); }

neighbour nearer(neighbour a, neighbour b) {
  const bool second = b.distance < a.distance ||
                      (b.distance == a.distance && b.id < a.id);
  neighbour best = second ? b : a;
  best.looked_at = a.looked_at + b.looked_at;
  return best;
}

__task neighbour nearest(tree t, int4 query, neighbour best) {
  if (t.size == 0)
    return best;
  const point middle = t.points[t.size / 2];
  const int wanted[3] = {query.x, query.y, query.z};
  neighbour here = {0, middle.id, 1};
  for (int i = 0; i < 3; ++i)
    here.distance += square((long)middle.at[i] - wanted[i]);
  best = nearer(best, here);
  const long beyond = (long)wanted[t.axis] - middle.at[t.axis];
  neighbour found;
  found <- nearest(beyond < 0 ? lower_part(t) : upper_part(t), query, best);
  force (found) {
    if (square(beyond) > found.distance)
      return found;
    neighbour other;
    other <- nearest(beyond < 0 ? upper_part(t) : lower_part(t), query, found);
    force (other) { return other; }
  }
}

__kernel void build(__global point *points, uint size, __global uint *height) {
  const tree t = {points, size, 0};
  *height <- grow(t);
}

__kernel void find(__global point *points, uint size,
                   __global const int4 *queries, __global neighbour *found) {
  const size_t i = get_global_id(0);
  const tree t = {points, size, 0};
  const neighbour nobody = {ULONG_MAX, UINT_MAX, 0};
  found[i] <- nearest(t, queries[i], nobody);
}
