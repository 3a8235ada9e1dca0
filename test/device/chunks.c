/*===- chunks.c - How many chunks idle workers keep -----------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===--------------------------------------------------------------------===*
 *
 * Workers that have used all chunks and need none any more leave nearly all of
 * them to the others: libtasklet/device/memory.cl promises that they keep at most
 * a sixteenth of those that the roots leave, or one each. For heaps of many
 * sizes, with more and less of them taken by roots. Status 1 if it is not so.
 */
#include "OpenCL.h"

#include "memory.cl"

#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1024, MAX_WORKERS = 8 };

/* Chunks that the worker gets until there are none. They are in `list`. */
static uint take_all(tkl_worker *w, uint *list) {
  uint count = 0;
  w->cold->heap->status = TKL_OK;
  while ((list[count] = __tkl_chunk_alloc(w)) != 0)
    ++count;
  return count;
}

/* With room for `chunks` beside the roots. Returns what is wrong. */
static int check(uint workers, uint chunks, uint records, uint frames) {
  uint blocks = sizeof(tkl_heap_header) + workers * sizeof(tkl_worker_block);
  size_t arena = (blocks + 63) & ~63ul;
  size_t begin = (arena + (workers + records) * RECORD_SIZE + 63) & ~63ul;
  size_t size = begin + chunks * CHUNK + frames * TKL_ALIGN;
  char *heap = calloc(1, (size + 63) & ~63ul);
  uint *list = malloc((chunks + 1) * sizeof(uint));
  tkl_heap_header *header = (tkl_heap_header *)heap;
  header->size = size;
  header->arena_offset = arena;
  header->workers = workers;
  header->chunk_size = CHUNK;
  header->roots = (ulong)frames << 32 | records;
  tkl_worker w[MAX_WORKERS] = {0};
  tkl_cold cold[MAX_WORKERS] = {0};
  for (uint i = 0; i < workers; ++i) {
    cold[i].heap = header;
    cold[i].id = i;
    cold[i].roots = records;
    w[i].cold = &cold[i];
    w[i].block = (tkl_worker_block *)(header + 1) + i;
    __tkl_choose_batches(&cold[i]);
  }
  int wrong = 0;
  for (uint round = 0; round < 2 * workers; ++round) {
    uint got = take_all(&w[round % workers], list);
    uint least = chunks - chunks / 16;
    uint others = chunks < workers - 1 ? 0 : chunks - (workers - 1);
    if (got > chunks || got < (least < others ? least : others) ||
        (round == 0 && got != chunks)) {
      printf("%u workers, %u roots with %u units: worker %u gets %u chunks of "
             "%u in round %u\n",
             workers, records, frames, round % workers, got, chunks, round);
      ++wrong;
    }
    for (uint i = 0; i < got; ++i)
      __tkl_chunk_free(&w[round % workers], list[i]);
  }
  free(list);
  free(heap);
  return wrong;
}

int main(void) {
  int wrong = 0, checks = 0;
  for (uint workers = 1; workers <= MAX_WORKERS; ++workers)
    for (uint chunks = workers; chunks < 6000; chunks += 1 + chunks / 7)
      for (uint records = 0; records < 400000; records = records * 40 + 10)
        for (uint frames = 0; frames < 400000; frames = frames * 40 + 10) {
          wrong += check(workers, chunks, records, frames);
          ++checks;
        }
  printf("chunks: %d heaps, %d wrong\n", checks, wrong);
  return wrong != 0;
}
