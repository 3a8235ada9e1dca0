/*===- termination.pml - When workers end (libtasklet/device/scheduler.cl) ===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers take root records and steal from each other's deques; whoever runs a
 * task may spawn more. Whatever the interleaving: no worker ends while there is
 * work or may be more, and where all have ended, everything was run. A
 * worker that has run out of work stays counted while it looks once.
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
bit finished;
byte public[WORKERS]; /* records that others may steal */
byte robbed[WORKERS]; /* thefts whose thieves are not counted yet: `copied` */
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

/* __tkl_announce_end, after busy-- */
inline announce_end() {
  if
  :: last && next_root >= ROOTS ->
     if
     :: busy == 0 -> check_nothing_left(); finished = 1
     :: else
     fi
  :: else
  fi
}

/* __tkl_count_busy, __tkl_uncount_busy */
#define COUNT if :: counted :: else -> busy++ fi
#define DOWN d_step { busy--; last = busy == 0 } announce_end()
#define UNCOUNT if :: counted :: else -> DOWN fi

proctype worker(byte me) {
  byte i, victim, index;
  bit counted = 0, last;
idle: /* __tkl_find_work */
  if
  :: finished -> check_nothing_left(); goto end
  :: else
  fi;
  if
  :: next_root < ROOTS ->
#ifdef BREAK_COUNT_AFTER_ROOT
     atomic { index = next_root; next_root++ }
     if
     :: index < ROOTS -> COUNT; goto run_it
     :: else
     fi
#else
     COUNT;
     d_step { index = next_root; next_root++; working[me] = index < ROOTS }
     if
     :: index < ROOTS -> goto run_it
     :: else -> UNCOUNT
     fi
#endif
  :: else
  fi;
  victim = 0;
  do
  :: victim < WORKERS ->
     if
     :: victim != me && public[victim] > 0 ->
        if
        :: d_step { public[victim] > 0 ->
                    public[victim]--; robbed[victim]++; working[me] = 1 }
#ifdef BREAK_COUNT_AFTER_COPY
           robbed[victim]--;
           COUNT;
#else
           COUNT;
           robbed[victim]--;
#endif
           goto run_it
        :: atomic { public[victim] == 0 -> skip }
        fi
     :: else
     fi;
     victim++
  :: else -> break
  od;
  if
  :: counted ->
     if /* __tkl_is_robbed */
#ifdef BREAK_LEAVE_WHILE_ROBBED
     :: counted = 0; DOWN
#else
     :: robbed[me] == 0 -> counted = 0; DOWN /* __tkl_be_idle */
     :: robbed[me] != 0
#endif
     fi;
     goto idle
  :: else
  fi;
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
  counted = 1; /* __tkl_go_idle */
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
