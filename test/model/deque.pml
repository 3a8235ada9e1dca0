/*===- deque.pml - The split deque of libtasklet/device/deque.cl ----------===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * One owner and THIEVES thieves share a deque of SLOTS records. The owner spawns
 * RECORDS tasks and takes tasks in any order; thieves steal whenever they can.
 * Whatever the interleaving: each record is run exactly once, and nobody reads a
 * record while it is written.
 *
 * A step of the model is one atomic operation of the runtime, or the reading or
 * writing of one word of a record, of which there are two. The model is
 * sequentially consistent; why acquire and release are enough is said at each
 * operation in the runtime.
 *
 * Each name that begins with BREAK_ takes out one thing that the protocol needs;
 * scripts/check-models expects an error then.
 */
#ifndef SLOTS
#define SLOTS 3
#endif
#ifndef RECORDS
#define RECORDS 4
#endif
#ifndef THIEVES
#define THIEVES 2
#endif
/* Fewer slots below tail than this are not worth moving all records for. */
#ifndef WORTH_MOVING
#define WORTH_MOVING 1
#endif

/* Shared. tail and split are the halves of one word: they are read together and
 * changed together. */
byte tail, split;
byte copied;
bit hungry;
byte first[SLOTS], second[SLOTS]; /* the words of each slot's record */

/* What is checked. */
byte runs[RECORDS + 1]; /* how often each record was run; from 1 on */
bool ended;             /* The owner has found its deque empty for good. */

inline run_record(one, other) {
  atomic {
    assert(one == other && one >= 1 && one <= RECORDS);
    runs[one]++;
    assert(runs[one] == 1);
  }
}

proctype thief() {
  byte seen_tail, seen_split, one, other;
  do
  :: ended -> break
  :: !ended ->
     d_step { seen_tail = tail; seen_split = split }
     if
     :: seen_tail == seen_split ->
        if
        :: !hungry -> hungry = 1
        :: else
        fi
     :: else ->
#ifdef BREAK_COPY_BEFORE_CAS
        one = first[seen_tail];
        other = second[seen_tail];
#endif
        if
        :: atomic { tail == seen_tail && split == seen_split ->
                    tail = seen_tail + 1 }
#ifdef BREAK_COUNT_BEFORE_COPY
           copied++;
#endif
#ifndef BREAK_COPY_BEFORE_CAS
           one = first[seen_tail];
           other = second[seen_tail];
#endif
#ifndef BREAK_COUNT_BEFORE_COPY
           copied++;
#endif
           run_record(one, other);
           one = 0; other = 0
        :: atomic { !(tail == seen_tail && split == seen_split) -> skip }
        fi
     fi
  od
}

/* The owner's state. */
byte head, own_split, spawned;

inline publish() {
  hungry = 0;
  d_step {
    count = (head - own_split + 1) / 2;
    own_split = own_split + count
  }
  split = split + count /* an atomic add */
}

/* Slots start again at 0; n records were taken since the last time. */
inline restart(n) {
  copied = 0;
  atomic { tail == n && split == n -> tail = 0; split = 0 }
}

/* Makes every public record private again: n is the index of the oldest. */
inline withdraw() {
  d_step { n = tail; s = split }
  do
#ifdef BREAK_WITHDRAW_BLINDLY
  :: atomic { split = n; tail = n; break }
#else
  :: atomic { tail == n && split == s -> split = n; break }
#endif
  :: atomic { !(tail == n && split == s) -> n = tail; s = split }
  od
}

/* room: head is below SLOTS again. */
inline make_room() {
  n = tail;
  if
  :: n < WORTH_MOVING ->
     room = false;
     if
     :: hungry -> publish()
     :: else
     fi
  :: else ->
     room = true;
     withdraw();
     own_split = n;
#ifndef BREAK_NO_WAIT
     copied == n; /* waits */
#endif
     to = 0;
     from = own_split;
     do
     :: from != head ->
        first[to] = first[from];
        second[to] = second[from];
        to++;
        from++
     :: else -> break
     od
     head = to;
     own_split = 0;
     restart(n)
  fi
}

/* found: the private part has records again. */
inline take_back() {
  do
  :: d_step { n = tail; s = split }
     if
     :: n == s ->
        if
#ifdef BREAK_RESTART_EARLY
        :: n != 0 -> restart(n); d_step { head = 0; own_split = 0 }
#else
        :: n != 0 && copied == n -> restart(n); d_step { head = 0; own_split = 0 }
#endif
        :: else
        fi;
        found = false;
        break
     :: else ->
        fewer = n + (s - n) / 2;
        if
#ifdef BREAK_TAKE_BACK_BLINDLY
        :: atomic { split = fewer; own_split = fewer }
#else
        :: atomic { tail == n && split == s -> split = fewer; own_split = fewer }
#endif
           found = true;
           break
        :: atomic { !(tail == n && split == s) -> skip }
        fi
     fi
  od
}

active proctype owner() {
  byte count, n, s, to, from, fewer, one, other;
  bool found, room;
  byte i;
  atomic {
    i = 0;
    do
    :: i < THIEVES -> run thief(); i++
    :: else -> break
    od
  }
  do
  :: spawned < RECORDS ->
     if
     :: head == SLOTS -> make_room()
     :: else -> room = true
     fi;
     spawned++;
     if
     :: room ->
        first[head] = spawned;
        second[head] = spawned;
        head++;
        if
        :: hungry -> publish()
        :: else
        fi
     :: else -> run_record(spawned, spawned) /* at once, from its inbox */
     fi
  :: head > own_split -> /* runs the newest private record */
     head--;
     one = first[head];
     other = second[head];
     run_record(one, other)
  :: head == own_split ->
     take_back();
     if
     :: !found && spawned == RECORDS -> break
     :: else
     fi
  od;
  ended = true
}

/* When nothing moves any more: what was spawned was run. */
active proctype judge() {
  byte i;
  timeout ->
  atomic {
    assert(ended);
    i = 1;
    do
    :: i <= RECORDS ->
       assert(runs[i] == 1);
       i++
    :: else -> break
    od
  }
}
