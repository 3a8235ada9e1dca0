//===- copy_rows.cl - Copies of a few rows, made by all lanes -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Only some work-items have something to copy. On their own they would read words
// that lie a row apart; in an everywhere block all lanes of the warp help, and
// lanes that are neighbours copy words that are neighbours.
//
//===----------------------------------------------------------------------===//

#include <tasklet/everywhere.clh>

// Copies row i of `src` in work-item i if `wanted[i]`.
__kernel void by_hand(__global const uchar *wanted, __global const int *src,
                      __global int *dest, uint length) {
  uint row = get_global_id(0) * length;
  if (wanted[get_global_id(0)]) {
    everywhere (uint mask) { // All lanes; `mask` has a bit for each that came.
      uint lanes = get_sub_group_size(), lane = get_sub_group_local_id();
      for (uint each = 0; each < lanes; ++each) {
        if (!(mask >> each & 1))
          continue;
        uint from = sub_group_shuffle(row, each); // The row of lane `each`.
        for (uint i = lane; i < length; i += lanes)
          dest[from + i] = src[from + i];
      }
    }
  }
}

// The same with a function of the library.
__kernel void by_library(__global const uchar *wanted, __global const int *src,
                         __global int *dest, uint length) {
  size_t row = get_global_id(0) * (size_t)length;
  if (wanted[get_global_id(0)])
    ew_copy(dest + row, src + row, length);
}
