//===- merge_sort.cl - Stable merge sort with parallel merges -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The merges are parallel too: two sorted runs are cut where the middle of the
// longer one belongs, and the two parts of the work know nothing of each other.
// An element is a key (.x) and something that travels with it (.y).
//
//===----------------------------------------------------------------------===//

#define SMALL 16u

typedef struct {
  __global int2 *at;
  uint size;
} run;

run make_run(__global int2 *at, uint size) {
  const run r = {at, size};
  return r;
}

run first_part(run r, uint size) { return make_run(r.at, size); }

run second_part(run r, uint size) {
  return make_run(r.at + size, r.size - size);
}

// How many elements of the run come before a key: those that are less, and
// those that are equal if `after_equal`.
uint place_of(run r, int key, bool after_equal) {
  uint lo = 0, hi = r.size;
  while (lo < hi) {
    const uint mid = lo + (hi - lo) / 2;
    const int here = r.at[mid].x;
    if (here < key || (after_equal && here == key))
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

void merge_small(run a, run b, __global int2 *out) {
  uint i = 0, j = 0;
  while (i < a.size || j < b.size) {
    const bool take_a =
        j == b.size || (i < a.size && a.at[i].x <= b.at[j].x);
    *out++ = take_a ? a.at[i++] : b.at[j++];
  }
}

void insertion_sort(__global int2 *data, uint size) {
  for (uint i = 1; i < size; ++i) {
    const int2 moving = data[i];
    uint hole = i;
    for (; hole > 0 && data[hole - 1].x > moving.x; --hole)
      data[hole] = data[hole - 1];
    data[hole] = moving;
  }
}

// Equal elements of `a` come before those of `b`.
__task void merge(run a, run b, __global int2 *out) {
  if (a.size + b.size <= SMALL) {
    merge_small(a, b, out);
    return;
  }
  uint i, j;
  if (a.size >= b.size) {
    i = a.size / 2;
    j = place_of(b, a.at[i].x, false);
  } else {
    j = b.size / 2;
    i = place_of(a, b.at[j].x, true);
  }
  () <- merge(first_part(a, i), first_part(b, j), out);
  () <- merge(second_part(a, i), second_part(b, j), out + i + j);
  force () {}
}

// The result is in `spare` if `move`, else in `data`; the other one is lost.
__task void sort(__global int2 *data, __global int2 *spare, uint size,
                 bool move) {
  if (size <= SMALL) {
    insertion_sort(data, size);
    for (uint i = 0; move && i < size; ++i)
      spare[i] = data[i];
    return;
  }
  const uint half_size = size / 2;
  () <- sort(data, spare, half_size, !move);
  () <- sort(data + half_size, spare + half_size, size - half_size, !move);
  force () {
    const run sorted = make_run(move ? data : spare, size);
    () <- merge(first_part(sorted, half_size), second_part(sorted, half_size),
                move ? spare : data);
  }
}

// Work-item i sorts the elements from begin[i] up to begin[i + 1].
__kernel void sort_segments(__global int2 *data, __global int2 *spare,
                            __global const uint *begin) {
  const size_t i = get_global_id(0);
  () <- sort(data + begin[i], spare + begin[i], begin[i + 1] - begin[i], false);
}

// Sorts everything, and then numbers the elements with different keys.
__kernel void sort_and_rank(__global int2 *data, __global int2 *spare,
                            uint size, __global uint *rank) {
  () <- sort(data, spare, size, false);
  force () {
    uint different = 0;
    for (uint i = 0; i < size; ++i) {
      different += i > 0 && data[i].x != data[i - 1].x;
      rank[i] = different;
    }
  }
}
