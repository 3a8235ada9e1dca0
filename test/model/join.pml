/*===- join.pml - Who goes on with a frame (libtasklet/device/join.cl) ----===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame waits for CHILDREN children. Its owner runs some of them, thieves steal
 * the others. Whatever the interleaving: exactly one worker goes on with the
 * frame, when every result is there, and nobody touches the frame after that,
 * since its memory is used again. An owner that has left the frame may look for
 * it until it finds something else, and the last thief may hand it back; then
 * either the owner goes on with it or the thief takes it again.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef CHILDREN
#define CHILDREN 4
#endif
#ifndef THIEVES
#define THIEVES 3
#endif

byte records = CHILDREN;  /* in the deque */
bit result[CHILDREN];
short join;
bit segment;              /* tkl_frame.segment is there for another worker */
byte continued;
#define EXPECTED 1
#define HANDED_BACK 2
byte awaited;             /* of the owner's block */
bit reused;               /* The frame's memory is somebody else's. */

inline touch() { assert(!reused) }

inline go_on(adopted) {
  atomic {
    continued++;
    assert(continued == 1);
    touch();
    assert(!adopted || segment);
    i = 0;
    do
    :: i < CHILDREN -> assert(result[i]); i++
    :: else -> break
    od
  }
  reused = 1
}

proctype thief() {
  byte child, i;
  short before;
  do
  :: atomic { records > 0 -> records--; child = CHILDREN - 1 - records }
#ifdef BREAK_DELIVER_BEFORE_RESULT
     d_step { touch(); before = join; join = join - 1 }
     result[child] = 1;
#else
     touch();
     result[child] = 1;
     d_step { touch(); before = join; join = join - 1 }
#endif
     if
     :: before == 1 ->
        if /* __tkl_hand_back */
        :: d_step { awaited == EXPECTED -> awaited = HANDED_BACK };
           if /* __tkl_recall, or the owner has taken it before. */
           :: awaited != HANDED_BACK
           :: true ->
#ifdef BREAK_TAKE_WITHOUT_CAS
              if
              :: awaited == HANDED_BACK -> awaited = 0; go_on(1)
              :: else
              fi
#else
              if
              :: d_step { awaited == HANDED_BACK -> awaited = 0 } go_on(1)
              :: atomic { awaited != HANDED_BACK -> skip }
              fi
#endif
           fi
        :: go_on(1)
        fi
     :: else
     fi
  :: atomic { records == 0 -> break }
  od
}

active proctype owner() {
  byte pending = CHILDREN, child, i;
  short before;
  atomic {
    i = 0;
    do
    :: i < THIEVES -> run thief(); i++
    :: else -> break
    od
  }
  do
  :: pending == 0 -> go_on(0); break
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
        d_step { touch(); before = join; join = join + pending }
#ifdef BREAK_SEGMENT_AFTER_ADD
        touch();
        segment = 1;
#endif
#ifdef BREAK_OWNER_GOES_ON
        go_on(0);
        break
#else
        if
        :: before + pending == 0 -> go_on(0)
        :: else ->
           awaited = EXPECTED;
           do
           :: d_step { awaited == HANDED_BACK -> awaited = 0 } go_on(1); break
#ifdef BREAK_OTHER_WORK_WITHOUT_CAS
           :: awaited == EXPECTED -> awaited = 0; break
#else
           :: d_step { awaited == EXPECTED -> awaited = 0 } break
#endif
           :: atomic { awaited == 0 -> break } /* The thief took it again. */
           od
        fi;
        break
#endif
     fi
  od
}

active proctype judge() {
  timeout -> assert(continued == 1)
}
