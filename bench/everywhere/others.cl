//===- others.cl - A filter and sparse rows, alone and with everywhere ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include <tasklet/everywhere.clh>

#define KERNEL(name)                                                           \
  __kernel __attribute__((reqd_work_group_size(64, 1, 1))) void name

// Appends the numbers that are divisible. `count` is 0 before.
#define FILTER(name)                                                           \
  KERNEL(name)                                                                 \
  (__global const uint *src, __global uint *dest, __global uint *count,        \
   uint divisor)

FILTER(filter_alone) {
  uint x = src[get_global_id(0)];
  if (x % divisor == 0)
    dest[atomic_inc(count)] = x;
}

// One atomic operation for all of a warp.
FILTER(filter_block) {
  uint x = src[get_global_id(0)];
  if (x % divisor == 0) {
    uint at = 0;
    everywhere (ulong mask) {
      uint lane = get_sub_group_local_id(), first = 63 - clz(mask & -mask);
      uint base = 0;
      if (lane == first)
        base = atomic_add(count, (uint)popcount(mask));
      base = sub_group_broadcast(base, first);
      at = base + popcount(mask & ((1ul << lane) - 1));
    }
    dest[at] = x;
  }
}

// A row of a sparse matrix by a vector, for each work-item.
#define ROWS(name)                                                             \
  KERNEL(name)                                                                 \
  (__global const uint *start, __global const uint *column,                    \
   __global const float *value, __global const float *x, __global float *y)

ROWS(rows_alone) {
  uint row = get_global_id(0);
  float sum = 0;
  for (uint k = start[row]; k < start[row + 1]; ++k)
    sum += value[k] * x[column[k]];
  y[row] = sum;
}

// All lanes take a row of more than 16 elements.
ROWS(rows_block) {
  uint row = get_global_id(0), begin = start[row], end = start[row + 1];
  float sum = 0;
  if (end - begin <= 16) {
    for (uint k = begin; k < end; ++k)
      sum += value[k] * x[column[k]];
  } else {
    everywhere (ulong mask) {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      for (; mask; mask &= mask - 1) {
        uint from = 63 - (uint)clz(mask & -mask);
        uint first = sub_group_broadcast(begin, from);
        uint last = sub_group_broadcast(end, from);
        float mine = 0;
        for (uint k = first + lane; k < last; k += lanes)
          mine += value[k] * x[column[k]];
        float all = sub_group_reduce_add(mine);
        if (lane == from)
          sum = all;
      }
    }
  }
  y[row] = sum;
}
