//===- factorial.cl - Large integers as results of tasks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A number is a structure of one KiB, with the least significant limb first. It
// goes by value from a task to the one that waits for it.
//
//===----------------------------------------------------------------------===//

#define LIMBS 255u

typedef struct {
  uint used; // limbs; those above are not initialised
  uint limb[LIMBS];
} number;

number from_word(uint word) {
  number n;
  n.used = word != 0;
  n.limb[0] = word;
  return n;
}

void multiply_by_word(number *n, uint word) {
  uint carry = 0;
  for (uint i = 0; i < n->used; ++i) {
    const ulong wide = (ulong)n->limb[i] * word + carry;
    n->limb[i] = (uint)wide;
    carry = (uint)(wide >> 32);
  }
  if (carry != 0)
    n->limb[n->used++] = carry;
}

// What does not fit into LIMBS is lost.
void multiply(const number *a, const number *b, number *product) {
  const uint size = min(a->used + b->used, LIMBS);
  for (uint i = 0; i < size; ++i)
    product->limb[i] = 0;
  for (uint i = 0; i < a->used; ++i) {
    uint carry = 0;
    for (uint j = 0; j <= b->used && i + j < size; ++j) {
      const ulong wide = (ulong)a->limb[i] * (j < b->used ? b->limb[j] : 0) +
                         product->limb[i + j] + carry;
      product->limb[i + j] = (uint)wide;
      carry = (uint)(wide >> 32);
    }
  }
  product->used = size;
  while (product->used > 0 && product->limb[product->used - 1] == 0)
    --product->used;
}

// The product of all integers in [from, to).
__task number product_of_range(uint from, uint to) {
  if (to - from <= 8) {
    number small = from_word(1);
    for (uint i = from; i < to; ++i)
      multiply_by_word(&small, i);
    return small;
  }
  const uint middle = from + (to - from) / 2;
  number half_of[2];
  half_of[0] <- product_of_range(from, middle);
  half_of[1] <- product_of_range(middle, to);
  force (half_of) {
    number both;
    multiply(&half_of[0], &half_of[1], &both);
    return both;
  }
}

__task number power(uint base, uint exponent) {
  if (exponent == 0)
    return from_word(1);
  number root;
  root <- power(base, exponent / 2);
  force (root) {
    number square;
    multiply(&root, &root, &square);
    if (exponent % 2 == 1)
      multiply_by_word(&square, base);
    return square;
  }
}

__kernel void factorials(__global const uint *n, __global number *results) {
  const size_t i = get_global_id(0);
  results[i] <- product_of_range(1, n[i] + 1);
}

__kernel void powers(__global const uint2 *n, __global number *results) {
  const size_t i = get_global_id(0);
  results[i] <- power(n[i].x, n[i].y);
}
