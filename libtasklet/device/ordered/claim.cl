/*===- claim.cl - Which worker takes which chunk ----------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers claim the chunks of a phase one by one, by a compare-and-swap of
 * `claim`, and wait for nobody but those that hold chunks. phases.cl says what
 * phases there are.
 */
#ifndef TKL_ORDER_CLAIM_CL
#define TKL_ORDER_CLAIM_CL

#include "opening.cl"

/* With so many chunks, `claim` can say which of them are taken. */
#define TKL_MOST_SET_CHUNKS 32u

/* Of the chunks of a level, a worker takes those first that lie where its chunks
 * of the level before did: work-items beside each other, in levels that follow
 * each other, use the same lines of memory, and these are in its cache. Returns
 * `chunks` if all are taken. */
static uint __tkl_order_near_chunk(tkl_order_worker *w, uint taken,
                                   uint chunks) {
  uint workers = w->order->workers;
  uint number = (ulong)(w->self % workers) * chunks / workers;
  for (uint tried = 0; tried < chunks; ++tried) {
    if (!(taken >> number & 1))
      return number;
    number = number + 1 < chunks ? number + 1 : 0;
  }
  return chunks;
}

/* Claims a chunk. False: the command has ended. */
static bool __tkl_order_claim(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  for (ulong pause = o->workers; pause != 0;) {
    /* Acquire: what the worker that opened the phase has written; and with the
     * fields below, that the phase was closed, if they belong to a later one. */
    ulong seen = __tkl_atomic_load_u64(&o->claim);
    uint phase =
        seen >> 32 ? __tkl_atomic_load_u32(&o->phase) : TKL_PHASE_START;
    if (phase == TKL_PHASE_END)
      return false;
    uint chunks = seen >> 32 ? __tkl_atomic_load_u32(&o->chunks) : 1;
    uint listed = __tkl_atomic_load_u32(&o->listed);
    uint number = (uint)seen;
    ulong taken = 1;
    if (listed == TKL_LEVEL && chunks <= TKL_MOST_SET_CHUNKS) {
      number = __tkl_order_near_chunk(w, number, chunks);
      taken <<= number;
    }
    if (number >= chunks) {
      /* Others hold what is left. */
      pause = __tkl_order_pause(pause);
      continue;
    }
    ulong chunk = __tkl_atomic_load_u64(&o->chunk);
    ulong begin = __tkl_atomic_load_u64(&o->begin) + number * chunk;
    ulong end = TKL_MIN(__tkl_atomic_load_u64(&o->end), begin + chunk);
    if (__tkl_atomic_cas_u64(&o->claim, seen, seen + taken) != seen)
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

#endif
