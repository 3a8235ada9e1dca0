//===- vectors.cl - Loops of which a compiler makes vectors ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each loop is in a task for itself. Work-item i has part i of the memory, of
// `size` elements, and before and after it a few that no loop may touch.
//
//===----------------------------------------------------------------------===//

// The serial program on the host fuses no product with a sum.
#ifndef FUSE
#pragma OPENCL FP_CONTRACT OFF
#endif

#define MARGIN 3

__task void stencil(__global const double *in, __global double *out, int size) {
  for (int i = 1; i < size - 1; ++i)
    out[i] = in[i] + 0.1 * (in[i - 1] + in[i + 1] - 2.0 * in[i]);
}

// x and y may overlap.
__task void add_products(float a, __global const float *x, __global float *y,
                         int size) {
  for (int i = 0; i < size; ++i)
    y[i] += a * x[i];
}

double dot(__global const double *restrict x, __global const double *restrict y,
           int size) {
  double sum = 0;
  for (int i = 0; i < size; ++i)
    sum += x[i] * y[i];
  return sum;
}

__task double dot_of(__global const double *x, __global const double *y,
                     int size) {
  return dot(x, y, size);
}

// Writes only where something changes.
__task uint lower(__global const int *bound, __global int *values, int size) {
  uint changes = 0;
  for (int i = 0; i < size; ++i)
    if (bound[i] < values[i]) {
      values[i] = bound[i];
      changes += i + 1;
    }
  return changes;
}

__task void widen(__global const uchar *bytes, __global int *values, int size) {
  for (int i = 0; i < size; ++i)
    values[i] = bytes[i] * bytes[i] - 300;
}

__task void everything(__global const double *a, __global double *b,
                       __global float *f, int distance, __global int *v,
                       __global const uchar *bytes, int size,
                       __global double *sum, __global uint *changes) {
  () <- stencil(a, b, size);
  () <- add_products(1.1f, f, f + distance, size - abs(distance));
  () <- widen(bytes, v, size);
  force () {
    double s;
    uint c;
    s <- dot_of(a, b, size);
    c <- lower(v + size + MARGIN, v, size);
    force (s, c) {
      *sum = s;
      *changes = c;
    }
  }
}

// Between x and y of add_products lie `distance` elements.
__kernel void run_all(__global const double *a, __global double *b,
                      __global float *f, int distance, __global int *v,
                      __global const uchar *bytes, int size,
                      __global double *sums, __global uint *changes) {
  const int part = get_global_id(0);
  const int at = MARGIN + part * (size + MARGIN), at2 = 2 * at - MARGIN;
  () <- everything(a + at, b + at, f + at + max(0, -distance), distance,
                   v + at2, bytes + at, size, sums + part, changes + part);
}
