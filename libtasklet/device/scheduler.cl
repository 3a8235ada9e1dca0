/*===- scheduler.cl - Finding work ------------------------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A worker runs what its segment and its deque hold. When both are empty it
 * takes a root record or steals. It ends when there is neither and no worker is
 * busy: new work comes only from busy workers. One that has looked everywhere
 * once, and found nothing, is no longer busy, unless it is patient (join.cl), or a
 * thief is just taking a record from it. Lanes of teams are not busy as soon as they have no work. A worker that has not started
 * yet, or starts only after another one has ended, holds nothing that others
 * need. So a worker that ends too early costs speed, never a result.
 *
 * test/model/termination.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

/* Starts a new segment for the record in `record` and returns the step. `how` is
 * TKL_TRACE_ROOT, TKL_TRACE_STOLEN from `other`, or 0. The frame at the bottom
 * keeps from whom it was stolen (__tkl_segment_end). */
static uint __tkl_start(tkl_worker *w, __global tkl_record *record, uint how,
                        uint other) {
  w->record = (__global char *)record;
  if (record->task == TKL_STEP_RESUME) {
    w->frame = record->frame;
    __tkl_use_chunk(w, 0);
    __tkl_trace_resume(w, record->frame);
    return record->frame->step;
  }
  TKL_TAKE_WAY(w, record);
#ifdef TKL_STACK
  w->cold->way = record->way; /* For want of memory it may never begin. */
  w->cold->below = record->frame;
#endif
  uint chunk = __tkl_chunk_alloc(w);
  if (chunk == 0)
    return TKL_STEP_EXIT;
  __tkl_put_bottom(w, chunk, TKL_STEP_SEGMENT_END,
                   (__global char *)record->frame);
  w->prev->segment = how == TKL_TRACE_STOLEN ? other + 1 : 0;
  w->ret = record->ret;
  __tkl_trace_start(w, record->task, how, other);
  return record->task;
}

/* Takes the newest private record; returns its step. */
static TKL_FAST uint __tkl_take_record(tkl_worker *w) {
  w->head -= __tkl_record_size();
  __global tkl_record *record = (__global tkl_record *)w->head;
  w->record = w->head;
  w->ret = record->ret;
  TKL_TAKE_WAY(w, record);
  return record->task;
}

/* semaphore.cl */
static bool __tkl_any_ready(tkl_worker *w);
static __global tkl_frame *__tkl_take_ready(tkl_worker *w);
static bool __tkl_take_spilled(tkl_worker *w);

static uint __tkl_start_newest(tkl_worker *w);

static __global tkl_record *__tkl_take_root(tkl_worker *w) {
  /* Relaxed: decides only whether to try; the records were there before the
   * workers began. */
  if (__tkl_atomic_peek_u32(&w->cold->heap->next_root) >= w->cold->roots ||
      !__tkl_expect_nothing(w))
    return 0;
  __tkl_count_busy(w); /* relaxed: released below */
  /* Release: the count in `busy`, for the load in __tkl_nothing_left. */
  uint index = __tkl_atomic_add_u32(&w->cold->heap->next_root, 1);
  if (index < w->cold->roots)
    return (__global tkl_record *)((__global char *)w->cold->heap +
                                   w->cold->heap->arena_offset +
                                   ((ulong)w->cold->heap->workers + index) *
                                       __tkl_record_size());
  __tkl_uncount_busy(w); /* relaxed: took nothing */
  return 0;
}

/* For statistics. */
static ulong __tkl_now(tkl_worker *w) {
  return w->cold->heap->has_clock ? __tkl_clock() : 0;
}

/* Work was found. */
static void __tkl_end_search(tkl_worker *w) {
  ulong now = __tkl_now(w);
  w->cold->searching += now - w->cold->search;
  w->cold->search = 0;
  w->cold->lent = w->cold->patience = 0;
  w->cold->recalled = 0;
  __tkl_trace_found(w, now);
}

static void __tkl_begin_search(tkl_worker *w) {
  w->cold->search = __tkl_now(w);
  __tkl_trace_search(w);
}

/* Whether all work is done; for a worker that has none. */
static bool __tkl_nothing_left(tkl_worker *w) {
  __global tkl_heap_header *heap = w->cold->heap;
  /* Acquire, and in this order: the worker that took the last root was counted
   * in `busy` before that. With less, or in the other order, the initial 0 could
   * be read, and this worker would end while there is work. Relaxed: every count
   * for a theft comes before the victim's count is subtracted (__tkl_is_robbed,
   * in teams __tkl_take_back).
   * So after the roots' counts no value is 0 before the end, unless tasks have
   * waited for semaphores: then it may be 0 while one is ready. The worker that
   * made it ready looks for ready ones after that and so cannot end before it is
   * taken; others may. */
  return __tkl_atomic_load_u32(&heap->next_root) >= w->cold->roots &&
         __tkl_atomic_peek_u32(&heap->busy) == 0 &&
         !(__tkl_has_semaphores() && __tkl_any_ready(w));
}

/* Starts work that no other worker holds. The step, or TKL_STEP_IDLE. */
static uint __tkl_take_unheld(tkl_worker *w) {
  __global tkl_frame *ready = __tkl_has_semaphores() ? __tkl_take_ready(w) : 0;
  if (ready) {
    __tkl_end_search(w);
    return __tkl_adopt(w, ready);
  }
  if (__tkl_has_semaphores() && __tkl_take_spilled(w)) {
    __tkl_end_search(w);
    return __tkl_start_newest(w);
  }
  __global tkl_record *root = __tkl_take_root(w);
  if (root) {
    __tkl_end_search(w);
    return __tkl_start(w, root, TKL_TRACE_ROOT, w->cold->id);
  }
  return TKL_STEP_IDLE;
}

/* Starts the record in the inbox, which the worker `from` had. */
static uint __tkl_start_stolen(tkl_worker *w, uint from) {
  __tkl_end_search(w);
  return __tkl_start(w, __tkl_inbox(w), TKL_TRACE_STOLEN, from);
}

/* Takes a record from the worker `from`. The step, or TKL_STEP_IDLE. */
static uint __tkl_try_steal(tkl_worker *w, uint from) {
  if (!__tkl_steal(w, from, __tkl_inbox(w)))
    return TKL_STEP_IDLE;
  ++w->cold->steals;
  return __tkl_start_stolen(w, from);
}

/* `busy` has fallen to 0. If that is for good, all others may end. Idle workers
 * look at `finished`, which is written once: `busy` changes often, and each look
 * costs the one that changes it. Relaxed: it leads to no data. Not with
 * semaphores: a task that is ready may be taken between the looks at `busy` and
 * at the list, and the worker that made it ready would end before it is run. */
static void __tkl_announce_end(tkl_worker *w) {
  if (!__tkl_has_semaphores() && __tkl_nothing_left(w))
    __tkl_atomic_set_u32(&w->cold->heap->finished, 1);
}

/* `busy` does not count this worker from here on. Relaxed: a worker that reads a
 * 0 ends, and reads nothing that we wrote. */
static void __tkl_be_idle(tkl_worker *w) {
  w->cold->counted = 0;
  __tkl_uncount_busy(w);
}

/* After so many vain looks at all workers, one looks at `busy` itself. Nobody
 * announces the end without roots, with semaphores, or where the last one did
 * not yet see that all roots were taken. */
#define TKL_LOOKS 64u
#define TKL_LOOKS_SEMAPHORES 4u

/* The caller has no segment, and its deque is empty. */
static uint __tkl_find_work(tkl_worker *w) {
  __tkl_begin_search(w);
  if (__tkl_team_lanes() != 1)
    return TKL_STEP_IDLE;
  __global tkl_heap_header *heap = w->cold->heap;
  uint workers = heap->workers, victim = w->cold->id, vain = 0;
  for (uint looks = 1;; ++looks) {
    /* Relaxed: see __tkl_announce_end. */
    if (__tkl_failed(heap) || __tkl_atomic_peek_u32(&heap->finished) != 0)
      return TKL_STEP_EXIT;
    if (__tkl_hands_back()) {
      if (vain >= TKL_LOOKS_LENT)
        __tkl_recall(w);
      __global tkl_frame *left = __tkl_take_returned(w);
      if (left) {
        __tkl_end_search(w);
        return __tkl_adopt(w, left);
      }
    }
    uint step = __tkl_take_unheld(w);
    if (step != TKL_STEP_IDLE)
      return step;
    for (uint i = 1; i < workers; ++i) {
      victim = victim + 1 == workers ? 0 : victim + 1;
      if (victim != w->cold->id)
        step = __tkl_try_steal(w, victim);
      if (step != TKL_STEP_IDLE)
        return step;
      ++vain;
      if (__tkl_hands_back() && __tkl_has_frame(w))
        break;
    }
    if (w->cold->counted) {
      /* While it is patient it may get a frame, with a count, at once. */
      if (w->cold->patience == 0 && !__tkl_is_robbed(w))
        __tkl_be_idle(w);
      looks = 0;
    } else if ((looks % (__tkl_has_semaphores() ? TKL_LOOKS_SEMAPHORES
                                                : TKL_LOOKS) ==
                    0 ||
                w->cold->roots == 0) &&
               __tkl_nothing_left(w)) {
      return TKL_STEP_EXIT;
    }
  }
}

/* Starts the newest private record, of whatever frame, on a segment of its own. */
static uint __tkl_start_newest(tkl_worker *w) {
  w->head -= __tkl_record_size();
  __global tkl_record *record = (__global tkl_record *)w->head;
  /* The search for a child of the awaited group may have taken back all that
   * was public, and what runs now may spawn nothing for a long time. */
  if (w->head != w->split && !__tkl_publish(w))
    return TKL_STEP_EXIT;
  return __tkl_start(w, record, 0, 0);
}

/* The worker has no segment. */
static uint __tkl_go_idle(tkl_worker *w) {
  /* Children of frames that it has left with their groups (group.cl), or below a
   * task that waits for a semaphore. After a failure the deque only looks empty. */
  if (!__tkl_failed(w->cold->heap) &&
      (w->head != w->split || __tkl_take_back(w))) {
    w->cold->patience = w->cold->lent = 0;
    return __tkl_start_newest(w);
  }
  w->cold->counted = 1;
  if (__tkl_team_lanes() != 1)
    __tkl_be_idle(w);
  return __tkl_find_work(w);
}

/* Step TKL_STEP_SEGMENT_END: `frame` is the bottom of a finished segment. */
static TKL_SLOW uint __tkl_segment_end(tkl_worker *w) {
  __global tkl_frame *waiting = (__global tkl_frame *)w->frame->ret;
  uint stolen = w->frame->segment; /* 1 more than the worker, or 0 */
  __tkl_trace_end_of_segment(w);
  if (w->cold->chunk != 0)
    __tkl_chunk_free(w, w->cold->chunk);
  w->cold->chunk = 0;
  if (!waiting)
    return __tkl_go_idle(w);
  /* The frame takes this worker's count in `busy` with it if it is handed back. A
   * thief that is just taking a record from this worker must find another one.
   * Relaxed, as below: this worker is counted, too. */
  bool spare = __tkl_hands_back() && !__tkl_holds_nothing(w);
  if (spare)
    __tkl_atomic_count_u32(&w->cold->heap->busy, 1);
  uint left = __tkl_deliver(waiting);
  if (left == TKL_JOIN_EXPECTED) {
    w->cold->lent = stolen;
    w->cold->lent_frame = waiting;
    if (spare)
      return __tkl_go_idle(w);
    w->cold->counted = 0;
    return __tkl_find_work(w);
  }
  if (spare)
    __tkl_atomic_count_u32(&w->cold->heap->busy, -1u);
  if (left == 0)
    return __tkl_adopt(w, waiting);
  if (stolen != 0)
    __tkl_watch(w, stolen - 1);
  return __tkl_go_idle(w);
}

/* `frame` waits for stolen children, which name it or its join group `waiting`.
 * If all results have come, it goes on. Otherwise the worker leaves it. */
static uint __tkl_wait_for_thieves(tkl_worker *w, __global tkl_frame *frame,
                                   __global tkl_frame *waiting) {
  __tkl_trace_block(w);
  if (__tkl_block(w, waiting)) {
    __tkl_trace_unblock(w);
    w->frame = frame;
    return frame->step;
  }
  __tkl_trace_left(w);
  w->cold->chunk = 0; /* it stays with the blocked segment */
  return __tkl_go_idle(w);
}

/* A frame waits for children, and the private part of the deque is empty. */
static TKL_SLOW uint __tkl_out_of_records(tkl_worker *w) {
  __global tkl_frame *frame = w->prev;
  if (__tkl_failed(w->cold->heap))
    return TKL_STEP_EXIT;
  if (__tkl_take_back(w)) {
    --frame->pending;
    return __tkl_take_record(w);
  }
  return __tkl_wait_for_thieves(w, frame, frame);
}

static TKL_SLOW uint __tkl_first_work(tkl_worker *w) {
  __global tkl_heap_header *heap = w->cold->heap;
  ulong roots = heap->roots;
  __tkl_trace_begin(w);
  /* Relaxed: it was written before the workers began (root.cl). */
  if (__tkl_atomic_peek_u32(&heap->status) == TKL_FAULT_ROOTS) {
    if (w->cold->id == 0) /* Now it is known how much the kernel wanted. */
      heap->need = __tkl_records_end(heap, (uint)roots) +
                   (roots >> 32) * TKL_ALIGN +
                   (ulong)heap->workers * 4 * heap->chunk_size;
    return TKL_STEP_EXIT;
  }
  __tkl_choose_batches(w->cold);
  return __tkl_find_work(w);
}
