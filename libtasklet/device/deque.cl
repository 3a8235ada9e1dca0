/*===- deque.cl - The split deque of spawn records -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A ring of records per worker, in three parts by index:
 *
 *       tail          split          head
 *   ...  | public      | private      |  free ...
 *
 * The owner writes and takes records at `head` without atomics. Thieves take the
 * oldest public record by a CAS that moves `tail`. {tail, split} is one 64-bit
 * word, changed by CAS or add: by thieves (tail), by the owner when it publishes
 * (split up, when a thief has set `hungry`) and when it takes records back
 * (split down). Indices are 32 bits wide, wrap, and are compared by difference.
 *
 * Two rules make it right:
 *  - A thief copies the record after its CAS succeeded, never before: before, the
 *    owner might have taken the record back and published another one at the
 *    same index, and the CAS could not tell (ABA).
 *  - The owner writes into a slot again only if the thief that took it has
 *    finished copying. `copied` counts finished copies; copied == tail says that
 *    all are finished. The owner looks only when it has gone once round.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

static TKL_FAST uint __tkl_tail(ulong word) { return (uint)word; }
static TKL_FAST uint __tkl_split(ulong word) { return (uint)(word >> 32); }

static TKL_FAST __global tkl_record *__tkl_slot(tkl_worker *w, uint index) {
  return (__global tkl_record *)(w->deque + (ulong)(index & w->mask) *
                                                __tkl_record_size());
}

/* A record that is nobody's: where a thief puts what it stole, and where a spawn
 * goes that finds no room (the command has failed then). */
static TKL_FAST __global tkl_record *__tkl_inbox(tkl_worker *w) {
  return (__global tkl_record *)((__global char *)w->heap +
                                 w->heap->arena_offset +
                                 (ulong)w->id * __tkl_record_size());
}

/* Makes the deque look empty and full at once, so that both the next spawn and
 * the next look for a record find out that the command has failed. */
static TKL_FAST void __tkl_abandon(tkl_worker *w) { w->split = w->full = w->head; }

/* The slot at `head` may be in use. True: there is room now. */
static TKL_SLOW bool __tkl_make_room(tkl_worker *w) {
  uint tail, copied;
  do {
    if (__tkl_atomic_load_u32(&w->heap->status) != TKL_OK)
      return false;
    /* `copied` first: copies finish in any order, so only if there are as many
     * as thefts counted afterwards is none under way. The loop waits for thieves
     * in the middle of a copy, a few instructions that need nothing from anybody. */
    copied = __tkl_atomic_load_u32(&w->block->copied);
    tail = __tkl_tail(__tkl_atomic_load_u64(&w->block->deque));
  } while (copied != tail);
  if (w->head - tail > w->mask) {
    __tkl_fail(w->heap, TKL_FAULT_DEQUE,
               w->heap->size * 2); /* capacity grows with the heap */
    return false;
  }
  w->full = tail + w->mask + 1;
  return true;
}

/* A thief is hungry, or the command has failed. */
static TKL_SLOW bool __tkl_publish(tkl_worker *w) {
  if (__tkl_atomic_load_u32(&w->heap->status) != TKL_OK) {
    __tkl_abandon(w);
    return false;
  }
  __tkl_atomic_store_u32(&w->block->hungry, 0);
  uint count = (w->head - w->split + 1) / 2;
  w->split += count;
  /* Release: the records and all that the spawners wrote before are visible to
   * whoever reads the new split. Thieves change only the low half, and tail never
   * passes split, so no carry crosses. */
  __tkl_atomic_add_u64(&w->block->deque, (ulong)count << 32);
  return true;
}

/* The private part is empty: takes back half of the public part, rounded up.
 * False: that is empty as well, so every record was stolen. */
static bool __tkl_take_back(tkl_worker *w) {
  ulong word = __tkl_atomic_load_u64(&w->block->deque);
  for (;;) {
    uint tail = __tkl_tail(word), split = __tkl_split(word);
    if (tail == split)
      return false;
    uint fewer = tail + (split - tail) / 2;
    ulong seen = __tkl_atomic_cas_u64(&w->block->deque, word,
                                      ((ulong)fewer << 32) | tail);
    if (seen == word) {
      w->split = fewer;
      return true;
    }
    word = seen;
  }
}

/* Takes the oldest public record of `victim` into the inbox. */
static bool __tkl_steal(tkl_worker *w, __global tkl_worker_block *victim,
                        __global char *victim_deque) {
  ulong word = __tkl_atomic_load_u64(&victim->deque);
  uint tail = __tkl_tail(word), split = __tkl_split(word);
  if (tail == split) {
    /* Read before writing: the line stays shared while nothing changes. */
    if (__tkl_atomic_peek_u32(&victim->hungry) == 0)
      __tkl_atomic_store_u32(&victim->hungry, 1);
    return false;
  }
  /* Counted as busy before the theft, so that `busy` never falls to 0 while a
   * record is on its way. */
  __tkl_atomic_add_u32(&w->heap->busy, 1);
  ulong taken = ((ulong)split << 32) | (uint)(tail + 1);
  if (__tkl_atomic_cas_u64(&victim->deque, word, taken) != word) {
    __tkl_atomic_add_u32(&w->heap->busy, -1u);
    return false;
  }
  uint words = __tkl_record_size() / sizeof(ulong);
  __global ulong *from =
      (__global ulong *)(victim_deque + (ulong)(tail & w->mask) *
                                            __tkl_record_size());
  __global ulong *to = (__global ulong *)__tkl_inbox(w);
  for (uint i = 0; i < words; ++i)
    to[i] = from[i];
  /* Release: the slot may be overwritten from here on. */
  __tkl_atomic_add_u32(&victim->copied, 1);
  return true;
}
