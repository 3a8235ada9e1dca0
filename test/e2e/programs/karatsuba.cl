//===- karatsuba.cl - Products of polynomials -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Coefficients are integers modulo 2^32, and there is a power of two of them,
// at least 16. Three products of half the size make one, and the leaves
// multiply vectors.
//
//===----------------------------------------------------------------------===//

#define LEAF 16u

typedef union {
  uint16 all;
  uint at[LEAF];
} lanes;

typedef union {
  uint16 part[2];
  uint at[2 * LEAF];
} wide_lanes;

__global uint16 *as_vectors(__global uint *at) { return (__global uint16 *)at; }

void multiply_leaf(__global const uint *a, __global uint *b,
                   __global uint *product) {
  lanes factor;
  factor.all = *as_vectors(b);
  wide_lanes sum;
  sum.part[0] = sum.part[1] = 0;
  for (uint i = 0; i < LEAF; ++i)
    for (uint j = 0; j < LEAF; ++j)
      sum.at[i + j] += a[i] * factor.at[j];
  as_vectors(product)[0] = sum.part[0];
  as_vectors(product)[1] = sum.part[1];
}

void add_halves(__global uint *a, uint half_size, __global uint *sum) {
  for (uint i = 0; i < half_size; i += LEAF)
    *as_vectors(sum + i) = *as_vectors(a + i) + *as_vectors(a + half_size + i);
}

// Two sums of half the size and their product, and what that product needs.
uint scratch_size(uint size) {
  uint needed = 0;
  for (uint s = 2 * LEAF; s <= size; s *= 2)
    needed = 2 * s + 3 * needed;
  return needed;
}

// The product has 2 * size coefficients, of which the last one is 0.
__task void multiply(__global uint *a, __global uint *b, uint size,
                     __global uint *product, __global uint *scratch) {
  if (size == LEAF) {
    multiply_leaf(a, b, product);
    return;
  }
  const uint half_size = size / 2, each = scratch_size(half_size);
  __global uint *sum_a = scratch, *sum_b = scratch + half_size;
  __global uint *mixed = scratch + size;
  __global uint *more = scratch + 2 * size;
  add_halves(a, half_size, sum_a);
  add_halves(b, half_size, sum_b);
  () <- multiply(a, b, half_size, product, more);
  () <- multiply(a + half_size, b + half_size, half_size, product + size,
                 more + each);
  () <- multiply(sum_a, sum_b, half_size, mixed, more + 2 * each);
  force () {
    for (uint i = 0; i < size; i += LEAF)
      *as_vectors(mixed + i) -=
          *as_vectors(product + i) + *as_vectors(product + size + i);
    for (uint i = 0; i < size; i += LEAF)
      *as_vectors(product + half_size + i) += *as_vectors(mixed + i);
  }
}

// Powers of the polynomial: p^2 and, when that is there, p^4.
__kernel void square_twice(__global uint *p, uint size, __global uint *square,
                           __global uint *fourth, __global uint *scratch) {
  () <- multiply(p, p, size, square, scratch);
  force () {
    () <- multiply(square, square, 2 * size, fourth, scratch);
  }
}

// Work-item i multiplies row i of a with row i of b.
__kernel void multiply_rows(__global uint *a, __global uint *b, uint size,
                            __global uint *products, __global uint *scratch) {
  const uint row = get_global_id(0);
  () <- multiply(a + row * size, b + row * size, size,
                 products + 2 * row * size,
                 scratch + row * scratch_size(size));
}
