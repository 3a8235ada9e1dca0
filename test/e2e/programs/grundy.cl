//===- grundy.cl - Values of a game of splitting heaps --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Grundy's game: a move splits a heap into two of different sizes. A position
// is as good as the smallest number that none of its moves leads to. Small
// heaps are looked up: their values come from a work-group that finds them by
// steps.
//
//===----------------------------------------------------------------------===//

#define TABLE 6u // heaps that are looked up: 4 bits each of a word
#define MOST 18u

typedef uint table;

uint look_up(table t, uint heap) { return t >> 4 * heap & 15u; }

// The smallest number whose bit is not set.
uchar excluded(ushort seen) {
  uchar value = 0;
  while (seen >> value & 1)
    ++value;
  return value;
}

task uchar value_of(uint heap, table small);

// The value of two heaps together.
task ushort pair_value(uint a, uint b, table small) {
  if (b < TABLE)
    return (ushort)(look_up(small, a) ^ look_up(small, b));
  ushort larger;
  uchar smaller;
  larger <- value_of(b, small);
  if (a < TABLE)
    force (larger) { return (ushort)(look_up(small, a) ^ larger); }
  smaller <- value_of(a, small);
  force (larger) {
    // Most heaps of some size are worth nothing, but that is no reason to stop
    // what runs already: the other future stays one.
    const bool alone = larger == 0;
    force (smaller) { return alone ? smaller : (ushort)(smaller ^ larger); }
  }
}

task uchar value_of(uint heap, table small) {
  if (heap < TABLE)
    return (uchar)look_up(small, heap);
  // Moves to heaps of a and heap - a, two to a row.
  ushort after[(MOST + 3) / 4][2];
  const uint moves = (heap - 1) / 2;
  for (uint a = 1; a <= moves; ++a)
    after[(a - 1) / 2][(a - 1) % 2] <- pair_value(a, heap - a, small);
  force (after) {
    ushort seen = 0;
    for (uint i = 0; i < moves; ++i)
      seen |= (ushort)(1 << after[i / 2][i % 2]);
    return excluded(seen);
  }
}

// The nim-sum of a position of up to four heaps; the first player wins unless
// it is zero.
task int position_value(uint4 heaps, table small) {
  int value[4];
  value[0] <- value_of(heaps.x, small);
  value[1] <- value_of(heaps.y, small);
  value[2] <- value_of(heaps.z, small);
  value[3] <- value_of(heaps.w, small);
  force (value) { return value[0] ^ value[1] ^ value[2] ^ value[3]; }
}

// All positions of a box of three heaps, with a fourth one that is fixed. The
// work-items of a group find the values of the small heaps, each its own, when
// the smaller ones are there.
__kernel __attribute__((reqd_work_group_size(3, 2, 2))) void
judge(uint fourth, __global int *values, __global uchar *winner) {
  __local uchar known[TABLE];
  const uint me = get_local_id(0) + 3 * (get_local_id(1) + 2 * get_local_id(2));
  for (uint heap = 0; heap < TABLE; ++heap) {
    if (heap == me) {
      ushort seen = 0;
      for (uint a = 1; 2 * a < heap; ++a)
        seen |= (ushort)(1 << (known[a] ^ known[heap - a]));
      known[me] = excluded(seen);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  table small = 0;
  for (uint heap = 0; heap < TABLE; ++heap)
    small |= (table)known[heap] << 4 * heap;
  const uint4 heaps = (uint4)((uint)get_global_id(0), (uint)get_global_id(1),
                              (uint)get_global_id(2), fourth);
  int value;
  value <- position_value(heaps, small);
  force (value) {
    const size_t x = get_global_id(0) - get_global_offset(0);
    const size_t y = get_global_id(1) - get_global_offset(1);
    const size_t z = get_global_id(2) - get_global_offset(2);
    const size_t place =
        x + get_global_size(0) * (y + get_global_size(1) * z);
    values[place] = value;
    winner[place] = value != 0 ? 1 : 2;
  }
}
