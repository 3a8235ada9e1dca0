//===- strassen.cl - Matrix product with seven recursive products ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Square matrices of 32-bit integers, whose size is LEAF times a power of two.
// Strassen's scheme is in three tables: product i multiplies a sum of quadrants
// of A with a sum of quadrants of B, and goes into some quadrants of C.
//
//===----------------------------------------------------------------------===//

#define LEAF 8u

// Coefficients of the quadrants: top left, top right, bottom left, bottom
// right.
__constant int4 of_a[7] = {(int4)(1, 0, 0, 1), (int4)(0, 0, 1, 1),
                           (int4)(1, 0, 0, 0), (int4)(0, 0, 0, 1),
                           (int4)(1, 1, 0, 0), (int4)(-1, 0, 1, 0),
                           (int4)(0, 1, 0, -1)};
__constant int4 of_b[7] = {(int4)(1, 0, 0, 1),  (int4)(1, 0, 0, 0),
                           (int4)(0, 1, 0, -1), (int4)(-1, 0, 1, 0),
                           (int4)(0, 0, 0, 1),  (int4)(1, 1, 0, 0),
                           (int4)(0, 0, 1, 1)};
__constant int4 to_c[7] = {(int4)(1, 0, 0, 1), (int4)(0, 0, 1, -1),
                           (int4)(0, 1, 0, 1), (int4)(1, 0, 1, 0),
                           (int4)(-1, 1, 0, 0), (int4)(0, 0, 0, 1),
                           (int4)(1, 0, 0, 0)};

typedef struct {
  __global uint *at;
  uint stride;
} matrix;

matrix make_matrix(__global uint *at, uint stride) {
  const matrix m = {at, stride};
  return m;
}

matrix quadrant(matrix m, uint half_size, uint row, uint column) {
  return make_matrix(m.at + half_size * (row * m.stride + column), m.stride);
}

__global uint *element(matrix m, uint row, uint column) {
  return m.at + row * m.stride + column;
}

// What multiply needs for a product of this size.
uint scratch_size(uint size) {
  uint needed = 0;
  for (uint half_size = LEAF / 2; half_size < size; half_size *= 2)
    if (half_size >= LEAF)
      needed = 7 * (3 * half_size * half_size + needed);
  return needed;
}

void multiply_leaf(matrix a, matrix b, matrix c) {
  for (uint row = 0; row < LEAF; ++row)
    for (uint column = 0; column < LEAF; ++column) {
      uint sum = 0;
      for (uint k = 0; k < LEAF; ++k)
        sum += *element(a, row, k) * *element(b, k, column);
      *element(c, row, column) = sum;
    }
}

void add_quadrants(matrix m, uint half_size, int4 coefficient, matrix sum) {
  for (uint row = 0; row < half_size; ++row)
    for (uint column = 0; column < half_size; ++column)
      *element(sum, row, column) =
          coefficient.x * *element(m, row, column) +
          coefficient.y * *element(m, row, column + half_size) +
          coefficient.z * *element(m, row + half_size, column) +
          coefficient.w * *element(m, row + half_size, column + half_size);
}

__task void multiply(matrix a, matrix b, matrix c, uint size,
                     __global uint *scratch);

// Product i of the quadrants of a and b goes to the start of the scratch
// memory.
__task void multiply_sums(uint i, matrix a, matrix b, uint half_size,
                          __global uint *scratch) {
  const uint area = half_size * half_size;
  const matrix product = make_matrix(scratch, half_size);
  const matrix left = make_matrix(scratch + area, half_size);
  const matrix right = make_matrix(scratch + 2 * area, half_size);
  add_quadrants(a, half_size, of_a[i], left);
  add_quadrants(b, half_size, of_b[i], right);
  () <- multiply(left, right, product, half_size, scratch + 3 * area);
}

__task void collect(__global const uint *products, uint distance, matrix c,
                    uint half_size, uint row, uint column) {
  const matrix target = quadrant(c, half_size, row, column);
  for (uint i = 0; i < half_size * half_size; ++i) {
    uint sum = 0;
    for (uint k = 0; k < 7; ++k) {
      const int4 to = to_c[k];
      const int coefficient =
          row == 0 ? (column == 0 ? to.x : to.y) : (column == 0 ? to.z : to.w);
      sum += coefficient * products[k * distance + i];
    }
    *element(target, i / half_size, i % half_size) = sum;
  }
}

__task void multiply(matrix a, matrix b, matrix c, uint size,
                     __global uint *scratch) {
  if (size == LEAF) {
    multiply_leaf(a, b, c);
    return;
  }
  const uint half_size = size / 2;
  const uint each = 3 * half_size * half_size + scratch_size(half_size);
  for (uint i = 0; i < 7; ++i)
    () <- multiply_sums(i, a, b, half_size, scratch + i * each);
  force () {
    for (uint quarter = 0; quarter < 4; ++quarter)
      () <- collect(scratch, each, c, half_size, quarter / 2, quarter % 2);
    force () {}
  }
}

// Work-item i multiplies pair i of matrices.
__kernel void multiply_all(__global uint *a, __global uint *b, __global uint *c,
                           uint size, __global uint *scratch) {
  const uint i = get_global_id(0);
  const uint first = i * size * size;
  () <- multiply(make_matrix(a + first, size), make_matrix(b + first, size),
                 make_matrix(c + first, size), size,
                 scratch + i * scratch_size(size));
}
