/*===- opening.cl - From one phase to the next ------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * How a worker begins, and what opens a phase: its fields, times and records. And
 * how an analysis gets into the buffer, for commands that use it again, and back.
 */
#ifndef TKL_ORDER_OPENING_CL
#define TKL_ORDER_OPENING_CL

#include "machine.h"

#define TKL_CLOSED 0xfffffffful /* of `claim`: the phase is about to open */

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

/* All that does not tell one worker from another. */
static void __tkl_order_set_up(tkl_order_worker *w,
                               __global tkl_order_header *o) {
  __global char *order = (__global char *)o;
  w->order = o;
  w->marks = order + o->marks_offset;
  w->buckets = (__global uint *)(order + o->buckets_offset);
  w->list = (__global uint *)(order + o->list_offset);
  w->counts = (__global uint *)(order + o->counts_offset);
  w->dimensions = o->dimensions;
  w->offset = o->offset[0];
  w->bin_shift = o->bin_shift;
  /* A mark has two words. */
  w->mask = o->mark_bits ? (1ul << (o->mark_bits - 1)) - 1 : 0;
  w->item = (ulong)-2;
  w->id[0] = w->id[1] = w->id[2] = 0;
  w->low = 0;
  w->rounds = 0;
  w->vain = TKL_REASON_NONE;
  w->block = 256;
  w->key = 0;
  w->before = 0;
  w->level = 0;
  w->first = false;
  w->bin = 0;
  w->binned = false;
  w->counted = false;
  w->part = 0;
  w->torn = false;
  w->lowest = w->owned_end = ~0u;
  w->highest = w->owned = 0;
  w->contributions.size = w->destinations.size = 0;
  w->contributions.list = w->destinations.list = 0;
  w->contributions.lines = w->destinations.lines = 0;
  w->place = 0;
  w->repacks = false;
  w->stream = 0;
  w->streamed = 0;
  w->mark_shift = 4;
  w->running = TKL_NO_TASK;
  w->finished = 0;
}

void __tkl_order_begin(tkl_order_worker *w, __global char *order) {
  __global tkl_order_header *o = (__global tkl_order_header *)order;
  __tkl_order_set_up(w, o);
  w->self = __tkl_atomic_add_u32(&o->arrived, 1);
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

/* Whether its time is that of the execution. A level that runs while the next one
 * is being found costs no time but that of the inspector. */
static bool __tkl_order_is_execution(uint phase) {
  return phase == TKL_PHASE_RUN || phase == TKL_PHASE_PACK ||
         phase == TKL_PHASE_REPACK || phase == TKL_PHASE_BESIDE ||
         phase == TKL_PHASE_WIND || phase == TKL_PHASE_TASKS ||
         phase == TKL_PHASE_ADD;
}

/* The caller is the only worker that holds a chunk; none are left. The phase is
 * about the numbers from `begin` on before `end`, `chunk` of them in a chunk. */
static void __tkl_order_open_as(tkl_order_worker *w, uint phase, uint listed,
                                ulong begin, ulong end, ulong chunk) {
  __global tkl_order_header *o = w->order;
  ulong now = __tkl_order_now(w);
  if (__tkl_order_is_execution(o->phase))
    o->executed += now - o->since;
  else if (o->phase != TKL_PHASE_START)
    o->inspected += now - o->since;
  o->since = now;
  if (o->trace_capacity)
    __tkl_order_trace(w, phase,
                      phase == TKL_PHASE_PIPE ? o->run_end - o->run_begin
                                              : end - begin,
                      now);
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

/* The work-items of each part of the segment, but perhaps the last. */
#define TKL_PART_ITEMS(o)                                                      \
  (((ulong)(o)->segment_items + (o)->parts - 1) / (o)->parts)

/* One chunk for each part of the segment. */
static void __tkl_order_open_parts(tkl_order_worker *w, uint phase) {
  __global tkl_order_header *o = w->order;
  __tkl_order_open(w, phase, 0, o->segment_items, TKL_PART_ITEMS(o));
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
  saved->ranked = o->ranked;
  saved->follows = o->follows;
  saved->unpacked = 1;
  saved->stream_token = 0;
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
  o->ranked = saved->ranked;
  o->follows = saved->follows;
  return true;
}

static void __tkl_order_end(tkl_order_worker *w) {
  w->order->complete = 1;
  __tkl_order_open(w, TKL_PHASE_END, 0, 0, 1);
}

#endif
