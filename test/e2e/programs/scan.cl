//===- scan.cl - Prefix sums over any associative operation ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Up a tree with the sums of the left halves, down again with what came before.
// The tasks are made by a macro, once for each type of element: integers under
// addition, and linear functions under composition, which does not commute.
//
//===----------------------------------------------------------------------===//

#define SMALL 16u

typedef uint2 linear; // x -> .x * x + .y

uint add(uint a, uint b) { return a + b; }

// First f, then g.
linear compose(linear f, linear g) {
  return (linear)(f.x * g.x, f.y * g.x + g.y);
}

// Node i of the tree has the children 2 i and 2 i + 1; ranges of up to SMALL
// elements are leaves and need none.
#define DEFINE_SCAN(name, type, combine)                                       \
  type name##_small(__global const type *in, uint size, type before,          \
                    __global type *out) {                                      \
    type sum = before;                                                         \
    for (uint i = 0; i < size; ++i) {                                          \
      sum = combine(sum, in[i]);                                               \
      if (out)                                                                 \
        out[i] = sum;                                                          \
    }                                                                          \
    return sum;                                                                \
  }                                                                            \
  __task type name##_up(__global const type *in, uint size, type zero,         \
                        __global type *tree, uint node) {                      \
    if (size <= SMALL)                                                         \
      return name##_small(in, size, zero, 0);                                  \
    type left, right;                                                          \
    left <- name##_up(in, size / 2, zero, tree, 2 * node);                     \
    right <- name##_up(in + size / 2, size - size / 2, zero, tree,             \
                       2 * node + 1);                                          \
    force (left, right) {                                                      \
      tree[node] = left;                                                       \
      return combine(left, right);                                             \
    }                                                                          \
  }                                                                            \
  __task void name##_down(__global const type *in, uint size, type before,     \
                          __global const type *tree, uint node,                \
                          __global type *out) {                                \
    if (size <= SMALL) {                                                       \
      name##_small(in, size, before, out);                                     \
      return;                                                                  \
    }                                                                          \
    const uint cut = size / 2;                                                 \
    () <- name##_down(in, cut, before, tree, 2 * node, out);                   \
    () <- name##_down(in + cut, size - cut, combine(before, tree[node]), tree, \
                      2 * node + 1, out + cut);                                \
  }                                                                            \
  __task type name(__global const type *in, uint size, type zero,              \
                   __global type *tree, __global type *out) {                  \
    type total;                                                                \
    total <- name##_up(in, size, zero, tree, 1);                               \
    force (total) {                                                            \
      () <- name##_down(in, size, zero, tree, 1, out);                         \
      return total;                                                            \
    }                                                                          \
  }

DEFINE_SCAN(sums, uint, add)
DEFINE_SCAN(compositions, linear, compose)

__kernel void scan_sums(__global const uint *in, uint size, __global uint *tree,
                        __global uint *out, __global uint *total) {
  *total <- sums(in, size, 0, tree, out);
}

__kernel void scan_compositions(__global const linear *in, uint size,
                                __global linear *tree, __global linear *out,
                                __global linear *total) {
  *total <- compositions(in, size, (linear)(1, 0), tree, out);
}

// A work-group has a row, and each of its work-items an equal part of it. What
// comes before a part is found in local memory; then tasks do the rest.
__kernel void scan_rows(__global const uint *in, uint part,
                        __global uint *tree, __global uint *out,
                        __local uint *sum) {
  const uint me = get_local_id(0);
  const size_t first = get_global_id(0) * part;
  sum[me] = sums_small(in + first, part, 0, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  for (uint i = 0; i < me; ++i)
    before += sum[i];
  uint total;
  total <- sums_up(in + first, part, 0u, tree + first, 1);
  force (total) {
    () <- sums_down(in + first, part, before, tree + first, 1, out + first);
  }
}
