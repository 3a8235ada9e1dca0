/*===- marks.cl - Which marks levels are found with -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Ranks or chains (levels.cl), and when neither pays.
 */
#ifndef TKL_ORDER_MARKS_CL
#define TKL_ORDER_MARKS_CL

#include "machine.h"

/* Ranks whose levels have fewer work-items than so many thin ones may be as chains
 * of fewer levels. */
#define TKL_CHAINS_FROM 4ul

/* No work-item of the segment has a level. */
static void __tkl_order_begin_levels(__global tkl_order_header *o,
                                     bool is_ranked) {
  o->ranked = is_ranked;
  o->follows = 0;
  o->buckets = 0;
  o->chains = 0;
  o->conflicts = o->conflicts_before;
}

/* Of marks that the plan begins with. */
static ulong __tkl_order_mark_bytes(__global tkl_order_header *o) {
  ulong word = o->plan == TKL_ORDER_TASKS ? 4 : o->ranked ? 2 : 8;
  return word << o->mark_bits;
}

/* Whether the levels of these first work-items are to be found again, as those of
 * chains. */
static bool __tkl_order_wants_chains(__global tkl_order_header *o,
                                     ulong items) {
  if (!o->ranked)
    return false;
  if (o->buckets >= TKL_MOST_RANKS)
    return true;
  bool are_enough = items >= TKL_TRIAL_ITEMS || items == o->segment_items;
  return o->longest_chain != 0 && are_enough &&
         (items < o->buckets * o->thin * TKL_CHAINS_FROM ||
          o->follows > items / 4);
}

/* Whether hardly any of the work-items seen so far can run side by side. The
 * first ones of a range are often less independent than those that follow, as on
 * the edge of a grid: so little is asked of them. With levels in order, `chains`
 * is how many chains they form. */
static bool __tkl_order_is_chain(tkl_order_worker *w, ulong items, ulong chains,
                                 ulong levels) {
  __global tkl_order_header *o = w->order;
  ulong all = o->segment_items;
  if (items >= all)
    return items < levels * o->thin || chains < levels * o->workers;
  return items >= TKL_TRIAL_ITEMS && items >= all / 8 &&
         (items < levels * 4 || chains * 4 < levels * 5);
}

#endif
