/*===- join.pml - Who goes on with a frame (libtasklet/device/join.cl) ----===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame waits for CHILDREN children, in ROUNDS rounds. Its owner runs some of
 * them, thieves steal the others. Whatever the interleaving: exactly one worker
 * goes on with the frame, when every result is there, and nobody touches the frame
 * after the last round, since its memory is used again: it then looks like a frame
 * that is handed back. An owner that has left the frame may look for it until it
 * finds something else. The last thief then hands it back, and either the owner
 * goes on with it or a thief takes it again.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef CHILDREN
#define CHILDREN 3
#endif
#ifndef THIEVES
#define THIEVES 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte records;             /* in the deque */
bit result[CHILDREN];
#define EXPECTED 64       /* TKL_JOIN_EXPECTED */
short join;
bit segment;              /* tkl_frame.segment is there for another worker */
byte awaited;             /* of the owner's block: the number; 0: none */
byte continued, round = 1;
bit reused;               /* The frame's memory is somebody else's. */

inline touch() { assert(!reused) }

/* The worker goes on with the frame, which ends it unless the owner begins the
 * next round. */
inline go_on(adopted, again) {
  atomic {
    continued++;
    assert(continued == round);
    touch();
    assert(!adopted || segment);
    assert(join == 0);
    i = 0;
    do
    :: i < CHILDREN -> assert(result[i]); result[i] = 0; i++
    :: else -> break
    od;
    i = 0;
    segment = 0;
    if
    :: again && round < ROUNDS -> round++
    :: else -> reused = 1; join = EXPECTED
    fi
  }
}

proctype thief() {
  byte child, i, seen;
  short before;
  bit lent;
  do
  :: atomic { records > 0 -> records--; child = CHILDREN - 1 - records; lent = 0 }
#ifdef BREAK_DELIVER_BEFORE_RESULT
     d_step { touch(); before = join; join = join - 1 }
     result[child] = 1;
#else
     touch();
     result[child] = 1;
     d_step { touch(); before = join; join = join - 1 }
#endif
     if
     :: before == 1 -> go_on(1, 0)
     :: before == EXPECTED + 1 -> lent = 1
     :: else
     fi;
     d_step { child = 0; before = 0 }
  :: atomic { lent -> lent = 0; seen = awaited } /* __tkl_recall */
     if
#ifdef BREAK_RECALL_UNSEEN
     :: seen != 0 ->
#else
     :: seen != 0 && join == EXPECTED ->
#endif
#ifdef BREAK_TAKE_WITHOUT_CAS
        if
        :: awaited == seen -> awaited = 0; join = 0; go_on(1, 0)
        :: else
        fi
#else
        if
        :: d_step { awaited == seen -> awaited = 0 } join = 0; go_on(1, 0)
        :: atomic { awaited != seen -> skip }
        fi
#endif
     :: else
     fi;
     seen = 0
  :: atomic { reused -> break }
  od
}

active proctype owner() {
  byte pending, child, i, number;
  short before;
  atomic {
    i = 0;
    do
    :: i < THIEVES -> run thief(); i++
    :: else -> break
    od
  }
next:
  skip;
  d_step { i = 0; child = 0; before = 0; pending = CHILDREN; records = CHILDREN }
  do
  :: pending == 0 -> go_on(0, 1); break
  :: pending > 0 ->
     if
     :: atomic { records > 0 -> records--; child = CHILDREN - 1 - records }
        touch();
        result[child] = 1;
        pending--
     :: atomic { records == 0 -> skip }
#ifndef BREAK_SEGMENT_AFTER_ADD
        touch();
        segment = 1;
#endif
        if
        :: join + pending == 0 -> join = 0; go_on(0, 1); break
        :: else
        fi;
#ifdef BREAK_SAME_NUMBER
        number = 1;
#else
        number++;
#endif
        awaited = number;
        d_step { touch(); before = join; join = join + pending + EXPECTED }
#ifdef BREAK_SEGMENT_AFTER_ADD
        touch();
        segment = 1;
#endif
#ifdef BREAK_OWNER_GOES_ON
        join = 0;
        go_on(0, 1);
        break
#else
        do
        :: join == EXPECTED -> /* __tkl_take_returned */
           if
           :: d_step { awaited == number -> awaited = 0 }
              touch(); join = 0; go_on(1, 1); break
           :: atomic { awaited != number -> goto end } /* It was recalled. */
           fi
        :: true -> /* __tkl_expect_nothing */
           if
#ifdef BREAK_OTHER_WORK_WITHOUT_CAS
           :: awaited == number -> awaited = 0;
#else
           :: d_step { awaited == number -> awaited = 0 }
#endif
              d_step { touch(); before = join; join = join - EXPECTED }
              if
              :: before == EXPECTED -> go_on(1, 1); break
              :: else -> goto end
              fi
           :: atomic { awaited != number -> goto end }
           fi
        od;
        break
#endif
     fi
  od;
  if
  :: !reused -> goto next
  :: else
  fi;
end:
  skip
}

active proctype judge() {
  timeout -> assert(continued == round)
}
