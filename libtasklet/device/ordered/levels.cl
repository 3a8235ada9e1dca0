/*===- levels.cl - The levels of work-items, in order ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * One worker looks at the work-items of a segment in order. The level of each is
 * one more than the highest that it waits for. It becomes its bucket. There are two
 * ways to find it:
 *
 * Ranks. A mark has the two levels alone, and 4 bytes: so little memory is moved
 * for each access, and little is computed. Levels are minimal.
 *
 * Chains. Work-items that follow each other and depend on each other have one
 * level, since they run in one go. A mark has 16 bytes.
 *
 * Chains pay where levels are thin, or where many work-items depend on the one
 * before them. So ranks are found first, and what they say of the first work-items
 * decides. Where levels have streams, there are no chains.
 */
#ifndef TKL_ORDER_LEVELS_CL
#define TKL_ORDER_LEVELS_CL

#include "buckets.cl"
#include "slices.cl"

/* So many work-items ahead marks are fetched: enough for many misses at a time. */
#define TKL_RANKS_AHEAD 64u
/* Where rows are shorter, so many work-items are fetched before they are looked at. */
#define TKL_SHORT_ROW (16u * TKL_RANKS_AHEAD)
#define TKL_RANKS_TOGETHER (4u * TKL_RANKS_AHEAD)

/* Fetches the marks of these work-items. */
TKL_OWN void __tkl_order_own_fetch_ranks(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  w->mark_shift = TKL_RANK_SHIFT;
  for (ulong at = w->begin; at < w->end; ++at) {
    __tkl_order_start_slice(w, first + at);
    __tkl_order_slice_fetch(w);
  }
}

TKL_OWN void __tkl_order_own_rank_levels(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong conflicts = 0, follows = 0;
  uint levels = w->order->buckets;
  __global ushort *bucket = __tkl_order_ranks(w) + w->begin;
  w->mark_shift = TKL_RANK_SHIFT;
  w->level = ~0u; /* no work-item comes before the first one */
  tkl_order_worker ahead = *w;
  TKL_RUN_ROWS(w, , {
    if (i + TKL_RANKS_AHEAD < count) {
      __tkl_order_locate_in_row(&ahead, item, id, i + TKL_RANKS_AHEAD);
      ahead.id[1] = w->id[1];
      ahead.id[2] = w->id[2];
      ahead.rounds = 0;
      __tkl_order_slice_fetch(&ahead);
    }
    w->rounds = 0;
    w->rank = 0;
    __tkl_order_slice_rank(w);
    if (__tkl_order_gave_up(w)) {
      last = 0; /* All in vain. */
      break;
    }
    w->rounds = 0;
    conflicts += w->rank != 0;
    follows += w->rank == w->level;
    *bucket++ = (ushort)w->rank;
    w->level = TKL_MIN(w->rank + 1, TKL_MOST_RANKS);
    levels = TKL_MAX(levels, w->level);
    __tkl_order_slice_settle(w);
  })
  __tkl_order_note_vain(w);
  w->order->buckets = levels;
  w->order->conflicts += conflicts;
  w->order->follows += follows;
  w->order->chains = w->end;
}

/* So many work-items ahead their marks are fetched: enough to cover the time of
 * a miss. */
#define TKL_AHEAD 24

TKL_OWN void __tkl_order_own_chain_levels(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin, conflicts = 0, chains = 0;
  uint levels = w->order->buckets, length = 0;
  uint longest = w->order->longest_chain;
  w->level = 0;
  w->chain = TKL_NO_CHAIN;
  tkl_order_worker ahead = *w;
  for (ulong at = w->begin; at < w->end; ++at) {
    if (at + TKL_AHEAD < w->end) {
      __tkl_order_start_slice(&ahead, first + at + TKL_AHEAD);
      __tkl_order_slice_fetch(&ahead);
    }
    __tkl_order_start_slice(w, first + at);
    w->before = 0;
    w->own = 0;
    __tkl_order_slice_ask(w);
    if (__tkl_order_gave_up(w))
      break;
    w->rounds = 0;
    uint2 before = TKL_MAX(w->before, w->before.yx);
    int2 own = w->own | w->own.yx;
    conflicts += (before.x | own.x) != 0;
    if (own.x && before.x < w->level && length < longest) {
      ++length;
      w->buckets[at] = (w->level - 1) | TKL_JOINS;
    } else {
      uint below = own.x ? TKL_MAX(before.x, w->level) : before.x;
      w->buckets[at] = below;
      w->level = below + 1;
      w->chain = (uint)at + 1;
      length = 1;
      ++chains;
      levels = TKL_MAX(levels, w->level);
    }
    __tkl_order_slice_commit(w);
  }
  __tkl_order_note_vain(w);
  w->order->buckets = levels;
  w->order->conflicts += conflicts;
  w->order->chains += chains;
}

/* The loop over ranks looks ahead in its row, and no further: it is faster if it
 * knows ids of the row alone. What comes behind is fetched by itself. */
static TKL_INLINE void __tkl_order_find_ranks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  bool is_short = w->dimensions != 1 && o->range[0] < TKL_SHORT_ROW;
  ulong ahead = is_short ? TKL_RANKS_TOGETHER : TKL_RANKS_AHEAD;
  tkl_order_worker part = *w, behind = *w;
  for (part.end = w->begin; part.end < w->end && !o->torn;) {
    part.begin = part.end;
    part.end = is_short ? TKL_MIN(part.begin + ahead, w->end) : w->end;
    behind.begin = part.end;
    behind.end = TKL_MIN(part.end + ahead, (ulong)o->segment_items);
    __tkl_order_own_fetch_ranks(&behind);
    __tkl_order_own_rank_levels(&part);
  }
}

static TKL_INLINE void __tkl_order_find_levels(tkl_order_worker *w) {
  if (w->order->ranked)
    __tkl_order_find_ranks(w);
  else
    __tkl_order_own_chain_levels(w);
}

#endif
