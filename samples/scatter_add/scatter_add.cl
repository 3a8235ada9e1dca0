//===- scatter_add.cl - Sums at places that only the run knows ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The same loop in three ways. Only the first one always gives what a serial
// loop gives.
//
//===----------------------------------------------------------------------===//

// In order: bit for bit the sums of a serial loop, however often `at` repeats.
__kernel __ordered(x) void in_order(__global float *x, __global const int *at,
                                    __global const float *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += v[i];
}

// By atomics: nothing gets lost. But the order of the additions, and with it the
// rounding, is another one in each run.
__kernel void by_atomics(__global float *x, __global const int *at,
                         __global const float *v, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  volatile __global int *place = (volatile __global int *)(x + at[i]);
  int seen = *place, before;
  do {
    before = seen;
    seen = atomic_cmpxchg(place, before, as_int(as_float(before) + v[i]));
  } while (seen != before);
}

// With neither: two work-items may read the same sum, and one addend gets lost.
__kernel void at_once(__global float *x, __global const int *at,
                      __global const float *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += v[i];
}
