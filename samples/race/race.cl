//===- race.cl - A sum with a race, and one without -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

/// Adds `n` numbers to `*sum`. Two tasks may do so at the same time.
__task void add(__global const uint *v, uint n, __global uint *sum) {
  if (n <= 64) {
    uint s = 0;
    for (uint i = 0; i < n; ++i)
      s += v[i];
    *sum += s;
    return;
  }
  () <- add(v, n / 2, sum);
  () <- add(v + n / 2, n - n / 2, sum);
}

__kernel void racy(__global const uint *v, uint n, __global uint *sum) {
  () <- add(v, n, sum);
}

/// The sum of `n` numbers: each task has one of its own.
__task uint total(__global const uint *v, uint n) {
  if (n <= 64) {
    uint s = 0;
    for (uint i = 0; i < n; ++i)
      s += v[i];
    return s;
  }
  uint left, right;
  left <- total(v, n / 2);
  right <- total(v + n / 2, n - n / 2);
  force (left, right) { return left + right; }
}

__kernel void mended(__global const uint *v, uint n, __global uint *sum) {
  *sum <- total(v, n);
}
