/*===- passes.cl - Levels, one pass for each -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A pass looks at the work-items that have no level yet, its *active* ones. It
 * finds the first to use each element (MINIMA), then those that are first
 * wherever they go (CHECK): these are the next level. KEEP appends them to the
 * list and keeps the others, both in order. The active ones lie where other
 * inspectors have buckets.
 *
 * With TKL_ORDER_PIPE, a level runs while the pass for the next one looks for its
 * minima: the phase PIPE has chunks of both. The inspector reads no memory that
 * the kernel writes, so the two do not meet. All of the level has run when a
 * worker checks, and so before anything of the next one can run. From the first
 * level on that is thin, and for the last one, levels run when all are known.
 */
#ifndef TKL_ORDER_PASSES_CL
#define TKL_ORDER_PASSES_CL

#include "opening.cl"

/* How many work-items a worker takes at least. */
#define TKL_ACTIVE_CHUNK 1024ul
#define TKL_RUN_CHUNK 64ul
#define TKL_PIPE_ITEMS 1024u /* in the least level that runs in a pipe */

static ulong __tkl_order_active_chunk(__global tkl_order_header *o) {
  return TKL_MAX(TKL_ACTIVE_CHUNK, (ulong)o->active / (o->workers * 8) + 1);
}

/* The active work-items lie at the front of their list, but in the first pass,
 * when all of them are. */
static void __tkl_order_open_active(tkl_order_worker *w, uint phase) {
  __global tkl_order_header *o = w->order;
  __tkl_order_open_as(w, phase, o->pass > 1 ? TKL_LISTED : TKL_IN_ORDER, 0,
                      o->active, __tkl_order_active_chunk(o));
}

static ulong __tkl_order_level_chunk(__global tkl_order_header *o) {
  return TKL_MAX((ulong)(o->run_end - o->run_begin) / (o->workers * 4),
                 TKL_RUN_CHUNK);
}

static uint __tkl_order_chunks(ulong items, ulong chunk) {
  return (items + chunk - 1) / chunk;
}

/* Whether the level that has been found last runs in a pipe. Thin ones do not pay:
 * in the end they run one after the other in one go. And levels keep their order,
 * so none runs after one that does not. */
static bool __tkl_order_is_piped(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  return (o->flags & TKL_ORDER_PIPE) && !(o->flags & TKL_ORDER_INSPECT_ONLY) &&
         o->pass != 0 && o->bucket + 1 == o->pass &&
         o->run_end - o->run_begin >= TKL_PIPE_ITEMS;
}

/* Runs the level from run_begin to run_end, and looks for the minima of the next
 * pass. */
static void __tkl_order_open_pipe(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint runs = __tkl_order_chunks(o->run_end - o->run_begin,
                                 __tkl_order_level_chunk(o));
  uint minima = __tkl_order_chunks(o->active, __tkl_order_active_chunk(o));
  __tkl_order_open(w, TKL_PHASE_PIPE, 0, runs + minima, 1);
}

/* Makes a chunk of PIPE one of what it is about, and returns that phase. Those of
 * the level come first: a worker that finds none left goes on with the pass, and
 * waits for nobody. Taking turns would mix memory of both in the caches all the
 * time; measured, that is up to a tenth slower. */
static uint __tkl_order_unpipe(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong chunk = __tkl_order_level_chunk(o);
  uint runs = __tkl_order_chunks(o->run_end - o->run_begin, chunk);
  w->listed = TKL_LISTED;
  if (w->number < runs) {
    w->begin = o->run_begin + w->number * chunk;
    w->end = TKL_MIN((ulong)o->run_end, w->begin + chunk);
    return TKL_PHASE_RUN;
  }
  chunk = __tkl_order_active_chunk(o);
  w->begin = (w->number - runs) * chunk;
  w->end = TKL_MIN((ulong)o->active, w->begin + chunk);
  return TKL_PHASE_MINIMA;
}

/* The work-items of which the pass has found the level go to the list. By one
 * worker, since all keep their order. */
static void __tkl_order_keep(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  uint begin = o->pass > 1 ? w->counts[o->pass - 2] : 0;
  uint placed = begin, kept = 0;
  for (uint i = 0; i < o->active; ++i) {
    uint item = w->buckets[i];
    if (item & TKL_FOUND)
      w->list[placed++] = item & ~TKL_FOUND;
    else
      w->buckets[kept++] = item;
  }
  w->counts[o->pass - 1] = placed;
  o->run_begin = begin;
  o->run_end = placed;
  o->widest = TKL_MAX(o->widest, (ulong)(placed - begin));
  o->conflicts += o->pass == 1 ? kept : 0;
  o->active = kept;
}

/* Passes are given up: those without a level follow in the list, in order. They
 * may all run in order after the levels that have been found. */
static void __tkl_order_keep_rest(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  for (uint i = 0; i < o->active; ++i)
    w->list[o->run_end + i] = w->buckets[i];
}

#endif
