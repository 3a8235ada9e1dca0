/*===- phases.cl - The machine of an ordered command ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The work of a command is a sequence of *phases*. A phase is a number of
 * chunks, which workers claim one by one, in any order and without waiting. The
 * worker that completes the last chunk decides on the next phase and opens it.
 *
 * So one worker alone runs everything, and no worker waits for one that has not
 * begun: a worker that finds no chunk left waits for those that hold the others.
 *
 * The word `claim` holds the number of the phase and that of the next chunk.
 * Before the fields that say what the next phase is about change, `claim` does:
 * a worker that has read fields of two phases fails to claim, which is a
 * compare-and-swap of `claim`.
 *
 * test/model/phases.pml is its model for a model checker.
 */
#include "buckets.cl"
#include "machine.h"

/* How many work-items one worker inspects before it is looked whether that pays,
 * and how many there must be on a level for that. */
#define TKL_TRIAL_ITEMS 4096ul
#define TKL_CLOSED 0xfffffffful /* of `claim`: the phase is about to open */
#define TKL_CLEAR_CHUNK 65536ul /* bytes of marks */
#define TKL_PARTS_PER_WORKER 4u

static ulong __tkl_order_now(tkl_order_worker *w) {
  return w->order->has_clock ? __tkl_order_clock() : 0;
}

/* Passes some time. Two workers may share a core, so one that waits must not
 * take much of it: a chain of divisions keeps one slow unit busy and leaves the
 * others alone. Returns a number that is not 0, which the compiler cannot know.
 */
static ulong __tkl_order_pause(ulong seed) {
  for (uint i = 0; i < 8; ++i)
    seed = 0xfffffffffffffff1ul / seed | 0x10001;
  return seed;
}

void __tkl_order_begin(tkl_order_worker *w, __global char *order) {
  __global tkl_order_header *o = (__global tkl_order_header *)order;
  w->order = o;
  w->marks = order + o->marks_offset;
  w->buckets = (__global uint *)(order + o->buckets_offset);
  w->list = (__global uint *)(order + o->list_offset);
  w->counts = (__global uint *)(order + o->counts_offset);
  w->bin_shift = o->bin_shift;
  w->payload = o->payload;
  /* A mark has two words. */
  w->mask = o->mark_bits ? (1ul << (o->mark_bits - 1)) - 1 : 0;
  w->item = (ulong)-2;
  w->id[0] = w->id[1] = w->id[2] = 0;
  w->low = 0;
  w->rounds = 0;
  w->block = 256;
  w->key = 0;
  w->before = 0;
  w->level = 0;
  w->first = false;
  w->bin = 0;
  w->torn = false;
}

/*===----------------------------------------------------------------------===*
 * Opening phases
 *===----------------------------------------------------------------------===*/

/* Records when a phase begins, and that the one before has ended. */
static void __tkl_order_trace(tkl_order_worker *w, uint phase, ulong items,
                              ulong now) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_record *records =
      (__global tkl_order_record *)((__global char *)o + o->size) -
      o->trace_capacity;
  ulong number = o->traced;
  if (number && number <= o->trace_capacity)
    records[number - 1].end = now;
  if (phase == TKL_PHASE_END)
    return;
  o->traced = number + 1;
  if (number >= o->trace_capacity)
    return;
  records += number;
  records->begin = now;
  records->end = now;
  records->items = items;
  records->phase = phase;
  records->executor = o->executor;
  records->bucket = o->bucket;
  records->pass = o->pass;
}

/* The caller is the only worker that holds a chunk; none are left. The phase is
 * about the numbers from `begin` on before `end`, `chunk` of them in a chunk. */
static void __tkl_order_open_as(tkl_order_worker *w, uint phase, uint listed,
                                ulong begin, ulong end, ulong chunk) {
  __global tkl_order_header *o = w->order;
  ulong now = __tkl_order_now(w);
  if (o->phase == TKL_PHASE_RUN || o->phase == TKL_PHASE_PACK ||
      o->phase == TKL_PHASE_BESIDE)
    o->executed += now - o->since;
  else if (o->phase != TKL_PHASE_START)
    o->inspected += now - o->since;
  o->since = now;
  if (o->trace_capacity)
    __tkl_order_trace(w, phase, end - begin, now);
  /* Closes the old phase for good. Whoever reads one of the new fields acquires
   * this, and then fails to claim. */
  ulong number = (__tkl_atomic_peek_u64(&o->claim) >> 32) + 1;
  __tkl_atomic_swap_u64(&o->claim, number << 32 | TKL_CLOSED);
  __tkl_atomic_store_u32(&o->phase, phase);
  __tkl_atomic_store_u64(&o->begin, begin);
  __tkl_atomic_store_u64(&o->end, end);
  __tkl_atomic_store_u64(&o->chunk, chunk);
  __tkl_atomic_store_u32(&o->chunks, (end - begin + chunk - 1) / chunk);
  __tkl_atomic_store_u32(&o->listed, listed);
  __tkl_atomic_set_u32(&o->done, 0); /* relaxed: released with `claim` */
  /* Release: all that this worker has done or acquired. */
  __tkl_atomic_swap_u64(&o->claim, number << 32);
}

static void __tkl_order_open(tkl_order_worker *w, uint phase, ulong begin,
                             ulong end, ulong chunk) {
  __tkl_order_open_as(w, phase, TKL_IN_ORDER, begin, end, chunk);
}

/* One chunk for each part of the segment. */
static void __tkl_order_open_parts(tkl_order_worker *w, uint phase) {
  __global tkl_order_header *o = w->order;
  __tkl_order_open(w, phase, 0, o->segment_items,
                   (o->segment_items + o->parts - 1) / o->parts);
}

static __global tkl_order_saved *__tkl_order_saved(tkl_order_worker *w) {
  return (__global tkl_order_saved *)((__global char *)w->order +
                                      w->order->saved_offset);
}

/* The analysis of the first segment is complete. */
static void __tkl_order_save(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  bool is_whole = o->executor == TKL_ORDER_SERIAL || o->segment_items == o->items;
  if (!o->keep || o->segment_begin != 0 || !is_whole)
    return;
  saved->token = o->keep;
  saved->levels = o->levels;
  saved->widest = o->widest;
  saved->conflicts = o->conflicts;
  saved->chains = o->chains;
  saved->executor = o->executor;
  saved->buckets = o->buckets;
  saved->parts = o->parts;
  saved->reason = o->reason;
  saved->unpacked = 1;
  if (!(o->flags & TKL_ORDER_BESIDE))
    saved->stage = TKL_STAGE_DONE;
}

/* False: the buffer does not hold the wanted analysis. What it holds will be
 * overwritten. */
static bool __tkl_order_restore(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  if (!o->reuse || saved->token != o->reuse) {
    saved->token = 0;
    return false;
  }
  o->reused = 1;
  o->levels = saved->levels;
  o->widest = saved->widest;
  o->conflicts = saved->conflicts;
  o->chains = saved->chains;
  o->executor = saved->executor;
  o->buckets = saved->buckets;
  o->parts = saved->parts;
  o->reason = saved->reason;
  return true;
}

static void __tkl_order_end(tkl_order_worker *w) {
  w->order->complete = 1;
  __tkl_order_open(w, TKL_PHASE_END, 0, 0, 1);
}

static void __tkl_order_open_passes(tkl_order_worker *w);
static bool __tkl_order_open_bucket(tkl_order_worker *w, uint bucket);

/* From now on the counts of an analysis that is kept are no longer as it left
 * them. */
static void __tkl_order_open_pack(tkl_order_worker *w) {
  __tkl_order_saved(w)->unpacked = 0;
  __tkl_order_open_parts(w, TKL_PHASE_PACK);
}

/* It is known how the work-items of the segment are to run, so they do. */
static void __tkl_order_open_run(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->executor == TKL_ORDER_SERIAL) {
    ulong rest = o->items - o->segment_begin;
    __tkl_order_open(w, TKL_PHASE_RUN, 0, rest, rest);
  } else if (o->payload) {
    __tkl_order_open_pack(w);
  } else {
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
  return o->buckets == 1 && (o->executor == TKL_ORDER_PASSES ||
                             (o->executor == TKL_ORDER_LEVELS &&
                              o->chains == o->segment_items));
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
  parts = TKL_MIN(parts, (ulong)o->counts / TKL_MAX(o->buckets, 1u));
  /* With chunks rounded up, there may be fewer. */
  if (parts) {
    ulong chunk = (o->segment_items + parts - 1) / parts;
    parts = (o->segment_items + chunk - 1) / chunk;
  }
  o->parts = parts;
  return parts != 0;
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
    o->buckets = 0;
    o->chains = 0;
  } else if (saved->stage == TKL_STAGE_DONE) {
    return false;
  } else {
    ++saved->commands;
  }
  /* One chunk runs, the other inspects. */
  __tkl_order_open(w, TKL_PHASE_BESIDE, 0, 2, 1);
  return true;
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
  bool is_beside = (o->flags & TKL_ORDER_BESIDE) && o->plan == TKL_ORDER_LEVELS &&
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
    if (is_packed && o->executor != TKL_ORDER_SERIAL)
      __tkl_order_open(w, TKL_PHASE_REWIND, 0, 1, 1);
    else
      __tkl_order_open_run(w);
    return;
  }
  ++o->segments;
  o->executor = o->plan;
  o->buckets = 0;
  o->chains = 0;
  o->torn = 0;
  if (o->plan == TKL_ORDER_BINS) {
    o->buckets = o->bins;
    if (!__tkl_order_choose_parts(w))
      __tkl_order_open_serial(w, TKL_REASON_COUNTS);
    else
      __tkl_order_open_parts(w, TKL_PHASE_BINS);
    return;
  }
  ulong bytes = 8ul << o->mark_bits;
  __tkl_order_open(w, TKL_PHASE_CLEAR, 0, bytes, TKL_CLEAR_CHUNK);
}

/* The levels of the work-items before `end` are known. Each time, twice as many
 * follow, so that hopeless ones are given up early. */
static void __tkl_order_open_levels(tkl_order_worker *w, ulong end) {
  __global tkl_order_header *o = w->order;
  ulong next = TKL_MIN((ulong)o->segment_items, TKL_MAX(2 * end, TKL_TRIAL_ITEMS));
  __tkl_order_open(w, TKL_PHASE_LEVELS, end, next, next - end);
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

/* Passes: the active work-items lie at the front of the list, but in the first
 * pass, when all of them are. */
static void __tkl_order_open_active(tkl_order_worker *w, uint phase) {
  __global tkl_order_header *o = w->order;
  ulong chunk = TKL_MAX((ulong)1024, (ulong)o->active / (o->workers * 8) + 1);
  __tkl_order_open_as(w, phase, o->pass > 1 ? TKL_LISTED : TKL_IN_ORDER, 0,
                      o->active, chunk);
}

static void __tkl_order_open_passes(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong levelled = o->segment_items - o->active;
  if (o->active == 0) {
    o->buckets = o->pass;
    __tkl_order_open_count(w);
  } else if (o->pass >= 16 && levelled < o->pass * 4ul) {
    /* Each pass looks at all work-items that are left, so hopeless ones must be
     * given up after few. */
    __tkl_order_open_serial(w, TKL_REASON_CHAIN);
  } else {
    ++o->pass;
    ++o->passes;
    __tkl_order_open_active(w, TKL_PHASE_MINIMA);
  }
}

/*===----------------------------------------------------------------------===*
 * Buckets
 *===----------------------------------------------------------------------===*/

/* Levels: runs this one. Levels that are too narrow to be worth a phase each run
 * one after the other in one chunk. Bins: runs all of them. False: none is left,
 * and nothing was opened; the caller goes on, since no function may call itself
 * in OpenCL. */
static bool __tkl_order_open_bucket(tkl_order_worker *w, uint bucket) {
  __global tkl_order_header *o = w->order;
  if (o->executor == TKL_ORDER_BINS && bucket == 0) {
    o->bucket = o->buckets;
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LISTED, 0, o->buckets, 1);
    return true;
  }
  if (bucket == 0 && __tkl_order_is_apart(w)) {
    ulong chunk = TKL_MAX((ulong)o->segment_items / (o->workers * 4), 64ul);
    o->bucket = 1;
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_APART, 0, o->segment_items, chunk);
    return true;
  }
  if (bucket >= o->buckets)
    return false;
  ulong begin = __tkl_order_bucket_begin(w, bucket);
  ulong end = __tkl_order_bucket_end(w, bucket);
  ++bucket;
  if (end - begin >= o->thin) {
    o->bucket = bucket;
    ulong chunk =
        TKL_MAX((end - begin) / (o->workers * 4), (ulong)TKL_LONGEST_CHAIN);
    __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LEVEL, begin, end, chunk);
    return true;
  }
  for (; bucket < o->buckets; ++bucket) {
    ulong next = __tkl_order_bucket_end(w, bucket);
    if (next - end >= o->thin)
      break;
    end = next;
  }
  o->bucket = bucket;
  __tkl_order_open_as(w, TKL_PHASE_RUN, TKL_LISTED, begin, end, end - begin + 1);
  return true;
}

/* Passes: the work-items without a level move to the front of the list. By one
 * worker, since they keep their order. */
static void __tkl_order_keep(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint kept = 0;
  for (uint i = 0; i < o->active; ++i) {
    uint item = o->pass == 1 ? i : w->list[i];
    if (w->buckets[item] == ~0u)
      w->list[kept++] = item;
  }
  o->conflicts += o->pass == 1 ? kept : 0;
  o->active = kept;
}

static void __tkl_order_clear(tkl_order_worker *w) {
  ulong value = w->order->plan == TKL_ORDER_PASSES ? ~0ul : 0;
  for (ulong at = w->begin; at < w->end; at += 8)
    *(__global ulong *)(w->marks + at) = value;
}

/*===----------------------------------------------------------------------===*
 * From one phase to the next
 *===----------------------------------------------------------------------===*/

static void __tkl_order_advance(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  switch (o->phase) {
  case TKL_PHASE_START:
    __tkl_order_open_segment(w, 0);
    break;
  case TKL_PHASE_CLEAR:
    if (o->plan == TKL_ORDER_PASSES) {
      o->active = o->segment_items;
      o->pass = 0;
      __tkl_order_open_passes(w);
    } else {
      ++o->passes;
      __tkl_order_open_levels(w, 0);
    }
    break;
  case TKL_PHASE_LEVELS:
    if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else if (__tkl_order_is_chain(w, o->end, o->chains, o->buckets))
      __tkl_order_open_serial(w, TKL_REASON_CHAIN);
    else if (o->end < o->segment_items)
      __tkl_order_open_levels(w, o->end);
    else
      __tkl_order_open_count(w);
    break;
  case TKL_PHASE_MINIMA:
    if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else
      __tkl_order_open_active(w, TKL_PHASE_CHECK);
    break;
  case TKL_PHASE_CHECK:
    __tkl_order_open(w, TKL_PHASE_KEEP, 0, 1, 1);
    break;
  case TKL_PHASE_KEEP:
    __tkl_order_open_passes(w);
    break;
  case TKL_PHASE_BINS:
    if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else
      __tkl_order_open(w, TKL_PHASE_SUM, 0, 1, 1);
    break;
  case TKL_PHASE_COUNT:
    __tkl_order_open(w, TKL_PHASE_SUM, 0, 1, 1);
    break;
  case TKL_PHASE_SUM:
    if (o->payload)
      __tkl_order_analysed(w);
    else
      __tkl_order_open_parts(w, TKL_PHASE_PLACE);
    break;
  case TKL_PHASE_REWIND:
    __tkl_order_open_pack(w);
    break;
  case TKL_PHASE_PACK:
    __tkl_order_open_bucket(w, 0);
    break;
  case TKL_PHASE_PLACE:
    __tkl_order_analysed(w);
    break;
  case TKL_PHASE_BESIDE:
    if (o->executor != TKL_ORDER_SERIAL) {
      o->executor = TKL_ORDER_SERIAL;
      o->reason = TKL_REASON_BESIDE;
    }
    __tkl_order_open_segment(w, o->items);
    break;
  case TKL_PHASE_RUN:
    if (o->executor == TKL_ORDER_SERIAL)
      __tkl_order_open_segment(w, o->items);
    else if (!__tkl_order_open_bucket(w, o->bucket))
      __tkl_order_open_segment(w, o->segment_begin + o->segment_items);
    break;
  }
}

/* Claims a chunk. False: the command has ended. */
static bool __tkl_order_claim(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  for (ulong pause = o->workers; pause != 0;) {
    /* Acquire: what the worker that opened the phase has written; and with the
     * fields below, that the phase was closed, if they belong to a later one. */
    ulong seen = __tkl_atomic_load_u64(&o->claim);
    uint phase = seen >> 32 ? __tkl_atomic_load_u32(&o->phase)
                            : TKL_PHASE_START;
    if (phase == TKL_PHASE_END)
      return false;
    uint chunks = seen >> 32 ? __tkl_atomic_load_u32(&o->chunks) : 1;
    uint number = (uint)seen;
    if (number >= chunks) {
      /* Others hold what is left. */
      pause = __tkl_order_pause(pause);
      continue;
    }
    ulong chunk = __tkl_atomic_load_u64(&o->chunk);
    ulong begin = __tkl_atomic_load_u64(&o->begin) + number * chunk;
    ulong end = TKL_MIN(__tkl_atomic_load_u64(&o->end), begin + chunk);
    uint listed = __tkl_atomic_load_u32(&o->listed);
    if (__tkl_atomic_cas_u64(&o->claim, seen, seen + 1) != seen)
      continue;
    w->phase = phase;
    w->number = number;
    w->levelling = false;
    w->begin = begin;
    w->end = end;
    w->listed = listed;
    return true;
  }
  return false;
}

static void __tkl_order_complete(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint chunks = w->phase == TKL_PHASE_START ? 1 : o->chunks;
  /* Release: what this chunk has done. Acquire: what all others have. */
  if (__tkl_atomic_add_u32(&o->done, 1) + 1 == chunks)
    __tkl_order_advance(w);
}

/* Claims and runs chunks that need nothing of the kernel, until one does.
 * Returns its phase, or TKL_PHASE_END. */
uint __tkl_order_next(tkl_order_worker *w) {
  while (__tkl_order_claim(w)) {
    switch (w->phase) {
    case TKL_PHASE_START:
      break;
    case TKL_PHASE_CLEAR:
      __tkl_order_clear(w);
      break;
    case TKL_PHASE_KEEP:
      __tkl_order_keep(w);
      break;
    case TKL_PHASE_COUNT:
      __tkl_order_count(w, true);
      break;
    case TKL_PHASE_SUM:
      __tkl_order_sum(w);
      break;
    case TKL_PHASE_PLACE:
      __tkl_order_place(w);
      break;
    case TKL_PHASE_REWIND:
      __tkl_order_rewind(w);
      break;
    case TKL_PHASE_RUN:
      if (w->order->executor == TKL_ORDER_BINS) {
        w->begin = __tkl_order_bucket_begin(w, w->number);
        w->end = __tkl_order_bucket_end(w, w->number);
      }
      return w->phase;
    default:
      return w->phase;
    }
    __tkl_order_complete(w);
  }
  return TKL_PHASE_END;
}
