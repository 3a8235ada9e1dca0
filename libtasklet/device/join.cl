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
 * their caches moves. `awaited` in the owner's block says which frame it looks
 * for; thief and owner change it by CAS. Before the owner takes other work it
 * takes that back. The owner may have no processor just now: if it does not come
 * for a while, or the thief has found other work, the thief takes the frame again.
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

/* One stolen child of `frame` is complete. Returns whether the caller must
 * continue the frame. */
static bool __tkl_deliver(__global tkl_frame *frame) {
  /* Release: the child's writes, for the worker that continues the frame.
   * Acquire: the writes of its siblings and of the owner, if this was the last
   * child. With less a continuation could read results, captured values or
   * `segment` too early. */
  return __tkl_atomic_add_u32((__global uint *)&frame->join, -1u) == 1;
}

/* The owner cannot continue `frame`: its last `pending` children were stolen.
 * True: all their results have come, go on. False: the frame now belongs to the
 * last thief and must not be touched. */
static bool __tkl_block(tkl_worker *w, __global tkl_frame *frame) {
  uint pending = frame->pending;
  frame->pending = 0;
  frame->segment = w->cold->chunk;
  /* Release: the segment as we leave it, for the last thief. Acquire: the
   * thieves' results, if all have come. With less, as in __tkl_deliver. */
  if (__tkl_atomic_add_u32((__global uint *)&frame->join, pending) + pending ==
      0)
    return true;
  ++w->cold->blocked;
  return false;
}

/* Whether frames are handed back. Lanes of teams look for work together, and with
 * semaphores a frame may be ready elsewhere. */
static TKL_FAST bool __tkl_hands_back(void) {
  return __tkl_team_lanes() == 1 && !__tkl_has_semaphores();
}

static __global tkl_worker_block *__tkl_block_of_worker(tkl_worker *w, uint of) {
  return (__global tkl_worker_block *)(w->cold->heap + 1) + of;
}

static ulong __tkl_offset(tkl_worker *w, __global tkl_frame *frame) {
  return (ulong)((__global char *)frame - (__global char *)w->cold->heap);
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

/* The worker has left `frame` and has nothing to do. */
static void __tkl_expect(tkl_worker *w, __global tkl_frame *frame) {
  if (!__tkl_hands_back())
    return;
  w->cold->patience = TKL_LOOKS_PATIENT;
  w->cold->victim = w->cold->heap->workers;
  /* Relaxed: whoever hands the frame back has it from __tkl_deliver. */
  __tkl_atomic_set_u64(&w->block->awaited, __tkl_offset(w, frame));
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

/* Takes a frame again that this worker has handed back. Nothing if there is none,
 * or somebody goes on with it. */
static void __tkl_recall(tkl_worker *w) {
  if (w->cold->lent == 0)
    return;
  __global ulong *awaited =
      &__tkl_block_of_worker(w, w->cold->lent - 1)->awaited;
  ulong frame = w->cold->lent_frame;
  w->cold->lent = 0;
  /* Acquire: the owner may have got this frame, have left it once more, and have
   * got it back from another thief. With less, as in __tkl_deliver. */
  if (__tkl_atomic_cas_u64(awaited, frame + 1, 0) == frame + 1)
    w->cold->recalled = frame;
}

/* Whether a worker that looks for work has a frame to go on with. */
static bool __tkl_has_frame(tkl_worker *w) {
  /* Relaxed: __tkl_take_returned acquires. */
  return w->cold->recalled != 0 ||
         (__tkl_atomic_peek_u64(&w->block->awaited) & 1) != 0;
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
  /* Relaxed: only compared. */
  ulong awaited = __tkl_atomic_peek_u64(&w->block->awaited);
  return awaited == 0 ||
         ((awaited & 1) == 0 &&
          __tkl_atomic_cas_u64(&w->block->awaited, awaited, 0) == awaited);
}

/* For a worker that looks for work: the frame that it has got back, or recalled,
 * or null. It comes with the count in `busy` of the worker that had it. */
static __global tkl_frame *__tkl_take_returned(tkl_worker *w) {
  ulong frame = w->cold->recalled;
  if (frame == 0) {
    /* Relaxed: the cas acquires. */
    ulong awaited = __tkl_atomic_peek_u64(&w->block->awaited);
    /* Acquire: all that __tkl_deliver has acquired. With less, as there. */
    if ((awaited & 1) == 0 ||
        __tkl_atomic_cas_u64(&w->block->awaited, awaited, 0) != awaited)
      return 0;
    frame = awaited - 1;
  }
  /* Relaxed: it is not the last one. */
  if (w->cold->counted)
    __tkl_atomic_count_u32(&w->cold->heap->busy, -1u);
  return (__global tkl_frame *)((__global char *)w->cold->heap + frame);
}

/* `frame` is this worker's to continue, which has no segment, and whose last one
 * was begun for a record of the worker `of`. Whether `of` goes on with the frame
 * instead. Then this worker is no longer counted in `busy`: `of` is. */
static bool __tkl_hand_back(tkl_worker *w, uint of, __global tkl_frame *frame) {
  __global ulong *awaited = &__tkl_block_of_worker(w, of)->awaited;
  ulong offset = __tkl_offset(w, frame);
  /* Relaxed: only compared. */
  if (__tkl_atomic_peek_u64(awaited) != offset || !__tkl_holds_nothing(w))
    return false;
  /* Release: all that __tkl_deliver has acquired. With less, as there. */
  if (__tkl_atomic_cas_u64(awaited, offset, offset + 1) != offset)
    return false;
  w->cold->lent = of + 1;
  w->cold->lent_frame = offset;
  return true;
}
