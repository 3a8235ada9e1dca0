/*===- slices.cl - What an inspector runs of a kernel ----------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The slice of the kernel, with the functions of access.cl for each inspector at
 * its accesses (passes/ordered/OwnLoops.h), and when it is of no use.
 */
#ifndef TKL_ORDER_SLICES_CL
#define TKL_ORDER_SLICES_CL

#include "access.cl"
#include "work_items.cl"

void __tkl_order_slice_fetch(tkl_order_worker *w);
void __tkl_order_slice_rank(tkl_order_worker *w);
void __tkl_order_slice_settle(tkl_order_worker *w);
void __tkl_order_slice_ask(tkl_order_worker *w);
void __tkl_order_slice_commit(tkl_order_worker *w);
void __tkl_order_slice_first(tkl_order_worker *w);
void __tkl_order_slice_check(tkl_order_worker *w);
void __tkl_order_slice_bin(tkl_order_worker *w);
void __tkl_order_slice_extent(tkl_order_worker *w);
void __tkl_order_slice_link(tkl_order_worker *w);

/* Begins a slice. */
static TKL_INLINE void __tkl_order_start_slice(tkl_order_worker *w,
                                               ulong item) {
  __tkl_order_locate(w, item);
  w->rounds = 0;
}

/* Whether the slice that has run gave up: then all of the analysis does. */
static TKL_INLINE bool __tkl_order_gave_up(tkl_order_worker *w) {
  if (w->rounds <= TKL_MOST_ROUNDS)
    return false;
  /* relaxed: read after `done` */
  __tkl_atomic_set_u32(&w->order->torn, TKL_REASON_ROUNDS);
  return true;
}

/* At the end of a loop over slices, which need not ask in each round. */
static TKL_INLINE void __tkl_order_note_vain(tkl_order_worker *w) {
  if (w->vain)
    __tkl_atomic_set_u32(&w->order->torn, w->vain); /* as above */
}

#endif
