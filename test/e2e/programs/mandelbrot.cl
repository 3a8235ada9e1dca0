//===- mandelbrot.cl - The Mandelbrot set by subdivision ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mariani and Silver's way: if nothing on the border of a rectangle escapes,
// nothing inside does. Else it is cut into four. Fixed-point arithmetic makes
// the picture the same everywhere.
//
//===----------------------------------------------------------------------===//

#define FRACTION 26 // bits after the point
#define SMALL 6

typedef short2 corner;

typedef struct {
  long left, top, step; // of the complex plane, in fixed point
  int width;            // of the picture, in pixels
  ushort limit;
} view;

typedef struct {
  corner from, to; // `to` is outside
} rectangle;

rectangle make_rectangle(short left, short top, short right, short bottom) {
  const rectangle r = {(corner)(left, top), (corner)(right, bottom)};
  return r;
}

long times(long a, long b) { return a * b >> FRACTION; }

ushort iterations(view v, int x, int y) {
  const long cx = v.left + x * v.step, cy = v.top + y * v.step;
  long zx = 0, zy = 0;
  ushort n = 0;
  for (; n < v.limit; ++n) {
    const long xx = times(zx, zx), yy = times(zy, zy);
    if (xx + yy > 4l << FRACTION)
      break;
    zy = 2 * times(zx, zy) + cy;
    zx = xx - yy + cx;
  }
  return n;
}

ushort paint(__global ushort *picture, view v, int x, int y) {
  return picture[y * v.width + x] = iterations(v, x, y);
}

void fill(__global ushort *picture, view v, rectangle r) {
  for (int y = r.from.y + 1; y < r.to.y - 1; ++y)
    for (int x = r.from.x + 1; x < r.to.x - 1; ++x)
      picture[y * v.width + x] = v.limit;
}

// Paints the border and says whether none of it escapes.
__task bool paint_border(__global ushort *picture, view v, rectangle r) {
  bool inside = true;
  for (int x = r.from.x; x < r.to.x; ++x) {
    inside &= paint(picture, v, x, r.from.y) == v.limit;
    inside &= paint(picture, v, x, r.to.y - 1) == v.limit;
  }
  for (int y = r.from.y + 1; y < r.to.y - 1; ++y) {
    inside &= paint(picture, v, r.from.x, y) == v.limit;
    inside &= paint(picture, v, r.to.x - 1, y) == v.limit;
  }
  return inside;
}

__task void paint_rectangle(__global ushort *picture, view v, rectangle r,
                            __global volatile uint *filled) {
  const corner size = r.to - r.from;
  if (any(size <= (corner)(SMALL))) {
    for (int y = r.from.y; y < r.to.y; ++y)
      for (int x = r.from.x; x < r.to.x; ++x)
        paint(picture, v, x, y);
    return;
  }
  bool inside;
  inside <- paint_border(picture, v, r);
  force (inside) {
    if (inside) {
      fill(picture, v, r);
      atomic_add(filled, (uint)((size.x - 2) * (size.y - 2)));
      return;
    }
    const corner from = r.from + (corner)(1), to = r.to - (corner)(1);
    const corner cut = from + (to - from) / (corner)(2);
    const rectangle quarter[4] = {
        make_rectangle(from.x, from.y, cut.x, cut.y),
        make_rectangle(cut.x, from.y, to.x, cut.y),
        make_rectangle(from.x, cut.y, cut.x, to.y),
        make_rectangle(cut.x, cut.y, to.x, to.y),
    };
    for (int i = 0; i < 4; ++i)
      () <- paint_rectangle(picture, v, quarter[i], filled);
  }
}

// Work-item (x, y) starts with a tile of its own.
__kernel void paint_tiles(__global ushort *picture, long left, long top,
                          long step, int tile, ushort limit,
                          __global uint *filled) {
  const view v = {left, top, step, tile * (int)get_global_size(0), limit};
  const short x = (short)(get_global_id(0) * tile);
  const short y = (short)(get_global_id(1) * tile);
  () <- paint_rectangle(
      picture, v,
      make_rectangle(x, y, (short)(x + tile), (short)(y + tile)), filled);
}
