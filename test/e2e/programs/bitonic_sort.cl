//===- bitonic_sort.cl - A sorting network of vectors ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Batcher's network, with both recursions as tasks. The leaves sort a vector of
// eight in registers; the compare-exchange steps above work on vectors too.
//
//===----------------------------------------------------------------------===//

typedef enum { ASCENDING, DESCENDING } order;

// Vectors that one task compares and exchanges. All sizes count vectors.
#define STRIP 8u

#define OPPOSITE(o) ((o) == ASCENDING ? DESCENDING : ASCENDING)

// The same task on both halves of a range.
#define ON_HALVES(task, data, size, first_order, second_order)                 \
  do {                                                                         \
    () <- task((data), (size) / 2, (first_order));                             \
    () <- task((data) + (size) / 2, (size) / 2, (second_order));               \
  } while (0)

// Each lane takes the smaller or the larger of itself and its partner: the one
// that `partner` has moved to its place.
float8 exchange(float8 v, float8 partner, int8 keep_small) {
  return select(fmax(v, partner), fmin(v, partner), keep_small);
}

float8 merge_vector(float8 v, order o) {
  const int8 flip = (int8)(o == ASCENDING ? 0 : -1);
  v = exchange(v, v.s45670123, flip ^ (int8)(-1, -1, -1, -1, 0, 0, 0, 0));
  v = exchange(v, v.s23016745, flip ^ (int8)(-1, -1, 0, 0, -1, -1, 0, 0));
  return exchange(v, v.s10325476, flip ^ (int8)(-1, 0, -1, 0, -1, 0, -1, 0));
}

float8 sort_vector(float8 v, order o) {
  v = exchange(v, v.s10325476, (int8)(-1, 0, 0, -1, -1, 0, 0, -1));
  v = exchange(v, v.s23016745, (int8)(-1, -1, 0, 0, 0, 0, -1, -1));
  v = exchange(v, v.s10325476, (int8)(-1, 0, -1, 0, 0, -1, 0, -1));
  return merge_vector(v, o);
}

__task void exchange_strip(__global float8 *data, uint distance, uint size,
                           order o) {
  for (uint i = 0; i < size; ++i) {
    const float8 a = data[i], b = data[distance + i];
    const float8 small = fmin(a, b), large = fmax(a, b);
    data[i] = o == ASCENDING ? small : large;
    data[distance + i] = o == ASCENDING ? large : small;
  }
}

// A range whose halves are sorted in opposite orders becomes sorted.
__task void merge(__global float8 *data, uint size, order o) {
  if (size == 1) {
    *data = merge_vector(*data, o);
    return;
  }
  for (uint i = 0; i < size / 2; i += STRIP)
    () <- exchange_strip(data + i, size / 2, min(STRIP, size / 2 - i), o);
  force () {
    ON_HALVES(merge, data, size, o, o);
    force () {}
  }
}

__task void sort(__global float8 *data, uint size, order o) {
  if (size == 1) {
    *data = sort_vector(*data, o);
    return;
  }
  ON_HALVES(sort, data, size, o, OPPOSITE(o));
  force () { () <- merge(data, size, o); }
}

// Work-item (x, y) sorts row y of column block x: even columns ascend.
__kernel void sort_rows(__global float8 *data, uint size) {
  const size_t block =
      get_global_id(1) * get_global_size(0) + get_global_id(0);
  () <- sort(data + block * size, size,
             get_global_id(0) % 2 == 0 ? ASCENDING : DESCENDING);
}
