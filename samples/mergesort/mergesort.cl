//===- mergesort.cl - Sorting by merging, halves and merges by tasks ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Both halves are sorted at once, and then merged by tasks as well: a merge is
// cut in two at the middle of its longer half. Were it one loop, the last merge
// alone would take as long as a processor needs to read the whole array.
//
//===----------------------------------------------------------------------===//

// Ranges of at most this many elements are sorted at once, and merges of at
// most this many done in one loop: below that, dividing costs more than it
// saves.
#define SMALL_SORT 32
#define SMALL_MERGE 1024

void sort_small(__global const int *from, __global int *to, uint count) {
  for (uint i = 0; i < count; ++i) {
    int moving = from[i];
    uint hole = i;
    for (; hole > 0 && to[hole - 1] > moving; --hole)
      to[hole] = to[hole - 1];
    to[hole] = moving;
  }
}

void merge_small(__global const int *a, uint a_count, __global const int *b,
                 uint b_count, __global int *to) {
  uint i = 0, j = 0;
  while (i < a_count && j < b_count) {
    bool from_b = b[j] < a[i];
    to[i + j] = from_b ? b[j] : a[i];
    j += from_b;
    i += !from_b;
  }
  for (; i < a_count; ++i)
    to[i + j] = a[i];
  for (; j < b_count; ++j)
    to[i + j] = b[j];
}

// The elements of the sorted `data` that are smaller than `limit`.
uint count_smaller(__global const int *data, uint count, int limit) {
  uint low = 0;
  while (low < count) {
    uint middle = low + (count - low) / 2;
    if (data[middle] < limit)
      low = middle + 1;
    else
      count = middle;
  }
  return low;
}

__task void merge(__global const int *a, uint a_count, __global const int *b,
                  uint b_count, __global int *to) {
  if (a_count + b_count <= SMALL_MERGE) {
    merge_small(a, a_count, b, b_count, to);
    return;
  }
  uint a_cut, b_cut;
  if (a_count >= b_count) {
    a_cut = a_count / 2;
    b_cut = count_smaller(b, b_count, a[a_cut]);
  } else {
    b_cut = b_count / 2;
    a_cut = count_smaller(a, a_count, b[b_cut]);
  }
  () <- merge(a, a_cut, b, b_cut, to);
  () <- merge(a + a_cut, a_count - a_cut, b + b_cut, b_count - b_cut,
              to + a_cut + b_cut);
  force () {
    return;
  }
}

// Sorts the `count` elements at `data` into `to`. If the two are not the same
// range, `data` may change as well; if they are, `spare` is used.
__task void sort(__global int *data, __global int *spare, __global int *to,
                 uint count) {
  if (count <= SMALL_SORT) {
    sort_small(data, to, count);
    return;
  }
  // The halves go where they can be merged from.
  __global int *halves = to == data ? spare : data;
  uint middle = count / 2;
  () <- sort(data, spare, halves, middle);
  () <- sort(data + middle, spare + middle, halves + middle, count - middle);
  force () {
    () <- merge(halves, middle, halves + middle, count - middle, to);
    force () {
      return;
    }
  }
}

__kernel void start(__global int *data, __global int *spare, uint n) {
  () <- sort(data, spare, data, n);
}
