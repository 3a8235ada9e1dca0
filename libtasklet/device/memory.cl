/*===- memory.cl - Chunks of frames ----------------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Frames live on segments: explicit stacks that grow by chunks of one size. A
 * chunk is named by its distance from the start of the heap in units of
 * TKL_ALIGN, so that 32 bits and a tag fit into one atomic word. 0 is no chunk.
 *
 * Free chunks are handled as objects in magazines are (Bonwick and Adams,
 * "Magazines and Vmem", USENIX 2001). A worker keeps some in *batches*, of which
 * it takes from one and adds to it, while the others are full. All workers share
 * a list of full batches. Only a worker with no chunk takes a batch from there,
 * and only one with as many as it may keep puts one there. After each theft one
 * worker needs a chunk, and later another one has one too many: if each chunk
 * went through the list, it would be what all wait for. Where memory is scarce,
 * a batch is one chunk. Beside that there is the untouched part of the arena.
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

/* Where the root frames begin. */
static ulong __tkl_chunks_end(__global tkl_heap_header *heap) {
  return heap->size - (heap->roots >> 32) * TKL_ALIGN;
}

/* Decides how many chunks a batch has, and how many full ones the worker keeps:
 * all workers together at most a sixteenth of all chunks, or one chunk each. The
 * same for all workers. The roots have fitted. */
static void __tkl_choose_batches(tkl_cold *cold) {
  __global tkl_heap_header *heap = cold->heap;
  ulong room = __tkl_chunks_end(heap) - __tkl_records_end(heap, cold->roots);
  ulong most = room / heap->chunk_size / heap->workers / 16;
  cold->batch = most < 4 ? 1 : most < 16 ? (uint)most / 2 : 8;
  cold->most_fulls = most < 4 ? 0 : most < 64 ? (uint)most / cold->batch - 1 : 7;
}

/* The first word of a full batch: the next one, on the list or of its worker.
 * Other workers may look at it while it is a part of a frame. */
static __global uint *__tkl_next_batch(__global tkl_heap_header *heap,
                                       uint chunk) {
  return (__global uint *)((__global char *)heap + (ulong)chunk * TKL_ALIGN);
}
/* The second word of a free chunk: the next one of its batch. */
static __global uint *__tkl_next_chunk(__global tkl_heap_header *heap,
                                       uint chunk) {
  return __tkl_next_batch(heap, chunk) + 1;
}

/* Names a batch by its first chunk. 0: the list is empty. */
static uint __tkl_take_batch(__global tkl_heap_header *heap) {
  /* Acquire, also of the cas that fails: the link below, and what the previous
   * owner did in the chunks. With less, a link from an earlier stay in the list
   * could be read and, since the tag is right, be used. */
  ulong old = __tkl_atomic_load_u64(&heap->free_list);
  while ((uint)old != 0) {
    /* Another worker may meanwhile take the batch and write to it. Then the tag
     * has changed, the exchange fails, and the link that was read is not used.
     * Relaxed: the writes of the worker that freed it have been acquired.
     * Atomic, because of that other writer. */
    uint next = __tkl_atomic_peek_u32(__tkl_next_batch(heap, (uint)old));
    /* Needs no order: nothing of ours is passed on. The worker that takes the
     * next batch acquires, through this exchange, from those that freed it. */
    ulong seen = __tkl_atomic_cas_u64(&heap->free_list, old,
                                      (((old >> 32) + 1) << 32) | next);
    if (seen == old)
      return (uint)old;
    old = seen;
  }
  return 0;
}

static void __tkl_put_batch(__global tkl_heap_header *heap, uint batch) {
  /* Relaxed: only compared and kept as a link. */
  ulong old = __tkl_atomic_peek_u64(&heap->free_list);
  for (;;) {
    /* Relaxed: released below. Atomic, since a worker that looks at the list
     * may still read the link from the chunk's last stay there. */
    __tkl_atomic_set_u32(__tkl_next_batch(heap, batch), (uint)old);
    /* Release: the links, and our last accesses to the chunks. With less their
     * next owner would race with them. */
    ulong seen = __tkl_atomic_cas_u64(&heap->free_list, old,
                                      (((old >> 32) + 1) << 32) | batch);
    if (seen == old)
      return;
    old = seen;
  }
}

/* Adds a chunk to those that the worker keeps. */
static void __tkl_keep_chunk(tkl_worker *w, uint chunk) {
  *__tkl_next_chunk(w->cold->heap, chunk) = w->cold->spare;
  w->cold->spare = chunk;
  ++w->cold->spares;
}

/* Takes untouched memory: one chunk, and one for each eight that the worker has
 * taken, so that little lies idle. Returns the first chunk and keeps the others.
 * 0: there is none. */
static uint __tkl_new_chunks(tkl_worker *w) {
  __global tkl_heap_header *heap = w->cold->heap;
  ulong size = heap->chunk_size, end = __tkl_chunks_end(heap);
  ulong begin = __tkl_records_end(heap, w->cold->roots);
  ulong count = 1 + w->cold->chunks / 8;
  if (count > w->cold->batch)
    count = w->cold->batch;
  /* Relaxed: each worker gets other bytes, and no worker has used them. */
  ulong at = begin + __tkl_atomic_count_u64(&heap->bump, count * size);
  ulong first = at;
  for (; count != 0 && at + size <= end; --count) {
    if (at != first)
      __tkl_keep_chunk(w, (uint)(at / TKL_ALIGN));
    ++w->cold->chunks;
    at += size;
  }
  return at == first ? 0 : (uint)(first / TKL_ALIGN);
}

/* Returns 0 and fails the command if there is no memory left. */
static uint __tkl_chunk_alloc(tkl_worker *w) {
  tkl_cold *cold = w->cold;
  if (cold->spares == 0) {
    cold->spare = cold->full;
    if (cold->full == 0) {
      cold->spare = __tkl_take_batch(cold->heap);
    } else {
      /* Relaxed: the worker's own link. */
      cold->full =
          __tkl_atomic_peek_u32(__tkl_next_batch(cold->heap, cold->full));
      --cold->fulls;
    }
    if (cold->spare != 0)
      cold->spares = cold->batch;
  }
  uint chunk = cold->spare;
  if (chunk != 0) {
    cold->spare = *__tkl_next_chunk(cold->heap, chunk);
    --cold->spares;
    return chunk;
  }
  chunk = __tkl_new_chunks(w);
  if (chunk == 0)
    TKL_FAIL(cold, cold->heap, TKL_FAULT_CHUNKS);
  return chunk;
}

static void __tkl_chunk_free(tkl_worker *w, uint chunk) {
  tkl_cold *cold = w->cold;
  if (cold->spares == cold->batch) {
    if (cold->fulls == cold->most_fulls) {
      __tkl_put_batch(cold->heap, cold->spare);
    } else {
      /* Relaxed, atomic: as in __tkl_put_batch. */
      __tkl_atomic_set_u32(__tkl_next_batch(cold->heap, cold->spare), cold->full);
      cold->full = cold->spare;
      ++cold->fulls;
    }
    cold->spare = cold->spares = 0;
  }
  __tkl_keep_chunk(w, chunk);
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
