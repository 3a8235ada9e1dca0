/*===- race.h - What all parts of the search for races share ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * race_shadow.cl remembers accesses, and asks how two of them relate. There are
 * two answers, and a unit has one of them: tasks and work-items of kernels
 * (race_relations.cl), and work-items of ordered kernels (ordered/races.cl).
 */
#ifndef TKL_RACE_H
#define TKL_RACE_H

#include "tkl_races.h"

#define TKL_RACE_FAST __attribute__((always_inline))
#define TKL_RACE_SLOW __attribute__((noinline))
#define TKL_RACE_HEADP __global tkl_race_head *

/* Who accesses, and how. */
typedef struct __tkl_race_visit {
  uint context, node, word;
} tkl_race_visit;

static void __tkl_race_stop(TKL_RACE_HEADP h, uint status) {
  if (h->status == TKL_RACE_OK)
    h->status = status;
}

static uint __tkl_race_kind(uint word) {
  return word & ((1u << TKL_RACE_KIND_BITS) - 1);
}

/* Bits. */
#define TKL_RACE_BEFORE 1u /* all that the node has done precedes the visit   */
#define TKL_RACE_ENOUGH 2u /* ... and whatever will be parallel to the visit
                              will be parallel to it                          */

/* How what `node` has done relates to `v`, of another node. ENOUGH is left out
 * unless it is asked for. */
static uint __tkl_race_relate(TKL_RACE_HEADP h, tkl_race_visit v, uint node,
                              bool asks);
/* Whether whatever will be parallel to `e` will be parallel to `a`. */
static bool __tkl_race_stands_for(TKL_RACE_HEADP h, uint a, uint e);
/* ... to `a` or `b`. */
static bool __tkl_race_enclose(TKL_RACE_HEADP h, uint a, uint b, uint e);
/* The task and the way to it, for a report. */
static void __tkl_race_describe(TKL_RACE_HEADP h, __global tkl_race_side *side,
                                uint node);
/* The place of the spawn that made them parallel. 0: they are of two
 * work-items. */
static uint __tkl_race_fork(TKL_RACE_HEADP h, uint older, uint newer);

#endif
