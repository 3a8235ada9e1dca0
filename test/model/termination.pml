/*===- termination.pml - When workers end (libtasklet/device/scheduler.cl) ===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers take root records and steal from each other's deques; whoever runs a
 * task may spawn more. Whatever the interleaving: no worker ends while there is
 * work or may be more, and in the end all have ended and everything was run.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef ROOTS
#define ROOTS 2
#endif
#ifndef SPAWNS
#define SPAWNS 3
#endif

byte busy, next_root;
byte public[WORKERS]; /* records that others may steal */
bit working[WORKERS]; /* has a task */
byte spawned, ran;

inline check_nothing_left() {
  atomic {
    i = 0;
    do
    :: i < WORKERS -> assert(!working[i] && public[i] == 0); i++
    :: else -> break
    od;
    assert(next_root >= ROOTS)
  }
}

proctype worker(byte me) {
  byte i, victim, index;
idle: /* __tkl_find_work */
  if
  :: next_root < ROOTS ->
#ifdef BREAK_COUNT_AFTER_ROOT
     atomic { index = next_root; next_root++ }
     if
     :: index < ROOTS -> busy++; goto run_it
     :: else
     fi
#else
     busy++;
     d_step { index = next_root; next_root++; working[me] = index < ROOTS }
     if
     :: index < ROOTS -> goto run_it
     :: else -> busy--
     fi
#endif
  :: else
  fi;
  victim = 0;
  do
  :: victim < WORKERS ->
     if
     :: victim != me && public[victim] > 0 ->
#ifdef BREAK_COUNT_AFTER_STEAL
        if
        :: atomic { public[victim] > 0 -> public[victim]--; }
           busy++;
           goto run_it
        :: atomic { public[victim] == 0 -> skip }
        fi
#else
        busy++;
        if
        :: d_step { public[victim] > 0 -> public[victim]--; working[me] = 1 }
           goto run_it
        :: atomic { public[victim] == 0 -> skip } busy--
        fi
#endif
     :: else
     fi;
     victim++
  :: else -> break
  od;
  if
  :: next_root >= ROOTS ->
     if
     :: busy == 0 -> check_nothing_left(); goto end
     :: else
     fi
  :: else
  fi;
  goto idle;

run_it:
  working[me] = 1;
  do
  :: atomic { spawned < SPAWNS -> spawned++; public[me]++ }
  :: atomic { public[me] > 0 -> public[me]--; ran++ } /* a child of its own */
  :: atomic { public[me] == 0 -> ran++; working[me] = 0; break }
  od;
  busy--;
  goto idle;
end:
  skip
}

init {
  byte i;
  atomic {
    i = 0;
    do
    :: i < WORKERS -> run worker(i); i++
    :: else -> break
    od
  }
  timeout -> assert(ran == ROOTS + spawned)
}
