//===- mergesort.cl - Halves by tasks, merges by one task each -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// GTaP's program. One task alone merges the last two halves, so this measures how
// fast one lane goes through memory. samples/mergesort merges by tasks.
//
//===----------------------------------------------------------------------===//

#define SMALL 128 // elements that one task sorts

void merge_back(__global int *data, __global int *spare, int middle, int count) {
  int i = 0, j = middle;
  for (int k = 0; k < count; ++k)
    spare[k] = j == count || (i < middle && data[i] <= data[j]) ? data[i++]
                                                                : data[j++];
  for (int k = 0; k < count; ++k)
    data[k] = spare[k];
}

// From short runs to long ones: no recursion.
void sort_small(__global int *data, __global int *spare, int count) {
  for (int length = 1; length < count; length *= 2)
    for (int at = 0; at + length < count; at += 2 * length)
      merge_back(data + at, spare + at, length, min(2 * length, count - at));
}

__task void sort(__global int *data, __global int *spare, int count) {
  if (count <= SMALL) {
    sort_small(data, spare, count);
    return;
  }
  int middle = count / 2;
  () <- sort(data, spare, middle);
  () <- sort(data + middle, spare + middle, count - middle);
  force () {
    merge_back(data, spare, middle, count);
    return;
  }
}

__kernel void start(__global int *data, __global int *spare, int count) {
  () <- sort(data, spare, count);
}
