//===- quicksort.cl - Sorting in place by tasks without results -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The tasks work on one array in global memory and return nothing. `force ()`
// is what makes "sort has returned" mean "the whole range is sorted": it waits
// for both halves, and what they wrote is visible afterwards.
//
//===----------------------------------------------------------------------===//

// Ranges of at most this many elements are sorted at once: below that,
// partitioning costs more than it saves.
#define SMALL 32

void sort_small(__global int *data, uint lo, uint hi) {
  for (uint i = lo + 1; i < hi; ++i) {
    int moving = data[i];
    uint hole = i;
    for (; hole > lo && data[hole - 1] > moving; --hole)
      data[hole] = data[hole - 1];
    data[hole] = moving;
  }
}

// The median of the first, the middle and the last element of [lo, hi).
int choose_pivot(__global const int *data, uint lo, uint hi) {
  int a = data[lo], b = data[lo + (hi - lo) / 2], c = data[hi - 1];
  return max(min(a, b), min(max(a, b), c));
}

// Rearranges [lo, hi), at least three elements, so that none of [lo, result) is
// larger than any of [result, hi), and neither part is empty. Hoare's scheme: it
// stops at elements equal to the pivot, so equal elements are cut in the middle.
// The scans need no bounds: of the three elements that the pivot is the median
// of, two stop each of them, and later the elements already exchanged do.
uint partition(__global int *data, uint lo, uint hi) {
  int pivot = choose_pivot(data, lo, hi);
  uint i = lo, j = hi - 1;
  for (;;) {
    while (data[i] < pivot)
      ++i;
    while (data[j] > pivot)
      --j;
    if (i >= j)
      return j + 1;
    int swapped = data[i];
    data[i] = data[j];
    data[j] = swapped;
    ++i;
    --j;
  }
}

__task void sort(__global int *data, uint lo, uint hi) {
  if (hi - lo <= SMALL) {
    sort_small(data, lo, hi);
    return;
  }
  uint middle = partition(data, lo, hi);
  () <- sort(data, lo, middle);
  () <- sort(data, middle, hi);
  force () {
    return;
  }
}

// Sorts the array and then, still on the device, counts the neighbours that
// are in the wrong order.
__kernel void start(__global int *data, uint n, __global uint *disorder) {
  () <- sort(data, 0u, n);
  force () {
    uint count = 0;
    for (uint i = 1; i < n; ++i)
      count += data[i - 1] > data[i];
    disorder[0] = count;
  }
}
