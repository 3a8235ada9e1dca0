/*===- sample.cl - Whether bins would pay ----------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Bins spare misses of the cache. A sample of the work-items tells whether there are
 * any to spare.
 */
#ifndef TKL_ORDER_SAMPLE_CL
#define TKL_ORDER_SAMPLE_CL

#include "slices.cl"

/* A sample has so many runs of work-items that follow each other. */
#define TKL_SAMPLE_RUNS 32u
#define TKL_SAMPLE_ITEMS 256u
/* Bits for the lines that a sample has seen: so many that few share one. */
#define TKL_SEEN_BITS 65536u
#define TKL_KNOWN_BITS 4096u /* for pages */
/* So many pages fit in a cache of one core. */
#define TKL_FEW_PAGES 512u
#define TKL_LINES_OF_PAGE 64u

/* What a sample has found. Work-items that touch nothing do not count. */
typedef struct tkl_sample {
  uint items;
  uint pages;  /* that a run touches one after the other, of all runs       */
  uint all;    /* pages that any run touches                                */
  uint late;   /* items of the last quarter of the runs ...                 */
  uint again;  /* ... whose line an earlier run has touched                 */
  uint pieces; /* of 2^spread_shift elements that a run touches, of all runs */
} tkl_sample;

/* Bins pay where work-items that follow each other touch memory that lies far
 * apart, and is in no cache. That is not so
 *   where most follow each other in a page, as with sorted indexes, or in some;
 *   where all touch few pages, or most of them lines that others touch, too;
 *   where a line is touched often, and a run touches little memory. */
static TKL_INLINE bool __tkl_order_is_near(const __global tkl_order_header *o,
                                           const tkl_sample *s) {
  return s->pages <= s->items / 12 ||
         (s->late && s->again >= s->late / 3 * 2) ||
         (s->all < TKL_FEW_PAGES && s->all < s->items / 4) ||
         (o->spread_shift &&
          s->pieces <= TKL_SAMPLE_RUNS * (TKL_SPREAD_PIECES / 4 * 3));
}

TKL_OWN void __tkl_order_own_sample(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  __global tkl_order_header *o = w->order;
  ulong seen[TKL_SEEN_BITS / 64]; /* a bit for each hash of a line */
  for (uint i = 0; i < TKL_SEEN_BITS / 64; ++i)
    seen[i] = 0;
  ulong known[TKL_KNOWN_BITS / 64];
  for (uint i = 0; i < TKL_KNOWN_BITS / 64; ++i)
    known[i] = 0;
  tkl_sample sample = {0, 0, 0, 0, 0, 0};
  uint lines[TKL_SAMPLE_ITEMS]; /* hashes of those of the run */
  w->bin_shift = o->sampled - 1; /* a bin is a line */
  for (uint run = 0; run < TKL_SAMPLE_RUNS; ++run) {
    /* Somewhere in its part of the range. */
    ulong part = o->segment_items / TKL_SAMPLE_RUNS;
    ulong count = TKL_MIN((ulong)TKL_SAMPLE_ITEMS, part);
    ulong first = o->segment_begin + part * run +
                  run * 0x9e3779b9u % (part - count + 1);
    bool is_late = run >= TKL_SAMPLE_RUNS / 4 * 3;
    ulong pages[4] = {0, 0, 0, 0}; /* a bit for each, by a hash */
    ulong pieces = 0;              /* likewise, modulo 64       */
    uint number = 0;
    for (ulong i = 0; i < count; ++i) {
      __tkl_order_start_slice(w, first + i);
      w->binned = false;
      __tkl_order_slice_bin(w);
      if (__tkl_order_gave_up(w))
        return;
      if (!w->binned)
        continue;
      ulong page = w->bin / TKL_LINES_OF_PAGE;
      uint hash = (uint)(w->bin * 0x9e3779b97f4a7c15ul >> 48);
      sample.again += is_late & (seen[hash / 64] >> (hash & 63)) & 1;
      lines[number++] = hash;
      ulong mixed = page * 0x9e3779b97f4a7c15ul;
      ulong bit = 1ul << (mixed >> 58);
      __private ulong *here = &pages[mixed >> 56 & 3];
      sample.pages += (*here & bit) == 0;
      *here |= bit;
      __private ulong *word = &known[mixed >> 52 & (TKL_KNOWN_BITS / 64 - 1)];
      sample.all += (*word & bit) == 0;
      *word |= bit;
      if (o->spread_shift)
        pieces |= 1ul << (w->bin >> (o->spread_shift - w->bin_shift) & 63);
    }
    for (uint i = 0; i < number; ++i)
      seen[lines[i] / 64] |= 1ul << (lines[i] & 63);
    sample.items += number;
    sample.late += is_late ? number : 0;
    for (; pieces; pieces &= pieces - 1)
      ++sample.pieces;
  }
  if (__tkl_order_is_near(o, &sample))
    __tkl_atomic_set_u32(&o->torn, TKL_REASON_NEAR); /* as above */
}

#endif
