/*===- fake-ordered.cl - Ordered kernels as compilers make them - OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The runtime of ordered kernels with three kernels, of which body and slices
 * are written by hand. A body sees only the order, so the kernels leave their
 * arguments there, where the header is reserved. All workers write the same.
 */
#include "ordered/ordered.cl"

/* Clang's other functions would be calls here: it knows of no atomics of spir. */
#define ATOMIC(T, name)                                                        \
  T __tkl_atomic_peek_##name(__global T *p) {                                  \
    return *(volatile __global T *)p;                                          \
  }                                                                            \
  T __tkl_atomic_load_##name(__global T *p) {                                  \
    return __sync_fetch_and_add(p, 0);                                         \
  }                                                                            \
  void __tkl_atomic_set_##name(__global T *p, T value) {                       \
    *(volatile __global T *)p = value;                                         \
  }                                                                            \
  void __tkl_atomic_store_##name(__global T *p, T value) {                     \
    __sync_swap(p, value);                                                     \
  }                                                                            \
  T __tkl_atomic_add_##name(__global T *p, T value) {                          \
    return __sync_fetch_and_add(p, value);                                     \
  }                                                                            \
  T __tkl_atomic_swap_##name(__global T *p, T value) {                         \
    return __sync_swap(p, value);                                              \
  }
ATOMIC(uint, u32)
ATOMIC(ulong, u64)
ulong __tkl_atomic_cas_u64(__global ulong *p, ulong expected, ulong desired) {
  return __sync_val_compare_and_swap(p, expected, desired);
}

ulong __tkl_order_clock(void) {
#ifdef FOR_SPIRV
  return 0; /* It has no such counter. */
#else
  return __builtin_readcyclecounter();
#endif
}

void __tkl_order_prefetch(__global char *at) { (void)at; }

/* No kernel here has a payload or owners, or only adds, or fetches anything
 * ahead. */
void __tkl_order_fetch_far(tkl_order_worker *w) { (void)w; }
void __tkl_order_fetch_near(tkl_order_worker *w) { (void)w; }
uint __tkl_order_contribution_size(void) { return 0; }
uint __tkl_order_destination_size(void) { return 0; }
void __tkl_order_pack(tkl_order_worker *w) { (void)w; }
void __tkl_order_partly(tkl_order_worker *w) { (void)w; }
__global char *__tkl_order_sums(void) { return 0; }
void __tkl_order_body_on(tkl_order_worker *w, __global char *copy) {
  (void)w;
  (void)copy;
}
void __tkl_order_apply(tkl_order_worker *w, __global char *contribution,
                       __global char *destination) {
  (void)w;
  (void)contribution;
  (void)destination;
}

void __tkl_order_stream_body(tkl_order_worker *w) { (void)w; }
void __tkl_order_stream_fetch(tkl_order_worker *w) { (void)w; }
void __tkl_order_stream_measure(tkl_order_worker *w) { (void)w; }
void __tkl_order_stream_write(tkl_order_worker *w) { (void)w; }

enum { KERNEL = 3, SCATTER = 1, GATHER, IDS };
#define ARGUMENT(T, index) ((T)w->order->reserved0[index])

/* x[at[i] + shift] = 3 * x[at[i] + shift] + i */
__kernel void scatter(__global int *x, __global const int *at, int shift,
                      __global char *order) {
  __global tkl_order_header *header = (__global tkl_order_header *)order;
  header->reserved0[KERNEL] = SCATTER;
  header->reserved0[0] = (ulong)x;
  header->reserved0[1] = (ulong)at;
  header->reserved0[2] = (ulong)shift;
  __tkl_order_work(order);
}

/* y[i] += x[at[i]] */
__kernel void gather(__global const int *x, __global int *y,
                     __global const int *at, __global char *order) {
  __global tkl_order_header *header = (__global tkl_order_header *)order;
  header->reserved0[KERNEL] = GATHER;
  header->reserved0[0] = (ulong)x;
  header->reserved0[1] = (ulong)y;
  header->reserved0[2] = (ulong)at;
  __tkl_order_work(order);
}

/* out[24 * i + ...] = what the work-item functions give */
__kernel void ids(__global ulong *out, __global char *order) {
  __global tkl_order_header *header = (__global tkl_order_header *)order;
  header->reserved0[KERNEL] = IDS;
  header->reserved0[0] = (ulong)out;
  __tkl_order_work(order);
}

void __tkl_order_body(tkl_order_worker *w) {
  ulong i = __tkl_order_get_global_linear_id(w);
  ulong kernel_number = w->order->reserved0[KERNEL];
  if (kernel_number == SCATTER) {
    __global int *x = ARGUMENT(__global int *, 0) +
                      ARGUMENT(__global const int *, 1)[i] + ARGUMENT(int, 2);
    *x = 3 * *x + (int)i;
  } else if (kernel_number == GATHER) {
    ARGUMENT(__global int *, 1)
    [i] += ARGUMENT(__global const int *,
                    0)[ARGUMENT(__global const int *, 2)[i]];
  } else {
    __global ulong *out = ARGUMENT(__global ulong *, 0) + 24 * i;
    for (uint d = 0; d < 3; ++d) {
      *out++ = __tkl_order_get_global_id(w, d);
      *out++ = __tkl_order_get_local_id(w, d);
      *out++ = __tkl_order_get_group_id(w, d);
      *out++ = __tkl_order_get_global_size(w, d);
      *out++ = __tkl_order_get_local_size(w, d);
      *out++ = __tkl_order_get_num_groups(w, d);
      *out++ = __tkl_order_get_global_offset(w, d);
    }
    *out++ = __tkl_order_get_work_dim(w);
    *out++ = w->order->workers;
  }
}

#define SLICE(name, read, write)                                               \
  void __tkl_order_slice_##name(tkl_order_worker *w) {                         \
    __global tkl_order_param *p =                                              \
        (__global tkl_order_param *)((__global char *)w->order +               \
                                     w->order->params_offset);                 \
    ulong i = __tkl_order_get_global_linear_id(w);                             \
    if (w->order->reserved0[KERNEL] == SCATTER) {                              \
      ulong e = ARGUMENT(__global const int *, 1)[i] + ARGUMENT(int, 2);       \
      write(w, 4 * e, p[0].bytes, p[0].first, 4, 2, 1);                           \
    } else {                                                                   \
      ulong e = ARGUMENT(__global const int *, 2)[i];                          \
      read(w, 4 * e, p[0].bytes, p[0].first, 4, 2, 1);                            \
      write(w, 4 * i, p[1].bytes, p[1].first, 4, 2, 1);                           \
    }                                                                          \
  }
SLICE(fetch, __tkl_order_fetch_read, __tkl_order_fetch_write)
SLICE(rank, __tkl_order_rank_read, __tkl_order_rank_write)
SLICE(settle, __tkl_order_settle_read, __tkl_order_settle_write)
SLICE(ask, __tkl_order_ask_read, __tkl_order_ask_write)
SLICE(commit, __tkl_order_commit_read, __tkl_order_commit_write)
SLICE(first, __tkl_order_first_read, __tkl_order_first_write)
SLICE(check, __tkl_order_check_read, __tkl_order_check_write)
SLICE(bin, __tkl_order_bin_read, __tkl_order_bin_write)
SLICE(extent, __tkl_order_extent_read, __tkl_order_extent_write)
SLICE(link, __tkl_order_link_read, __tkl_order_link_write)
