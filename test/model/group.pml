/*===- group.pml - Joins of some children (libtasklet/device/group.cl) ----===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame has two join groups, of two children each. It waits for group 0, spawns
 * one more child of group 0, waits for group 1, and ends when all are done. Below
 * it lies a frame without groups, which waits for one child that is older (it is
 * counted as group 2). Each worker has a deque. The worker that has the frame runs
 * children on top of it; whoever has no frame runs children from its own deque,
 * or stolen ones, and delivers. Whatever the interleaving:
 *
 *  - one worker at a time has the frame, each wait is passed exactly once, and
 *    all results that were awaited are there;
 *  - `join` of a group that nobody awaits stays 0 or less;
 *  - nobody touches a frame after it has ended, since its memory is used again;
 *  - in a deque, nothing that belongs to others lies above what the frame below
 *    waits for. So that frame need not look whose record it takes back.
 *
 * A deque is modelled by deque.pml; here, taking from it is one step. Names that
 * begin with BREAK_ are as in deque.pml.
 */
#ifndef WORKERS
#define WORKERS 3
#endif

#define CHILDREN 6
#define NOBODY 255
#define BELOW 2 /* the frame below, as a group */

/* Group of each child: 0 is that of the frame below, 5 is spawned late. */
byte groups[CHILDREN];
bit result[CHILDREN];

/* deque[w] holds low[w] .. high[w] - 1; thieves take at low. */
typedef slots { byte child[CHILDREN] };
slots deque[WORKERS];
byte low[WORKERS], high[WORKERS];

byte pending[3];
short join[3];
bit segment[3];     /* tkl_frame.segment is there for another worker */
bit awaited[3];     /* A worker has left the frame, to wait for this. */
byte holder;        /* the worker that has the frame */
byte phase;         /* 0, 1: awaits that group; 2: awaits all; 3: below; 4: ended */
bit reused, reused_below; /* The memory is somebody else's. */
byte passed[4];     /* how often each wait was passed */
byte awaits;        /* the group to wait for */

inline touch(group) {
  assert(group == BELOW || !reused);
  assert(group != BELOW || !reused_below)
}
inline own(group) { assert(holder == me); touch(group) }

inline take_frame() {
  d_step { assert(holder == NOBODY); holder = me }
}

inline pass(number) {
  d_step {
    passed[number]++;
    assert(passed[number] == 1);
    child = 0;
    do
    :: child < CHILDREN ->
       assert(result[child] || number < 2 && groups[child] != number ||
              number == 0 && child == 5 || number == 2 && child == 0);
       child++
    :: else -> break
    od;
    child = 0
  }
}

/* __tkl_is_joined */
inline look(which) {
  own(which);
  if
  :: pending[which] == 0 -> joined = 1
  :: else ->
     seen = join[which];
     joined = seen + pending[which] == 0;
     seen = 0
  fi
}

/* Whether the worker's deque has a child of `group`. */
inline look_for(group) {
  d_step {
    found = 0;
    index = low[me];
    do
    :: index < high[me] ->
       found = found || groups[deque[me].child[index]] == group;
       index++
    :: else -> break
    od;
    index = 0
  }
}

/* __tkl_block. What only the worker that has the frame writes is not seen by
 * others before the addition. */
inline block(group) {
#ifdef BREAK_BLOCK_ADDS_OTHERS
  if
  :: group < BELOW && pending[1 - group] != 0 ->
     d_step {
       join[1 - group] = join[1 - group] + pending[1 - group];
       pending[1 - group] = 0
     }
  :: else
  fi;
#endif
  d_step {
    seen = pending[group];
    pending[group] = 0;
#ifndef BREAK_SEGMENT_AFTER_ADD
    segment[group] = 1
#endif
  }
  d_step {
    own(group);
    join[group] = join[group] + seen;
    joined = join[group] == 0;
    if
    :: !joined -> awaited[group] = 1; holder = NOBODY
    :: else -> segment[group] = 0
    fi;
    seen = 0
  }
#ifdef BREAK_SEGMENT_AFTER_ADD
  segment[group] = 1;
#endif
}

/* A child runs as on a segment of its own; __tkl_deliver. */
inline run_and_deliver() {
#ifndef BREAK_DELIVER_BEFORE_RESULT
  result[child] = 1;
#endif
  d_step {
    touch(groups[child]);
    group = groups[child];
    seen = join[group];
#ifdef BREAK_GO_ON_UNAWAITED
    seen = seen + pending[group];
#endif
    join[group] = join[group] - 1;
    assert(awaited[group] || join[group] <= 0);
    joined = seen == 1;
    if
    :: joined ->
       assert(segment[group] && holder == NOBODY);
       segment[group] = 0;
       awaited[group] = 0;
       holder = me
    :: else
    fi;
    seen = 0
  }
#ifdef BREAK_DELIVER_BEFORE_RESULT
  result[child] = 1;
#endif
}

proctype worker(byte me) {
  byte child, group, index, victim;
  short seen;
  bit joined, found;
  if
  :: holder == me -> goto has_frame
  :: else
  fi;

idle: /* __tkl_go_idle */
  child = 0; group = 0; victim = 0; joined = 0; found = 0;
  if
  :: atomic { low[me] < high[me] ->
       high[me]--;
       child = deque[me].child[high[me]];
       deque[me].child[high[me]] = 0
     }
#ifdef BREAK_LEFT_CHILD_IS_OWN
     result[child] = 1;
     d_step { touch(groups[child]); pending[groups[child]]-- }
     goto idle
#endif
  :: atomic { low[me] == high[me] ->
       if
       :: low[0] < high[0] -> victim = 0
       :: low[1] < high[1] -> victim = 1
       :: WORKERS > 2 && low[2 % WORKERS] < high[2 % WORKERS] -> victim = 2
       :: phase == 4 -> goto done
       fi;
       child = deque[victim].child[low[victim]];
       deque[victim].child[low[victim]] = 0;
       low[victim]++
     }
  fi;
  run_and_deliver();
  if
  :: joined -> goto has_frame /* __tkl_adopt */
  :: else -> goto idle
  fi;

has_frame: /* the beginning of a step */
  assert(holder == me);
  d_step { joined = 0; child = 0; group = 0; victim = 0; found = 0 }
  if
  :: phase == 0 || phase == 1 -> group = phase
  :: phase == 2 -> /* TKL_STEP_LEAVE_GROUPS */
#ifdef BREAK_END_WITH_CHILDREN
     goto ends;
#endif
     look(0);
     group = 0;
     if
     :: joined -> group = 1
     :: else -> goto awaits_group
     fi
  :: phase == 3 -> goto below
  fi;
  look(group);
  if
  :: joined -> goto continues
  :: else
  fi;

awaits_group: /* __tkl_join_groups */
  own(group);
  look_for(group);
  if
  :: atomic { found && low[me] < high[me] ->
       high[me]--;
       child = deque[me].child[high[me]];
       deque[me].child[high[me]] = 0;
       assert(groups[child] != BELOW)
     }
     d_step { own(groups[child]); result[child] = 1 }
#ifdef BREAK_COUNT_TWICE
     join[groups[child]]--;
#endif
     d_step { own(groups[child]); pending[groups[child]]--; child = 0 }
     look(group);
     if
     :: joined -> goto has_frame
     :: else -> goto awaits_group
     fi
  :: found && low[me] == high[me] -> goto awaits_group /* stolen meanwhile */
  :: !found ->
     block(group);
     if
     :: joined -> goto has_frame
     :: else -> goto idle
     fi
  fi;

continues:
  if
  :: phase == 0 ->
     pass(0);
     pending[0]++;
     d_step {
       own(0);
       /* Indexes only grow, so that states differ less. */
       deque[me].child[high[me]] = 5;
       high[me]++;
       phase = 1
     }
     goto has_frame
  :: phase == 1 -> pass(1); phase = 2; goto has_frame
  :: phase == 2 -> goto ends
  fi;

ends:
  own(0);
  phase = 3;
  pass(2);
  reused = 1;

below: /* __tkl_return to a frame without groups */
  if
  :: pending[BELOW] == 0 ->
     own(BELOW);
     pass(3);
     d_step { reused_below = 1; holder = NOBODY; phase = 4 }
     goto idle
  :: else ->
     if
     :: atomic { low[me] < high[me] ->
          high[me]--;
          child = deque[me].child[high[me]];
          deque[me].child[high[me]] = 0;
          assert(groups[child] == BELOW)
        }
        result[child] = 1;
        pending[BELOW]--;
        goto below
     :: low[me] == high[me] ->
        block(BELOW);
        if
        :: joined -> goto below
        :: else -> goto idle
        fi
     fi
  fi;

done:
  skip
}

inline put(which) { deque[0].child[high[0]] = which; high[0]++ }

init {
  byte i;
  atomic {
    groups[0] = BELOW;
    groups[3] = 1;
    groups[4] = 1;
    pending[0] = 2;
    pending[1] = 2;
    pending[BELOW] = 1;
    put(0);
    if /* The deque's top is what the owner runs next. */
    :: put(1); put(2); put(3); put(4)
    :: put(3); put(4); put(1); put(2)
    :: put(1); put(3); put(2); put(4)
    :: put(3); put(1); put(4); put(2)
    fi;
    do
    :: i < WORKERS -> run worker(i); i++
    :: else -> break
    od
  }
}

active proctype judge() {
  timeout ->
  assert(phase == 4 && passed[0] == 1 && passed[1] == 1 && passed[2] == 1 &&
         passed[3] == 1)
}
