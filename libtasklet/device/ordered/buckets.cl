/*===- buckets.cl - Work-items by level or by bin ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Work-items are sorted by counting: each part of a segment counts its work-items
 * of each bucket, then it is summed up where these begin, then each part puts
 * them there. A bucket is a level or a bin. So work-items of a bucket stay in
 * order.
 */
#ifndef TKL_ORDER_BUCKETS_CL
#define TKL_ORDER_BUCKETS_CL

#include "machine.h"

#define TKL_FEW_RANKS 64u /* so many have two counts each, in turns */

/* Ranks are buckets of 2 bytes. */
static TKL_INLINE __global ushort *__tkl_order_ranks(tkl_order_worker *w) {
  return (__global ushort *)w->buckets;
}

/* Of a part and a bucket: before PLACE, where the bucket's work-items of that part
 * begin in the list; after it, where they end. */
static TKL_INLINE __global uint *
__tkl_order_count_of(tkl_order_worker *w, uint part, uint bucket) {
  return w->counts + part * TKL_PART_COUNTS((ulong)w->order->buckets) + bucket;
}

static ulong __tkl_order_part_end(tkl_order_worker *w, uint part, uint bucket) {
  return *__tkl_order_count_of(w, part, bucket);
}

static ulong __tkl_order_bucket_end(tkl_order_worker *w, uint bucket) {
  return __tkl_order_part_end(w, w->order->parts - 1, bucket);
}

static ulong __tkl_order_bucket_begin(tkl_order_worker *w, uint bucket) {
  return bucket ? __tkl_order_bucket_end(w, bucket - 1) : 0;
}

/* The counts of the part that a chunk of work-items is. */
static __global uint *__tkl_order_part(tkl_order_worker *w) {
  return __tkl_order_count_of(w, w->number, 0);
}

/* An addition waits for the one before it to the same place, and of few levels,
 * work-items beside each other often have the same. So every other one has counts
 * of its own. */
static void __tkl_order_count_ranks(tkl_order_worker *w,
                                    __global uint *part) {
  __global const ushort *ranks = __tkl_order_ranks(w);
  uint others[TKL_FEW_RANKS];
  for (uint r = 0; r < TKL_FEW_RANKS; ++r)
    others[r] = 0;
  ulong i = w->begin;
  if (w->order->buckets <= TKL_FEW_RANKS)
    for (; i + 1 < w->end; i += 2) {
      ++part[ranks[i]];
      ++others[ranks[i + 1]];
    }
  for (; i < w->end; ++i)
    ++part[ranks[i]];
  for (uint r = 0; r < TKL_MIN(TKL_FEW_RANKS, w->order->buckets); ++r)
    part[r] += others[r];
}

/* A part may be counted piece by piece. */
static void __tkl_order_count(tkl_order_worker *w, bool is_first) {
  __global uint *part = __tkl_order_part(w);
  for (uint b = 0; is_first && b < w->order->buckets; ++b)
    part[b] = 0;
  if (w->order->ranked)
    __tkl_order_count_ranks(w, part);
  else
    for (ulong i = w->begin; i < w->end; ++i)
      ++part[w->buckets[i] & ~TKL_JOINS];
}

/* Where a part of a bucket begins that comes after the place `end`. */
static uint __tkl_order_begin_after(tkl_order_worker *w, uint end) {
  uint slots = w->order->line_slots;
  return (end + slots - 1) & -slots;
}

/* The parts of a bucket follow each other in the list. */
static void __tkl_order_sum(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint end = 0;
  for (uint b = 0; b < o->buckets; ++b) {
    ulong items = 0;
    for (uint p = 0; p < o->parts; ++p) {
      __global uint *at = __tkl_order_count_of(w, p, b);
      uint count = *at;
      *at = __tkl_order_begin_after(w, end);
      end = *at + count;
      items += count;
    }
    o->widest = TKL_MAX(o->widest, items);
  }
  o->levels += o->buckets;
}

/* After PLACE, PACK and REPACK. */
static ulong __tkl_order_part_begin(tkl_order_worker *w, uint part,
                                    uint bucket) {
  ulong before = part     ? __tkl_order_part_end(w, part - 1, bucket)
                 : bucket ? __tkl_order_bucket_end(w, bucket - 1)
                          : 0;
  return __tkl_order_begin_after(w, before);
}

/* What is the end of one bucket's part is the beginning of the next. */
static void __tkl_order_rewind(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint begin = 0;
  for (uint b = 0; b < o->buckets; ++b)
    for (uint p = 0; p < o->parts; ++p) {
      __global uint *at = __tkl_order_count_of(w, p, b);
      uint end = *at;
      *at = begin;
      begin = __tkl_order_begin_after(w, end);
    }
}

static void __tkl_order_place(tkl_order_worker *w) {
  __global uint *part = __tkl_order_part(w);
  if (w->order->ranked) {
    for (ulong i = w->begin; i < w->end; ++i)
      w->list[part[__tkl_order_ranks(w)[i]]++] = (uint)i;
    return;
  }
  for (ulong i = w->begin; i < w->end; ++i) {
    uint bucket = w->buckets[i];
    w->list[part[bucket & ~TKL_JOINS]++] = (uint)i | (bucket & TKL_JOINS);
  }
}

#endif
