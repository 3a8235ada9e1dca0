/*===- termination.pml - When workers end (libtasklet/device/scheduler.cl) ===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers take root records and steal from each other's deques; whoever runs a
 * task may spawn more. Whatever the interleaving: no worker ends while there is
 * work or may be more, and where all have ended, everything was run. A
 * worker that has run out of work stays counted while it looks once. A worker may
 * leave a frame whose last child a thief runs, and the thief may hand it back
 * (join.cl), with its count.
 *
 * Also with: -DROOTS=2 -DSPAWNS=1
 * Also with: -DROOTS=2 -DFRAMES=0
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef ROOTS
#define ROOTS 1
#endif
#ifndef SPAWNS
#define SPAWNS 2
#endif
#ifndef FRAMES
#define FRAMES 1
#endif

byte busy, next_root;
bit finished;
byte public[WORKERS]; /* records that others may steal */
byte robbed[WORKERS]; /* thefts whose thieves are not counted yet: `copied` */
bit working[WORKERS]; /* has a task */
byte spawned, ran;
byte thieves[WORKERS]; /* who run a child of a frame of this worker */
bit left[WORKERS];     /* It has left a frame, and they are not done. */
byte frames, continued;
#define EXPECTED 1
#define HANDED_BACK 2
byte awaited[WORKERS];
bit counted[WORKERS];  /* of a worker that looks for work */
bit trying[WORKERS];   /* looks whether a root is left */

inline check_nothing_left() {
  atomic {
    i = 0;
    do
    :: i < WORKERS ->
       assert(!working[i] && public[i] == 0 && awaited[i] != HANDED_BACK);
       i++
    :: else -> break
    od;
    assert(next_root >= ROOTS)
  }
}

/* `busy` is not 0: somebody has to be counted. */
inline check_held() {
  atomic {
    i = 0;
    do
    :: i < WORKERS &&
       !(working[i] || counted[i] || trying[i] || public[i] || robbed[i] ||
         left[i] || awaited[i] == HANDED_BACK) -> i++
    :: else -> break
    od;
    assert(i < WORKERS || busy == 0)
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
#define COUNT if :: counted[me] :: else -> busy++ fi
#define DOWN d_step { busy--; last = busy == 0 } announce_end()
#define BE_IDLE                                                                \
  d_step { counted[me] = 0; busy--; last = busy == 0 } announce_end()
#define UNCOUNT if :: counted[me] :: else -> DOWN fi

/* The frame brings a count. */
#ifdef BREAK_COUNT_TWICE
#define TAKE_COUNT skip
#else
#define TAKE_COUNT if :: counted[me] -> busy-- :: else fi
#endif

/* __tkl_recall */
#define RECALL                                                                 \
  if                                                                           \
  :: lent ->                                                                   \
     if                                                                        \
     :: d_step { awaited[lent - 1] == HANDED_BACK ->                           \
                 awaited[lent - 1] = 0; working[me] = 1 }                      \
        TAKE_COUNT;                                                            \
        lent = 0;                                                              \
        from = 0;                                                              \
        continued++;                                                           \
        goto run_it                                                            \
     :: else -> lent = 0                                                       \
     fi                                                                        \
  :: else                                                                      \
  fi

/* __tkl_expect_nothing */
#define EXPECT_NOTHING                                                         \
  RECALL;                                                                      \
  if                                                                           \
  :: d_step { awaited[me] == EXPECTED -> awaited[me] = 0 }                     \
  :: awaited[me] == HANDED_BACK -> goto idle                                   \
  :: awaited[me] == 0                                                          \
  fi

proctype worker(byte me) {
  byte i, victim, index;
  byte from, lent; /* 1 more than a worker; 0: none */
  bit last, spare;
idle: /* __tkl_find_work */
  skip; d_step { i = 0; victim = 0; index = 0; last = 0 } /* fewer states */
  if
  :: finished -> check_nothing_left(); goto end
  :: else
  fi;
  if /* __tkl_take_returned */
  :: d_step { awaited[me] == HANDED_BACK -> awaited[me] = 0; working[me] = 1 }
     TAKE_COUNT;
     lent = 0;
     from = 0;
     continued++;
     goto run_it
  :: else
  fi;
  if /* after some looks */
  :: !counted[me] -> RECALL
  :: true
  fi;
  if
  :: next_root < ROOTS ->
     EXPECT_NOTHING;
#ifdef BREAK_COUNT_AFTER_ROOT
     atomic { index = next_root; next_root++ }
     if
     :: index < ROOTS -> COUNT; lent = 0; from = 0; goto run_it
     :: else
     fi
#else
     trying[me] = 1;
     COUNT;
     d_step { index = next_root; next_root++; working[me] = index < ROOTS }
     if
     :: index < ROOTS -> trying[me] = 0; lent = 0; from = 0; goto run_it
     :: else -> UNCOUNT; trying[me] = 0
     fi
#endif
  :: else
  fi;
  victim = 0;
  do
  :: victim < WORKERS ->
     if
     :: victim != me && public[victim] > 0 ->
        EXPECT_NOTHING;
        if
        :: d_step { public[victim] > 0 ->
                    public[victim]--; robbed[victim]++; working[me] = 1;
                    thieves[victim]++; from = victim + 1; lent = 0 }
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
  :: counted[me] ->
     if /* __tkl_is_robbed */
#ifdef BREAK_LEAVE_WHILE_ROBBED
     :: BE_IDLE
#else
     :: robbed[me] == 0 -> BE_IDLE /* __tkl_be_idle */
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
     :: else -> check_held()
     fi
  :: else
  fi;
  goto idle;

run_it:
  skip; d_step { i = 0; victim = 0; index = 0; last = 0 } /* fewer states */
  working[me] = 1;
  do
  :: atomic { spawned < SPAWNS -> spawned++; public[me]++ }
  :: atomic { public[me] > 0 -> public[me]--; ran++ } /* a child of its own */
  :: atomic { public[me] == 0 -> ran++; break }
  od;
  spare = 0;
#ifndef BREAK_HAND_BACK_WHILE_ROBBED
  if
  :: from && robbed[me] != 0 -> busy++; spare = 1
  :: else
  fi;
#endif
  if /* __tkl_deliver */
  :: d_step { from && left[from - 1] && thieves[from - 1] == 1 &&
              awaited[from - 1] == EXPECTED ->
              left[from - 1] = 0; thieves[from - 1] = 0;
              awaited[from - 1] = HANDED_BACK; working[me] = 0;
#ifdef BREAK_HAND_BACK_COUNTED
              counted[me] = 1;
#else
              counted[me] = spare;
#endif
              lent = from; spare = 0 }
     goto idle
  :: d_step { from && left[from - 1] && thieves[from - 1] == 1 &&
              awaited[from - 1] != EXPECTED ->
              left[from - 1] = 0; thieves[from - 1] = 0 }
     busy = busy - spare;
     spare = 0;
     from = 0;
     continued++;
     goto run_it
  :: d_step { from && !(left[from - 1] && thieves[from - 1] == 1) ->
              thieves[from - 1]--; working[me] = 0; counted[me] = 1 }
     busy = busy - spare;
     spare = 0
  :: d_step { !from -> working[me] = 0; counted[me] = 1 }
  :: d_step { thieves[me] && !left[me] && frames < FRAMES && !from ->
              frames++; left[me] = 1; working[me] = 0; counted[me] = 1;
              awaited[me] = EXPECTED } /* __tkl_block */
  fi;
  goto idle; /* __tkl_go_idle */
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
  timeout -> assert(ran == ROOTS + spawned + continued && continued == frames)
}
