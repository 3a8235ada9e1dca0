/*===- tasks.pml - Tasks that wait for each other (libtasklet/device/ordered) -===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A worker that has done a task counts down all that wait for it. It goes on with
 * one that waits no longer, and offers the others: it sets a bit. A worker that
 * has none takes the first bit that it finds, and looks again until there is one
 * or all are done (graph.cl). A worker may be as slow as it likes at any step, and
 * all workers but the first may begin late or never. Whatever the interleaving:
 *
 *  - each task runs exactly once, after all that it waits for;
 *  - all tasks run, and all workers that have begun end, one alone, too.
 *
 * A step is one access to a word that workers share. A word has two bits. The
 * hint is left out: it only decides where a worker looks first. The tasks:
 *
 *   0 -> 2, 4    1 -> 3, 5    3 -> 6    4 -> 6
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef WORKERS
#define WORKERS 3
#endif

#define TASKS 7
#define NONE 255

/* Whether b waits for a. */
#define WAITS(a, b)                                                            \
  (a == 0 && (b == 2 || b == 4) || a == 1 && (b == 3 || b == 5) ||             \
   (a == 3 || a == 4) && b == 6)

/* What the graph has. */
#define WORDS 4
byte left[TASKS], ready[WORDS];
byte finished;

/* What is checked. */
byte begun, ended, has_run;
bit ran[TASKS];

inline run_task() {
  atomic {
    assert(!ran[own]);
    other = 0;
    do
    :: other < TASKS -> assert(!WAITS(other, own) || ran[other]); other++
    :: else -> break
    od;
    ran[own] = 1;
    has_run++
  }
}

/* One task less for `other` to wait for; `last` if that was the last one. */
inline count_down() {
#ifdef BREAK_COUNT_IN_TWO_STEPS
  word = left[other];
  left[other] = word - 1;
  last = word == 1
#else
  d_step { left[other]--; last = left[other] == 0 }
#endif
}

/* __tkl_order_offer_task */
inline offer() {
#ifdef BREAK_OFFER_IN_TWO_STEPS
  word = ready[other / 2];
  ready[other / 2] = word | 1 << other % 2
#else
  ready[other / 2] = ready[other / 2] | 1 << other % 2
#endif
}

/* __tkl_order_finish_task */
inline release() {
  next = NONE;
  other = 0;
  do
  :: other < TASKS && !WAITS(own, other) -> other++
  :: other < TASKS && WAITS(own, other) ->
     count_down();
     if
     :: last && next == NONE -> next = other
     :: last && next != NONE ->
#ifndef BREAK_FORGET_THE_SECOND
        offer()
#else
        skip
#endif
     :: else
     fi;
     other++
  :: other == TASKS -> break
  od
}

proctype worker() {
  byte own, next, other, word, done, looked, at;
  bit last;
  begun++;
  goto take;

do_task:
#ifdef BREAK_RELEASE_BEFORE_RUN
  release();
  run_task();
#else
  run_task();
  release();
#endif
  done++;
  if
  :: next != NONE -> own = next; goto do_task
  :: else
  fi;
#ifndef BREAK_COUNT_NO_END
  d_step { finished = finished + done; done = 0 }
#endif

take: /* __tkl_order_take_task, from any word on */
#ifdef BREAK_LOOK_FORWARDS_ONLY
  looked = 1;
#else
  looked = 0;
#endif
look:
  if
  :: looked == WORDS -> goto none
  :: else -> at = looked; word = ready[at]
  fi;
again:
  if
  :: word == 0 -> looked++; goto look
  :: else
  fi;
#ifdef BREAK_TAKE_IN_TWO_STEPS
  ready[at] = word & (word - 1);
#else
  if
  :: atomic { ready[at] != word -> word = ready[at]; goto again }
  :: atomic { ready[at] == word -> ready[at] = word & (word - 1) }
  fi;
#endif
  own = 2 * at + (word % 2 -> 0 : 1);
  goto do_task;
none:
  /* Until another try would not be the same. */
  if
  :: finished == TASKS -> goto end
#ifdef BREAK_LOOK_FORWARDS_ONLY
  :: ready[1] + ready[2] + ready[3] != 0 -> goto take
#else
  :: ready[0] + ready[1] + ready[2] + ready[3] != 0 -> goto take
#endif
  fi;
end:
  ended++
}

init {
  byte i, j;
  d_step {
    i = 0;
    do
    :: i < TASKS ->
       j = 0;
       do
       :: j < TASKS -> left[j] = left[j] + (WAITS(i, j) -> 1 : 0); j++
       :: else -> break
       od;
       i++
    :: else -> break
    od;
    ready[0] = 3 /* 0 and 1 wait for none */
  }
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
  assert(has_run == TASKS && finished == TASKS && ended == begun)
}
