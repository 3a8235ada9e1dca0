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
 * A task must not keep another one from going on that would release what it waits
 * for. So in programs with semaphores a child never runs on top of a frame that
 * does not need it: not at a spawn for which the deque has no room, and not while
 * the frame awaits another join group. Instead, a full deque *spills* its oldest
 * records into chunks, as if they were stolen, and any worker that finds no other
 * work takes such a chunk into its empty deque.
 *
 * If a command ends and waiters are left, `suspended` and `resumed` differ, and
 * the host fails the command.
 *
 * test/model/semaphore.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

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

/* Relaxed: a worker that made the waiter visible has been acquired. */
static TKL_RACY ulong __tkl_below(__global tkl_waiter *waiter) {
  return __tkl_atomic_peek_u64(&waiter->below);
}
static TKL_RACY ulong __tkl_semaphore_of(__global tkl_waiter *waiter) {
  return __tkl_atomic_peek_u64((__global ulong *)&waiter->frame.ret);
}

/*===----------------------------------------------------------------------===*
 * Waiters that are ready
 *===----------------------------------------------------------------------===*/

/* Relaxed: a hint; __tkl_take_ready and __tkl_take_spilled read again. */
static TKL_FAST bool __tkl_any_ready(tkl_worker *w) {
  return (uint)__tkl_atomic_peek_u64(&__tkl_shared(w->cold)->ready) != 0 ||
         (uint)__tkl_atomic_peek_u64(&__tkl_shared(w->cold)->spilled) != 0;
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
  __global ulong *list = &__tkl_shared(w->cold)->ready;
  /* Acquire, also of the cas that fails: the link. */
  ulong old = __tkl_atomic_load_u64(list);
  if ((uint)old == 0)
    return 0;
  /* Before the waiter is taken. Relaxed: released by the cas. A worker that
   * ends because it has seen neither the count nor the waiter costs only speed. */
  __tkl_count_busy(w);
  while ((uint)old != 0) {
    __global tkl_waiter *waiter = __tkl_waiter_at(w->cold, (uint)old);
    /* Relaxed, as in __tkl_take_batch: if another worker has taken the
     * waiter, the tag has changed, and the link is not used. */
    uint next = (uint)__tkl_below(waiter);
    /* Acquire: the segment, from __tkl_put_ready. */
    ulong seen =
        __tkl_atomic_cas_u64(list, old, (((old >> 32) + 1) << 32) | next);
    if (seen == old)
      return &waiter->frame;
    old = seen;
  }
  __tkl_uncount_busy(w); /* relaxed: nothing was taken */
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
  return __tkl_semaphore_of(__tkl_waiter_at(cold, units)) == (ulong)state;
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
      TKL_FAIL(cold, cold->heap, TKL_FAULT_PERMITS);
      return;
    }
    if (units != 0) {
      if (!__tkl_is_waiter(cold, units, state)) {
        seen = __tkl_atomic_load_u64(state);
        if (seen == old) {
          TKL_FAIL(cold, cold->heap, TKL_FAULT_SEMAPHORE);
          return;
        }
        old = seen;
        continue;
      }
      next = __tkl_below(__tkl_waiter_at(cold, units));
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
  if (__tkl_deliver(&waiter->frame) == 0)
    __tkl_put_ready(cold, waiter);
}

/*===----------------------------------------------------------------------===*
 * Records for which a deque has no room
 *===----------------------------------------------------------------------===*/

/* At the start of a chunk of records; they follow. */
typedef struct tkl_spill {
  uint next;  /* the chunk that was spilled before; 0: none. First, as in a batch
                 on the list (memory.cl)                                      */
  uint count; /* records                                                      */
  ulong pad;
} tkl_spill;

/* Moves `count` records from `from` into a chunk. False: the command has failed. */
static bool __tkl_spill_chunk(tkl_worker *w, __global char *from, uint count) {
  uint chunk = __tkl_chunk_alloc(w);
  if (chunk == 0)
    return false;
  __global tkl_spill *spill = (__global tkl_spill *)__tkl_at(w, chunk);
  spill->count = count;
  __global char *to = (__global char *)(spill + 1);
  for (uint i = 0; i < count; ++i)
    __tkl_copy_record(to + (ulong)i * __tkl_record_size(),
                      from + (ulong)i * __tkl_record_size());
  __global ulong *list = &__tkl_shared(w->cold)->spilled;
  ulong old = __tkl_atomic_peek_u64(list); /* relaxed: only compared and kept */
  for (;;) {
    /* As in __tkl_put_batch. */
    __tkl_atomic_set_u32(&spill->next, (uint)old);
    /* Release: the records, and all that was written before they were spawned,
     * for the worker that takes them. */
    ulong seen = __tkl_atomic_cas_u64(list, old,
                                      (((old >> 32) + 1) << 32) | chunk);
    if (seen == old)
      return true;
    old = seen;
  }
}

/* The deque is full of records that nobody has stolen. Moves the older half of
 * them into chunks. Returns whether there is room now. */
static bool __tkl_spill(tkl_worker *w) {
  uint size = __tkl_record_size(), capacity = w->cold->heap->deque_capacity;
  uint at_once = (uint)((w->cold->heap->chunk_size - sizeof(tkl_spill)) / size);
  if (at_once > capacity / 2)
    at_once = capacity / 2;
  uint tail = __tkl_withdraw(w);
  __global char *from = __tkl_slot(w, tail);
  for (uint left = (__tkl_index(w, w->head) - tail + 1) / 2; left != 0;) {
    uint count = left < at_once ? left : at_once;
    if (!__tkl_spill_chunk(w, from, count))
      return false;
    from += (ulong)count * size;
    left -= count;
  }
  /* The rest as in __tkl_make_room. Acquire: as there. */
  while (__tkl_atomic_load_u32(&w->block->copied) != tail)
    ;
  __global char *to = w->cold->deque;
  for (; from != w->head; from += size) {
    __tkl_copy_record(to, from);
    to += size;
  }
  w->head = to;
  w->split = w->cold->deque;
  __tkl_restart(w, tail);
  return true;
}

/* The caller has an empty deque. Fills it with spilled records if there are any,
 * and `busy` counts the caller then. They lie in the order in which they lay in
 * the deque of the worker that spawned them. */
static bool __tkl_take_spilled(tkl_worker *w) {
  __global ulong *list = &__tkl_shared(w->cold)->spilled;
  /* Acquire, also of the cas that fails: as in __tkl_take_batch. */
  ulong old = __tkl_atomic_load_u64(list);
  if ((uint)old == 0)
    return false;
  __tkl_count_busy(w); /* as in __tkl_take_ready */
  while ((uint)old != 0) {
    uint chunk = (uint)old;
    /* Relaxed: as in __tkl_take_batch. */
    uint next = __tkl_atomic_peek_u32((__global uint *)__tkl_at(w, chunk));
    /* Acquire: the records, from __tkl_spill_chunk. */
    ulong seen =
        __tkl_atomic_cas_u64(list, old, (((old >> 32) + 1) << 32) | next);
    if (seen != old) {
      old = seen;
      continue;
    }
    uint tail = __tkl_withdraw(w);
    /* Waits only for thieves in the middle of a copy. Acquire: as in
     * __tkl_make_room. */
    while (__tkl_atomic_load_u32(&w->block->copied) != tail)
      ;
    w->head = w->split = w->cold->deque;
    __tkl_restart(w, tail);
    __global tkl_spill *spill = (__global tkl_spill *)__tkl_at(w, chunk);
    __global char *from = (__global char *)(spill + 1);
    for (uint i = 0; i < spill->count; ++i) {
      __tkl_copy_record(w->head, from + (ulong)i * __tkl_record_size());
      w->head += __tkl_record_size();
    }
    __tkl_chunk_free(w, chunk);
    return true;
  }
  __tkl_uncount_busy(w); /* relaxed: nothing was taken */
  return false;
}
