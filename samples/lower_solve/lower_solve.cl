//===- lower_solve.cl - Solution of a lower triangular system -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// L x = b, row after row. Row i has the places row[i] to row[i + 1] - 1 of `col`
// and `a`, its diagonal last. It needs the x of all rows that it names. Which
// rows these are, only the matrix knows.
//
//===----------------------------------------------------------------------===//
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel __ordered(x) void solve(__global double *x, __global const int *row,
                                 __global const int *col,
                                 __global const double *a,
                                 __global const double *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int diagonal = row[i + 1] - 1;
  double s = b[i];
  // fma, since compilers may make one of s - a * x, or not.
  for (int k = row[i]; k < diagonal; ++k)
    s = fma(-a[k], x[col[k]], s);
  x[i] = s / a[diagonal];
}
