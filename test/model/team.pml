/*===- team.pml - How a team meets (libtasklet/device/team.cl) ------------===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * TEAMS teams of LANES lanes. In each turn the lanes of a team say what they
 * have, hand records to those that have none, look for roots or at the deque of
 * another team's lane, choose steps, and run them. They wait for each other in
 * between, and nobody waits for another team. Whatever the interleaving: each
 * record is run exactly once; no team ends while there is work or may be more;
 * all lanes of a team leave in the same turn; and no lane with work waits for
 * more than PATIENCE turns and one for each lane.
 *
 * Deques are counters; deque.pml and termination.pml have the rest. The last
 * lane that comes to a meeting finds out for all what they have said. Only the
 * first team has steps of several kinds, and only one kind runs in a turn. Real
 * teams run another one, too, if many lanes want it.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#if defined(BREAK_NO_PATIENCE) || defined(BREAK_SAME_LEADER)
/* Two lanes always take turns. */
#define TEAMS 1
#define LANES 3
#define SPAWNS 2
#define KINDS 3
#endif
#ifndef TEAMS
#define TEAMS 2
#endif
#ifndef LANES
#define LANES 2
#endif
#ifndef ROOTS
#define ROOTS 1
#endif
#ifndef SPAWNS
#define SPAWNS 1
#endif
#ifndef PATIENCE
#define PATIENCE 1
#endif
#ifndef KINDS
#define KINDS 2
#endif
#define ALL (TEAMS * LANES)
#define NONE ALL
#define IDLE 0

byte busy, next_root;
byte private[ALL], public[ALL]; /* records; others may steal public ones */
bit inbox[ALL];                 /* holds a record that has not begun */
byte step[ALL];                 /* what the lane wants: IDLE, or a kind */
byte waited[ALL];               /* turns in a row in which it was not chosen */
byte spawned, ran, ended;

/* Where a team is in its turn, and how many lanes have done that part. */
#define GIVE 0
#define LOOK 1
#define RUN 2
byte part[TEAMS], done[TEAMS];
byte leads[TEAMS]; /* the lane that comes first when steps are chosen */

/* A bit for each lane of a team. */
byte idle[TEAMS], offers[TEAMS], gave[TEAMS], over[TEAMS], chosen[TEAMS];

#define BIT(lanes, n) (lanes >> (n) & 1)
#define SET(lanes, n) lanes = lanes | 1 << (n)
#define EVERY ((1 << LANES) - 1)

/* n: how many of `lanes` come before this one. */
inline rank(lanes) {
  n = 0;
  i = 0;
  do
  :: i < at -> n = n + BIT(lanes, i); i++
  :: else -> break
  od
}

/* found: the lane of the set bit number n, or NONE. */
inline nth(lanes) {
  found = NONE;
  i = 0;
  do
  :: i < LANES && found == NONE ->
     if
     :: BIT(lanes, i) && n == 0 -> found = i
     :: BIT(lanes, i) && n > 0 -> n--
     :: else
     fi;
     i++
  :: else -> break
  od;
  n = 0; i = 0
}

/* What the lanes have, and would take. */
inline say() {
  idle[team] = 0; offers[team] = 0; gave[team] = 0; over[team] = 0;
  chosen[team] = 0;
  i = 0;
  do
  :: i < LANES ->
     if
     :: step[first + i] == IDLE -> SET(idle[team], i)
     :: step[first + i] != IDLE && private[first + i] + public[first + i] > 0 ->
        SET(offers[team], i)
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

/* leader: the kind of step that a lane with work wants, the first one from the lane
 * on that comes first in this turn; if some have waited, the first of those. other:
 * what the first of the rest wants. */
inline choose() {
  leader = IDLE; other = IDLE; n = 0;
  i = 0;
  do
  :: i < LANES ->
     asks = first + (i + leads[team]) % LANES;
     assert(!inbox[asks]); /* What was handed over has begun. */
     if
#ifndef BREAK_NO_PATIENCE
     :: n == 0 && waited[asks] >= PATIENCE -> /* has work, then */
        leader = step[asks];
        n = 1
#endif
     :: else ->
        if
        :: leader == IDLE -> leader = step[asks]
        :: else
        fi
     fi;
     i++
  :: else -> break
  od;
#ifndef BREAK_SAME_LEADER
  leads[team] = (leads[team] + 1) % LANES;
#endif
  asks = 0;
  i = 0;
  do
  :: i < LANES ->
     if
     :: step[first + i] == leader -> many++
     :: step[first + i] != leader && step[first + i] != IDLE ->
        if
        :: other == IDLE -> other = step[first + i]
        :: else
        fi;
        if
        :: step[first + i] == other -> few++
        :: else
        fi
     :: else
     fi;
     i++
  :: else -> break
  od;
  if
  :: few > many && n == 0 -> leader = other
  :: else
  fi;
  i = 0;
  do
  :: i < LANES ->
     if
     :: step[first + i] != IDLE && step[first + i] == leader ->
        SET(chosen[team], i);
        waited[first + i] = 0
     :: step[first + i] != IDLE && step[first + i] != leader ->
        waited[first + i]++;
        assert(waited[first + i] <= PATIENCE + LANES)
     :: else
     fi;
     i++
  :: else -> break
  od;
  leader = 0; other = 0; many = 0; few = 0; n = 0; i = 0
}

/* The lane has done its part, and waits until the team is in the next one. */
inline meet() {
  done[team]++;
  if
  :: done[team] == LANES ->
     done[team] = 0;
     if
#ifdef BREAK_NOT_MET_AFTER_GIVING
     :: part[team] == GIVE -> choose(); part[team] = RUN
#else
     :: part[team] == GIVE -> part[team] = LOOK
#endif
     :: part[team] == LOOK -> choose(); part[team] = RUN
     :: part[team] == RUN -> say(); part[team] = GIVE
     fi
  :: else
  fi
}

#ifdef BREAK_NOT_MET_AFTER_GIVING
#define MET_AFTER_GIVING skip
#else
#define MET_AFTER_GIVING meet()
#endif

/* The lane begins a task, or goes on with one. */
inline any_kind() {
  step[me] = 1;
  do
  :: step[me] < KINDS && team == 0 -> step[me]++
  :: break
  od
}

/* __tkl_team_give begins: it shows a record if none is public, and counts. */
inline begin_to_give() {
  if
  :: public[me] == 0 && private[me] > 0 -> private[me]--; public[me]++
  :: else
  fi;
  if
  :: public[me] > 0 ->
#ifndef BREAK_GIVE_WITHOUT_COUNT
     busy++
#endif
  :: else -> found = NONE
  fi
}

/* It takes the record from the deque, unless thieves were faster. */
inline give() {
  if
  :: atomic { public[me] > 0 -> public[me]--; assert(!inbox[first + found]);
              inbox[first + found] = 1; SET(gave[team], at); MET_AFTER_GIVING }
  :: atomic { public[me] == 0 -> skip }
     atomic {
#ifndef BREAK_GIVE_WITHOUT_COUNT
       busy--;
#endif
       MET_AFTER_GIVING
     }
  fi
}

/* __tkl_team_try. `counted`: it has seen a root, and was counted. Any other
 * lane may be the victim; if it is one of the same team, nobody is. Then
 * __tkl_nothing_left. */
inline look() {
  if
  :: counted ->
     atomic {
       counted = false;
       if
       :: next_root < ROOTS -> next_root++; any_kind(); meet(); goto looked
       :: else
       fi
     }
     busy--
  :: else
  fi;
  atomic {
    n = 0;
    do
    :: n < ALL - 1 -> n++
    :: break
    od;
    if
    :: n / LANES != team && public[n] > 0 -> busy++
    :: else -> n = NONE
    fi
  }
  if
  :: n != NONE ->
     if
     :: atomic { public[n] > 0 -> public[n]--; n = 0; any_kind(); meet();
                 goto looked }
     :: atomic { public[n] == 0 -> n = NONE } busy--
     fi
  :: else
  fi;
  atomic {
    n = 0;
    if
    :: idle[team] == EVERY && next_root >= ROOTS && busy == 0 ->
       SET(over[team], at)
    :: else
    fi;
    meet()
  }
}

/* One step of a task: it spawns, perhaps while thieves ask, goes on, or ends,
 * and the lane takes what it has left. */
inline run_step() {
  if
  :: atomic { spawned < SPAWNS -> spawned++; any_kind();
              if
              :: private[me]++
              :: public[me]++
              fi;
              meet() }
  :: atomic { any_kind(); meet() }
  :: atomic { private[me] > 0 -> private[me]--; ran++; any_kind(); meet() }
  :: atomic { private[me] == 0 && public[me] > 0 -> public[me]--; ran++;
              any_kind(); meet() }
  :: atomic { private[me] == 0 && public[me] == 0 -> ran++; step[me] = IDLE }
     atomic { busy--; meet() }
  fi
}

inline check_nothing_left() {
  i = 0;
  do
  :: i < ALL ->
     assert(step[i] == IDLE && private[i] + public[i] == 0 && !inbox[i]);
     i++
  :: else -> break
  od;
  assert(next_root >= ROOTS);
  i = 0
}

/* What a lane does with its team only is one step of the model, together with
 * one operation that others see. */
proctype lane(byte me) {
  byte team, first, at, n, i, found, asks, leader, other, many, few;
  bool looks, counted;
  atomic { team = me / LANES; first = team * LANES; at = me - first }
  do
  :: atomic {
       part[team] == GIVE ->
       found = NONE;
       if
       :: BIT(offers[team], at) -> rank(offers[team]); nth(idle[team])
       :: else
       fi;
       if
       :: found != NONE -> begin_to_give()
       :: else
       fi;
#ifndef BREAK_NOT_MET_AFTER_GIVING
       if
       :: found == NONE -> meet()
       :: else
       fi
#endif
     }
     if
     :: found != NONE -> give()
     :: else
     fi;
     atomic {
#ifndef BREAK_NOT_MET_AFTER_GIVING
       part[team] == LOOK ->
#endif
       found = NONE;
       if
#ifdef BREAK_OTHER_MASK
       :: BIT(idle[team], at) -> n = at; nth(offers[team])
#else
       :: BIT(idle[team], at) -> rank(idle[team]); nth(offers[team])
#endif
       :: else
       fi;
#ifndef BREAK_START_WHAT_WAS_STOLEN
       if
       :: found != NONE && !BIT(gave[team], found) -> found = NONE
       :: else
       fi;
#endif
       if
       :: found != NONE -> assert(inbox[me]); inbox[me] = 0; any_kind()
       :: else
       fi;
       looks = BIT(idle[team], at) && found == NONE;
       found = 0;
       if
       :: !looks -> meet()
       :: looks && next_root < ROOTS -> busy++; counted = true
       :: looks && next_root >= ROOTS
       fi
     }
     if
     :: looks -> look()
     :: else
     fi;
looked:
     atomic {
       part[team] == RUN ->
       looks = false;
       if
#ifdef BREAK_LEAVE_ALONE
       :: BIT(over[team], at) ->
#else
       :: over[team] == EVERY ->
#endif
          check_nothing_left();
          ended++;
          break
       :: else
       fi;
       if
       :: !BIT(chosen[team], at) -> meet()
       :: else
       fi
     }
     if
     :: BIT(chosen[team], at) -> run_step()
     :: else
     fi
  od
}

init {
  byte i;
  atomic {
    i = 0;
    do
    :: i < TEAMS -> idle[i] = EVERY; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < ALL -> run lane(i); i++
    :: else -> break
    od
  }
  timeout ->
  assert(ended == ALL); /* Nobody waits for a lane that has left. */
  assert(ran == ROOTS + spawned)
}
