//===- closest_pair.cl - The two nearest of many points -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Points come sorted by x. The halves are searched side by side; then only
// pairs across the border are left that are nearer than the best of both, and
// these lie in a strip, which the tasks keep sorted by y as merge sort would.
//
//===----------------------------------------------------------------------===//

#define SMALL 4

typedef struct {
  int2 at;
  int id;
  int unused;
} point;

typedef struct {
  ulong distance; // squared
  int2 ids;       // the smaller one first
} pair;

__constant pair no_pair = {ULONG_MAX, (int2)(-1, -1)};

pair nearer(pair a, pair b) {
  if (a.distance != b.distance)
    return a.distance < b.distance ? a : b;
  if (a.ids.x != b.ids.x)
    return a.ids.x < b.ids.x ? a : b;
  return a.ids.y < b.ids.y ? a : b;
}

pair make_pair(point a, point b) {
  const long2 way = convert_long2(a.at) - convert_long2(b.at);
  const pair p = {(ulong)(way.x * way.x + way.y * way.y),
                  (int2)(min(a.id, b.id), max(a.id, b.id))};
  return p;
}

bool within(long way, pair best) { return (ulong)(way * way) <= best.distance; }

void sort_by_y(__global point *points, int size) {
  for (int i = 1; i < size; ++i) {
    const point moving = points[i];
    int hole = i;
    for (; hole > 0 && points[hole - 1].at.y > moving.at.y; --hole)
      points[hole] = points[hole - 1];
    points[hole] = moving;
  }
}

void merge_by_y(__global point *points, __global point *scratch, int cut,
                int size) {
  int i = 0, j = cut;
  for (int k = 0; k < size; ++k) {
    const bool lower =
        j == size || (i < cut && points[i].at.y <= points[j].at.y);
    scratch[k] = lower ? points[i++] : points[j++];
  }
  for (int k = 0; k < size; ++k)
    points[k] = scratch[k];
}

// Pairs in the strip around a vertical line.
pair search_strip(__global const point *points, __global point *scratch,
                  int size, int line, pair best) {
  int in_strip = 0;
  for (int i = 0; i < size; ++i) {
    const point p = points[i];
    if (!within((long)p.at.x - line, best))
      continue;
    for (int k = in_strip - 1; k >= 0; --k) {
      if (!within((long)p.at.y - scratch[k].at.y, best))
        break;
      best = nearer(best, make_pair(scratch[k], p));
    }
    scratch[in_strip++] = p;
  }
  return best;
}

// From points in order of x to points in order of y.
__task pair closest(__global point *points, __global point *scratch, int size) {
  if (size <= SMALL) {
    pair best = no_pair;
    for (int i = 0; i < size; ++i)
      for (int k = 0; k < i; ++k)
        best = nearer(best, make_pair(points[i], points[k]));
    sort_by_y(points, size);
    return best;
  }
  const int cut = size / 2, line = points[cut].at.x;
  pair left, right;
  left <- closest(points, scratch, cut);
  right <- closest(points + cut, scratch + cut, size - cut);
  force (left) {
    const pair so_far = left;
    force (right) {
      merge_by_y(points, scratch, cut, size);
      return search_strip(points, scratch, size, line, nearer(so_far, right));
    }
  }
}

// Work-item i has set i, of `size` points.
__kernel void closest_of_sets(__global point *points, __global point *scratch,
                              int size, __global pair *found) {
  const size_t first = get_global_id(0) * size;
  found[get_global_id(0)] <- closest(points + first, scratch + first, size);
}
