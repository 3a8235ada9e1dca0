/*===- team.cl - Workers that are the lanes of a warp ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * On a GPU the work-items of a warp run the same instruction at a time. There a
 * worker is one lane, with frames and records of its own, and the lanes of a
 * warp are a team: they meet before every step. A turn of the dispatch kernel's
 * loop is a meeting, and then one step of those lanes whose step was chosen.
 *
 * In a meeting
 *   - lanes with records hand one each to lanes without work, the oldest;
 *   - a lane that got none looks for a root, or at the deque of one lane of
 *     another team, but not in each turn: busy lanes wait for it;
 *   - one of the steps that lanes want is chosen, or two of them. Steps that differ
 *     run one after the other, and each takes as long for few lanes as for many.
 *     So it pays to let lanes wait until more of them want the same.
 *
 * A record goes from deque to inbox as in a theft, and is joined as a stolen one.
 * So only this file knows of teams, besides those functions that would wait,
 * or look at `hungry`, for a single worker.
 *
 * Nobody waits for another team. All lanes of a team must come to each meeting:
 * a lane without work comes, too, and all leave together.
 *
 * test/model/team.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "warp.h"

/* The rules of a choice of steps. bench/teams --rules tries others. */
/* A lane that has waited for so many turns comes before those that have not. As many
 * turns more as there are lanes may pass until it runs. */
#ifndef TKL_TEAM_PATIENCE
#define TKL_TEAM_PATIENCE 6
#endif
/* A second step runs in a turn if so many eighths of the lanes want it. */
#ifndef TKL_TEAM_EIGHTHS
#define TKL_TEAM_EIGHTHS 3
#endif
/* Every so many turns the team looks whether thieves ask, and for failures. */
#define TKL_TEAM_LOOKS 8

typedef struct __tkl_team {
  tkl_warp warp;
  uint turn;   /* turns so far                                              */
  uint waited; /* turns in a row in which this lane's step was not chosen   */
  uint victim; /* the first lane of the team that was tried last            */
  uint round;   /* rounds of victims                                        */
  uint goes_on; /* whether another turn follows                             */
  /* Statistics, as in tkl_worker_block. */
  ulong turns, ran, groups, handed, tries;
} tkl_team;

static TKL_LANES uint __tkl_ones(ulong lanes) { return (uint)popcount(lanes); }

/* The lane of the set bit number `n`, from 0 on; 64 if there are fewer. All lanes
 * take the same few steps: it halves the lanes among which the bit is. */
static TKL_LANES uint __tkl_nth(ulong lanes, uint n) {
  if (n >= __tkl_ones(lanes))
    return 64;
  uint lane = 0;
  for (uint width = __tkl_team_lanes() / 2; width != 0; width /= 2) {
    uint below = __tkl_ones(lanes >> lane & (((ulong)1 << width) - 1));
    if (n >= below) {
      n -= below;
      lane += width;
    }
  }
  return lane;
}

/* How many of `lanes` come before `lane`. */
static TKL_LANES uint __tkl_rank(ulong lanes, uint lane) {
  return __tkl_ones(lanes & (((ulong)1 << lane) - 1));
}

static TKL_LANES __global tkl_worker_block *__tkl_block_of(tkl_worker *w,
                                                           uint worker) {
  return (__global tkl_worker_block *)(w->cold->heap + 1) + worker;
}

/* Whether a record could be handed over. Relaxed: __tkl_steal looks again. */
static TKL_LANES bool __tkl_team_has_record(tkl_worker *w) {
  ulong word = __tkl_atomic_peek_u64(&w->block->deque);
  return w->head != w->split || __tkl_tail(word) != __tkl_split(word);
}

/* Makes `count` of the private records public. */
static void __tkl_team_show(tkl_worker *w, uint count) {
  w->split += (ulong)count * __tkl_record_size();
  __tkl_trace_meet(w);
  /* Release: as in __tkl_publish. */
  __tkl_atomic_add_u64(&w->block->deque, (ulong)count << 32);
}

/* Half of the private records, for thieves of other teams. */
static TKL_SLOW bool __tkl_team_publish(tkl_worker *w) {
  __tkl_team_show(w, (__tkl_index(w, w->head) - __tkl_index(w, w->split) + 1) / 2);
  return true;
}

/* Puts the oldest record of this lane into the inbox of the lane `to`. False if
 * thieves were faster. */
static TKL_SLOW bool __tkl_team_give(tkl_worker *w, uint to) {
  ulong word = __tkl_atomic_peek_u64(&w->block->deque); /* relaxed: as above */
  if (__tkl_tail(word) == __tkl_split(word)) {
    if (w->head == w->split)
      return false;
    __tkl_team_show(w, 1);
  }
  return __tkl_steal(w, w->cold->id, __tkl_inbox_of(w, to));
}

/* One look for work outside of the team. The step, or TKL_STEP_IDLE. */
static TKL_SLOW uint __tkl_team_try(tkl_worker *w, uint victim) {
  uint step = __tkl_take_unheld(w);
  if (step != TKL_STEP_IDLE)
    return step;
  if (w->cold->heap->workers == __tkl_team_lanes())
    return TKL_STEP_IDLE; /* There is no other team. */
  return __tkl_try_steal(w, victim);
}

/* The lane got a record from the worker `from`. */
static TKL_SLOW uint __tkl_team_start(tkl_worker *w, uint from) {
  return __tkl_start_stolen(w, from);
}

/* First thing a team does, after __tkl_begin. */
TKL_FAST void __tkl_team_begin(tkl_team *t, __local ulong *slots) {
  __tkl_warp_begin(&t->warp, slots, __tkl_team_lanes());
  t->turn = t->waited = t->victim = t->round = 0;
  t->turns = t->ran = t->groups = t->handed = t->tries = 0;
}

/* `step` is what this lane is to run next. Returns the step to run in this
 * turn, which may be TKL_STEP_PAUSE. `next` becomes the lane's step after a
 * pause. Meets, often. */
TKL_FAST uint __tkl_team_meet(tkl_worker *w, tkl_team *t, uint step,
                              uint *next) {
  const uint lanes = __tkl_team_lanes();
  const uint lane = t->warp.lane, first = w->cold->id - lane;
  const ulong all = ~0ul >> (64 - lanes);
  __global tkl_heap_header *heap = w->cold->heap;
  ++t->turn;

  bool looks = t->turn % TKL_TEAM_LOOKS == 0, idle = step == TKL_STEP_IDLE;
  bool stops = step == TKL_STEP_EXIT;
  /* One lane looks at `status` for all. */
  if ((looks || idle) && lane == 0 && __tkl_failed(heap))
    stops = true;
  bool offers = !idle && !stops && __tkl_team_has_record(w);
  ulong masks[3];
  __tkl_warp_ballots(&t->warp, idle | stops << 1 | offers << 2, masks);
  ulong idles = masks[0], stop = masks[1], offered = stop == 0 ? masks[2] : 0;

  /* Hand over. */
  bool gave = false;
  if (idles != 0 && (offered >> lane & 1) != 0) {
    uint to = __tkl_nth(idles, __tkl_rank(offered, lane));
    if (to < lanes) {
      bool ok;
      TKL_CALL_SLOW(ok, w, __tkl_team_give(w, first + to));
      gave = ok;
    }
  }
  /* For thieves of other teams. Relaxed: a hint. */
  if (looks && !idle && stop == 0 && w->head != w->split &&
      __tkl_atomic_peek_u32(&__tkl_block_of(w, first)->hungry) != 0) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_team_publish(w));
    (void)ok;
  }
  __tkl_warp_barrier(&t->warp, TKL_ALL_FENCES); /* The records. */
  ulong given = __tkl_warp_ballot(&t->warp, gave);
  /* Every lane that wanted to has looked. Relaxed: as above. */
  if (looks && lane == 0 && __tkl_atomic_peek_u32(&w->block->hungry) != 0)
    __tkl_atomic_set_u32(&w->block->hungry, 0);
  if (idle) {
    uint from = __tkl_nth(offered, __tkl_rank(idles, lane));
    if (from < lanes && (given >> from & 1) != 0) {
      ++t->handed;
      TKL_CALL_SLOW(step, w, __tkl_team_start(w, first + from));
    }
  }

  /* Look elsewhere, in as many turns of so many as lanes have no work. */
  uint left = __tkl_ones(idles) - __tkl_ones(given);
  bool tries = left != 0 && stop == 0 &&
               t->turn * left / lanes != (t->turn - 1) * left / lanes;
  bool over = false;
  if (step == TKL_STEP_IDLE && tries) {
    ++t->tries;
    /* The other teams in turn, and in each round another lane of each. */
    t->victim += lanes;
    if (t->victim == first)
      t->victim += lanes;
    if (t->victim >= heap->workers) {
      t->victim = first == 0 ? lanes : 0;
      ++t->round;
    }
    TKL_CALL_SLOW(step, w,
                  __tkl_team_try(w, t->victim + (lane + t->round) % lanes));
    over = step == TKL_STEP_IDLE && left == lanes && __tkl_nothing_left(w);
  }

  /* Choose between the steps of two lanes. The first one is one of those that have
   * waited, if any have, and another one in each turn: more steps may have waited
   * than can run. */
  bool works = step != TKL_STEP_IDLE && step != TKL_STEP_EXIT;
  uint id = step & ~TKL_STEP_AT_HAND;
  bool due = works ? t->waited >= TKL_TEAM_PATIENCE : over;
  __tkl_warp_ballots(&t->warp, works | due << 1, masks);
  ulong working = masks[0], waiting = masks[1] & working;
  if (working == 0 && masks[1] == all)
    stop = all;
  ulong leaders = waiting != 0 ? waiting : working, one, other;
  ulong later = leaders & ~0ul << t->turn % lanes;
  __tkl_warp_two_groups(&t->warp, working, later != 0 ? later : leaders, id,
                        &one, &other);
  *next = step;
  t->goes_on = stop == 0;
  if (stop != 0)
    return TKL_STEP_PAUSE;
  ulong chosen = 0;
  uint many = __tkl_ones(one), few = __tkl_ones(other);
  if (many >= few || waiting != 0 || many * 8 >= lanes * TKL_TEAM_EIGHTHS)
    chosen = one;
  if (few > many || few * 8 >= lanes * TKL_TEAM_EIGHTHS)
    chosen |= other;
  bool runs = (chosen >> lane & 1) != 0;
  t->waited = works && !runs ? t->waited + 1 : 0;
  if (working != 0 && lane == 0) {
    ++t->turns;
    t->groups += ((chosen & one) != 0) + ((chosen & other) != 0);
  }
  if (!runs)
    return TKL_STEP_PAUSE;
  ++t->ran;
  return step;
}

/* The end of a turn; whether another one follows, the same for all. Meets, 1. */
TKL_FAST uint __tkl_team_turn(tkl_team *t) {
  __tkl_warp_barrier(&t->warp, TKL_ALL_FENCES);
  return t->goes_on;
}

TKL_FAST void __tkl_team_end(tkl_worker *w, tkl_team *t) {
  w->block->turns = t->turns;
  w->block->ran = t->ran;
  w->block->groups = t->groups;
  w->block->handed = t->handed;
  w->block->tries = t->tries;
}
