/*===- root.c - A kernel that runs the workers itself ---------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===--------------------------------------------------------------------===*
 *
 * Workers that begin at any time, as in passes/tasks/RunsWorkers.h: exactly one
 * runs the work-item, and all see what it has put down. Under ThreadSanitizer.
 *
 * usage: device-root ROUNDS [FUNCTION.OPERATION]
 *
 * With the operation, that one is relaxed (OpenCL.h), and ThreadSanitizer must
 * report it.
 */
#include "OpenCL.h"

#include "memory.cl"

#include "root.cl"

#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 4, ROOTS = 8, SIZE = 1 << 14 };

static _Alignas(64) char buffer[SIZE];
static uint runs, found[WORKERS];

/* What the work-item does. */
static void run_item(void) {
  ++runs;
  for (uint i = 0; i < ROOTS; ++i)
    __tkl_root_spawn(buffer, i, 0, 0);
}

static void *run_worker(void *number) {
  tkl_heap_header *heap = (tkl_heap_header *)buffer;
  if (__tkl_in_one_launch(buffer)) {
    if (__tkl_claim_root(buffer)) {
      run_item();
      __tkl_end_root(buffer);
    }
    __tkl_await_root(buffer);
  }
  /* As the worker loop does (scheduler.cl). */
  uint *mine = &found[(size_t)number];
  for (uint i = 0; i < (uint)heap->roots; ++i)
    *mine += ((tkl_record *)(buffer + heap->arena_offset +
                             (heap->workers + i) * RECORD_SIZE))
                 ->task;
  return 0;
}

/* With `workers`; returns what is wrong. */
static int check(uint workers) {
  memset(buffer, 0, sizeof(buffer));
  tkl_heap_header *heap = (tkl_heap_header *)buffer;
  heap->size = SIZE;
  heap->arena_offset = 1024;
  heap->workers = workers;
  heap->one_launch = 1;
  runs = 0;
  memset(found, 0, sizeof(found));
  pthread_t threads[WORKERS];
  for (size_t i = 0; i < workers; ++i)
    pthread_create(&threads[i], 0, run_worker, (void *)i);
  for (size_t i = 0; i < workers; ++i)
    pthread_join(threads[i], 0);
  int wrong = runs != 1 || heap->status != TKL_OK || heap->roots != ROOTS;
  for (size_t i = 0; i < workers; ++i)
    wrong |= found[i] != ROOTS * (ROOTS - 1) / 2;
  return wrong;
}

int main(int count, char **words) {
  int rounds = count > 1 ? atoi(words[1]) : 1, wrong = 0;
  if (count > 2)
    weakened = words[2];
  for (int i = 0; i < rounds; ++i)
    for (uint workers = 1; workers <= WORKERS; ++workers)
      wrong += check(workers);
  if (*weakened && !weakened_uses)
    printf("root: there is no operation %s\n", weakened);
  printf("root: %d rounds, %d wrong\n", rounds, wrong);
  return wrong != 0 || (*weakened && !weakened_uses);
}
