/*===- phases.pml - The machine of phases (libtasklet/device/ordered) -----===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers claim the chunks of a phase one by one; whoever completes the last one
 * opens the next phase (phases.cl). In the phase BESIDE, one chunk runs and the
 * other inspects meanwhile (beside.cl). A worker may be as slow as it likes at
 * any step, and all workers but the first may begin late or never. Whatever the
 * interleaving:
 *
 *  - each chunk runs exactly once, with the fields of its own phase;
 *  - a phase opens when all chunks of the one before are complete;
 *  - all phases run, and all workers that have begun end, one alone, too;
 *  - a worker alone inspects nothing beside, and an inspector stops after the
 *    block at which the command has run.
 *
 * A step is one access to a field. Of the fields of a phase that only a claim
 * reads (begin, end, chunk), `begin` stands for all. In the phase SET, as in one
 * with a level, `claim` says which chunks are taken (claim.cl), and a worker takes
 * any other one.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef WORKERS
#define WORKERS 3
#endif

#define CLOSED 255
#define BLOCKS 3 /* of the analysis beside */

/* The phases, by number. The beginnings of two phases always differ. */
#define CHUNKS(p) (p == 0 || p == 2 -> 1 : (p == END -> 0 : 2))
#define MOST_CHUNKS 2
#define SET 1
#define BESIDE 3
#define END 4

#define ALL(n) ((1 << (n)) - 1)
/* Whether no chunk is left, by the low half of `claim` and two fields. */
#define IS_TAKEN(number, is_set, n) \
  (is_set -> (number & ALL(n)) == ALL(n) : number >= n)

/* What the header has. The halves of `claim` are read and changed together. */
byte claim_phase, claim_number;
byte done;
byte kind, begin, chunks;
bit listed; /* `claim` has a set */
bit ran;

/* What is checked. */
byte begun;                       /* workers */
byte held;                        /* chunks that are claimed and not counted */
byte runs[(END + 1) * MOST_CHUNKS];
byte blocks, blocks_in_vain, saves;

inline store_fields() {
  kind = next;
  begin = next;
  chunks = CHUNKS(next);
  listed = (next == SET)
}

/* __tkl_order_open_as */
inline open() {
  d_step {
    assert(held == 0 && claim_phase + 1 == next);
    assert(claim_phase != BESIDE || ran && saves == 1)
  }
#ifdef BREAK_FIELDS_BEFORE_CLOSE
  store_fields();
#endif
#ifdef BREAK_OPEN_AT_ONCE
  d_step { claim_phase = next; claim_number = 0 }
#else
  d_step { claim_phase = next; claim_number = CLOSED }
#endif
#ifndef BREAK_FIELDS_BEFORE_CLOSE
  store_fields();
#endif
#ifndef BREAK_DONE_AFTER_OPEN
  done = 0;
#endif
  claim_number = 0;
#ifdef BREAK_DONE_AFTER_OPEN
  done = 0;
#endif
}

inline read_phase() {
  if
#ifndef BREAK_FIELDS_BEFORE_CLAIM
  :: seen_phase == 0 -> own_kind = 0
#endif
  :: else -> own_kind = kind
  fi
}
inline read_chunks() {
  if
#ifndef BREAK_FIELDS_BEFORE_CLAIM
  :: seen_phase == 0 -> own_chunks = CHUNKS(0)
#endif
  :: else -> own_chunks = chunks
  fi
}

#define IS_SEEN (claim_phase == seen_phase && claim_number == seen_number)
#ifdef BREAK_NUMBER_ALONE
#define IS_UNCHANGED (claim_number == seen_number)
#else
#define IS_UNCHANGED IS_SEEN
#endif

/* A chunk of the kernel: nobody may open a phase meanwhile. */
inline use_memory() { assert(claim_phase == own_phase && held > 0) }

inline inspect() {
  assert(ran || begun > 1);
  do
  :: blocks == BLOCKS -> break
#ifndef BREAK_INSPECT_ON
  :: blocks < BLOCKS && ran -> break
  :: blocks < BLOCKS && !ran ->
#else
  :: blocks < BLOCKS ->
#endif
     d_step {
       use_memory();
       blocks_in_vain = blocks_in_vain + ran;
       assert(blocks_in_vain <= 1)
     }
     blocks++
  od;
  atomic { use_memory(); saves++ }
}

#ifdef BREAK_INSPECT_FIRST
#define RUNS 1
#else
#define RUNS 0
#endif

proctype worker() {
  byte seen_phase, seen_number, own_kind, own_begin, own_chunks;
  byte own_phase, number, next;
  bit is_last, own_listed;
  begun++;

again: /* __tkl_order_claim */
  atomic {
    seen_phase = 0; seen_number = 0; own_kind = 0; own_begin = 0;
    own_chunks = 0; own_phase = 0; number = 0; next = 0; is_last = 0;
    own_listed = 0
  }
#ifdef BREAK_WAIT_FOR_ALL
  begun == WORKERS;
#endif
#ifdef BREAK_FIELDS_BEFORE_CLAIM
  read_phase();
  read_chunks();
  own_begin = begin;
  own_listed = listed;
#endif
  d_step { seen_phase = claim_phase; seen_number = claim_number }
#ifdef BREAK_FIELDS_BEFORE_CLAIM
  if
  :: seen_phase == 0 -> d_step { own_kind = 0; own_chunks = CHUNKS(0) }
  :: else
  fi;
#else
  read_phase();
#endif
  if
  :: own_kind == END -> goto end
  :: else
  fi;
#ifndef BREAK_FIELDS_BEFORE_CLAIM
  read_chunks();
  own_listed = listed;
#endif
  if
  :: IS_TAKEN(seen_number, own_listed, own_chunks) ->
     /* Until another try would not be the same. */
     if
     :: !IS_SEEN || kind == END ||
        seen_phase != 0 && !IS_TAKEN(seen_number, listed, chunks) -> goto again
     fi
  :: !own_listed && seen_number < own_chunks -> number = seen_number
  :: own_listed && !(seen_number & 1) && own_chunks > 0 -> number = 0
  :: own_listed && !(seen_number & 2) && own_chunks > 1 -> number = 1
  fi;
#ifndef BREAK_FIELDS_BEFORE_CLAIM
  own_begin = begin;
#endif
  if
#ifdef BREAK_CLAIM_BLINDLY
  :: atomic { true ->
#else
  :: atomic { !IS_UNCHANGED -> goto again }
  :: atomic { IS_UNCHANGED ->
#endif
       own_phase = claim_phase;
#ifdef BREAK_COUNT_SETS
       claim_number++;
#else
       claim_number = (own_listed -> claim_number | 1 << number
                                  : claim_number + 1);
#endif
       held++;
       assert(number < CHUNKS(own_phase));
       assert(own_kind == own_phase && own_chunks == CHUNKS(own_phase));
       assert(own_begin == own_phase);
       runs[own_phase * MOST_CHUNKS + number]++;
       assert(runs[own_phase * MOST_CHUNKS + number] == 1)
     }
  fi;

#ifdef BREAK_DONE_BEFORE_CHUNK
  d_step { done++; is_last = done == chunks || own_phase == 0 }
#endif
  if
  :: own_phase == BESIDE && number == RUNS ->
     use_memory();
     ran = 1
  :: own_phase == BESIDE && number != RUNS -> inspect()
  :: own_phase != BESIDE -> use_memory()
  fi;

  /* __tkl_order_complete */
#ifndef BREAK_CHUNKS_AFTER_DONE
  if
  :: own_phase == 0 -> own_chunks = CHUNKS(0)
  :: else -> own_chunks = chunks
  fi;
#endif
#ifdef BREAK_DONE_BEFORE_CHUNK
  held--;
#else
  d_step { done++; number = done; held-- }
#ifdef BREAK_CHUNKS_AFTER_DONE
  own_chunks = (own_phase == 0 -> CHUNKS(0) : chunks);
#endif
  is_last = number == own_chunks;
#endif
  if
  :: is_last -> next = own_phase + 1; open()
  :: else
  fi;
  goto again;
end:
  skip
}

init {
  byte i;
  atomic {
    run worker();
    i = 1;
    do
    :: i < WORKERS -> i++; run worker()
    :: i < WORKERS -> i++ /* never begins */
    :: else -> break
    od
  }
  timeout ->
  atomic {
    assert(kind == END && claim_phase == END && held == 0);
    assert(ran && saves == 1);
    i = 0;
    do
    :: i < END * MOST_CHUNKS ->
       assert(runs[i] == (i % MOST_CHUNKS < CHUNKS(i / MOST_CHUNKS) -> 1 : 0));
       i++
    :: else -> break
    od
  }
}
