/*===- work.cl - What a worker of an ordered command does ------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * passes/ordered/OrderedKernels.cpp inlines __tkl_order_work into each ordered
 * kernel. passes/ordered/OwnLoops.h makes the loops, and gives the functions that
 * are only declared, here and in slices.cl. They are about the work-item that
 * __tkl_order_locate has set.
 */
#include "levels.cl"
#include "owners.cl"
#include "payload.cl"
#include "sample.cl"
#include "slices.cl"
#include "stream.cl"
#include "work_items.cl"

void __tkl_order_body(tkl_order_worker *w);
/* Prefetches for a work-item that comes later (passes/ordered/Lookahead.h). */
void __tkl_order_fetch_far(tkl_order_worker *w);
void __tkl_order_fetch_near(tkl_order_worker *w);
/* Owners: the body, but only the updates that are the worker's own. */
void __tkl_order_partly(tkl_order_worker *w);
/* Copies: the body, with a copy of the memory that it adds to; and that memory. */
void __tkl_order_body_on(tkl_order_worker *w, __global char *copy);
__global char *__tkl_order_sums(void);

/* Passes: the work-item at place `at`, as its number in the segment. */
static TKL_INLINE uint __tkl_order_local(tkl_order_worker *w, ulong at) {
  return w->listed == TKL_LISTED ? w->buckets[at] : (uint)at;
}

TKL_OWN void __tkl_order_own_rows(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  TKL_RUN_ROWS(w, , __tkl_order_body(w))
}

/* No work-item of the segment conflicts with another one. So the rounds of the
 * loop are independent, and may become lanes of vectors. Bodies with variables
 * in memory lose this hint (passes/ordered/OwnLoops.cpp), for all rounds
 * share these. */
TKL_OWN void __tkl_order_own_apart(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  TKL_RUN_ROWS(w, _Pragma("clang loop vectorize(assume_safety)"),
               __tkl_order_body(w))
}

/* The first chunk adds to the memory itself, each other one to a copy. */
TKL_OWN void __tkl_order_own_copied(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  __global char *copy = w->number == 0
                            ? __tkl_order_sums()
                            : w->marks + (w->number - 1) * w->order->copy_bytes;
  TKL_RUN_ROWS(w, , __tkl_order_body_on(w, copy))
}

TKL_OWN void __tkl_order_own_partly(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  TKL_RUN_ROWS(w, , __tkl_order_partly(w))
}

/* Those of the owner that the worker is. What touches nothing may write other memory
 * still, so the owners share that. */
static TKL_INLINE void __tkl_order_run_owner(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  const __global uint *begins = __tkl_order_extent_begins(w);
  const __global uint *ends = __tkl_order_extent_ends(w);
  const __global uint *borders = __tkl_order_borders(w) + w->number;
  ulong chunk = TKL_PART_ITEMS(o);
  tkl_order_worker owner = *w;
  owner.owned = borders[0];
  owner.owned_end = borders[1];
  for (uint p = 0; p < o->parts; ++p) {
    bool touches_nothing = begins[p] > ends[p];
    if (touches_nothing ? p % o->buckets != w->number
                        : !__tkl_order_touches(begins[p], ends[p], owner.owned,
                                               owner.owned_end))
      continue;
    owner.begin = p * chunk;
    owner.end = TKL_MIN(owner.begin + chunk, (ulong)o->segment_items);
    if (touches_nothing ||
        (begins[p] >= owner.owned && ends[p] < owner.owned_end))
      __tkl_order_own_rows(&owner);
    else
      __tkl_order_own_partly(&owner);
  }
}

/* A step of prefetching: so many places of a list. */
#define TKL_STEP 16

/* Fetches what work-items of the list after `at` and before `stop` will read. In
 * more than one dimension, their ids would cost a division each. */
static TKL_INLINE void __tkl_order_run_ahead(tkl_order_worker *ahead, ulong at,
                                             ulong stop) {
  ulong first = ahead->order->segment_begin;
  if (ahead->dimensions != 1)
    return;
  if (at + 2 * TKL_STEP < stop) {
    uint item = ahead->list[at + 2 * TKL_STEP];
    __tkl_order_locate(ahead, first + (item & ~TKL_JOINS));
    __tkl_order_fetch_far(ahead);
  }
  if (at + TKL_STEP < stop) {
    uint item = ahead->list[at + TKL_STEP];
    __tkl_order_locate(ahead, first + (item & ~TKL_JOINS));
    __tkl_order_fetch_near(ahead);
  }
}

TKL_OWN void __tkl_order_own_listed(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  tkl_order_worker ahead = *w;
  /* A chain belongs to the chunk in which it begins. Only levels that are found
   * in order have chains. */
  ulong at = w->begin;
  ulong end = w->order->executor == TKL_ORDER_LEVELS ? w->order->end : w->end;
  while (at < w->end && (w->list[at] & TKL_JOINS))
    ++at;
  for (; at < end; ++at) {
    uint item = w->list[at];
    if (at >= w->end && !(item & TKL_JOINS))
      break;
    __tkl_order_run_ahead(&ahead, at, w->end);
    __tkl_order_locate(w, first + (item & ~TKL_JOINS));
    __tkl_order_body(w);
  }
}

/* The chains of a level are independent. So those of the chunk's halves take
 * turns, work-item by work-item: while one waits for the work-item before it, or
 * for memory, the processor goes on with the other. In more than one dimension,
 * the ids of a work-item that does not follow the one before cost a division. */
TKL_OWN void __tkl_order_own_level(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  __global tkl_order_header *o = w->order;
  ulong first = o->segment_begin, last = o->end;
  ulong at = w->begin, end = w->end;
  bool has_chains = o->chains != 0 && o->chains * 2ul <= o->segment_items;
  while (at < end && (w->list[at] & TKL_JOINS))
    ++at;
  while (end < last && (w->list[end] & TKL_JOINS))
    ++end;
  bool takes_turns = has_chains && o->dimensions == 1;
  ulong other = takes_turns ? at + (end - at + 1) / 2 : end;
  while (other < end && (w->list[other] & TKL_JOINS))
    ++other;
  ulong stop = other, other_stop = end;
  tkl_order_worker ahead = *w;
  while (at < stop) {
    uint item = w->list[at];
    __tkl_order_run_ahead(&ahead, at, stop);
    __tkl_order_locate(w, first + (item & ~TKL_JOINS));
    __tkl_order_body(w);
    ++at;
    if (other < other_stop) {
      ulong next = other, next_stop = other_stop;
      other = at, other_stop = stop;
      at = next, stop = next_stop;
    }
  }
}

/* Prefetches are so many work-items ahead: two steps, since a stream is there at
 * once. */
#define TKL_STREAM_STEP (2 * TKL_STEP)

/* Runs these places of the list, of a level whose work-items read a stream. None
 * joins another one. */
TKL_OWN void __tkl_order_own_streamed(tkl_order_worker *from) {
  tkl_order_worker worker = *from, other = *from, *w = &worker, *ahead = &other;
  __global tkl_order_header *o = w->order;
  ulong begin = w->begin, end = w->end;
  ulong first = o->segment_begin;
  w->stream = __tkl_order_stream_of(w, begin, o->bucket - 1);
  ahead->stream = w->stream;
  if (w->dimensions != 1) {
    for (ulong at = begin; at < end; ++at) {
      __tkl_order_locate(w, first + w->list[at]);
      __tkl_order_stream_body(w);
    }
    return;
  }
  /* In more dimensions, ids ahead would cost a division each. */
  ulong id = first + w->offset, soon = TKL_MIN(begin + TKL_STREAM_STEP, end);
  for (ulong at = begin; at < soon; ++at) {
    __tkl_order_locate_in_row(ahead, first, id, w->list[at]);
    __tkl_order_stream_fetch(ahead);
  }
  for (ulong at = begin; at < end; ++at) {
    if (at + TKL_STREAM_STEP < end) {
      __tkl_order_locate_in_row(ahead, first, id, w->list[at + TKL_STREAM_STEP]);
      __tkl_order_stream_fetch(ahead);
    }
    __tkl_order_locate_in_row(w, first, id, w->list[at]);
    __tkl_order_stream_body(w);
  }
}

/* For the chunks of some levels, as __tkl_order_own_streamed gets them. */
TKL_OWN void __tkl_order_own_measure_streams(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  TKL_RUN_CHUNKS(w, w->begin, w->end, {
    w->streamed = 0;
    for (ulong at = from; at < to; ++at) {
      __tkl_order_locate(w, first + w->list[at]);
      __tkl_order_stream_measure(w);
    }
    *__tkl_order_start_of(w, from, bucket) = w->streamed;
  })
}

TKL_OWN void __tkl_order_own_write_streams(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  tkl_order_worker ahead = *w;
  TKL_RUN_CHUNKS(w, w->begin, w->end, {
    w->stream = __tkl_order_stream_of(w, from, bucket);
    for (ulong at = from; at < to; ++at) {
      __tkl_order_run_ahead(&ahead, at, end);
      __tkl_order_locate(w, first + w->list[at]);
      __tkl_order_stream_write(w);
    }
  })
}

TKL_OWN void __tkl_order_own_minima(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  ulong pass = w->order->pass;
  for (ulong at = w->begin; at < w->end; ++at) {
    uint own = __tkl_order_local(w, at);
    __tkl_order_start_slice(w, first + own);
    w->key = ~pass << 32 | own;
    __tkl_order_slice_first(w);
    if (__tkl_order_gave_up(w))
      break;
  }
  __tkl_order_note_vain(w);
}

TKL_OWN void __tkl_order_own_check(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin;
  ulong pass = w->order->pass;
  for (ulong at = w->begin; at < w->end; ++at) {
    uint own = __tkl_order_local(w, at);
    __tkl_order_start_slice(w, first + own);
    w->key = ~pass << 32 | own;
    w->first = true;
    __tkl_order_slice_check(w);
    w->buckets[at] = w->first ? own | TKL_FOUND : own;
  }
}

/* So many work-items must have had a conflict with their task before one that has
 * none begins another task. */
#define TKL_CUT_AFTER 2u

/* Cuts a part of the range into tasks. */
TKL_OWN void __tkl_order_own_cut(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  __global tkl_order_header *o = w->order;
  ulong first = o->segment_begin;
  ulong place = __tkl_order_cut_place(o, w->number);
  ulong room = __tkl_order_cut_place(o, w->number + 1) - place;
  uint most = o->task_items;
  __global uint *begins = __tkl_order_tasks(o, TKL_BEGINS) + place;
  tkl_near near[TKL_NEAR];
  for (uint i = 0; i < TKL_NEAR; ++i)
    near[i].element = ~0ul;
  w->near = near;
  w->cutting = true;
  uint tasks = 0, together = 0;
  ulong end = w->end;
  for (ulong at = w->begin; at < end; ++at) {
    __tkl_order_start_slice(w, first + at);
    w->task = at + 1;
    w->is_own = false;
    __tkl_order_slice_link(w);
    if (__tkl_order_gave_up(w))
      break;
    /* So many more there may be. */
    ulong needed = (end - at + most - 1) / most;
    bool is_row =
        !w->is_own && together >= TKL_CUT_AFTER && tasks + 1 + needed <= room;
    if (tasks == 0 || at - w->begin == most || is_row) {
      begins[tasks++] = at;
      w->begin = at;
      together = 0;
    } else {
      together = w->is_own ? together + 1 : 0;
    }
  }
  __tkl_order_tasks(o, TKL_LENGTH)[w->number] = tasks;
  __tkl_order_note_vain(w);
}

/* One way over all tasks. Slices that give up have done so while the range was
 * cut. */
TKL_OWN void __tkl_order_own_link(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  ulong first = w->order->segment_begin, items = w->order->segment_items;
  __tkl_order_begin_links(w);
  tkl_order_worker ahead = *w;
  ahead.marks = (__global char *)w->task_marks;
  ahead.mark_shift = 2;
  for (uint number = 0; __tkl_order_enter_task(w, number); ++number) {
    /* Where the next task begins, about, seen from the end of this one. */
    ulong jump = w->backwards ? 2 * (ulong)w->order->task_items : 0;
    for (ulong at = w->begin; at < w->end; ++at) {
      ulong next = at + TKL_AHEAD;
      next -= next < w->end ? 0 : jump;
      if (next < items) {
        __tkl_order_start_slice(&ahead, first + next);
        __tkl_order_slice_fetch(&ahead);
      }
      __tkl_order_start_slice(w, first + at);
      __tkl_order_slice_link(w);
    }
  }
}

TKL_OWN void __tkl_order_own_bins(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  uint bins = w->order->buckets;
  __global uint *part = __tkl_order_part(w);
  for (uint b = 0; b < bins; ++b)
    part[b] = 0;
  w->part = part;
  w->torn = false;
  const bool carries = __tkl_order_carries();
  TKL_RUN_ROWS(w, , {
    w->rounds = 0;
    w->binned = w->counted = false;
    __tkl_order_slice_bin(w);
    if (__tkl_order_gave_up(w) || w->torn) {
      last = 0; /* All in vain. */
      break;
    }
    if (!carries) {
      ulong at = w->item - w->order->segment_begin;
      /* Where it touches nothing does not matter: spread such work-items. */
      if (!w->binned)
        w->bin = at % bins;
      w->buckets[at] = w->bin;
    }
    if ((w->binned || !carries) && !w->counted)
      ++part[w->bin];
  })
  if (w->torn)
    __tkl_atomic_set_u32(&w->order->torn, TKL_REASON_BINS); /* as above */
  __tkl_order_note_vain(w);
}

/* Whether parts of the range, of which some are sampled, touch little beside what
 * all of them do. */
TKL_OWN void __tkl_order_own_narrow(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  __global tkl_order_header *o = w->order;
  uint widths[TKL_NARROW_PARTS], lowest = ~0u, highest = 0;
  ulong items = TKL_PART_ITEMS(o);
  ulong step = (items + TKL_NARROW_ITEMS - 1) / TKL_NARROW_ITEMS;
  for (uint n = 0; n < TKL_NARROW_PARTS; ++n) {
    ulong begin = (ulong)o->parts * n / TKL_NARROW_PARTS * items;
    ulong end = TKL_MIN(begin + items, (ulong)o->segment_items);
    w->lowest = ~0u;
    w->highest = 0;
    for (ulong i = begin; i < end; i += step) {
      __tkl_order_start_slice(w, o->segment_begin + i);
      __tkl_order_slice_extent(w);
      if (__tkl_order_gave_up(w))
        return;
    }
    widths[n] = w->lowest <= w->highest ? w->highest - w->lowest + 1 : 0;
    lowest = TKL_MIN(lowest, w->lowest);
    highest = TKL_MAX(highest, w->highest);
  }
  uint wide = 0;
  for (uint n = 0; n < TKL_NARROW_PARTS; ++n)
    wide += widths[n] > (highest - lowest) / (4 * o->workers);
  if (wide > 1)
    __tkl_atomic_set_u32(&o->torn, TKL_REASON_FAR); /* as above */
  __tkl_order_note_vain(w);
}

TKL_OWN void __tkl_order_own_extents(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  w->lowest = ~0u;
  w->highest = 0;
  TKL_RUN_ROWS(w, , {
    w->rounds = 0;
    __tkl_order_slice_extent(w);
    if (__tkl_order_gave_up(w)) {
      last = 0; /* All in vain. */
      break;
    }
  })
  __tkl_order_extent_begins(w)[w->number] = w->lowest;
  __tkl_order_extent_ends(w)[w->number] = w->highest;
  __tkl_order_note_vain(w);
}

/* The chunk that the worker has claimed. */
static TKL_INLINE void __tkl_order_run(tkl_order_worker *w) {
  if (w->order->plan == TKL_ORDER_COPIES)
    __tkl_order_own_copied(w);
  else if (w->order->executor == TKL_ORDER_OWNERS)
    __tkl_order_run_owner(w);
  else if (w->listed == TKL_IN_ORDER)
    __tkl_order_own_rows(w);
  else if (w->listed == TKL_APART)
    __tkl_order_own_apart(w);
  else if (w->listed == TKL_LEVEL && w->order->streamed)
    __tkl_order_own_streamed(w);
  else if (w->listed == TKL_LEVEL)
    __tkl_order_own_level(w);
  else if (w->order->payload)
    __tkl_order_own_apply_payloads(w);
  else
    __tkl_order_own_listed(w);
}

/* Beside an analysis: runs all work-items. */
static TKL_INLINE void __tkl_order_run_all(tkl_order_worker *w) {
  tkl_order_worker all = *w;
  all.begin = 0;
  all.end = w->order->items;
  all.listed = TKL_IN_ORDER;
  __tkl_order_own_rows(&all);
  __tkl_atomic_set_u32(&w->order->ran, 1); /* relaxed: only says stop */
}

TKL_INLINE void __tkl_order_work(__global char *order) {
  tkl_order_worker worker, *w = &worker;
  __tkl_order_begin(w, order);
  for (;;) {
    switch (__tkl_order_next(w)) {
    case TKL_PHASE_END:
      return;
    case TKL_PHASE_BESIDE:
      if (w->number == 0)
        __tkl_order_run_all(w);
      else
        while (__tkl_order_inspect_beside(w))
          __tkl_order_find_levels(w);
      break;
    case TKL_PHASE_RUN:
      __tkl_order_run(w);
      break;
    case TKL_PHASE_TASKS:
      while (__tkl_order_claim_task(w))
        __tkl_order_run(w);
      break;
    case TKL_PHASE_PACK:
      __tkl_order_own_pack_payloads(w);
      break;
    case TKL_PHASE_REPACK:
      __tkl_order_own_repack_payloads(w);
      break;
    case TKL_PHASE_MEASURE:
      __tkl_order_own_measure_streams(w);
      break;
    case TKL_PHASE_STREAM:
      __tkl_order_own_write_streams(w);
      break;
    case TKL_PHASE_ADD:
      __tkl_order_add_copies(w, __tkl_order_sums());
      break;
    case TKL_PHASE_LEVELS:
      __tkl_order_find_levels(w);
      break;
    case TKL_PHASE_CUT:
      __tkl_order_own_cut(w);
      break;
    case TKL_PHASE_LINK:
      __tkl_order_own_link(w);
      break;
    case TKL_PHASE_MINIMA:
      __tkl_order_own_minima(w);
      break;
    case TKL_PHASE_CHECK:
      __tkl_order_own_check(w);
      break;
    case TKL_PHASE_SAMPLE:
      __tkl_order_own_sample(w);
      break;
    case TKL_PHASE_BINS:
      __tkl_order_own_bins(w);
      break;
    case TKL_PHASE_NARROW:
      __tkl_order_own_narrow(w);
      break;
    case TKL_PHASE_EXTENTS:
      __tkl_order_own_extents(w);
      break;
    }
    __tkl_order_complete(w);
  }
}
