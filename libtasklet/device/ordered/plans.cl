/*===- plans.cl - The phases of each plan ----------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What a plan opens: its first phase for a segment, the phases that find levels,
 * tasks or bins, and those that run what was found. docs/abi.md, section 5, has a
 * table.
 */
#ifndef TKL_ORDER_PLANS_CL
#define TKL_ORDER_PLANS_CL

#include "buckets.cl"
#include "copies.cl"
#include "graph.cl"
#include "marks.cl"
#include "opening.cl"
#include "owners.cl"
#include "passes.cl"
#include "stream.cl"

#define TKL_CLEAR_CHUNK 65536ul /* bytes of marks */
#define TKL_ADD_CHUNK 65536ul   /* bytes of sums */
#define TKL_WIND_CHUNK 65536ul  /* tasks */

static bool __tkl_order_open_bucket(tkl_order_worker *w, uint bucket);
static bool __tkl_order_is_apart(tkl_order_worker *w);

/* From now on the counts of an analysis that is kept are no longer as it left
 * them. */
static void __tkl_order_open_pack(tkl_order_worker *w) {
  __tkl_order_saved(w)->unpacked = 0;
  __tkl_order_open_parts(w, TKL_PHASE_PACK);
}

/* An earlier command has packed. Without contributions, nothing is left to do. */
static void __tkl_order_open_packed(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->payload == o->destination)
    __tkl_order_open_bucket(w, 0);
  else
    __tkl_order_open(w, TKL_PHASE_REWIND, 0, 1, 1);
}

/* False: the streams are there, or none are wanted. */
static bool __tkl_order_open_streams(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  if (!o->stream_token || o->executor != TKL_ORDER_LEVELS ||
      __tkl_order_is_apart(w))
    return false;
  if (saved->stream_token == o->stream_token) {
    o->streamed = saved->streamed <= o->stream_bytes ? saved->streamed : 0;
    return false;
  }
  saved->stream_token = 0;
  __tkl_order_open(w, TKL_PHASE_MEASURE, 0, o->buckets, 1);
  return true;
}

/* It is known where the streams begin. */
static void __tkl_order_open_stream(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  saved->stream_token = o->stream_token;
  if (saved->streamed > o->stream_bytes || saved->streamed == 0)
    __tkl_order_open_bucket(w, 0);
  else
    __tkl_order_open(w, TKL_PHASE_STREAM, 0, o->buckets, 1);
}

/* It is known how the work-items of the segment are to run, so they do. */
static void __tkl_order_open_run(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->executor == TKL_ORDER_SERIAL) {
    ulong rest = o->items - o->segment_begin;
    __tkl_order_open(w, TKL_PHASE_RUN, 0, rest, rest);
  } else if (o->executor == TKL_ORDER_TASKS) {
    o->task_items = __tkl_order_graph(o)->task_items;
    __tkl_order_open(w, TKL_PHASE_WIND, 0, __tkl_order_graph(o)->tasks,
                     TKL_WIND_CHUNK);
  } else if (o->executor == TKL_ORDER_BINS && o->payload) {
    __tkl_order_open_pack(w);
  } else if (!__tkl_order_open_streams(w)) {
    __tkl_order_open_bucket(w, 0);
  }
}

/* That has just been found out. */
static void __tkl_order_analysed(tkl_order_worker *w) {
  __tkl_order_save(w);
  if (w->order->flags & TKL_ORDER_INSPECT_ONLY)
    __tkl_order_end(w);
  else
    __tkl_order_open_run(w);
}

/* All in order, by one worker. */
static void __tkl_order_open_serial(tkl_order_worker *w, uint reason) {
  w->order->executor = TKL_ORDER_SERIAL;
  w->order->reason = reason;
  __tkl_order_analysed(w);
}

/* Whether no work-item of the segment conflicts with another one. Then there is
 * one level, and no list. */
static bool __tkl_order_is_apart(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  return o->buckets == 1 &&
         (o->executor == TKL_ORDER_PASSES ||
          (o->executor == TKL_ORDER_LEVELS && o->chains == o->segment_items));
}

static void __tkl_order_note_apart(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  o->parts = 1;
  ++o->levels;
  o->widest = TKL_MAX(o->widest, (ulong)o->segment_items);
}

/* The work-items are counted in parts, each bucket in each part. Fewer parts
 * need less room. False: there is not even room for one. */
static bool __tkl_order_choose_parts(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong parts = TKL_MIN((ulong)o->workers * TKL_PARTS_PER_WORKER,
                        TKL_MAX((ulong)1, (ulong)o->segment_items / 1024));
  ulong buckets = TKL_MAX(o->buckets, 1u);
  ulong most = o->counts / TKL_PART_COUNTS(buckets);
  parts = TKL_MIN(parts, TKL_MAX(most, (ulong)(buckets <= o->counts)));
  /* With chunks rounded up, there may be fewer. */
  if (parts) {
    ulong chunk = (o->segment_items + parts - 1) / parts;
    parts = (o->segment_items + chunk - 1) / chunk;
  }
  o->parts = parts;
  return parts != 0;
}

/* Work-items that follow each other touch memory that lies close together: bins
 * would spare no misses, but it may have owners. */
static void __tkl_order_open_near(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->owner_parts) {
    o->torn = 0;
    __tkl_order_open_owners(w);
  } else {
    __tkl_order_open_serial(w, TKL_REASON_NEAR);
  }
}

static void __tkl_order_open_clear(tkl_order_worker *w) {
  __tkl_order_open(w, TKL_PHASE_CLEAR, 0, __tkl_order_mark_bytes(w->order),
                   TKL_CLEAR_CHUNK);
}

/* There are no owners. */
static void __tkl_order_open_far(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->torn != TKL_REASON_FAR || o->plan == TKL_ORDER_OWNERS) {
    __tkl_order_open_serial(w, o->torn);
  } else if (o->plan == TKL_ORDER_BINS) {
    __tkl_order_open_serial(w, TKL_REASON_NEAR);
  } else {
    o->torn = 0;
    o->executor = TKL_ORDER_LEVELS;
    __tkl_order_open_clear(w);
  }
}

/* False: there is nothing left to inspect. */
static bool __tkl_order_open_beside(tkl_order_worker *w, bool is_restored) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  if (!is_restored) {
    ++o->passes;
    saved->stage = TKL_STAGE_CLEAR;
    saved->position = 0;
    saved->commands = 0;
    o->executor = TKL_ORDER_LEVELS;
    __tkl_order_begin_levels(o, true);
  } else if (saved->stage == TKL_STAGE_DONE) {
    return false;
  } else {
    ++saved->commands;
  }
  /* One chunk runs, the other inspects. */
  __tkl_order_open(w, TKL_PHASE_BESIDE, 0, 2, 1);
  return true;
}

static void __tkl_order_open_cut(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __tkl_order_open(w, TKL_PHASE_CUT, 0, o->segment_items,
                   __tkl_order_cut_items(o));
}

static void __tkl_order_open_segment(tkl_order_worker *w, ulong begin) {
  __global tkl_order_header *o = w->order;
  o->segment_begin = begin;
  if (begin >= o->items) {
    __tkl_order_end(w);
    return;
  }
  o->segment_items = TKL_MIN(o->items - begin, (ulong)o->segment);
  if (o->plan == TKL_ORDER_SERIAL) {
    __tkl_order_open_serial(w, o->reason);
    return;
  }
  if (o->flags & TKL_ORDER_INDEPENDENT) {
    ++o->segments;
    o->executor = TKL_ORDER_LEVELS;
    o->buckets = 1;
    o->chains = o->segment_items;
    __tkl_order_note_apart(w);
    __tkl_order_open_run(w);
    return;
  }
  if (o->plan == TKL_ORDER_COPIES) {
    __tkl_order_saved(w)->token = 0;
    o->executor = TKL_ORDER_COPIES;
    if (o->copies)
      __tkl_order_open(w, TKL_PHASE_CLEAR, 0, o->copies * o->copy_bytes,
                       TKL_CLEAR_CHUNK);
    else
      __tkl_order_open_copies(w);
    return;
  }
  bool is_beside = (o->flags & TKL_ORDER_BESIDE) &&
                   o->plan == TKL_ORDER_LEVELS &&
                   o->segment_items == o->items && o->keep;
  bool is_restored = begin == 0 && __tkl_order_restore(w);
  /* A command that may not wait for its levels cannot use a part of them. */
  if (is_restored && !is_beside &&
      __tkl_order_saved(w)->stage != TKL_STAGE_DONE)
    is_restored = false;
  if (is_beside && __tkl_order_open_beside(w, is_restored))
    return;
  if (is_restored) {
    bool is_packed = o->payload && !__tkl_order_saved(w)->unpacked;
    if (is_packed && o->executor == TKL_ORDER_BINS)
      __tkl_order_open_packed(w);
    else
      __tkl_order_open_run(w);
    return;
  }
  ++o->segments;
  o->executor = o->plan;
  o->torn = 0;
  o->conflicts_before = o->conflicts;
  __tkl_order_begin_levels(o, o->plan == TKL_ORDER_LEVELS);
  if (o->plan == TKL_ORDER_BINS) {
    o->buckets = o->bins;
    if (!__tkl_order_choose_parts(w))
      __tkl_order_open_serial(w, TKL_REASON_COUNTS);
    else if (o->sampled)
      __tkl_order_open(w, TKL_PHASE_SAMPLE, 0, 1, 1);
    else
      __tkl_order_open_parts(w, TKL_PHASE_BINS);
    return;
  }
  bool may_own = o->plan == TKL_ORDER_LEVELS && o->owner_parts;
  if (o->plan == TKL_ORDER_OWNERS || may_own) {
    __tkl_order_open_owners(w);
    return;
  }
  if (o->plan == TKL_ORDER_TASKS)
    __tkl_order_size_first_tasks(w);
  __tkl_order_open_clear(w);
}

/* The levels of the work-items before `end` are known. Each time, twice as many
 * follow, so that hopeless ones are given up early. */
static void __tkl_order_open_levels(tkl_order_worker *w, ulong end) {
  __global tkl_order_header *o = w->order;
  ulong next =
      TKL_MIN((ulong)o->segment_items, TKL_MAX(2 * end, TKL_TRIAL_ITEMS));
  __tkl_order_open(w, TKL_PHASE_LEVELS, end, next, next - end);
}

/* The ranks that have been found are of no use. */
static void __tkl_order_open_chains(tkl_order_worker *w) {
  __tkl_order_begin_levels(w->order, false);
  __tkl_order_open_clear(w);
}

static void __tkl_order_open_count(tkl_order_worker *w) {
  if (__tkl_order_is_apart(w)) {
    __tkl_order_note_apart(w);
    __tkl_order_analysed(w);
  } else if (__tkl_order_choose_parts(w)) {
    __tkl_order_open_parts(w, TKL_PHASE_COUNT);
  } else {
    __tkl_order_open_serial(w, TKL_REASON_COUNTS);
  }
}

/* The levels that have not run, and what has no level, follow each other in the
 * list. By one worker, in order. */
static void __tkl_order_open_rest(tkl_order_worker *w, uint reason) {
  __global tkl_order_header *o = w->order;
  __tkl_order_keep_rest(w);
  o->executor = TKL_ORDER_SERIAL;
  o->reason = reason;
  __tkl_order_save(w);
  __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LISTED,
                      __tkl_order_bucket_begin(w, o->bucket), o->segment_items,
                      o->segment_items);
}

/* Some levels may have run. */
static void __tkl_order_give_passes_up(tkl_order_worker *w, uint reason) {
  if (w->order->bucket)
    __tkl_order_open_rest(w, reason);
  else
    __tkl_order_open_serial(w, reason);
}

/* All work-items have levels; some levels may have run. */
static void __tkl_order_open_levelled(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  o->buckets = o->pass;
  if (__tkl_order_is_apart(w)) {
    __tkl_order_note_apart(w);
    __tkl_order_analysed(w);
    return;
  }
  o->levels += o->buckets;
  if (o->bucket) {
    __tkl_order_save(w);
    __tkl_order_open_bucket(w, o->bucket);
  } else {
    __tkl_order_analysed(w);
  }
}

/* A pass has ended, or none has begun. o->bucket says how many levels have run. */
static void __tkl_order_open_passes(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong levelled = o->segment_items - o->active;
  /* Each pass looks at all work-items that are left, so hopeless ones must be
   * given up after few. */
  bool is_chain = o->pass >= 16 && levelled < o->pass * 4ul;
  if (o->active == 0) {
    __tkl_order_open_levelled(w);
  } else if (is_chain || o->pass >= o->counts) {
    __tkl_order_give_passes_up(w,
                               is_chain ? TKL_REASON_CHAIN : TKL_REASON_COUNTS);
  } else {
    bool is_piped = __tkl_order_is_piped(w);
    ++o->pass;
    ++o->passes;
    if (is_piped) {
      ++o->bucket;
      __tkl_order_open_pipe(w);
    } else {
      __tkl_order_open_active(w, TKL_PHASE_MINIMA);
    }
  }
}

/* The links are complete, or given up, or the longest chain is known. */
static void __tkl_order_open_tasks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  if (o->phase == TKL_PHASE_LINK && !g->given_up)
    __tkl_order_open(w, TKL_PHASE_LENGTH, 0, 1, 1);
  else if (__tkl_order_size_other_tasks(w))
    __tkl_order_open_clear(w);
  else if (g->given_up == TKL_GIVEN_UP_LINKS)
    __tkl_order_open_serial(w, TKL_REASON_COUNTS);
  else if (g->given_up || __tkl_order_is_chain_of(g->tasks, o->buckets))
    __tkl_order_open_serial(w, TKL_REASON_CHAIN);
  else {
    __tkl_order_note_tasks(w);
    __tkl_order_analysed(w);
  }
}

/*===----------------------------------------------------------------------===*
 * Buckets
 *===----------------------------------------------------------------------===*/

/* Levels: runs this one. Levels that are too narrow to be worth a phase each run
 * one after the other in one chunk. Bins, owners: runs all of them. False: none is
 * left, and nothing was opened; the caller goes on, since no function may call
 * itself in OpenCL. */
static bool __tkl_order_open_bucket(tkl_order_worker *w, uint bucket) {
  __global tkl_order_header *o = w->order;
  bool is_whole =
      o->executor == TKL_ORDER_BINS || o->executor == TKL_ORDER_OWNERS;
  if (is_whole && bucket == 0) {
    o->bucket = o->buckets;
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LISTED, 0, o->buckets, 1);
    return true;
  }
  if (bucket == 0 && __tkl_order_is_apart(w)) {
    ulong chunk = TKL_MAX((ulong)o->segment_items / (o->workers * 4), 64ul);
    o->bucket = 1;
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_APART, 0, o->segment_items,
                        chunk);
    return true;
  }
  if (bucket >= o->buckets)
    return false;
  ulong begin = __tkl_order_bucket_begin(w, bucket);
  ulong end = __tkl_order_bucket_end(w, bucket);
  ++bucket;
  if (end - begin >= o->thin) {
    o->bucket = bucket;
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LEVEL, begin, end,
                        __tkl_order_bucket_chunk(o, end - begin));
    return true;
  }
  for (; bucket < o->buckets; ++bucket) {
    ulong next = __tkl_order_bucket_end(w, bucket);
    if (next - end >= o->thin)
      break;
    end = next;
  }
  o->bucket = bucket;
  __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LISTED, begin, end,
                      end - begin + 1);
  return true;
}

#endif
