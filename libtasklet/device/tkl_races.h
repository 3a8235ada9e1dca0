/*===- tkl_races.h - Layout of what finds races --------------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A program that is compiled with --check=races finds its races itself
 * (races.cl). What it needs for that lies behind the heap, from
 * tkl_heap_header.size on: a tkl_race_head, then two parts whose places the host
 * decides. Each of them is used from both ends on, so that neither use leaves
 * memory free that the other one lacks, and what nobody needs is never touched.
 *
 * This header is included as tkl_abi.h is: by device, passes and host.
 */
#ifndef TKL_RACES_H
#define TKL_RACES_H

#include "tkl_abi.h"

/* How memory is accessed: the sum of these. */
#define TKL_RACE_WRITE 1u
#define TKL_RACE_ATOMIC 2u
/* Bits of a word below the number of its source place, which begins with 1. */
#define TKL_RACE_KIND_BITS 2u

/* In the place of a bag: nobody waits for the child. */
#define TKL_RACE_NOBODY 0xfffeu
/* In the place of the size of the result of a tail spawn: the child delivers what
 * its parent would have returned. */
#define TKL_RACE_FORWARDS 0xffffffffu

/* Values of tkl_race_head.status. */
#define TKL_RACE_OK 0u
#define TKL_RACE_MEMORY 1u /* there was no memory left to look further      */
#define TKL_RACE_ORDER 2u  /* tasks did not run in the order of the source   */

#define TKL_RACE_PAIRS 1024u /* a power of two */
#define TKL_RACE_ARGUMENTS 64u
#define TKL_RACE_PATH 8u
#define TKL_RACE_PAGES 256u  /* a power of two */
#define TKL_RACE_BLOCKS 32u
#define TKL_RACE_NODE_SIZE 16u /* bytes */

/* One of the two accesses of a race. */
typedef struct tkl_race_side {
  tkl_u32 word; /* place and kind                                             */
  tkl_u32 depth; /* spawns between the work-item and the task; 0: its body    */
  tkl_u64 item; /* linear global id of the work-item                          */
  tkl_u32 path[TKL_RACE_PATH]; /* places of the spawns, the innermost first   */
} tkl_race_side; /* 48 bytes */

/* A pair of places that race. It is free if `count` is 0. */
typedef struct tkl_race_pair {
  tkl_u64 count;
  tkl_u64 address; /* of the first byte that both accessed                    */
  tkl_race_side older, newer;
  tkl_u32 spawn; /* place of the spawn that made them parallel; 0: they are of
                    two work-items                                            */
  tkl_u32 access; /* that has met it last                                     */
} tkl_race_pair; /* 120 bytes */

typedef struct tkl_race_page {
  tkl_u64 page;
  tkl_u64 shadow;
} tkl_race_page;

typedef struct tkl_race_head {
  /* Set by the host: bytes from the start of the head. Contexts grow up from
   * the start of their part, root tasks down from its end; nodes up from the start
   * of theirs, and general memory down from its end. */
  tkl_u64 contexts, contexts_end;
  tkl_u64 nodes, nodes_end;
  /* Of an ordered command: bytes behind the address of each argument in which
   * its work-items are in order; 0: none. And how many arguments to look at. */
  tkl_u64 ordered[TKL_RACE_ARGUMENTS];
  tkl_u64 ordered_count;
  /* The host zeroes what follows. */
  tkl_u32 status;
  tkl_u32 lock; /* 1 while a work-item of the kernel is in races.cl           */
  tkl_u64 unreported; /* races of pairs for which there was no room           */
  tkl_u64 general_used;
  /* Contexts, in units of 8 bytes: behind those of work-items, behind all. */
  tkl_u32 items_end, context_top;
  tkl_u32 root_count, node_count;
  tkl_u32 pending; /* 1: a child begins next                                  */
  tkl_u32 last_root;
  tkl_u32 accesses; /* so far, modulo 2^32                                    */
  /* What runs now: the work-item, and how far it had come. */
  tkl_u32 item, phase, barriers, waits, meets, goes_on;
  tkl_u32 free_blocks[TKL_RACE_BLOCKS]; /* by log2 of their entries           */
  tkl_u64 pages, page_slots, page_count; /* a table in the general part       */
  tkl_u64 arguments[TKL_RACE_ARGUMENTS]; /* addresses of kernel arguments     */
  tkl_race_pair pairs[TKL_RACE_PAIRS];
  tkl_race_page last_pages[TKL_RACE_PAGES];
} tkl_race_head;

#endif
