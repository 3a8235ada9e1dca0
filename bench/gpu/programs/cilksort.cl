//===- cilksort.cl - Sorting by quarters and merges, all by tasks --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The sort of the Cilk distribution, which GTaP runs, too: quarters are sorted
// at once and merged in pairs, twice; a merge is cut at the middle of its longer
// middle.
//
//===----------------------------------------------------------------------===//

#define SMALL_SORT 32   // elements that one task sorts
#define SMALL_MERGE 256 // elements that one task merges

// Batcher's network, in registers: all lanes do the same, whatever the data is.
void sort_small(__global int *data, int count) {
  int x[SMALL_SORT];
#pragma unroll
  for (int i = 0; i < SMALL_SORT; ++i)
    x[i] = i < count ? data[i] : INT_MAX;
#pragma unroll
  for (int length = 2; length <= SMALL_SORT; length *= 2)
#pragma unroll
    for (int far = length / 2; far > 0; far /= 2)
#pragma unroll
      for (int i = 0; i < SMALL_SORT; ++i) {
        int other = far == length / 2 ? i ^ (length - 1) : i ^ far;
        if (other > i) {
          int low = min(x[i], x[other]);
          x[other] = max(x[i], x[other]);
          x[i] = low;
        }
      }
#pragma unroll
  for (int i = 0; i < SMALL_SORT; ++i)
    if (i < count)
      data[i] = x[i];
}

void merge_small(__global const int *a, int a_count, __global const int *b,
                 int b_count, __global int *to) {
  int i = 0, j = 0, count = a_count + b_count;
  int next_a = a_count ? a[0] : 0, next_b = b_count ? b[0] : 0;
  for (int k = 0; k < count; ++k) {
    bool from_b = i == a_count || (j < b_count && next_b < next_a);
    to[k] = from_b ? next_b : next_a;
    if (from_b) {
      if (++j < b_count)
        next_b = b[j];
    } else if (++i < a_count) {
      next_a = a[i];
    }
  }
}

// The elements of the sorted `data` that are smaller than `limit`.
int count_smaller(__global const int *data, int count, int limit) {
  int low = 0;
  while (low < count) {
    int middle = low + (count - low) / 2;
    if (data[middle] < limit)
      low = middle + 1;
    else
      count = middle;
  }
  return low;
}

__task void merge(__global const int *a, int a_count, __global const int *b,
                  int b_count, __global int *to) {
  if (a_count + b_count <= SMALL_MERGE) {
    merge_small(a, a_count, b, b_count, to);
    return;
  }
  if (a_count < b_count) {
    __global const int *shorter = a;
    a = b;
    b = shorter;
    int count = a_count;
    a_count = b_count;
    b_count = count;
  }
  int a_cut = a_count / 2;
  int b_cut = count_smaller(b, b_count, a[a_cut]);
  () <- merge(a, a_cut, b, b_cut, to);
  () <- merge(a + a_cut, a_count - a_cut, b + b_cut, b_count - b_cut,
              to + a_cut + b_cut);
}

__task void sort(__global int *data, __global int *spare, int count) {
  if (count <= SMALL_SORT) {
    sort_small(data, count);
    return;
  }
  int middle = count / 2, first = middle / 2, third = (count - middle) / 2;
  () <- sort(data, spare, first);
  () <- sort(data + first, spare + first, middle - first);
  () <- sort(data + middle, spare + middle, third);
  () <- sort(data + middle + third, spare + middle + third, count - middle - third);
  force () {
    () <- merge(data, first, data + first, middle - first, spare);
    () <- merge(data + middle, third, data + middle + third, count - middle - third,
                spare + middle);
    force () {
      () <- merge(spare, middle, spare + middle, count - middle, data);
      return;
    }
  }
}

__kernel void start(__global int *data, __global int *spare, int count) {
  () <- sort(data, spare, count);
}
