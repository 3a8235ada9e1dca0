//===- ordered.cl - Loops with and without conflicts ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The loops of the paper on ordered kernels (README.md), and some of those that
// people need. With -DPLAIN they are ordinary kernels: right only where
// work-items do not conflict.
//
// Sums are written with fma, here and in Serial.cpp: compilers may make one of
// a * b + c, or not, and the results are compared bit for bit.
//
//===----------------------------------------------------------------------===//
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifdef PLAIN
#define ORDERED(...)
#else
#define ORDERED(...) __ordered(__VA_ARGS__)
#endif

#define IN const __global

// Another value, always small, makes another command of it, for which no earlier
// analysis counts. That is so if the inspector uses the value, as it does in
// kernels with NOTHING. Those of the other kernels read buffers, which are
// written anew.
#define FRESH uint fresh
#define NOTHING (fresh >> 31)

// The running example of the paper.
__kernel ORDERED(a) void rand_acc(__global float *a, __global float *b,
                                  IN int *w, IN int *r, IN float *v, FRESH) {
  size_t i = get_global_id(0);
  a[w[i]] = v[i];
  b[i] = a[r[i]];
}

// The same with three reads.
__kernel ORDERED(a) void rand_acc3(__global float *a, __global float *b,
                                   IN int *w, IN int *r, IN int *s, IN int *t,
                                   IN float *v, FRESH) {
  size_t i = get_global_id(0);
  a[w[i]] = v[i];
  b[i] = a[r[i]] + a[s[i]] + a[t[i]];
}

// Without conflicts, which only the run knows: `w` is a permutation.
__kernel ORDERED(a) void do_all(__global float *a, IN int *w, IN float *v,
                                FRESH) {
  size_t i = get_global_id(0);
  a[w[i]] = v[i];
}

__kernel ORDERED(a, b) void conv2d(__global float *b, IN float *a, int n,
                                   FRESH) {
  int j = get_global_id(0) + NOTHING, i = get_global_id(1);
  if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1)
    return;
  IN float *p = a + i * n + j;
  float s = 0.2f * p[-n - 1];
  s = fma(0.5f, p[-1], s);
  s = fma(-0.8f, p[n - 1], s);
  s = fma(-0.3f, p[-n], s);
  s = fma(0.6f, p[0], s);
  s = fma(-0.9f, p[n], s);
  s = fma(0.4f, p[-n + 1], s);
  s = fma(0.7f, p[1], s);
  b[i * n + j] = fma(0.1f, p[n + 1], s);
}

// ex has n rows of n + 1, ey n + 1 rows of n, hz n rows of n.
__kernel ORDERED(ey, hz) void fdtd_ey(__global float *ey, IN float *hz,
                                      int n, FRESH) {
  int j = get_global_id(0) + NOTHING, i = get_global_id(1), at = i * n + j;
  if (i == 0)
    ey[at] = 1;
  else
    ey[at] = fma(-0.5f, hz[at] - hz[at - n], ey[at]);
}

__kernel ORDERED(ex, hz) void fdtd_ex(__global float *ex, IN float *hz,
                                      int n, FRESH) {
  int j = get_global_id(0) + NOTHING, i = get_global_id(1), at = i * (n + 1) + j;
  if (j > 0)
    ex[at] = fma(-0.5f, hz[i * n + j] - hz[i * n + j - 1], ex[at]);
}

__kernel ORDERED(hz, ex, ey) void fdtd_hz(__global float *hz, IN float *ex,
                                          IN float *ey, int n, FRESH) {
  int j = get_global_id(0) + NOTHING, i = get_global_id(1), at = i * (n + 1) + j;
  float turn = ex[at + 1] - ex[at] + ey[(i + 1) * n + j] - ey[i * n + j];
  hz[i * n + j] = fma(-0.7f, turn, hz[i * n + j]);
}

__kernel ORDERED(c, a, b) void gemm(__global float *c, IN float *a,
                                    IN float *b, int n, FRESH) {
  int j = get_global_id(0) + NOTHING, i = get_global_id(1);
  float s = 0.5f * c[i * n + j];
  for (int k = 0; k < n; ++k)
    s = fma(1.5f * a[i * n + k], b[k * n + j], s);
  c[i * n + j] = s;
}

__kernel ORDERED(x, a, y) void mvt_rows(__global float *x, IN float *a,
                                        IN float *y, int n, FRESH) {
  int i = get_global_id(0) + NOTHING;
  float s = x[i];
  for (int j = 0; j < n; ++j)
    s = fma(a[i * n + j], y[j], s);
  x[i] = s;
}

__kernel ORDERED(x, a, y) void mvt_columns(__global float *x, IN float *a,
                                           IN float *y, int n, FRESH) {
  int i = get_global_id(0) + NOTHING;
  float s = x[i];
  for (int j = 0; j < n; ++j)
    s = fma(a[j * n + i], y[j], s);
  x[i] = s;
}

__kernel ORDERED(x) void scatter_add(__global float *x, IN int *at,
                                     IN float *v, FRESH) {
  size_t i = get_global_id(0);
  x[at[i]] += v[i];
}

// The same with vectors, as when forces are added up.
__kernel ORDERED(x) void scatter_vectors(__global float *x, IN int *at,
                                         IN float *v, FRESH) {
  size_t i = get_global_id(0);
  int k = at[i];
  x[3 * k] += v[i];
  x[3 * k + 1] -= v[i];
  x[3 * k + 2] = fma(2.0f, v[i], x[3 * k + 2]);
}

// What people write without ordered kernels: not the same in each run.
__kernel void scatter_atomic(__global float *x, IN int *at, IN float *v,
                             FRESH) {
  size_t i = get_global_id(0);
  volatile __global int *place = (volatile __global int *)(x + at[i]);
  int seen = *place, before;
  do {
    before = seen;
    seen = atomic_cmpxchg(place, before, as_int(as_float(before) + v[i]));
  } while (seen != before);
}

__kernel ORDERED(h) void histogram(__global uint *h, IN uint *key, uint mask,
                                   FRESH) {
  size_t i = get_global_id(0);
  ++h[key[i] & mask];
}

// Here integers are added, so atomics give the right result, too.
__kernel void histogram_atomic(__global uint *h, IN uint *key, uint mask,
                               FRESH) {
  size_t i = get_global_id(0);
  atomic_inc(h + (key[i] & mask));
}

// Rows of a lower triangular matrix, the diagonal last.
__kernel ORDERED(x) void lower_solve(__global double *x, IN int *row,
                                     IN int *col, IN double *a,
                                     IN double *b, FRESH) {
  size_t i = get_global_id(0);
  int diagonal = row[i + 1] - 1;
  double s = b[i];
  for (int k = row[i]; k < diagonal; ++k)
    s = fma(-a[k], x[col[k]], s);
  x[i] = s / a[diagonal];
}

// Rows of a matrix without its diagonal, which is `d` everywhere.
__kernel ORDERED(x) void gauss_seidel(__global double *x, IN int *row,
                                      IN int *col, IN double *a, IN double *b,
                                      double d, FRESH) {
  size_t i = get_global_id(0);
  double s = b[i];
  for (int k = row[i]; k < row[i + 1]; ++k)
    s = fma(-a[k], x[col[k]], s);
  x[i] = s / d;
}

// What flows along an edge leaves one end and arrives at the other.
__kernel ORDERED(sum) void edges(__global float *sum, IN int2 *edge,
                                 IN float *weight, FRESH) {
  size_t e = get_global_id(0);
  int2 ends = edge[e];
  sum[ends.x] += weight[e];
  sum[ends.y] -= weight[e];
}

// The matrix of an element of a square grid, times its size: 4 on the diagonal, -2
// between nodes across, -1 between others, 4 + 4 of them.
float stiffness(int k) {
  int between = k / 4 ^ k % 4;
  return between == 0 ? 4 : between == 3 ? -2 : -1;
}

// Each element adds its matrix to 16 places of the matrix of all nodes.
__kernel ORDERED(value) void assembly(__global float *value, IN int *place,
                                      IN float *size, FRESH) {
  size_t e = get_global_id(0);
  for (int k = 0; k < 16; ++k) {
    int at = place[16 * e + k];
    value[at] = fma(size[e], stiffness(k), value[at]);
  }
}

__kernel ORDERED(x) void chain(__global float *x, IN float *v, FRESH) {
  size_t i = get_global_id(0) + NOTHING;
  x[i + 1] = fma(0.5f, x[i], v[i]);
}
