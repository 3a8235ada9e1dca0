//===- trees.cl - Trees whose nodes read and compute ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// GTaP's synthetic programs: a full binary tree, and one in which a node has up
// to three children, each with a probability that falls with the depth. A node
// reads `reads` numbers from anywhere and computes in `steps` steps, after its
// children.
//
//===----------------------------------------------------------------------===//

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

uint scramble(uint x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  return x;
}

double work(__global const double *input, uint mask, uint node, int reads,
            int steps) {
  uint seed = scramble(node + 0x51ed270bu);
  double sum = 0;
#pragma unroll 1
  for (int i = 0; i < reads; ++i)
    sum += input[scramble(seed + (uint)i * 0x9e3779b1u) & mask];
  uint mix = seed + (uint)(int)sum;
#pragma unroll 1
  for (int i = 0; i < steps; ++i)
    mix ^= (uint)as_ulong(fma((double)scramble(seed + (uint)i),
                              1.0000001192092896, 0.9999999403953552));
  return (double)mix;
}

__task void full(__global const double *input, uint mask, __global double *out,
                 uint node, int height, int reads, int steps) {
  if (height > 0) {
    () <- full(input, mask, out, 2 * node + 1, height - 1, reads, steps);
    () <- full(input, mask, out, 2 * node + 2, height - 1, reads, steps);
    force () {
      out[node] = work(input, mask, node, reads, steps);
      return;
    }
  }
  out[node] = work(input, mask, node, reads, steps);
}

__kernel void start_full(__global const double *input, uint mask,
                         __global double *out, int height, int reads,
                         int steps) {
  () <- full(input, mask, out, 0u, height, reads, steps);
}

#define CHILDREN 3

// Bit k of the result: there is a child k. `height` of `of` levels are left.
uint children_of(uint node, int height, int of) {
  uint which = 0, s = scramble(node ^ (uint)height * 0x85ebca6bu);
  for (uint k = 0; k < CHILDREN; ++k) {
    s = scramble(s + k + 1);
    if ((int)(s % (uint)of) < height)
      which |= 1u << k;
  }
  return which;
}

// Returns the nodes of its subtree, so that the host can compare.
__task int pruned(__global const double *input, uint mask,
                  __global double *out, uint node, int height, int of,
                  int reads, int steps) {
  int count[CHILDREN];
  int children = 0;
  if (height > 0) {
    uint which = children_of(node, height, of);
    for (uint k = 0; k < CHILDREN; ++k)
      if (which >> k & 1) {
        count[children] <- pruned(input, mask, out, node * CHILDREN + k + 1,
                                  height - 1, of, reads, steps);
        ++children;
      }
  }
  force (count, children) {
    out[node & mask] = work(input, mask, node, reads, steps);
    int sum = 1;
    for (int i = 0; i < children; ++i)
      sum += count[i];
    return sum;
  }
}

__kernel void start_pruned(__global const double *input, uint mask,
                           __global double *out, __global int *nodes,
                           int height, int reads, int steps) {
  *nodes <- pruned(input, mask, out, 0u, height, height, reads, steps);
}
