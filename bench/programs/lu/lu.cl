//===- lu.cl - Triangular factors of a matrix -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A becomes L and U, without pivots: the diagonal of L is 1. By quarters, as in
// the program that comes with Cilk (Blumofe et al., 1995):
//
//   A00 = L00 U00, A01 = L00 U01, A10 = L10 U00, A11 - L10 U01 = L11 U11
//
// All matrices are parts of one, with rows of `stride` elements, and have BLOCK
// times a power of two rows and columns.
//
//===----------------------------------------------------------------------===//

// Matrices of this size are left to loops.
#define BLOCK 16

void factor_block(__global double *a, size_t stride) {
  for (size_t k = 0; k < BLOCK; ++k)
    for (size_t i = k + 1; i < BLOCK; ++i) {
      const double factor = a[i * stride + k] / a[k * stride + k];
      a[i * stride + k] = factor;
      for (size_t j = k + 1; j < BLOCK; ++j)
        a[i * stride + j] -= factor * a[k * stride + j];
    }
}

// m becomes X with L X = m.
void lower_block(__global double *restrict m, __global const double *restrict l,
                 size_t stride) {
  for (size_t i = 0; i < BLOCK; ++i)
    for (size_t k = 0; k < i; ++k)
      for (size_t j = 0; j < BLOCK; ++j)
        m[i * stride + j] -= l[i * stride + k] * m[k * stride + j];
}

// m becomes X with X U = m.
void upper_block(__global double *restrict m, __global const double *restrict u,
                 size_t stride) {
  for (size_t i = 0; i < BLOCK; ++i)
    for (size_t k = 0; k < BLOCK; ++k) {
      const double factor = m[i * stride + k] / u[k * stride + k];
      m[i * stride + k] = factor;
      for (size_t j = k + 1; j < BLOCK; ++j)
        m[i * stride + j] -= factor * u[k * stride + j];
    }
}

// m becomes m - v w.
void subtract_block(__global double *restrict m,
                    __global const double *restrict v,
                    __global const double *restrict w, size_t stride) {
  for (size_t i = 0; i < BLOCK; ++i)
    for (size_t k = 0; k < BLOCK; ++k)
      for (size_t j = 0; j < BLOCK; ++j)
        m[i * stride + j] -= v[i * stride + k] * w[k * stride + j];
}

__task void subtract(__global double *m, __global const double *v,
                     __global const double *w, uint size, uint stride) {
  if (size == BLOCK) {
    subtract_block(m, v, w, stride);
    return;
  }
  // Where the quarters begin: right, below, right below.
  const uint part = size / 2;
  const uint r = part, b = part * stride, rb = b + r;
  () <- subtract(m, v, w, part, stride);
  () <- subtract(m + r, v, w + r, part, stride);
  () <- subtract(m + b, v + b, w, part, stride);
  () <- subtract(m + rb, v + b, w + r, part, stride);
  force ();
  () <- subtract(m, v + r, w + b, part, stride);
  () <- subtract(m + r, v + r, w + rb, part, stride);
  () <- subtract(m + b, v + rb, w + b, part, stride);
  () <- subtract(m + rb, v + rb, w + rb, part, stride);
}

__task void solve_lower(__global double *m, __global const double *l, uint size,
                        uint stride);

// The left or the right half of m.
__task void solve_columns(__global double *m, __global const double *l,
                          uint part, uint stride) {
  const uint b = part * stride;
  () <- solve_lower(m, l, part, stride);
  force ();
  () <- subtract(m + b, l + b, m, part, stride);
  force ();
  () <- solve_lower(m + b, l + b + part, part, stride);
}

__task void solve_lower(__global double *m, __global const double *l, uint size,
                        uint stride) {
  if (size == BLOCK) {
    lower_block(m, l, stride);
    return;
  }
  const uint part = size / 2;
  () <- solve_columns(m, l, part, stride);
  () <- solve_columns(m + part, l, part, stride);
}

__task void solve_upper(__global double *m, __global const double *u, uint size,
                        uint stride);

// The upper or the lower half of m.
__task void solve_rows(__global double *m, __global const double *u, uint part,
                       uint stride) {
  const uint b = part * stride;
  () <- solve_upper(m, u, part, stride);
  force ();
  () <- subtract(m + part, m, u + part, part, stride);
  force ();
  () <- solve_upper(m + part, u + b + part, part, stride);
}

__task void solve_upper(__global double *m, __global const double *u, uint size,
                        uint stride) {
  if (size == BLOCK) {
    upper_block(m, u, stride);
    return;
  }
  const uint part = size / 2;
  () <- solve_rows(m, u, part, stride);
  () <- solve_rows(m + part * stride, u, part, stride);
}

__task void factor(__global double *a, uint size, uint stride) {
  if (size == BLOCK) {
    factor_block(a, stride);
    return;
  }
  const uint part = size / 2;
  const uint r = part, b = part * stride, rb = b + r;
  () <- factor(a, part, stride);
  force ();
  () <- solve_lower(a + r, a, part, stride);
  () <- solve_upper(a + b, a, part, stride);
  force ();
  () <- subtract(a + rb, a + b, a + r, part, stride);
  force ();
  () <- factor(a + rb, part, stride);
}

__kernel void start(__global double *a, uint size) {
  () <- factor(a, size, size);
}
