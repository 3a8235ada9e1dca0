//===- mesh_edges.cl - A loop over edges that adds to both ends -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The loop of programs on unstructured meshes: what flows along an edge leaves
// one end and arrives at the other. Edges that share an end conflict.
//
//===----------------------------------------------------------------------===//

__kernel __ordered(sum) void flow(__global float *sum,
                                  __global const int2 *edge,
                                  __global const float *weight,
                                  __global const float *value, int n) {
  int e = get_global_id(0);
  if (e >= n)
    return;
  int2 ends = edge[e];
  float drop = value[ends.y] - value[ends.x];
  // fma, since compilers may make one of sum + weight * drop, or not.
  sum[ends.x] = fma(weight[e], drop, sum[ends.x]);
  sum[ends.y] = fma(-weight[e], drop, sum[ends.y]);
}
