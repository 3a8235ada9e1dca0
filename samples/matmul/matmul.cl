//===- matmul.cl - Multiplying matrices by quarters -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A product of matrices is eight products of their quarters. Two of these add
// to each quarter of the result, so they are spawned in two rounds of four:
// no two tasks that run at the same time write to the same place.
//
//===----------------------------------------------------------------------===//

// Matrices of this size are multiplied by loops: a multiple of 8.
#define BLOCK 16

// Adds a * b to c, all of them blocks of matrices with rows of `stride` elements.
void multiply_block(__global const float *a, __global const float *b,
                    __global float *c, uint stride) {
  for (uint row = 0; row < BLOCK; ++row) {
    for (uint column = 0; column < BLOCK; column += 8) {
      __global float *to = c + row * stride + column;
      float8 sum = vload8(0, to);
      for (uint k = 0; k < BLOCK; ++k)
        sum += a[row * stride + k] * vload8(0, b + k * stride + column);
      vstore8(sum, 0, to);
    }
  }
}

// Adds a * b to c, all of `size` rows and columns: BLOCK times a power of two.
__task void multiply(__global const float *a, __global const float *b,
                     __global float *c, uint size, uint stride) {
  if (size == BLOCK) {
    multiply_block(a, b, c, stride);
    return;
  }
  // Where the quarters begin: right, below, right below.
  uint part = size / 2;
  uint r = part, l = part * stride, rl = l + r;
  () <- multiply(a, b, c, part, stride);
  () <- multiply(a, b + r, c + r, part, stride);
  () <- multiply(a + l, b, c + l, part, stride);
  () <- multiply(a + l, b + r, c + rl, part, stride);
  force () {
    () <- multiply(a + r, b + l, c, part, stride);
    () <- multiply(a + r, b + rl, c + r, part, stride);
    () <- multiply(a + rl, b + l, c + l, part, stride);
    () <- multiply(a + rl, b + rl, c + rl, part, stride);
    force () {
      return;
    }
  }
}

__kernel void start(__global const float *a, __global const float *b,
                    __global float *c, uint size) {
  () <- multiply(a, b, c, size, size);
}
