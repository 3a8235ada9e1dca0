/*===- copies.cl - Sums of integers, in no order -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The plan TKL_ORDER_COPIES, for kernels that only add integers
 * (passes/ordered/Sums.h): there is no inspector. The copies lie where others
 * have marks.
 */
#ifndef TKL_ORDER_COPIES_CL
#define TKL_ORDER_COPIES_CL

#include "opening.cl"

/* All of the range at once, in as many chunks as there are places to add to. */
static void __tkl_order_open_copies(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong chunk = (o->items + o->copies) / (o->copies + 1);
  __tkl_order_open(w, TKL_PHASE_RUN, 0, o->items, chunk);
}

/* `sums`: the memory that the copies are of. What is added wraps, so the type
 * does not matter. */
static TKL_PREBUILT void __tkl_order_add_copies(tkl_order_worker *w,
                                                __global char *sums) {
  __global tkl_order_header *o = w->order;
  for (uint i = 0; i < o->copies; ++i) {
    __global char *copy = w->marks + i * o->copy_bytes;
    if (o->sum_bytes == 4)
      for (ulong at = w->begin / 4; at < w->end / 4; ++at)
        ((__global uint *)sums)[at] += ((__global uint *)copy)[at];
    else
      for (ulong at = w->begin / 8; at < w->end / 8; ++at)
        ((__global ulong *)sums)[at] += ((__global ulong *)copy)[at];
  }
}

#endif
