/*===- owners.cl - Who owns memory updates it -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The plan TKL_ORDER_OWNERS, for kernels that change monitored memory place by
 * place (passes/ordered/OwnedUpdates.h). In a mesh or a sorted list, work-items that
 * follow each other touch memory that lies close together. So the elements are
 * divided by a few *borders*, and what lies between two of them has an *owner*,
 * which alone updates it (the owner-computes rule; Callahan and Kennedy 1988).
 * Elements of all arrays have numbers from 0, so an owner has a piece of each.
 *
 * The range is cut into parts, and the inspector finds the *extent* of each: the
 * first and the last element that it touches. An owner goes over the parts in order.
 * It runs a part whose extent it owns as a plain loop, leaves out one of which it
 * owns nothing, and runs one that crosses a border *partly*: it makes those updates
 * that are its own. So each element gets all its updates, in order, by one worker.
 */
#ifndef TKL_ORDER_OWNERS_CL
#define TKL_ORDER_OWNERS_CL

#include "opening.cl"

/* The work-items of each part of the segment, but perhaps the last. */
#define TKL_PART_ITEMS(o)                                                      \
  (((ulong)(o)->segment_items + (o)->parts - 1) / (o)->parts)

/* A sample has so many runs of work-items that follow each other. */
#define TKL_NARROW_RUNS 16u
#define TKL_NARROW_ITEMS 64u

/* Of each part: the first and the last element. First after last: it touches
 * nothing. */
static TKL_INLINE __global uint *__tkl_order_extent_begins(tkl_order_worker *w) {
  return (__global uint *)((__global char *)w->order +
                            w->order->owners_offset);
}

static TKL_INLINE __global uint *__tkl_order_extent_ends(tkl_order_worker *w) {
  return __tkl_order_extent_begins(w) + w->order->owner_parts;
}

/* One more than there are owners: each has the elements from one border on
 * before the next. */
static TKL_INLINE __global uint *__tkl_order_borders(tkl_order_worker *w) {
  return __tkl_order_extent_begins(w) + 3 * w->order->owner_parts;
}

static void __tkl_order_open_extents(tkl_order_worker *w) {
  __tkl_order_open_parts(w, TKL_PHASE_EXTENTS);
}

/* There is room for the extents of `owner_parts`; with parts rounded up, there may
 * be fewer. */
static void __tkl_order_open_owners(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong chunk = ((ulong)o->segment_items + o->owner_parts - 1) / o->owner_parts;
  o->executor = TKL_ORDER_OWNERS;
  o->parts = (o->segment_items + chunk - 1) / chunk;
  if (o->sampled)
    __tkl_order_open(w, TKL_PHASE_NARROW, 0, 1, 1);
  else
    __tkl_order_open_extents(w);
}

/* The beginnings of all extents, from the lowest on. Returns how many parts touch
 * something. */
static uint __tkl_order_sort_extents(tkl_order_worker *w,
                                     __global uint *sorted) {
  const __global uint *begins = __tkl_order_extent_begins(w);
  const __global uint *ends = __tkl_order_extent_ends(w);
  uint used = 0;
  for (uint p = 0; p < w->order->parts; ++p)
    if (begins[p] <= ends[p])
      sorted[used++] = begins[p];
  /* Mostly they are in order. */
  for (uint gap = used / 2; gap != 0; gap /= 2)
    for (uint i = gap; i < used; ++i) {
      uint key = sorted[i];
      uint at = i;
      for (; at >= gap && sorted[at - gap] > key; at -= gap)
        sorted[at] = sorted[at - gap];
      sorted[at] = key;
    }
  return used;
}

static TKL_INLINE bool __tkl_order_touches(uint begin, uint end, uint low,
                                           uint high) {
  return begin <= end && begin < high && end >= low;
}

/* Of so many owners: how many parts all of them touch, and how many the one does that
 * touches most. A part that crosses borders counts more than once. */
static uint __tkl_order_count_owned(tkl_order_worker *w, uint owners,
                                    __private uint *most) {
  const __global uint *begins = __tkl_order_extent_begins(w);
  const __global uint *ends = __tkl_order_extent_ends(w);
  const __global uint *borders = __tkl_order_borders(w);
  uint all = 0;
  *most = 0;
  for (uint k = 0; k < owners; ++k) {
    uint own = 0;
    for (uint p = 0; p < w->order->parts; ++p)
      own += __tkl_order_touches(begins[p], ends[p], borders[k],
                                 borders[k + 1]);
    all += own;
    *most = TKL_MAX(*most, own);
  }
  return all;
}

/* Each owner has about as many parts as the others, of those that touch something.
 * Owners do not pay where many parts cross borders, though what is run partly costs
 * less than what is run, or where one has much more to do than the others. With
 * fewer owners, there are fewer borders. */
static void __tkl_order_choose_owners(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global uint *sorted = __tkl_order_extent_ends(w) + o->owner_parts;
  __global uint *borders = __tkl_order_borders(w);
  uint used = __tkl_order_sort_extents(w, sorted);
  uint owners = TKL_MIN(o->workers * TKL_OWNERS_PER_WORKER, o->most_owners);
  uint most = 0;
  for (;;) {
    borders[0] = 0;
    for (uint k = 1; k < owners; ++k)
      borders[k] = used ? sorted[(ulong)used * k / owners] : 0;
    borders[owners] = ~0u;
    uint all = __tkl_order_count_owned(w, owners, &most);
    uint shared = owners > o->workers ? used / 16 : used / 4;
    if (!o->sampled ||
        (all <= used + shared && most <= used / o->workers + used / 4))
      break;
    if (owners <= o->workers) {
      o->torn = TKL_REASON_FAR;
      return;
    }
    owners = TKL_MAX(owners / 2, o->workers);
  }
  o->buckets = owners;
  o->levels += owners;
  o->widest = TKL_MAX(o->widest, TKL_MIN(most * TKL_PART_ITEMS(o),
                                         (ulong)o->segment_items));
}

#endif
