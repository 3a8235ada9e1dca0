/*===- deque.cl - The split deque of spawn records -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * An array of records per worker, in three parts by index:
 *
 *   0 ...  tail          split          head        end
 *          | public      | private      |  free     |
 *
 * The owner writes and takes records at `head` without atomics. Thieves take
 * the oldest public record by a CAS that moves `tail`. {tail, split} is one
 * 64-bit word, changed by CAS or add. Thieves change `tail`. The owner changes
 * `split`: up when it publishes, because a thief has set `hungry`, and down
 * when it takes records back. The owner restarts at index 0 when the deque is
 * empty, and moves the records down when it has reached the end.
 *
 * Two rules make it correct:
 *  - A thief copies the record after its CAS succeeded, never before. Otherwise
 *    the owner might take the record back and put another one at the same index,
 *    and the CAS could not tell (ABA). With this rule the CAS need not tell: only
 *    the content of the slot at the moment of the CAS counts.
 *  - The owner reuses slots below `tail` only after the thieves that took them
 *    have finished copying. `copied` counts finished copies since the last start
 *    at index 0; if copied == tail, all are finished.
 *
 * test/model/deque.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

static TKL_FAST uint __tkl_tail(ulong word) { return (uint)word; }
static TKL_FAST uint __tkl_split(ulong word) { return (uint)(word >> 32); }

/* Between a slot's index and its address. */
static uint __tkl_index(tkl_worker *w, __global char *slot) {
  return (uint)((ulong)(slot - w->cold->deque) / __tkl_record_size());
}
static __global char *__tkl_slot(tkl_worker *w, uint index) {
  return w->cold->deque + (ulong)index * __tkl_record_size();
}

/* A record outside of all deques. The worker puts there what it starts at once:
 * a stolen record, or one spawned without room. */
static __global tkl_record *__tkl_inbox_of(tkl_worker *w, uint worker) {
  return (__global tkl_record *)((__global char *)w->cold->heap +
                                 w->cold->heap->arena_offset +
                                 (ulong)worker * __tkl_record_size());
}
static __global tkl_record *__tkl_inbox(tkl_worker *w) {
  return __tkl_inbox_of(w, w->cold->id);
}

static void __tkl_announce_end(tkl_worker *w); /* scheduler.cl */
/* join.cl */
static bool __tkl_expect_nothing(tkl_worker *w);
static bool __tkl_is_patient(tkl_worker *w, uint of, ulong word);

/* Before a worker that looks for work takes some, and when it got none. Idle
 * workers end when `busy` is 0. A worker that has just run out of work is still
 * counted, which saves both where it finds more at once: `busy` is one word for
 * all. Relaxed: the caller says what orders the count. */
static void __tkl_count_busy(tkl_worker *w) {
  if (!w->cold->counted)
    __tkl_atomic_count_u32(&w->cold->heap->busy, 1);
}
static void __tkl_uncount_busy(tkl_worker *w) {
  if (!w->cold->counted &&
      __tkl_atomic_count_u32(&w->cold->heap->busy, -1u) == 1)
    __tkl_announce_end(w);
}

/* Makes the deque look empty and full at once. So both the next spawn and the
 * next search for a record find out that the command has failed. */
static void __tkl_abandon(tkl_worker *w) { w->split = w->end = w->head; }

static void __tkl_copy_record(__global char *to, __global char *from) {
  __global ulong *t = (__global ulong *)to, *f = (__global ulong *)from;
  for (uint i = 0; i < __tkl_record_size() / sizeof(ulong); ++i)
    t[i] = f[i];
}

/* Turns the newest `count` records round, so that the oldest of them is taken
 * next. Leaves out those that thieves may take. */
static TKL_SLOW bool __tkl_turn_round(tkl_worker *w, uint count) {
  uint size = __tkl_record_size();
  __global char *low = w->head - (ulong)count * size, *high = w->head - size;
  if (low < w->split)
    low = w->split;
  for (; low < high; low += size, high -= size) {
    __global ulong *a = (__global ulong *)low, *b = (__global ulong *)high;
    for (uint i = 0; i < size / sizeof(ulong); ++i) {
      ulong kept = a[i];
      a[i] = b[i];
      b[i] = kept;
    }
  }
  return true;
}

/* Restarts the slots at index 0. `tail` records were taken since the last time,
 * all of them are copied, and none is public now. Thieves cannot change the
 * word while tail equals split. The word is changed last, because thieves look
 * at it. */
static void __tkl_restart(tkl_worker *w, uint tail) {
  /* Relaxed: released below. */
  __tkl_atomic_set_u32(&w->block->copied, 0);
  /* Release: thieves that steal after this count from that 0. With less their
   * count could be overwritten, and `copied` would never reach `tail` again. */
  __tkl_atomic_cas_u64(&w->block->deque, ((ulong)tail << 32) | tail, 0);
}

/* Makes every public record private again, so that thieves find nothing.
 * Returns the index of the oldest record. */
static uint __tkl_withdraw(tkl_worker *w) {
  /* Relaxed: only compared. */
  ulong word = __tkl_atomic_peek_u64(&w->block->deque);
  for (;;) {
    uint tail = __tkl_tail(word);
    /* Needs no order: the records are the owner's own writes, and `copied`
     * orders what thieves do to the slots. */
    ulong seen = __tkl_atomic_cas_u64(&w->block->deque, word,
                                      ((ulong)tail << 32) | tail);
    if (seen == word)
      return tail;
    word = seen;
  }
}

/* A thief is hungry, or the command has failed. */
static TKL_SLOW bool __tkl_publish(tkl_worker *w) {
  /* This comes before `status` is read, so that a later failure sets `hungry`
   * again (test/model/failure.pml). Acquire: the status that the worker which
   * set it has written. If a thief stores between a failure's store and this
   * swap, the release sequence is broken, and the language promises nothing.
   * Processors that show a store to all others at once keep the order even
   * then. Elsewhere the worker sees the failure when it runs out of records. */
  __tkl_atomic_swap_u32(&w->block->hungry, 0);
  if (__tkl_failed(w->cold->heap)) {
    __tkl_abandon(w);
    return false;
  }
  uint count =
      (__tkl_index(w, w->head) - __tkl_index(w, w->split) + 1) / 2;
  w->split += (ulong)count * __tkl_record_size();
  __tkl_trace_meet(w);
  /* Release: the records, and all that was written before they were spawned,
   * for the thief's cas. With less a thief could run a record that is not yet
   * there. Thieves change only the low half, and tail never passes split, so
   * there is no carry. */
  __tkl_atomic_add_u64(&w->block->deque, (ulong)count << 32);
  return true;
}

static bool __tkl_spill(tkl_worker *w); /* semaphore.cl */

/* `head` has reached the end. Returns whether there is room now. */
static TKL_SLOW bool __tkl_make_room(tkl_worker *w) {
  if (__tkl_failed(w->cold->heap))
    return false;
  /* To move everything for a few slots would make spawns quadratic. Relaxed: an
   * old tail is only smaller. */
  if (__tkl_tail(__tkl_atomic_peek_u64(&w->block->deque)) <
      w->cold->heap->deque_capacity / 16 + 1) {
    if (__tkl_has_semaphores())
      return __tkl_spill(w);
    /* No spawn serves thieves until some of the records are gone. */
    if (__tkl_team_lanes() == 1 &&
        __tkl_atomic_peek_u32(&w->block->hungry) != 0)
      __tkl_publish(w);
    return false;
  }
  uint tail = __tkl_withdraw(w);
  w->split = __tkl_slot(w, tail);
  /* Waits only for thieves in the middle of a copy. That takes a few
   * instructions, which depend on no other worker. Acquire: their reads come
   * before our writes. With less a thief could copy what is written below. */
  while (__tkl_atomic_load_u32(&w->block->copied) != tail)
    ;
  __global char *to = w->cold->deque, *from = w->split;
  for (; from != w->head; from += __tkl_record_size()) {
    __tkl_copy_record(to, from);
    to += __tkl_record_size();
  }
  w->head = to;
  w->split = w->cold->deque;
  __tkl_restart(w, tail);
  return true;
}

/* Takes back half of the public part, rounded up. False if the public part is
 * empty. If the private part is empty as well, every record was stolen. */
static bool __tkl_take_back(tkl_worker *w) {
  /* Acquire, also of the cas that fails, in teams: the thief's count in `busy`
   * comes before ours is subtracted there. With less `busy` could fall to 0 for a
   * moment, and idle workers would end while there is work. The records need no
   * order: they are the owner's own writes. */
  ulong word = __tkl_atomic_load_u64(&w->block->deque);
  for (;;) {
    uint tail = __tkl_tail(word), split = __tkl_split(word);
    if (tail == split) {
      /* Acquire: as in __tkl_make_room, since the slots are reused. */
      if (w->head == w->split && tail != 0 &&
          __tkl_atomic_load_u32(&w->block->copied) == tail) {
        __tkl_restart(w, tail);
        w->head = w->split = w->cold->deque;
      }
      return false;
    }
    uint fewer = tail + (split - tail) / 2;
    ulong seen = __tkl_atomic_cas_u64(&w->block->deque, word,
                                      ((ulong)fewer << 32) | tail);
    if (seen == word) {
      w->split = __tkl_slot(w, fewer);
      return true;
    }
    word = seen;
  }
}

/* Copies the oldest public record of the worker `of` into an inbox. */
static bool __tkl_steal(tkl_worker *w, uint of, __global tkl_record *inbox) {
  __global tkl_heap_header *heap = w->cold->heap;
  __global tkl_worker_block *blocks = (__global tkl_worker_block *)(heap + 1);
  __global tkl_worker_block *victim = &blocks[of];
  /* Relaxed: only compared; the record is read after the cas. */
  ulong word = __tkl_atomic_peek_u64(&victim->deque);
  uint tail = __tkl_tail(word), split = __tkl_split(word);
  if (tail == split) {
    if (__tkl_is_patient(w, of, word))
      return false;
    /* Read before writing, so that the cache line stays shared while nothing
     * changes. Both relaxed: a hint, which leads to no data. */
    victim -= of % __tkl_team_lanes(); /* A team asks its first lane. */
    if (__tkl_atomic_peek_u32(&victim->hungry) == 0)
      __tkl_atomic_set_u32(&victim->hungry, 1);
    return false;
  }
  if (!__tkl_expect_nothing(w))
    return false;
  /* In teams: counted as busy before the theft, so that `busy` never falls to 0
   * while a record is between two workers. Relaxed: released by the cas. */
  if (__tkl_team_lanes() != 1)
    __tkl_count_busy(w);
  ulong taken = ((ulong)split << 32) | (tail + 1);
  /* Acquire: the record, from __tkl_publish, and `copied` as __tkl_restart left
   * it. Release, in teams: the count in `busy`, for __tkl_take_back. Those
   * functions say what would break with less. */
  if (__tkl_atomic_cas_u64(&victim->deque, word, taken) != word) {
    if (__tkl_team_lanes() != 1)
      __tkl_uncount_busy(w); /* relaxed: nothing was taken */
    return false;
  }
  /* Else counted before `copied`, for which the victim waits before it is no
   * longer counted (__tkl_is_robbed). Many thieves want the same record, and
   * this way only the one that gets it touches `busy`. Relaxed: released below. */
  if (__tkl_team_lanes() == 1)
    __tkl_count_busy(w);
  __tkl_copy_record((__global char *)inbox,
                    (__global char *)heap + heap->deque_offset +
                        ((ulong)of * heap->deque_capacity + tail) *
                            __tkl_record_size());
  /* Release: our read of the slot, which may be overwritten from here on. With
   * less we could have copied the next record in that slot. Also our count in
   * `busy`, for __tkl_is_robbed. */
  __tkl_atomic_add_u32(&victim->copied, 1);
  return true;
}

/* Whether a thief may have a record of this worker and not be counted in `busy`
 * yet. The deque is empty. */
static bool __tkl_is_robbed(tkl_worker *w) {
  /* Relaxed: nobody changes it. */
  uint tail = __tkl_tail(__tkl_atomic_peek_u64(&w->block->deque));
  /* Acquire: the thief's count comes before ours is subtracted. With less `busy`
   * could fall to 0 for a moment, as in __tkl_take_back. */
  return __tkl_atomic_load_u32(&w->block->copied) != tail;
}

/* Whether this worker has no record. */
static bool __tkl_is_empty(tkl_worker *w) {
  /* Relaxed: once it is empty, nobody changes it. */
  ulong word = __tkl_atomic_peek_u64(&w->block->deque);
  return w->head == w->split && __tkl_tail(word) == __tkl_split(word);
}

/* Whether this worker has no record, and no other one has a record of it without
 * being counted in `busy` for it. */
static bool __tkl_holds_nothing(tkl_worker *w) {
  return __tkl_is_empty(w) && !__tkl_is_robbed(w);
}
