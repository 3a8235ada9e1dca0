/*===- stream.cl - What a level reads, one value after the other - OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The work-items of a level lie far apart, and so does what they read. Where an
 * analysis is used again, memory that no work-item writes is copied: each chunk of
 * a level gets a *stream* of the values that its work-items read, in the order in
 * which they read them. A processor fetches such memory by itself, and a line of
 * the cache has nothing that another level needs. (Ding and Kennedy 1999 pack data
 * so; the order of levels is here what the order of the loop is there.)
 *
 * A stream is right as long as none of this memory has changed: the host sees to
 * that, and gives other content another token. Memory that changes too often is
 * left out of the streams, by `stream_mask`, and read where it is.
 *
 * passes/ordered/Streams.h says which loads these are.
 */
#ifndef TKL_ORDER_STREAM_CL
#define TKL_ORDER_STREAM_CL

#include "buckets.cl"

/* Given by passes/ordered/OwnLoops.cpp, as those of work.cl are: the body,
 * which reads from streams; and what such a body reads, to be measured, and to be
 * written to the stream; and prefetches of all else. */
void __tkl_order_stream_body(tkl_order_worker *w);
void __tkl_order_stream_fetch(tkl_order_worker *w);
void __tkl_order_stream_measure(tkl_order_worker *w);
void __tkl_order_stream_write(tkl_order_worker *w);

/* In the place of a load, in each of these. `mask` is all ones if the memory is
 * in the stream, else 0. */
TKL_INLINE void __tkl_order_measure_read(tkl_order_worker *w, ulong size,
                                         ulong mask) {
  w->streamed += size & mask;
}

TKL_INLINE __global char *__tkl_order_next_read(tkl_order_worker *w, ulong size) {
  __global char *at = w->stream;
  w->stream = at + size;
  return at;
}

TKL_INLINE __global char *__tkl_order_find_read(tkl_order_worker *w,
                                                __global char *memory,
                                                ulong size, ulong mask) {
  __global char *at = w->stream;
  w->stream = at + (size & mask);
  return mask ? at : memory;
}

/* Work-items of a chunk, of a level with so many. */
static ulong __tkl_order_bucket_chunk(__global tkl_order_header *o,
                                     ulong items) {
  return TKL_MAX(items / (o->workers * 4), (ulong)TKL_LEVEL_CHUNK);
}

/* Chunks of a level lie a chunk apart, and there is one shorter one for each
 * level: so each has a number of its own. */
static __global ulong *__tkl_order_start_of(tkl_order_worker *w, ulong begin,
                                            uint bucket) {
  __global char *starts = (__global char *)w->order + w->order->starts_offset;
  return (__global ulong *)starts + begin / TKL_LEVEL_CHUNK + bucket;
}

/* Of the chunk of a level that begins there. */
static __global char *__tkl_order_stream_of(tkl_order_worker *w, ulong begin,
                                            uint bucket) {
  return (__global char *)w->order + w->order->stream_offset +
         *__tkl_order_start_of(w, begin, bucket);
}

/* Does `run` for each chunk of the levels from `first` on before `last` that have
 * streams: it has the places from `from` on before `to`, of level `bucket`. */
#define TKL_RUN_CHUNKS(w, first, last, run)                                    \
  for (uint bucket = (first); bucket < (last); ++bucket) {                     \
    ulong from = __tkl_order_bucket_begin(w, bucket);                          \
    ulong end = __tkl_order_bucket_end(w, bucket);                             \
    ulong chunk = __tkl_order_bucket_chunk((w)->order, end - from);            \
    if (end - from < (w)->order->thin)                                         \
      continue;                                                                \
    for (; from < end; from += chunk) {                                        \
      ulong to = TKL_MIN(from + chunk, end);                                   \
      run                                                                      \
    }                                                                          \
  }

/* Each has its beginning in the place of its size then. No two share a line. */
static void __tkl_order_divide(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong place = 0;
  TKL_RUN_CHUNKS(w, 0, o->buckets, {
    __global ulong *start = __tkl_order_start_of(w, from, bucket);
    ulong bytes = *start;
    (void)to;
    *start = place;
    place += (bytes + TKL_LINE_BYTES - 1) & -(ulong)TKL_LINE_BYTES;
  })
  ((__global tkl_order_saved *)((__global char *)o + o->saved_offset))
      ->streamed = place;
}

#endif
