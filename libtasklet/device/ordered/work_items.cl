/*===- work_items.cl - The range of an ordered command ---------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * An ordered kernel is launched with one work-item for each worker, so its
 * work-item functions are these. They give what they would in a plain command
 * with the same range (OpenCL C 3.0, section 6.15.1).
 */
#ifndef TKL_ORDER_WORK_ITEMS_CL
#define TKL_ORDER_WORK_ITEMS_CL

#include "machine.h"

/* Makes `item` the work-item whose ids the functions below give. */
static TKL_INLINE void __tkl_order_locate(tkl_order_worker *w, ulong item) {
  __global tkl_order_header *o = w->order;
  if (w->dimensions == 1) {
    w->id[0] = item + w->offset;
  } else if (item == w->item + 1 && w->id[0] + 1 < o->offset[0] + o->range[0]) {
    ++w->id[0]; /* No division: mostly one follows the other. */
  } else {
    ulong row = item / o->range[0];
    w->id[0] = o->offset[0] + item % o->range[0];
    w->id[1] = o->offset[1] + row % o->range[1];
    w->id[2] = o->offset[2] + row / o->range[1];
  }
  w->item = item;
  w->low = (uint)w->id[0];
}

/* As above, for a work-item of a range of one dimension: number `item` after the one
 * with number `first` and this id. */
static TKL_INLINE void __tkl_order_locate_in_row(tkl_order_worker *w,
                                                 ulong first, ulong id,
                                                 uint item) {
  w->id[0] = id + item;
  w->item = first + item;
  w->low = (uint)w->id[0];
}

/* As above. Returns how many work-items are left in its row, with it. */
static TKL_INLINE ulong __tkl_order_enter_row(tkl_order_worker *w, ulong item) {
  __global tkl_order_header *o = w->order;
  __tkl_order_locate(w, item);
  return o->offset[0] + o->range[0] - w->id[0];
}

/* For the work-items of a chunk, which follow each other, row by row: so the ids
 * of a row need no division, and the compiler sees a plain loop. `hint` is one for
 * the inner loop. That counts with 32 bits, as kernels do that keep ids in an
 * `int` (passes/ordered/NarrowIds.h). `run` is done for each work-item; it ends
 * all with `last = 0` and `break`. */
#define TKL_RUN_ROWS(w, hint, run)                                             \
  ulong item = (w)->order->segment_begin + (w)->begin;                         \
  ulong last = (w)->order->segment_begin + (w)->end;                           \
  while (item < last) {                                                        \
    ulong left = TKL_MIN(__tkl_order_enter_row(w, item), last - item);         \
    ulong id = (w)->id[0];                                                     \
    uint count = TKL_MIN(left, 1ul << 31);                                     \
    hint for (uint i = 0; i < count; ++i) {                                    \
      (w)->id[0] = id + i;                                                     \
      (w)->low = (uint)id + i;                                                 \
      (w)->item = item + i;                                                    \
      run;                                                                     \
    }                                                                          \
    /* So nothing that changes in the loop is needed after it. */              \
    (w)->id[0] = id;                                                           \
    (w)->low = (uint)id;                                                       \
    (w)->item = item;                                                          \
    item += count;                                                             \
  }

TKL_INLINE uint __tkl_order_get_work_dim(tkl_order_worker *w) {
  return w->order->dimensions;
}

TKL_INLINE ulong __tkl_order_get_global_id(tkl_order_worker *w, uint d) {
  return d == 0 ? w->id[0] : d == 1 ? w->id[1] : d == 2 ? w->id[2] : 0;
}

TKL_INLINE uint __tkl_order_low_id(tkl_order_worker *w) { return w->low; }

TKL_INLINE ulong __tkl_order_get_global_size(tkl_order_worker *w, uint d) {
  return d < 3 ? w->order->range[d] : 1;
}

TKL_INLINE ulong __tkl_order_get_global_offset(tkl_order_worker *w, uint d) {
  return d < 3 ? w->order->offset[d] : 0;
}

TKL_INLINE ulong __tkl_order_get_enqueued_local_size(tkl_order_worker *w,
                                                     uint d) {
  return d < 3 ? w->order->group[d] : 1;
}

TKL_INLINE ulong __tkl_order_get_group_id(tkl_order_worker *w, uint d) {
  return d < 3 ? (__tkl_order_get_global_id(w, d) - w->order->offset[d]) /
                     w->order->group[d]
               : 0;
}

TKL_INLINE ulong __tkl_order_get_local_id(tkl_order_worker *w, uint d) {
  return d < 3 ? (__tkl_order_get_global_id(w, d) - w->order->offset[d]) %
                     w->order->group[d]
               : 0;
}

TKL_INLINE ulong __tkl_order_get_num_groups(tkl_order_worker *w, uint d) {
  return d < 3 ? (w->order->range[d] + w->order->group[d] - 1) /
                     w->order->group[d]
               : 1;
}

/* The last group of a dimension may be smaller. */
TKL_INLINE ulong __tkl_order_get_local_size(tkl_order_worker *w, uint d) {
  if (d >= 3)
    return 1;
  ulong left = w->order->range[d] -
               __tkl_order_get_group_id(w, d) * w->order->group[d];
  return TKL_MIN(left, (ulong)w->order->group[d]);
}

TKL_INLINE ulong __tkl_order_get_global_linear_id(tkl_order_worker *w) {
  return w->item;
}

TKL_INLINE ulong __tkl_order_get_local_linear_id(tkl_order_worker *w) {
  return (__tkl_order_get_local_id(w, 2) * __tkl_order_get_local_size(w, 1) +
          __tkl_order_get_local_id(w, 1)) *
             __tkl_order_get_local_size(w, 0) +
         __tkl_order_get_local_id(w, 0);
}

#endif
