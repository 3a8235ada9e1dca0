/*===- join.cl - Blocked frames and who goes on with them ------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame whose children all ran on its own worker needs no counter. For stolen
 * children, `join` starts at 0. A thief writes the result, then subtracts 1. An
 * owner that finds m children stolen leaves the segment in order, then adds m.
 * The worker that brings the counter to 0 continues the frame. That is the
 * owner if all results had come, otherwise the last thief. The thief has
 * nothing else to do at that moment, since its own segment and its deque are
 * empty. No worker waits at a join.
 *
 * But where the owner has found nothing else to do since it left the frame, the
 * thief *hands it back*. A loop that waits for parallel work in each round then
 * has the same parts of its data with the same workers all the time. Without
 * that, owner and thief change places in each round, and all that they have in
 * their caches moves. TKL_JOIN_EXPECTED in `join` says that the owner looks for the
 * frame: the thief that leaves only that in `join` has handed the frame back, with
 * no other operation, and the owner sees it there.
 *
 * The owner may have no processor just now: if it does not come for a while, or the
 * thief has found other work, the thief takes the frame again. `awaited` in the
 * owner's block decides between them: who changes it from what it was to 0 by CAS
 * has the frame, or may at least change `join`. It has another value each time, so
 * that no thief takes what is awaited anew. Before the owner takes other work it
 * changes `awaited`, and then takes TKL_JOIN_EXPECTED out of `join`. A thief knows
 * from whom it stole, not who has left the frame since: after a force of some
 * children another worker may have, and the frame then waits for that one.
 *
 * test/model/join.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

/* Continues a frame that a worker left. */
static uint __tkl_adopt(tkl_worker *w, __global tkl_frame *frame) {
  w->frame = frame;
  __tkl_use_chunk(w, frame->segment);
  __tkl_trace_adopt(w, frame);
  return frame->step;
}

/* In `join` of a frame that a worker has left: it looks for that frame. */
#define TKL_JOIN_EXPECTED 0x40000000u

/* One stolen child of `frame` is complete. Returns what is left in `join`. 0: the
 * caller must continue the frame. TKL_JOIN_EXPECTED: its owner does. Otherwise
 * other children are outstanding. */
static uint __tkl_deliver(__global tkl_frame *frame) {
  /* Release: the child's writes, for the worker that continues the frame.
   * Acquire: the writes of its siblings and of the owner, if this was the last
   * child. With less a continuation could read results, captured values or
   * `segment` too early. */
  return __tkl_atomic_add_u32((__global uint *)&frame->join, -1u) - 1;
}

/* Whether frames are handed back. Lanes of teams look for work together, and with
 * semaphores a frame may be ready elsewhere. */
static TKL_FAST bool __tkl_hands_back(void) {
  return __tkl_team_lanes() == 1 && !__tkl_has_semaphores();
}

static __global tkl_worker_block *__tkl_block_of_worker(tkl_worker *w, uint of) {
  return (__global tkl_worker_block *)(w->cold->heap + 1) + of;
}

/* The place of a frame in `awaited`, which has a number above that. */
#define TKL_AWAITED_PLACE 0xFFFFFFFFFul
static ulong __tkl_place(tkl_worker *w, __global tkl_frame *frame) {
  return (ulong)((__global char *)frame - (__global char *)w->cold->heap) /
         TKL_ALIGN;
}

/* For so many vain looks, one or two microseconds, a worker asks nobody for
 * records if it has left a frame, or has finished a stolen child of a frame that
 * waits for others. Whoever has the other children may be about to finish them,
 * and would do so later: to publish a record, and to bring what it needs into
 * another cache, costs as much as many short tasks. */
#define TKL_LOOKS_PATIENT 128u

/* After so many vain looks a worker takes a frame again that it has handed back:
 * the owner has no processor if it does not come. Meanwhile it asks for records:
 * the owner publishes with its first spawn. */
#define TKL_LOOKS_LENT 32u

/* The worker is about to leave `frame`, and will have nothing to do. */
static void __tkl_expect(tkl_worker *w, __global tkl_frame *frame) {
  w->cold->patience = TKL_LOOKS_PATIENT;
  w->cold->victim = w->cold->heap->workers;
  w->cold->expected = frame;
  /* 36 bits for the place and 28 for a number: a thief would have to stop between
   * two operations of __tkl_recall until this worker has left 2^28 frames. */
  w->cold->awaited = (w->cold->awaited & ~TKL_AWAITED_PLACE) +
                     (TKL_AWAITED_PLACE + 1) + __tkl_place(w, frame);
  /* Release: what `join` was made when this worker got the frame, for
   * __tkl_recall. With less a thief that handed it back before could read what
   * `join` was then, and take it with children outstanding. */
  __tkl_atomic_store_u64(&w->block->awaited, w->cold->awaited);
}

/* Whether this worker, which expects a frame, still may touch it; if not, a thief
 * has taken it. It is expected no more in both cases. */
static bool __tkl_stop_expecting(tkl_worker *w) {
  w->cold->expected = 0;
  /* Relaxed: decides only who goes on; `join` has the rest. */
  return __tkl_atomic_cas_u64(&w->block->awaited, w->cold->awaited, 0) ==
         w->cold->awaited;
}

/* The owner cannot continue `frame`: its last `pending` children were stolen.
 * True: all their results have come, go on. False: the frame now belongs to the
 * last thief and must not be touched, or comes back (__tkl_take_returned). */
static bool __tkl_block(tkl_worker *w, __global tkl_frame *frame) {
  __global uint *join = (__global uint *)&frame->join;
  uint pending = frame->pending, expected = 0;
  frame->pending = 0;
  frame->segment = w->cold->chunk;
  if (__tkl_hands_back() && __tkl_is_empty(w)) {
    /* Acquire: as below. */
    if (__tkl_atomic_load_u32(join) + pending == 0) {
      __tkl_atomic_set_u32(join, 0); /* relaxed: nobody else knows the frame */
      return true;
    }
    expected = TKL_JOIN_EXPECTED;
    __tkl_expect(w, frame);
  }
  /* Release: the segment as we leave it, for the last thief. Acquire: the
   * thieves' results, if all have come. With less, as in __tkl_deliver. */
  uint left = __tkl_atomic_add_u32(join, pending + expected) + pending +
              expected;
  if (left == 0)
    return true;
  /* The last child has come meanwhile. It is as if its thief had handed the frame
   * back: with a count in `busy`. Relaxed: this worker is counted, too. */
  if (left == TKL_JOIN_EXPECTED)
    __tkl_atomic_count_u32(&w->cold->heap->busy, 1);
  ++w->cold->blocked;
  return false;
}

/* The worker has delivered a child that it took from the worker `of`, and was not
 * the last one. It is patient until that one comes to its join, finds no record,
 * and so starts its deque anew: then new work may come at once. */
static void __tkl_watch(tkl_worker *w, uint of) {
  if (!__tkl_hands_back())
    return;
  /* Relaxed: only compared. */
  ulong word = __tkl_atomic_peek_u64(&__tkl_block_of_worker(w, of)->deque);
  if (__tkl_tail(word) == 0) /* It has done so already. */
    return;
  w->cold->patience = TKL_LOOKS_PATIENT;
  w->cold->victim = of;
  w->cold->watched = word;
}

/* For a worker that finds the deque of the worker `of` empty: `word`. Whether it
 * asks for no records yet. */
static bool __tkl_is_patient(tkl_worker *w, uint of, ulong word) {
  if (w->cold->patience == 0)
    return false;
  --w->cold->patience;
  if (w->cold->victim == of && w->cold->watched != word)
    w->cold->patience = 0;
  return w->cold->patience != 0;
}

/* Whether `frame` is ready and its owner looks for it. Others may use the memory
 * again: then the answer means nothing, and a CAS on `awaited` will fail. */
static TKL_RACY bool __tkl_is_back(__global tkl_frame *frame) {
  /* Relaxed: who acts on it acquires. */
  return __tkl_atomic_peek_u32((__global uint *)&frame->join) ==
         TKL_JOIN_EXPECTED;
}

/* Takes a frame again that this worker has handed back. Nothing if there is none,
 * or somebody goes on with it. */
static void __tkl_recall(tkl_worker *w) {
  if (w->cold->lent == 0)
    return;
  __global ulong *awaited =
      &__tkl_block_of_worker(w, w->cold->lent - 1)->awaited;
  __global tkl_frame *frame = w->cold->lent_frame;
  w->cold->lent = 0;
  /* The owner may have got this frame, and have left it once more: what counts is
   * that it is ready while `awaited` does not change. Acquire: as __tkl_expect
   * says. */
  ulong word = __tkl_atomic_load_u64(awaited);
  if ((word & TKL_AWAITED_PLACE) == __tkl_place(w, frame) &&
      __tkl_is_back(frame) && __tkl_atomic_cas_u64(awaited, word, 0) == word)
    w->cold->recalled = frame;
}

/* Whether a worker that looks for work has a frame to go on with. */
static bool __tkl_has_frame(tkl_worker *w) {
  return w->cold->recalled != 0 ||
         (w->cold->expected != 0 && __tkl_is_back(w->cold->expected));
}

/* Before a worker that looks for work takes some: it expects no frame any more.
 * False: it has one already, for __tkl_take_returned. */
static bool __tkl_expect_nothing(tkl_worker *w) {
  if (!__tkl_hands_back())
    return true;
  /* With this work to do, it would not recall the frame for a long time. */
  __tkl_recall(w);
  if (__tkl_has_frame(w))
    return false;
  __global tkl_frame *frame = w->cold->expected;
  if (frame == 0 || !__tkl_stop_expecting(w))
    return true;
  /* Release: all that __tkl_block has released, for the last thief. */
  if (__tkl_atomic_add_u32((__global uint *)&frame->join,
                           -TKL_JOIN_EXPECTED) != TKL_JOIN_EXPECTED)
    return true;
  w->cold->recalled = frame;
  return false;
}

/* For a worker that looks for work: the frame that it has got back, or recalled,
 * or null. It comes with the count in `busy` of the worker that had it. */
static __global tkl_frame *__tkl_take_returned(tkl_worker *w) {
  __global tkl_frame *frame = w->cold->recalled;
  if (frame == 0) {
    frame = w->cold->expected;
    if (frame == 0 || !__tkl_is_back(frame) || !__tkl_stop_expecting(w))
      return 0;
  }
  /* Acquire: all that __tkl_deliver has acquired. With less, as there. */
  (void)__tkl_atomic_load_u32((__global uint *)&frame->join);
  /* Relaxed: nobody else knows the frame. */
  __tkl_atomic_set_u32((__global uint *)&frame->join, 0);
  /* Relaxed: it is not the last one. */
  if (w->cold->counted)
    __tkl_atomic_count_u32(&w->cold->heap->busy, -1u);
  return frame;
}
