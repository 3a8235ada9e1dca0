/*===- ordered.cl - An ordered kernel for sanitizers ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The runtime of ordered kernels, compiled for the host: by clang, as OpenCL C,
 * since it uses vectors. What the passes give a kernel is written by hand here,
 * for
 *
 *   __kernel __ordered(x) void k(__global long *x, __global const uint *at,
 *                                __global const uint *from) {
 *     x[at[i]] = 3 * x[at[i]] + (from ? x[from[i]] : 0) + i;
 *   }
 *
 * and for one that only adds,
 *
 *     x[at[i]] += 5 * i;
 *
 * where work-items with at[i] == NOWHERE touch nothing. ordered.c has the
 * functions that are only declared here.
 */
#include "atomics.h"

/* As in OpenCL.h, where they are defined. */
uint host_peek_u32(__global uint *p);
ulong host_peek_u64(__global ulong *p);
void host_set_u32(__global uint *p, uint value);
uint host_load_u32(__constant const char *in, __global uint *p);
ulong host_load_u64(__constant const char *in, __global ulong *p);
void host_store_u32(__constant const char *in, __global uint *p, uint value);
void host_store_u64(__constant const char *in, __global ulong *p, ulong value);
uint host_add_u32(__constant const char *in, __global uint *p, uint value);
ulong host_add_u64(__constant const char *in, __global ulong *p, ulong value);
ulong host_swap_u64(__constant const char *in, __global ulong *p, ulong value);
ulong host_cas_u64(__constant const char *in, __global ulong *p, ulong expected,
                   ulong desired);
#define __tkl_atomic_peek_u32(p) host_peek_u32(p)
#define __tkl_atomic_peek_u64(p) host_peek_u64(p)
#define __tkl_atomic_set_u32(p, v) host_set_u32(p, v)
#define __tkl_atomic_load_u32(p) host_load_u32(__func__, p)
#define __tkl_atomic_load_u64(p) host_load_u64(__func__, p)
#define __tkl_atomic_store_u32(p, v) host_store_u32(__func__, p, v)
#define __tkl_atomic_store_u64(p, v) host_store_u64(__func__, p, v)
#define __tkl_atomic_add_u32(p, v) host_add_u32(__func__, p, v)
#define __tkl_atomic_add_u64(p, v) host_add_u64(__func__, p, v)
#define __tkl_atomic_swap_u64(p, v) host_swap_u64(__func__, p, v)
#define __tkl_atomic_cas_u64(p, e, d) host_cas_u64(__func__, p, e, d)

#include "ordered/ordered.cl"
#include "ordered_kernel.h"

__global ordered_kernel *host_kernel(void);
void host_pause_sometimes(void);

void __tkl_order_prefetch(__global char *at) {}

static ulong number(tkl_order_worker *w) {
  return w->id[1] * w->order->range[0] + w->id[0];
}

/* `from` is null, or where k->from[i] is. */
static void change(__global ordered_kernel *k, ulong i, uint at,
                   __global const uint *from) {
  if (at == NOWHERE)
    return;
  if (k->adds) {
    k->x[at] = (long)((ulong)k->x[at] + 5 * i);
    return;
  }
  ulong sum = 3 * (ulong)k->x[at] + i;
  if (from)
    sum += k->x[*from];
  k->x[at] = (long)sum;
}

void __tkl_order_body(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  ulong i = number(w);
  host_pause_sometimes();
  change(k, i, k->at[i], k->from ? k->from + i : 0);
}

/* Bit 0 of stream_mask is about `at`, bit 1 about `from`. */
static ulong mask(tkl_order_worker *w, uint bit) {
  return -(w->order->stream_mask >> bit & 1);
}

void __tkl_order_stream_body(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  ulong i = number(w);
  host_pause_sometimes();
  __global uint *at = (__global uint *)__tkl_order_find_read(
      w, (__global char *)(k->at + i), sizeof(uint), mask(w, 0));
  __global const uint *from = 0;
  if (*at != NOWHERE && k->from)
    from = (__global uint *)__tkl_order_find_read(
        w, (__global char *)(k->from + i), sizeof(uint), mask(w, 1));
  change(k, i, *at, from);
}

void __tkl_order_stream_fetch(tkl_order_worker *w) {
  (void)*(volatile __global uint *)&host_kernel()->at[number(w)];
}

void __tkl_order_stream_measure(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  __tkl_order_measure_read(w, sizeof(uint), mask(w, 0));
  if (k->at[number(w)] != NOWHERE && k->from)
    __tkl_order_measure_read(w, sizeof(uint), mask(w, 1));
}

void __tkl_order_stream_write(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  ulong i = number(w);
  if (mask(w, 0))
    *(__global uint *)__tkl_order_next_read(w, sizeof(uint)) = k->at[i];
  if (k->at[i] != NOWHERE && k->from && mask(w, 1))
    *(__global uint *)__tkl_order_next_read(w, sizeof(uint)) = k->from[i];
}

/* Both are about a work-item of the range. */
void __tkl_order_fetch_far(tkl_order_worker *w) {
  (void)*(volatile __global uint *)&host_kernel()->at[number(w)];
}

void __tkl_order_fetch_near(tkl_order_worker *w) { __tkl_order_fetch_far(w); }

void __tkl_order_body_on(tkl_order_worker *w, __global char *copy) {
  __global ordered_kernel *k = host_kernel();
  ulong i = number(w);
  host_pause_sometimes();
  if (k->at[i] != NOWHERE)
    ((__global ulong *)copy)[k->at[i]] += 5 * i;
}

__global char *__tkl_order_sums(void) {
  return (__global char *)host_kernel()->x;
}

#define ACCESS(what, index)                                                    \
  __tkl_order_##what(w, (ulong)(index) * sizeof(long), param->bytes,           \
                     param->first, sizeof(long), 3, 1)
#define PARAM                                                                  \
  __global tkl_order_param *param =                                            \
      (__global tkl_order_param *)((__global char *)w->order +                 \
                                   w->order->params_offset)

#define SLICE(view)                                                            \
  void __tkl_order_slice_##view(tkl_order_worker *w) {                         \
    __global ordered_kernel *k = host_kernel();                                \
    PARAM;                                                                     \
    ulong i = number(w);                                                       \
    bool is_endless = i >= k->loops && w->order->pass >= k->loops_pass;        \
    for (uint n = is_endless ? ~0u : k->rounds; n != 0; --n)                   \
      if (__tkl_order_round(w))                                                \
        return;                                                                \
    if (k->at[i] != NOWHERE && k->from)                                        \
      ACCESS(view##_read, k->from[i]);                                         \
    /* Other views ignore what lies outside. */                                \
    if (k->at[i] == NOWHERE && w->order->owner_parts)                          \
      return;                                                                  \
    ACCESS(view##_read, k->at[i]);                                             \
    ACCESS(view##_write, k->at[i]);                                            \
  }
SLICE(fetch)
SLICE(rank)
SLICE(settle)
SLICE(ask)
SLICE(commit)
SLICE(first)
SLICE(check)
SLICE(bin)
SLICE(link)
SLICE(extent)

/* With `from`, the kernel needs two places for an update. */
void __tkl_order_partly(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  PARAM;
  ulong i = number(w);
  host_pause_sometimes();
  if (k->at[i] != NOWHERE && ACCESS(owns, k->at[i]))
    change(k, i, k->at[i], 0);
}

uint __tkl_order_contribution_size(void) { return host_kernel()->contribution; }
uint __tkl_order_destination_size(void) { return host_kernel()->destination; }

/* A payload is the number of a work-item and its place, of 8 bytes each, if one
 * list has both. */
void __tkl_order_pack(tkl_order_worker *w) {
  __global ordered_kernel *k = host_kernel();
  PARAM;
  ulong i = number(w), at = k->at[i];
  __global char *contribution = ACCESS(slot, at);
  if (!contribution)
    return;
  if (k->contribution)
    *(__global ulong *)contribution = i;
  if (k->contribution > 8)
    *(__global ulong *)(contribution + 8) = at;
  __global char *destination =
      k->destination ? __tkl_order_destination_slot(w) : 0;
  if (destination && k->destination == 4) {
    *(__global uint *)destination = at;
  } else if (destination) {
    *(__global ulong *)destination = i;
    *(__global ulong *)(destination + 8) = at;
  }
  __tkl_order_slot_done(w);
}

void __tkl_order_apply(tkl_order_worker *w, __global char *contribution,
                       __global char *destination) {
  __global ordered_kernel *k = host_kernel();
  host_pause_sometimes();
  __global ulong *both =
      (__global ulong *)(k->destination == 16 ? destination : contribution);
  ulong at = k->destination == 4 ? *(__global uint *)destination : both[1];
  change(k, both[0], at, 0);
}
