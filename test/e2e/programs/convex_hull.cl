//===- convex_hull.cl - The corners of a set of points by quickhull -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Of the points on one side of a line, the farthest is a corner, and only what
// is outside of the two new lines can be one too. Points are reordered in
// place.
//
//===----------------------------------------------------------------------===//

typedef struct {
  int2 at;
  uint id;
  uint unused;
} point;

// Positive if p is on the left of the way from a to b; the larger, the farther.
long side(int2 a, int2 b, int2 p) {
  const long2 way = convert_long2(b) - convert_long2(a);
  const long2 here = convert_long2(p) - convert_long2(a);
  return way.x * here.y - way.y * here.x;
}

bool before(int2 a, int2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Moves what is on the left of a line to the front, and counts it.
uint gather_left(__global point *points, uint size, int2 a, int2 b) {
  uint left = 0;
  for (uint i = 0; i < size; ++i)
    if (side(a, b, points[i].at) > 0) {
      const point p = points[i];
      points[i] = points[left];
      points[left++] = p;
    }
  return left;
}

// All points are on the left of the way from a to b, which are corners. Returns
// the number of corners between them.
__task uint corners_between(__global point *points, uint size, int2 a, int2 b,
                            __global uchar *is_corner) {
  if (size == 0)
    return 0;
  point farthest = points[0];
  long distance = side(a, b, farthest.at);
  for (uint i = 1; i < size; ++i) {
    const point p = points[i];
    const long d = side(a, b, p.at);
    // Of points that are equally far, one at an end is a corner.
    if (d > distance || (d == distance && before(p.at, farthest.at))) {
      farthest = p;
      distance = d;
    }
  }
  is_corner[farthest.id] = 1;
  const uint first = gather_left(points, size, a, farthest.at);
  const uint second =
      gather_left(points + first, size - first, farthest.at, b);
  uint corners[2];
  corners[0] <- corners_between(points, first, a, farthest.at, is_corner);
  corners[1] <-
      corners_between(points + first, second, farthest.at, b, is_corner);
  force (corners) { return 1 + corners[0] + corners[1]; }
}

__task uint hull(__global point *points, uint size, __global uchar *is_corner) {
  point lowest = points[0], highest = points[0];
  for (uint i = 1; i < size; ++i) {
    const point p = points[i];
    if (before(p.at, lowest.at))
      lowest = p;
    if (before(highest.at, p.at))
      highest = p;
  }
  is_corner[lowest.id] = is_corner[highest.id] = 1;
  if (all(lowest.at == highest.at))
    return 1;
  const uint above = gather_left(points, size, lowest.at, highest.at);
  const uint below =
      gather_left(points + above, size - above, highest.at, lowest.at);
  uint up, down;
  up <- corners_between(points, above, lowest.at, highest.at, is_corner);
  down <- corners_between(points + above, below, highest.at, lowest.at,
                          is_corner);
  force (up, down) { return 2 + up + down; }
}

// Work-item i takes the points from begin[i] up to begin[i + 1]. The ids count
// from the start of all points.
__kernel void hulls(__global point *points, __global const uint *begin,
                    __global uchar *is_corner, __global uint *corners) {
  const size_t i = get_global_id(0);
  for (uint k = begin[i]; k < begin[i + 1]; ++k)
    is_corner[k] = 0;
  if (begin[i] == begin[i + 1])
    corners[i] = 0;
  else
    corners[i] <- hull(points + begin[i], begin[i + 1] - begin[i], is_corner);
}
