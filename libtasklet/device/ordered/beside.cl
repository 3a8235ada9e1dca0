/*===- beside.cl - An analysis that costs no time --------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Levels pay only if they are used again, and nobody knows whether they will be.
 * So the first commands run in order, by one worker, and another worker that
 * would be idle analyses the command meanwhile. It stops when the command is
 * done. What it has by then is kept, and goes on with the next command that is
 * the same. Once the analysis is complete, commands run by levels.
 *
 * The inspector reads no memory that the kernel writes, so the two do not meet.
 *
 * But the two may share a core. So the inspector works for an eighth of the time
 * in the first command, a quarter in the second, half in the third: the more
 * often a command has come again, the more it may cost to be ready for the next.
 */
#include "machine.h"

/* The command ends when its last block does. So blocks become as large as is
 * possible in few ticks of the clock: some ten microseconds. */
#define TKL_BESIDE_TICKS 65536ul
#define TKL_BESIDE_LEAST 16u           /* work-items of a block               */
#define TKL_BESIDE_MOST 65536u
#define TKL_BESIDE_BYTES (1ul << 17)   /* a block of marks                    */
#define TKL_BESIDE_SHARE 3u            /* of the time at first: 1 / 2^3       */

static void __tkl_order_next_stage(tkl_order_worker *w) {
  ++__tkl_order_saved(w)->stage;
  __tkl_order_saved(w)->position = 0;
}

/* The analysis is of no use: the command will always run in order. */
static void __tkl_order_give_up(tkl_order_worker *w, uint reason) {
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  w->order->executor = TKL_ORDER_SERIAL;
  w->order->reason = reason;
  saved->stage = TKL_STAGE_DONE;
}

/* Does the next block of a stage that needs nothing of the kernel. Returns true
 * if work-items from w->begin to w->end must be levelled next. */
static bool __tkl_order_inspect_block(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  bool is_clear = saved->stage == TKL_STAGE_CLEAR;
  ulong all = is_clear                          ? __tkl_order_mark_bytes(o)
              : saved->stage == TKL_STAGE_SUM ? 1
                                                : o->items;
  w->begin = saved->position;
  w->end = TKL_MIN(all, w->begin + (is_clear ? TKL_BESIDE_BYTES : w->block));
  w->number = 0;
  saved->position = w->end;
  switch (saved->stage) {
  case TKL_STAGE_CLEAR:
    __tkl_order_clear(w);
    break;
  case TKL_STAGE_LEVELS:
    return true;
  case TKL_STAGE_COUNT:
    __tkl_order_count(w, w->begin == 0);
    break;
  case TKL_STAGE_SUM:
    __tkl_order_sum(w);
    break;
  case TKL_STAGE_PLACE:
    __tkl_order_place(w);
    break;
  }
  if (w->end == all)
    __tkl_order_next_stage(w);
  return false;
}

/* The work-items before w->end have levels. */
static void __tkl_order_levelled(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (o->torn) {
    __tkl_order_give_up(w, o->torn);
  } else if (__tkl_order_wants_chains(o, w->end)) {
    __tkl_order_begin_levels(o, false);
    ++o->passes;
    __tkl_order_saved(w)->stage = TKL_STAGE_CLEAR;
    __tkl_order_saved(w)->position = 0;
  } else if (__tkl_order_is_chain(w, w->end, o->chains, o->buckets)) {
    __tkl_order_give_up(w, TKL_REASON_CHAIN);
  } else if (w->end == o->items) {
    o->parts = 1;
    if (__tkl_order_is_apart(w)) {
      __tkl_order_note_apart(w);
      __tkl_order_saved(w)->stage = TKL_STAGE_DONE;
    } else if (o->buckets > o->counts) {
      __tkl_order_give_up(w, TKL_REASON_COUNTS);
    } else {
      __tkl_order_next_stage(w);
    }
  }
}

/* Whether the command has run. Relaxed: only says when to stop. */
static bool __tkl_order_has_run(tkl_order_worker *w) {
  return __tkl_atomic_peek_u32(&w->order->ran) != 0;
}

/* A block is done. Chooses the size of the next one, if it was one of work-items,
 * and leaves the core to the other worker, in proportion to what the block took. */
static void __tkl_order_rest(tkl_order_worker *w, bool is_clear) {
  if (!w->order->has_clock)
    return;
  ulong now = __tkl_order_now(w), took = now - w->since;
  if (!is_clear && took > TKL_BESIDE_TICKS)
    w->block = TKL_MAX(w->block / 2, TKL_BESIDE_LEAST);
  else if (!is_clear && took < TKL_BESIDE_TICKS / 4)
    w->block = TKL_MIN(w->block * 2, TKL_BESIDE_MOST);
  uint commands = __tkl_order_saved(w)->commands;
  if (commands >= TKL_BESIDE_SHARE)
    return;
  ulong rest = took * ((1u << (TKL_BESIDE_SHARE - commands)) - 1);
  for (ulong pause = now; __tkl_order_now(w) - now < rest;) {
    pause = __tkl_order_pause(pause);
    if (!pause || __tkl_order_has_run(w))
      return;
  }
}

/* For the worker that inspects: true if work-items from w->begin to w->end must
 * be levelled, and this called again; false if it is done. */
TKL_PREBUILT bool __tkl_order_inspect_beside(tkl_order_worker *w) {
  __global tkl_order_saved *saved = __tkl_order_saved(w);
  if (w->levelling) {
    w->levelling = false;
    __tkl_order_levelled(w);
    __tkl_order_rest(w, false);
  }
  while (saved->stage != TKL_STAGE_DONE && !__tkl_order_has_run(w)) {
    w->since = __tkl_order_now(w);
    bool is_clear = saved->stage == TKL_STAGE_CLEAR;
    if (__tkl_order_inspect_block(w)) {
      w->levelling = true;
      return true;
    }
    __tkl_order_rest(w, is_clear);
  }
  __tkl_order_save(w);
  return false;
}
