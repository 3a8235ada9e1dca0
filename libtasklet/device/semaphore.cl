/*===- semaphore.cl - Tasks that wait for permits --------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The task tkl_acquire takes a permit of a semaphore, or waits for one. To the
 * rest of the runtime, one that waits is a frame whose only child was stolen: the
 * *waiter* on top of the segment, with one child pending. The worker adds that to
 * `join` as at any other join (join.cl), leaves the segment and looks for other
 * work. tkl_release delivers in the place of a thief. So nobody waits for a
 * semaphore but frames.
 *
 * The state of a semaphore is one 64-bit word, changed by CAS only:
 *
 *   high half: permits, low half 0                nobody waits
 *   high half: tag, low half: the newest waiter   there is no permit
 *
 * A waiter is named by its distance from the start of the heap in units of
 * TKL_ALIGN. It keeps the state from before it came, so whoever takes it away
 * brings that state back. Each waiter of a command has a tag of its own, and so a
 * state with waiters means the same ones whenever it comes back (no ABA).
 *
 * A waiter is pushed before its segment is left. If the release comes in between,
 * its delivery brings `join` to -1, and the worker goes on with the waiter at
 * once. If it comes later, the releaser would have to go on with the waiter. But
 * it is in the middle of a step. It puts the waiter on the list of those that are
 * *ready*, where workers look before they look for roots and records. Only a
 * worker with an empty deque does that; group.cl says why this matters.
 *
 * If a command ends and waiters are left, `suspended` and `resumed` differ, and
 * the host fails the command.
 *
 * test/model/semaphore.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

typedef struct tkl_waiter {
  tkl_frame frame; /* `ret` is the semaphore                                  */
  ulong below;     /* the semaphore's state before; low half, while the waiter
                      is ready: the next one that is ready                    */
} tkl_waiter;

/* Bytes of a waiter on a segment. */
#define TKL_WAITER_SIZE                                                        \
  ((sizeof(tkl_waiter) + TKL_ALIGN - 1) / TKL_ALIGN * TKL_ALIGN)

static TKL_FAST __global tkl_waiter *__tkl_waiter_at(tkl_cold *cold, uint units) {
  return (__global tkl_waiter *)((__global char *)cold->heap +
                                 (ulong)units * TKL_ALIGN);
}

static TKL_FAST uint __tkl_waiter_units(tkl_cold *cold,
                                        __global tkl_waiter *waiter) {
  return (uint)((ulong)((__global char *)waiter - (__global char *)cold->heap) /
                TKL_ALIGN);
}

/*===----------------------------------------------------------------------===*
 * Waiters that are ready
 *===----------------------------------------------------------------------===*/

/* Relaxed: a hint; __tkl_take_ready reads again. */
static TKL_FAST bool __tkl_any_ready(tkl_worker *w) {
  return (uint)__tkl_atomic_peek_u64(&__tkl_shared(w->cold)->ready) != 0;
}

static void __tkl_put_ready(tkl_cold *cold, __global tkl_waiter *waiter) {
  __global ulong *list = &__tkl_shared(cold)->ready;
  ulong old = __tkl_atomic_peek_u64(list); /* relaxed: only compared and kept */
  for (;;) {
    /* Relaxed: released below. Atomic, since a worker that looks at the list
     * or at the semaphore may still read it. */
    __tkl_atomic_set_u64(&waiter->below, (uint)old);
    /* Release: the link, and all that __tkl_deliver has acquired, the segment.
     * With less the worker that adopts it could find an older one. */
    ulong seen = __tkl_atomic_cas_u64(
        list, old,
        (((old >> 32) + 1) << 32) | __tkl_waiter_units(cold, waiter));
    if (seen == old)
      return;
    old = seen;
  }
}

/* A frame to adopt, or null; `busy` counts the caller if there is one. */
static __global tkl_frame *__tkl_take_ready(tkl_worker *w) {
  __global tkl_heap_header *heap = w->cold->heap;
  __global ulong *list = &__tkl_shared(w->cold)->ready;
  /* Acquire, also of the cas that fails: the link. */
  ulong old = __tkl_atomic_load_u64(list);
  if ((uint)old == 0)
    return 0;
  /* Before the waiter is taken. Relaxed: released by the cas. A worker that
   * ends because it has seen neither the count nor the waiter costs only speed. */
  __tkl_atomic_count_u32(&heap->busy, 1);
  while ((uint)old != 0) {
    __global tkl_waiter *waiter = __tkl_waiter_at(w->cold, (uint)old);
    /* Relaxed, as in __tkl_chunk_from_list: if another worker has taken the
     * waiter, the tag has changed, and the link is not used. */
    uint next = (uint)__tkl_atomic_peek_u64(&waiter->below);
    /* Acquire: the segment, from __tkl_put_ready. */
    ulong seen =
        __tkl_atomic_cas_u64(list, old, (((old >> 32) + 1) << 32) | next);
    if (seen == old)
      return &waiter->frame;
    old = seen;
  }
  __tkl_atomic_count_u32(&heap->busy, -1u); /* relaxed: nothing was taken */
  return 0;
}

/*===----------------------------------------------------------------------===*
 * Acquire
 *===----------------------------------------------------------------------===*/

/* Opens a waiter where the task would have its frame. Null: the command has
 * failed. */
static __global tkl_waiter *__tkl_open_waiter(tkl_worker *w,
                                              __global ulong *state) {
#ifdef TKL_TRACE
  __global char *limit = __tkl_trace_true_limit(w); /* It is no task. */
#else
  __global char *limit = w->limit;
#endif
  if ((__global char *)w->frame + TKL_WAITER_SIZE > limit && !__tkl_grow(w))
    return 0;
  __global tkl_waiter *waiter = (__global tkl_waiter *)w->frame;
  waiter->frame.step = TKL_STEP_LEAVE;
  waiter->frame.pending = 1;
  waiter->frame.join = 0;
  waiter->frame.prev = w->prev;
  waiter->frame.ret = (__global char *)state;
  return waiter;
}

/* Returns the action. */
static TKL_SLOW uint __tkl_take_permit(tkl_worker *w, __global ulong *state) {
  __global tkl_waiter *waiter = 0;
  ulong tag = 0;
  /* Relaxed: only compared and kept. */
  ulong old = __tkl_atomic_peek_u64(state);
  for (;;) {
    bool take = (uint)old == 0 && old != 0;
    if (!take && !waiter) {
      waiter = __tkl_open_waiter(w, state);
      if (!waiter)
        return TKL_ACTION_FAIL;
      /* Relaxed: only the number matters. */
      tag = __tkl_atomic_count_u32(&__tkl_shared(w->cold)->suspended, 1) + 1ul;
    }
    /* Relaxed: released below. Atomic, as in __tkl_put_ready. */
    if (!take)
      __tkl_atomic_set_u64(&waiter->below, old);
    /* Acquire: what happened before the permit was given. Release: the waiter,
     * for the release that finds it. */
    ulong seen = __tkl_atomic_cas_u64(
        state, old,
        take ? old - (1ul << 32)
             : (tag << 32) | __tkl_waiter_units(w->cold, waiter));
    if (seen != old) {
      old = seen;
      continue;
    }
    if (!take)
      break;
    if (waiter) /* It has not come to that. */
      __tkl_atomic_count_u32(&__tkl_shared(w->cold)->resumed, 1);
    return TKL_ACTION_RETURN;
  }
  /* The result. The task does not come back to write it. As bytes, since it may
   * go to a place that is less aligned. */
  for (uint i = 0; w->ret && i < sizeof(int); ++i)
    w->ret[i] = 0;
  w->frame = &waiter->frame;
  return TKL_ACTION_WAIT;
}

/* The step of tkl_acquire. `semaphore` leads to the state. Returns the action. */
TKL_FAST uint __tkl_acquire(tkl_worker *w, __global char *semaphore) {
  uint action;
  TKL_CALL_SLOW(action, w, __tkl_take_permit(w, (__global ulong *)semaphore));
  return action;
}

/* After TKL_ACTION_WAIT. Returns the next step. */
TKL_FAST uint __tkl_wait_for_permit(tkl_worker *w) {
  uint step;
  TKL_CALL_SLOW(step, w, __tkl_wait_for_thieves(w, w->frame, w->frame));
  return step;
}

/*===----------------------------------------------------------------------===*
 * Release
 *===----------------------------------------------------------------------===*/

/* Whether `waiter` waits for the semaphore with this state, unless others have
 * changed that meanwhile. */
static bool __tkl_is_waiter(tkl_cold *cold, uint units, __global ulong *state) {
  if ((ulong)units * TKL_ALIGN + TKL_WAITER_SIZE > cold->heap->size)
    return false;
  /* Relaxed, and atomic, as in __tkl_take_ready. */
  return __tkl_atomic_peek_u64((__global ulong *)&__tkl_waiter_at(cold, units)
                                   ->frame.ret) == (ulong)state;
}

void __tkl_serve_release(char *c, __global char *semaphore) {
  tkl_cold *cold = (tkl_cold *)c;
  __global ulong *state = (__global ulong *)semaphore;
  /* Acquire, also of the cas that fails: the newest waiter. */
  ulong old = __tkl_atomic_load_u64(state);
  uint units;
  for (;;) {
    ulong next = old + (1ul << 32), seen;
    units = (uint)old;
    if (units == 0 && next == 0) {
      __tkl_fail(cold->heap, TKL_FAULT_PERMITS);
      return;
    }
    if (units != 0) {
      if (!__tkl_is_waiter(cold, units, state)) {
        seen = __tkl_atomic_load_u64(state);
        if (seen == old) {
          __tkl_fail(cold->heap, TKL_FAULT_SEMAPHORE);
          return;
        }
        old = seen;
        continue;
      }
      next = __tkl_atomic_peek_u64(&__tkl_waiter_at(cold, units)->below);
    }
    /* Release: what happened before, for those that take the permit, or a later
     * one. Acquire: the waiter. */
    seen = __tkl_atomic_cas_u64(state, old, next);
    if (seen == old)
      break;
    old = seen;
  }
  if (units == 0)
    return;
  /* Relaxed: the host reads it at the end. */
  __tkl_atomic_count_u32(&__tkl_shared(cold)->resumed, 1);
  __global tkl_waiter *waiter = __tkl_waiter_at(cold, units);
  if (__tkl_deliver(&waiter->frame))
    __tkl_put_ready(cold, waiter);
}
