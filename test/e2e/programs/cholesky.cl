//===- cholesky.cl - Factorisation of symmetric matrices in place ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A = L L^T, recursively: factor the top left block, solve for the block below
// it, subtract that block's square from the rest, factor the rest. Only the
// lower triangle is read and written.
//
//===----------------------------------------------------------------------===//

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define SMALL 6

typedef struct {
  __global double *at;
  int stride;
} block;

#define AT(b, row, column) ((b).at[(row) * (b).stride + (column)])

block shifted(block b, int rows, int columns) {
  b.at += rows * b.stride + columns;
  return b;
}

// 0, or the number, from 1 on, of the first pivot that is not positive.
int factor_small(block a, int n) {
  for (int k = 0; k < n; ++k) {
    double pivot = AT(a, k, k);
    for (int j = 0; j < k; ++j)
      pivot -= AT(a, k, j) * AT(a, k, j);
    if (!(pivot > 0.0))
      return k + 1;
    AT(a, k, k) = sqrt(pivot);
    for (int i = k + 1; i < n; ++i) {
      double sum = AT(a, i, k);
      for (int j = 0; j < k; ++j)
        sum -= AT(a, i, j) * AT(a, k, j);
      AT(a, i, k) = sum / AT(a, k, k);
    }
  }
  return 0;
}

// Replaces B, of rows x n, by B L^-T. Each row is a problem of its own.
__task void solve(block l, block b, int rows, int n) {
  if (rows > SMALL) {
    const int upper = rows / 2;
    () <- solve(l, b, upper, n);
    () <- solve(l, shifted(b, upper, 0), rows - upper, n);
    force () { return; }
  }
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < n; ++k) {
      double sum = AT(b, row, k);
      for (int j = 0; j < k; ++j)
        sum -= AT(b, row, j) * AT(l, k, j);
      AT(b, row, k) = sum / AT(l, k, k);
    }
}

// C -= A B^T for C of rows x columns and inner products of length n.
__task void subtract_product(block c, block a, block b, int rows, int columns,
                             int n) {
  if (rows > SMALL) {
    const int upper = rows / 2;
    () <- subtract_product(c, a, b, upper, columns, n);
    () <- subtract_product(shifted(c, upper, 0), shifted(a, upper, 0), b,
                           rows - upper, columns, n);
    force () { return; }
  }
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int k = 0; k < n; ++k)
        AT(c, row, column) -= AT(a, row, k) * AT(b, column, k);
}

// The lower triangle of C -= A A^T.
__task void subtract_square(block c, block a, int rows, int n) {
  if (rows > SMALL) {
    const int upper = rows / 2;
    const block below = shifted(a, upper, 0);
    () <- subtract_square(c, a, upper, n);
    () <- subtract_product(shifted(c, upper, 0), below, a, rows - upper, upper,
                           n);
    () <- subtract_square(shifted(c, upper, upper), below, rows - upper, n);
    force () { return; }
  }
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column <= row; ++column)
      for (int k = 0; k < n; ++k)
        AT(c, row, column) -= AT(a, row, k) * AT(a, column, k);
}

__task int factor(block a, int n) {
  if (n <= SMALL)
    return factor_small(a, n);
  const int upper = n / 2, lower = n - n / 2;
  const block below = shifted(a, upper, 0), rest = shifted(a, upper, upper);
  int failed;
  failed <- factor(a, upper);
  force (failed) {
    if (failed)
      return failed;
    () <- solve(a, below, lower, upper);
    force () {
      () <- subtract_square(rest, below, lower, upper);
      force () {
        int failed_later;
        failed_later <- factor(rest, lower);
        force (failed_later) { return failed_later ? failed_later + upper : 0; }
      }
    }
  }
}

// Matrix i has size[i] rows and lies at begin[i].
__kernel void factor_all(__global double *matrices, __global const int *begin,
                         __global const int *size, __global int *failed) {
  const size_t i = get_global_id(0);
  block a;
  a.at = matrices + begin[i];
  a.stride = size[i];
  failed[i] <- factor(a, size[i]);
}
