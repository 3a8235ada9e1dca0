/*===- memory.cl - Chunks of frames ----------------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Frames live on segments: explicit stacks that grow by chunks of one size. A
 * worker takes a chunk from three sources, in this order: its own spare chunk,
 * the list of freed chunks that all workers share, and the untouched part of
 * the arena. A chunk is named by its distance from the start of the heap in
 * units of TKL_ALIGN, so that 32 bits and a tag fit into one atomic word. 0 is
 * no chunk.
 *
 * test/model/chunks.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

static TKL_FAST __global char *__tkl_at(tkl_worker *w, uint units) {
  return (__global char *)w->cold->heap + (ulong)units * TKL_ALIGN;
}

/* True: the command has failed, and this worker ends. Relaxed: `status` leads
 * to no other data. A worker that sees it late ends late, at the latest when it
 * wants memory that is not there. */
static TKL_FAST bool __tkl_failed(__global tkl_heap_header *heap) {
  return __tkl_atomic_peek_u32(&heap->status) != TKL_OK;
}

/* Records that the command failed; one of the first reasons remains. All
 * workers poll `hungry`, so setting it makes busy workers look at `status`. */
static void __tkl_fail(__global tkl_heap_header *heap, uint status) {
  if (!__tkl_failed(heap))
    __tkl_atomic_set_u32(&heap->status, status); /* relaxed: as above */
  __global tkl_worker_block *block = (__global tkl_worker_block *)(heap + 1);
  /* Release, for the swap of __tkl_publish: with less a busy worker could take
   * this for a thief's request, see no status, and run on alone. */
  for (uint i = 0; i < heap->workers; ++i)
    __tkl_atomic_store_u32(&block[i].hungry, 1);
}

#ifdef TKL_STACK
static bool __tkl_first_failure(tkl_cold *cold); /* stack.cl */
#endif

/* The first byte of the arena after the records: the inboxes of the workers
 * come first, then the root records. */
static ulong __tkl_records_end(__global tkl_heap_header *heap, ulong roots) {
  ulong end = heap->arena_offset +
              ((ulong)heap->workers + roots) * __tkl_record_size();
  return (end + 63) & ~63ul;
}

static uint __tkl_chunk_from_list(__global tkl_heap_header *heap) {
  /* Acquire, also of the cas that fails: the link below, and what the previous
   * owner did in the chunk. With less, a link from an earlier stay in the list
   * could be read and, since the tag is right, be used. */
  ulong old = __tkl_atomic_load_u64(&heap->free_list);
  while ((uint)old != 0) {
    /* Another worker may meanwhile take the chunk and write to it. Then the tag
     * has changed, the exchange fails, and the link that was read is not used.
     * Relaxed: the writes of the worker that freed it have been acquired.
     * Atomic, because of that other writer. */
    uint next = __tkl_atomic_peek_u32(
        (__global uint *)((__global char *)heap + (ulong)(uint)old * TKL_ALIGN));
    /* Needs no order: nothing of ours is passed on. The worker that takes the
     * next chunk acquires, through this exchange, from those that freed it. */
    ulong seen = __tkl_atomic_cas_u64(&heap->free_list, old,
                                      (((old >> 32) + 1) << 32) | next);
    if (seen == old)
      return (uint)old;
    old = seen;
  }
  return 0;
}

/* Returns 0 and fails the command if there is no memory left. */
static uint __tkl_chunk_alloc(tkl_worker *w) {
  uint chunk = w->cold->spare;
  if (chunk != 0) {
    w->cold->spare = 0;
    return chunk;
  }
  __global tkl_heap_header *heap = w->cold->heap;
  chunk = __tkl_chunk_from_list(heap);
  if (chunk != 0)
    return chunk;
  ulong roots = heap->roots;
  ulong begin = __tkl_records_end(heap, w->cold->roots);
  ulong end = heap->size - (roots >> 32) * TKL_ALIGN;
  /* Relaxed: each worker gets other bytes, and no worker has used them. */
  ulong at = begin + __tkl_atomic_count_u64(&heap->bump, heap->chunk_size);
  if (at + heap->chunk_size > end) {
    TKL_FAIL(w->cold, heap, TKL_FAULT_CHUNKS);
    return 0;
  }
  ++w->cold->chunks;
  return (uint)(at / TKL_ALIGN);
}

static void __tkl_chunk_free(tkl_worker *w, uint chunk) {
  if (w->cold->spare == 0) {
    w->cold->spare = chunk;
    return;
  }
  __global tkl_heap_header *heap = w->cold->heap;
  /* Relaxed: only compared and kept as a link. */
  ulong old = __tkl_atomic_peek_u64(&heap->free_list);
  for (;;) {
    /* Relaxed: released below. Atomic, since a worker that looks at the list
     * may still read the link from the chunk's last stay there. */
    __tkl_atomic_set_u32((__global uint *)__tkl_at(w, chunk), (uint)old);
    /* Release: the link, and our last accesses to the chunk. With less its next
     * owner would race with them. */
    ulong seen = __tkl_atomic_cas_u64(&heap->free_list, old,
                                      (((old >> 32) + 1) << 32) | chunk);
    if (seen == old)
      return;
    old = seen;
  }
}

/* Makes `chunk` the one that `w` pushes frames onto. */
static TKL_FAST void __tkl_use_chunk(tkl_worker *w, uint chunk) {
  w->cold->chunk = chunk;
  w->limit = chunk == 0 ? 0 : __tkl_at(w, chunk) + w->cold->heap->chunk_size;
}

/* Puts a frame of the runtime at the bottom of `chunk`; the next frame lies
 * above it. It keeps what is needed to return from the chunk. */
static void __tkl_put_bottom(tkl_worker *w, uint chunk, uint step,
                             __global char *ret) {
  __global tkl_frame *bottom = (__global tkl_frame *)__tkl_at(w, chunk);
  /* Atomic, since a worker that looks at the list may still read the chunk's
   * link. Relaxed: such a reader discards what it read. */
  __tkl_atomic_set_u32(&bottom->step, step);
  bottom->pending = 0;
  bottom->segment = w->cold->chunk;
  bottom->prev = w->prev;
  bottom->ret = ret;
  w->prev = bottom;
  w->frame = bottom + 1;
  __tkl_use_chunk(w, chunk);
}

/* The next frame does not fit. Puts a frame that leads back at the bottom of a
 * new chunk, and opens the next frame above it. False: the command failed. */
static TKL_SLOW bool __tkl_grow(tkl_worker *w) {
  uint chunk = __tkl_chunk_alloc(w);
  if (chunk == 0)
    return false;
  __tkl_put_bottom(w, chunk, TKL_STEP_CHUNK_END, (__global char *)w->frame);
  return true;
}

/* Step TKL_STEP_CHUNK_END: the reverse of __tkl_grow. The caller goes on
 * returning. */
static TKL_SLOW bool __tkl_shrink(tkl_worker *w) {
  __global tkl_frame *bottom = w->frame;
  uint chunk = w->cold->chunk;
  w->prev = bottom->prev;
  w->frame = (__global tkl_frame *)bottom->ret;
  __tkl_use_chunk(w, bottom->segment);
  __tkl_chunk_free(w, chunk);
  return true;
}
