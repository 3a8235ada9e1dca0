//===- copies.cl - Rows that some work-items want, copied in five ways ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The variants of figure 1 of the paper on everywhere blocks. Every `every`-th
// work-item wants its row of `n` words. Work-groups have 64 work-items.
//
//===----------------------------------------------------------------------===//

#include <tasklet/everywhere.clh>

#define GROUP 64
#define ROWS(name)                                                             \
  __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void name(       \
      __global const int *src, __global int *dest, uint n, uint every)

// (a) No divergence: the whole work-group copies the rows, one after the other.
ROWS(whole_group) {
  uint first = get_group_id(0) * GROUP;
  for (uint row = first; row < first + GROUP; ++row)
    if (row % every == 0)
      for (uint i = get_local_id(0); i < n; i += GROUP)
        dest[row * n + i] = src[row * n + i];
}

// (c) Each work-item copies its own row.
ROWS(each_alone) {
  uint row = get_global_id(0);
  if (row % every == 0)
    for (uint i = 0; i < n; ++i)
      dest[row * n + i] = src[row * n + i];
}

// (d) Warp-synchronous by hand: all lanes must come, so who wants a row says so in
// local memory.
ROWS(by_hand) {
  __local uchar wants[GROUP];
  uint row = get_global_id(0), lid = get_local_id(0), lane = lid % 32;
  wants[lid] = row % every == 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint each = 0; each < 32; ++each) {
    if (!wants[lid - lane + each])
      continue;
    uint from = (row - lane + each) * n;
    for (uint i = lane; i < n; i += 32)
      dest[from + i] = src[from + i];
  }
}

// Ours: an everywhere block...
ROWS(block) {
  uint row = get_global_id(0), start = row * n;
  if (row % every == 0) {
    everywhere (uint mask) {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      for (uint each = 0; each < lanes; ++each) {
        if (!(mask >> each & 1))
          continue;
        uint from = sub_group_shuffle(start, each);
        for (uint i = lane; i < n; i += lanes)
          dest[from + i] = src[from + i];
      }
    }
  }
}

// ...and the library.
ROWS(library) {
  uint row = get_global_id(0);
  if (row % every == 0)
    ew_copy(dest + row * n, src + row * n, n);
}
