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
 * The word `claim` holds the number of the phase and that of the next chunk, or
 * which chunks are taken (claim.cl). Before the fields that say what the next
 * phase is about change, `claim` does: a worker that has read fields of two
 * phases fails to claim, which is a compare-and-swap of `claim`.
 *
 * test/model/phases.pml is its model for a model checker.
 */
#include "claim.cl"
#include "plans.cl"

static void __tkl_order_clear(tkl_order_worker *w) {
  ulong value = w->order->plan == TKL_ORDER_PASSES ? ~0ul : 0;
  for (ulong at = w->begin; at < w->end; at += 8)
    *(__global ulong *)(w->marks + at) = value;
}

/*===----------------------------------------------------------------------===*
 * From one phase to the next
 *===----------------------------------------------------------------------===*/

/* All that is left has run in order, or all of the segment. */
static void __tkl_order_open_after_serial(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong end = o->segment_begin + o->segment_items;
  if (o->listed != TKL_LISTED || end == o->items) {
    __tkl_order_open_segment(w, o->items);
    return;
  }
  o->segment_begin = end;
  ulong rest = o->items - end;
  __tkl_order_open(w, TKL_PHASE_RUN, 0, rest, rest);
}

static TKL_SELDOM void __tkl_order_advance(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  switch (o->phase) {
  case TKL_PHASE_START:
    __tkl_order_open_segment(w, 0);
    break;
  case TKL_PHASE_CLEAR:
    if (o->plan == TKL_ORDER_PASSES) {
      o->active = o->segment_items;
      o->pass = 0;
      o->bucket = 0;
      o->parts = 1;
      __tkl_order_open_passes(w);
    } else if (o->plan == TKL_ORDER_TASKS) {
      __tkl_order_open_cut(w);
    } else if (o->plan == TKL_ORDER_COPIES) {
      __tkl_order_open_copies(w);
    } else {
      ++o->passes;
      __tkl_order_open_levels(w, 0);
    }
    break;
  case TKL_PHASE_CUT:
    if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else
      __tkl_order_open(w, TKL_PHASE_NUMBER, 0, 1, 1);
    break;
  case TKL_PHASE_NUMBER:
    /* Two ways; graph.cl. */
    __tkl_order_open(w, TKL_PHASE_LINK, 0, 2, 1);
    break;
  case TKL_PHASE_LINK:
  case TKL_PHASE_LENGTH:
    __tkl_order_open_tasks(w);
    break;
  case TKL_PHASE_WIND: {
    __global tkl_order_graph *g = __tkl_order_graph(o);
    g->front = g->finished = 0;
    __tkl_order_open(w, TKL_PHASE_TASKS, 0, o->workers, 1);
    break;
  }
  case TKL_PHASE_TASKS:
    __tkl_order_open_segment(w, o->segment_begin + o->segment_items);
    break;
  case TKL_PHASE_LEVELS:
    if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else if (__tkl_order_wants_chains(o, o->end))
      __tkl_order_open_chains(w);
    else if (__tkl_order_is_chain(w, o->end, o->chains, o->buckets))
      __tkl_order_open_serial(w, TKL_REASON_CHAIN);
    else if (o->end < o->segment_items)
      __tkl_order_open_levels(w, o->end);
    else
      __tkl_order_open_count(w);
    break;
  case TKL_PHASE_MINIMA:
  case TKL_PHASE_PIPE:
    if (o->torn)
      __tkl_order_give_passes_up(w, o->torn);
    else
      __tkl_order_open_active(w, TKL_PHASE_CHECK);
    break;
  case TKL_PHASE_CHECK:
    __tkl_order_open(w, TKL_PHASE_KEEP, 0, 1, 1);
    break;
  case TKL_PHASE_KEEP:
    __tkl_order_open_passes(w);
    break;
  case TKL_PHASE_SAMPLE:
    if (o->torn == TKL_REASON_NEAR)
      __tkl_order_open_near(w);
    else if (o->torn)
      __tkl_order_open_serial(w, o->torn);
    else
      __tkl_order_open_parts(w, TKL_PHASE_BINS);
    break;
  case TKL_PHASE_NARROW:
    if (o->torn)
      __tkl_order_open_far(w);
    else
      __tkl_order_open_parts(w, TKL_PHASE_EXTENTS);
    break;
  case TKL_PHASE_EXTENTS:
    if (o->torn)
      __tkl_order_open_far(w);
    else
      __tkl_order_open(w, TKL_PHASE_BORDERS, 0, 1, 1);
    break;
  case TKL_PHASE_BORDERS:
    if (o->torn)
      __tkl_order_open_far(w);
    else
      __tkl_order_analysed(w);
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
    __tkl_order_open_parts(w, TKL_PHASE_REPACK);
    break;
  case TKL_PHASE_PACK:
  case TKL_PHASE_REPACK:
    __tkl_order_open_bucket(w, 0);
    break;
  case TKL_PHASE_PLACE:
    __tkl_order_analysed(w);
    break;
  case TKL_PHASE_MEASURE:
    __tkl_order_open(w, TKL_PHASE_DIVIDE, 0, 1, 1);
    break;
  case TKL_PHASE_DIVIDE:
    __tkl_order_open_stream(w);
    break;
  case TKL_PHASE_STREAM:
    o->streamed = __tkl_order_saved(w)->streamed;
    __tkl_order_open_bucket(w, 0);
    break;
  case TKL_PHASE_BESIDE:
    if (o->executor != TKL_ORDER_SERIAL) {
      o->executor = TKL_ORDER_SERIAL;
      o->reason = TKL_REASON_BESIDE;
    }
    __tkl_order_open_segment(w, o->items);
    break;
  case TKL_PHASE_ADD:
    __tkl_order_open_segment(w, o->items);
    break;
  case TKL_PHASE_RUN:
    if (o->executor == TKL_ORDER_SERIAL)
      __tkl_order_open_after_serial(w);
    else if (o->executor == TKL_ORDER_COPIES)
      __tkl_order_open(w, TKL_PHASE_ADD, 0, o->sums_end, TKL_ADD_CHUNK);
    else if (!__tkl_order_open_bucket(w, o->bucket))
      __tkl_order_open_segment(w, o->segment_begin + o->segment_items);
    break;
  }
}

static TKL_PREBUILT void __tkl_order_complete(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint chunks = w->phase == TKL_PHASE_START ? 1 : o->chunks;
  /* Release: what this chunk has done. Acquire: what all others have. */
  if (__tkl_atomic_add_u32(&o->done, 1) + 1 == chunks)
    __tkl_order_advance(w);
}

/* Claims and runs chunks that need nothing of the kernel, until one does.
 * Returns its phase, or TKL_PHASE_END. */
TKL_PREBUILT uint __tkl_order_next(tkl_order_worker *w) {
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
    case TKL_PHASE_NUMBER:
      __tkl_order_number_tasks(w);
      break;
    case TKL_PHASE_LENGTH:
      __tkl_order_measure_chains(w);
      break;
    case TKL_PHASE_WIND:
      __tkl_order_wind(w);
      break;
    case TKL_PHASE_PIPE:
      return __tkl_order_unpipe(w);
    case TKL_PHASE_COUNT:
      __tkl_order_count(w, true);
      break;
    case TKL_PHASE_SUM:
      __tkl_order_sum(w);
      break;
    case TKL_PHASE_PLACE:
      __tkl_order_place(w);
      break;
    case TKL_PHASE_BORDERS:
      __tkl_order_choose_owners(w);
      break;
    case TKL_PHASE_REWIND:
      __tkl_order_rewind(w);
      break;
    case TKL_PHASE_DIVIDE:
      __tkl_order_divide(w);
      break;
    case TKL_PHASE_RUN:
      if (w->order->executor == TKL_ORDER_BINS && !w->order->payload) {
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
