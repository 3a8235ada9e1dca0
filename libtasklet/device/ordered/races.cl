/*===- races.cl - Races of work-items of an ordered kernel ------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * `__ordered` promises the order of work-items for what it monitors alone. In a
 * program that finds its races, one worker runs them in order, and tells of each
 * access. Those to monitored memory are left out, whatever pointer leads there.
 * For all others, work-items are parallel: a node is a work-item, and since none
 * goes on after the next one has begun, the first one stands for all.
 */
#include "../race.h"
#include "machine.h"

static TKL_RACE_FAST uint __tkl_race_relate(TKL_RACE_HEADP h, tkl_race_visit v,
                                            uint node, bool asks) {
  (void)h, (void)v, (void)node;
  return asks ? TKL_RACE_ENOUGH : 0;
}

static bool __tkl_race_stands_for(TKL_RACE_HEADP h, uint a, uint e) {
  (void)h;
  return a <= e;
}

static bool __tkl_race_enclose(TKL_RACE_HEADP h, uint a, uint b, uint e) {
  (void)h, (void)a, (void)b, (void)e;
  return false;
}

static void __tkl_race_describe(TKL_RACE_HEADP h, __global tkl_race_side *side,
                                uint node) {
  (void)h;
  side->item = node - 1;
  side->depth = 0;
}

static uint __tkl_race_fork(TKL_RACE_HEADP h, uint older, uint newer) {
  (void)h, (void)older, (void)newer;
  return 0;
}

#include "../race_reports.cl"
#include "../race_shadow.cl"

static TKL_RACE_FAST TKL_RACE_HEADP __tkl_order_races(
    __global tkl_order_header *o) {
  return (TKL_RACE_HEADP)((__global char *)o + o->races);
}

/* Bytes from `address` on, `size` at most, that are all in order or all not;
 * `ordered` says which. */
static ulong __tkl_order_race_part(TKL_RACE_HEADP h, ulong address, ulong size,
                                   bool *ordered) {
  *ordered = false;
  for (ulong i = 0; i < h->ordered_count; ++i) {
    ulong begin = h->arguments[i], bytes = h->ordered[i];
    if (bytes == 0)
      continue;
    if (address - begin < bytes) {
      *ordered = true;
      return min(size, bytes - (address - begin));
    }
    if (begin - address < size)
      size = begin - address;
  }
  return size;
}

TKL_RACE_SLOW void __tkl_order_race_at(__global tkl_order_header *o, ulong item,
                                       ulong address, ulong size, uint word) {
  TKL_RACE_HEADP h = __tkl_order_races(o);
  if (item > 0x7fffffffu)
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  while (size != 0 && h->status == TKL_RACE_OK) {
    bool ordered;
    ulong part = __tkl_order_race_part(h, address, size, &ordered);
    if (!ordered)
      __tkl_race_touch(h, 0, (uint)item + 1, address, part, word);
    address += part;
    size -= part;
  }
}

/* The body of the kernel accesses memory. */
TKL_INLINE void __tkl_order_race(tkl_order_worker *w, ulong address, ulong size,
                                 uint word) {
  if (w->order->races != 0)
    __tkl_order_race_at(w->order, w->item, address, size, word);
}

/* An argument of the kernel, before anything runs. */
TKL_RACE_SLOW void __tkl_order_race_argument(__global char *order, uint index,
                                             ulong address) {
  __global tkl_order_header *o = (__global tkl_order_header *)order;
  if (o->races != 0 && index < TKL_RACE_ARGUMENTS)
    __tkl_order_races(o)->arguments[index] = address;
}
