/*===- semaphore.pml - Who goes on with a waiter (libtasklet/device/semaphore.cl) -===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * WORKERS workers each run a task that acquires a lock, then releases it. A task
 * that waits is left. Workers without work look at the list of those that are
 * ready, and end when nobody is busy and none is ready. Whatever the interleaving:
 * one task at a time has the lock, each gets it once, none that waits is forgotten,
 * and nobody goes on with a segment before its worker has left it.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#define WORKERS 3
#define NONE 255

byte permits = 1, newest = NONE; /* the semaphore */
byte below[WORKERS];             /* of each waiter, the one that came before */
short join[WORKERS];
bit left[WORKERS];               /* the segment of the waiter */
bit ready[WORKERS];
byte inside, passed, busy = WORKERS;

/* Task t has its permit, and worker `me` runs it to its end. */
inline critical(t) {
  inside++;
  assert(inside == 1);
  passed++;
  inside--;
  /* tkl_release */
  atomic {
    popped = newest;
    if
    :: popped == NONE -> permits++
    :: else -> newest = below[popped]
    fi
  }
  if
  :: popped != NONE ->
     d_step { before = join[popped]; join[popped] = join[popped] - 1 }
     if
     :: before == 1 ->
        assert(left[popped]);
#ifndef BREAK_FORGET_READY
        ready[popped] = 1
#endif
     :: else
     fi
  :: else
  fi
}

active [WORKERS] proctype worker() {
  byte t = _pid, popped, seen;
  short before;
  bit mine;
  /* tkl_acquire */
  do
  :: atomic { permits > 0 -> permits--; mine = 1; break }
  :: permits == 0 ->
     seen = newest;
     below[t] = seen;
#ifdef BREAK_BLOCK_FIRST
     left[t] = 1;
     d_step { before = join[t]; join[t] = join[t] + 1 }
#endif
     if
     :: atomic { permits == 0 && newest == seen -> newest = t }
#ifndef BREAK_BLOCK_FIRST
#ifndef BREAK_LEAVE_LATE
        left[t] = 1;
#endif
        d_step { before = join[t]; join[t] = join[t] + 1 }
#ifdef BREAK_LEAVE_LATE
        left[t] = 1;
#endif
#endif
        mine = (before + 1 == 0);
        break
     :: atomic { permits > 0 || newest != seen -> skip }
     fi
  od;
  if
  :: mine -> critical(t)
  :: else
  fi;
  /* __tkl_find_work */
  atomic { busy-- }
  do
  :: atomic {
       (ready[0] || ready[1] || ready[2]) ->
       t = 0;
       do
       :: t < WORKERS && !ready[t] -> t++
       :: else -> break
       od;
       ready[t] = 0;
       busy++
     }
     critical(t);
     atomic { busy-- }
  :: atomic { busy == 0 && !(ready[0] || ready[1] || ready[2]) -> break }
  od
}

active proctype judge() {
  timeout -> assert(passed == WORKERS && permits == 1 && newest == NONE)
}
