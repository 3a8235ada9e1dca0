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
 * A part without extent has one owner as well, for what it writes of other memory.
 */
#ifndef TKL_ORDER_OWNERS_CL
#define TKL_ORDER_OWNERS_CL

#include "opening.cl"

/* A sample has so many work-items, at most, of each of so many parts (work.cl). */
#define TKL_NARROW_PARTS 16u
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
    __tkl_order_open_parts(w, TKL_PHASE_EXTENTS);
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

/* Which of the owners has an element. */
static uint __tkl_order_owner_of(const __global uint *borders, uint owners,
                                 uint element) {
  uint first = 0, end = owners;
  while (end - first > 1) {
    uint middle = first + (end - first) / 2;
    if (borders[middle] <= element)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/* How many parts all owners touch, and how many the one does that touches most. A
 * part that crosses borders counts more than once. */
static uint __tkl_order_count_owned(tkl_order_worker *w, uint owners,
                                    __private uint *most) {
  const __global uint *begins = __tkl_order_extent_begins(w);
  const __global uint *ends = __tkl_order_extent_ends(w);
  const __global uint *borders = __tkl_order_borders(w);
  uint more[TKL_MOST_OWNERS + 1]; /* than the owner before, modulo 2^32 */
  for (uint k = 0; k <= owners; ++k)
    more[k] = 0;
  for (uint p = 0; p < w->order->parts; ++p)
    if (begins[p] <= ends[p]) {
      ++more[__tkl_order_owner_of(borders, owners, begins[p])];
      --more[__tkl_order_owner_of(borders, owners, ends[p]) + 1];
    }
  uint all = 0, own = 0;
  *most = 0;
  for (uint k = 0; k < owners; ++k) {
    own += more[k];
    all += own;
    *most = TKL_MAX(*most, own);
  }
  return all;
}

/* Each owner gets about as many parts as the others, of `used` that touch
 * something: their beginnings are sorted. Returns how many owners there are: fewer
 * where many parts begin with one element. If none touches anything, any border
 * does: the owners share the parts. */
static uint __tkl_order_set_borders(tkl_order_worker *w, uint owners,
                                    const __global uint *sorted, uint used) {
  __global uint *borders = __tkl_order_borders(w);
  uint count = 1;
  borders[0] = 0;
  for (uint k = 1; k < owners; ++k) {
    uint border = used ? sorted[(ulong)used * k / owners] : k;
    if (border > borders[count - 1])
      borders[count++] = border;
  }
  borders[count] = ~0u;
  return count;
}

/* Owners do not pay where many parts cross borders, or where one has much more to do
 * than the others. With fewer owners, there are fewer borders. */
static void __tkl_order_choose_owners(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global uint *sorted = __tkl_order_extent_ends(w) + o->owner_parts;
  uint used = __tkl_order_sort_extents(w, sorted);
  uint wanted = TKL_MIN(o->workers * TKL_OWNERS_PER_WORKER, o->most_owners);
  uint owners, most = 0;
  for (;;) {
    owners = __tkl_order_set_borders(w, wanted, sorted, used);
    uint all = __tkl_order_count_owned(w, owners, &most);
    uint shared = wanted > o->workers ? used / 16 : used / 8;
    if (!o->sampled ||
        (all <= used + shared && most <= used / o->workers + used / 8))
      break;
    if (wanted <= o->workers) {
      o->torn = TKL_REASON_FAR;
      return;
    }
    wanted = TKL_MAX(wanted / 2, o->workers);
  }
  o->buckets = owners;
  o->levels += owners;
  o->widest = TKL_MAX(o->widest, TKL_MIN(most * TKL_PART_ITEMS(o),
                                         (ulong)o->segment_items));
}

#endif
