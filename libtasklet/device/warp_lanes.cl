/*===- warp_lanes.cl - Warps as loops over their lanes ----------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * For kernels in which the first work-item of each warp, the leader, runs all
 * lanes of the warp in loops (passes/everywhere/LaneForm.h). Only leaders call
 * these functions, except for __tkl_lanes_begin. A warp is a run of consecutive
 * work-items of a work-group, as in warp_group.cl.
 *
 * Lanes lay their operands into an array in private memory. `lanes` says which
 * of them take part, bit by bit; it is never 0.
 */
#include "warp.h"

typedef struct __tkl_lanes {
  uint lane;  /* of this work-item, from 0 on          */
  uint size;  /* lanes of this warp                    */
  uint index; /* of this warp in the work-group        */
  uint count; /* warps in the work-group               */
  uint most;  /* lanes of the largest warp             */
  uint first; /* the linear local id of the first lane */
} tkl_lanes;

/* Fills *w. */
TKL_LANES void __tkl_lanes_begin(__private tkl_lanes *w, uint width) {
  uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  uint item = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) *
                         get_local_size(0) +
                     get_local_id(0));
  w->lane = item & (width - 1);
  w->first = item - w->lane;
  w->size = min(width, items - w->first);
  w->index = item / width;
  w->count = (items + width - 1) / width;
  w->most = min(width, items);
}

/* The ids of a lane -------------------------------------------------------- */

#define TKL_W const __private tkl_lanes

/* Work-groups of one dimension, the usual ones, need no division. */
TKL_LANES size_t __tkl_lanes_local_id(TKL_W *w, uint lane, uint dimension) {
  uint item = w->first + lane;
  uint row = (uint)get_local_size(0), rows = (uint)get_local_size(1);
  bool line = rows * get_local_size(2) == 1;
  switch (dimension) {
  case 0:
    return line ? item : item % row;
  case 1:
    return line ? 0 : item / row % rows;
  case 2:
    return line ? 0 : item / row / rows;
  default:
    return 0;
  }
}

TKL_LANES size_t __tkl_lanes_global_id(TKL_W *w, uint lane, uint dimension) {
  return get_global_id(dimension) - get_local_id(dimension) +
         __tkl_lanes_local_id(w, lane, dimension);
}

/* The same where a kernel says that its work-groups have one dimension. */
TKL_LANES size_t __tkl_lanes_line_local_id(TKL_W *w, uint lane,
                                           uint dimension) {
  return dimension == 0 ? w->first + lane : 0;
}

TKL_LANES size_t __tkl_lanes_line_global_id(TKL_W *w, uint lane,
                                            uint dimension) {
  return get_global_id(dimension) - get_local_id(dimension) +
         __tkl_lanes_line_local_id(w, lane, dimension);
}

TKL_LANES size_t __tkl_lanes_local_linear_id(TKL_W *w, uint lane) {
  return w->first + lane;
}

TKL_LANES size_t __tkl_lanes_global_linear_id(TKL_W *w, uint lane) {
  size_t id = 0;
  for (uint d = 3; d-- > 0;)
    id = id * get_global_size(d) + __tkl_lanes_global_id(w, lane, d) -
         get_global_offset(d);
  return id;
}

/* What lanes do together --------------------------------------------------- */

#define TKL_TAKES_PART(i) ((lanes >> (i)&1) != 0)

/* Those of `lanes` whose value this is. */
TKL_LANES ulong __tkl_lanes_match(__private const ulong *values, ulong lanes,
                                  uint size, ulong value) {
  ulong same = 0;
  for (uint i = 0; i < size; ++i)
    same |= (ulong)(values[i] == value) << i;
  return same & lanes;
}

/* A reduction gives one value for all. The other three leave in the array what
 * each lane gets. */
#define TKL_DEFINE(type, suffix, op, neutral)                                  \
  TKL_LANES type __tkl_lanes_reduce_##suffix(__private const type *values,     \
                                             ulong lanes, uint size) {         \
    type all = (type)(neutral);                                                \
    for (uint i = 0; i < size; ++i) {                                          \
      type here = TKL_TAKES_PART(i) ? values[i] : (type)(neutral);             \
      all = op(all, here);                                                     \
    }                                                                          \
    return all;                                                                \
  }                                                                            \
  TKL_LANES void __tkl_lanes_scan_inclusive_##suffix(                          \
      __private type *values, ulong lanes, uint size) {                        \
    type all = (type)(neutral);                                                \
    for (uint i = 0; i < size; ++i) {                                          \
      type here = TKL_TAKES_PART(i) ? values[i] : (type)(neutral);             \
      values[i] = all = op(all, here);                                         \
    }                                                                          \
  }                                                                            \
  TKL_LANES void __tkl_lanes_scan_exclusive_##suffix(                          \
      __private type *values, ulong lanes, uint size, type identity) {         \
    type below = identity;                                                     \
    for (uint i = 0; i < size; ++i) {                                          \
      type here = TKL_TAKES_PART(i) ? values[i] : (type)(neutral);             \
      values[i] = below;                                                       \
      below = op(below, here);                                                 \
    }                                                                          \
  }                                                                            \
  TKL_LANES void __tkl_lanes_clustered_reduce_##suffix(                        \
      __private type *values, ulong lanes, uint size, uint cluster) {          \
    for (uint first = 0; first < size; first += cluster) {                     \
      uint end = min(first + cluster, size);                                   \
      type all = (type)(neutral);                                              \
      for (uint i = first; i < end; ++i) {                                     \
        type here = TKL_TAKES_PART(i) ? values[i] : (type)(neutral);           \
        all = op(all, here);                                                   \
      }                                                                        \
      for (uint i = first; i < end; ++i)                                       \
        values[i] = all;                                                       \
    }                                                                          \
  }
TKL_FOLDS_OF_INTEGERS(TKL_DEFINE)
TKL_FOLDS_OF_FLOATS(TKL_DEFINE)
#ifdef cl_khr_fp64
TKL_FOLDS_OF_DOUBLES(TKL_DEFINE)
#endif
