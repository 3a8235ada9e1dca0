/*===- warp_group.cl - Warps as parts of work-groups ------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * For devices without sub-groups. Lanes meet at barriers of the work-group.
 * They exchange values in local memory, in 8 bytes for each work-item.
 *
 * One rule keeps the barriers few: when a lane calls one of these functions, no
 * other lane reads or writes its slot any more. So each function begins with a
 * write to the slot, without a barrier before. Each function that lets other
 * lanes read the slot ends with a barrier. The exception is a reader that is
 * the first lane and leaves an answer in the slot, which its owner reads after
 * the barrier.
 *
 * A fold is one loop of the first lane over the slots of its warp. That takes
 * fewer reads than a loop in each lane, and fewer barriers than a tree.
 */
#include "warp.h"

static TKL_LANES uint __tkl_group_items(void) {
  return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

TKL_LANES void __tkl_warp_begin(__private tkl_warp *w, __local ulong *slots,
                                uint width) {
  uint items = __tkl_group_items();
  uint item = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) *
                         get_local_size(0) +
                     get_local_id(0));
  uint first = item & ~(width - 1);
  w->votes = slots;
  w->slots = slots + TKL_VOTE_WORDS(items) + first;
  w->lane = item - first;
  w->size = min(width, items - first);
  w->index = item / width;
  w->count = (items + width - 1) / width;
  w->most = min(width, items);
}

TKL_LANES ulong __tkl_warp_ballot(TKL_WARP *w, bool predicate) {
  w->slots[w->lane] = predicate;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (w->lane == 0) {
    ulong lanes = 0;
    for (uint i = 0; i < w->size; ++i)
      lanes |= w->slots[i] << i;
    for (uint i = 0; i < w->size; ++i)
      w->slots[i] = lanes;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return w->slots[w->lane];
}

/* The first lane leaves its answers where votes are, of which there are none
 * between the barriers. These loops are for tests on processors: no driver should
 * make much of them. */
TKL_LANES void __tkl_warp_ballots(TKL_WARP *w, uint bits,
                                  __private ulong *masks) {
  w->slots[w->lane] = bits;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (w->lane == 0) {
    ulong a = 0, b = 0, c = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (uint i = 0; i < w->size; ++i) {
      ulong here = w->slots[i];
      a |= (here & 1) << i;
      b |= (here >> 1 & 1) << i;
      c |= (here >> 2 & 1) << i;
    }
    w->votes[0] = a;
    w->votes[1] = b;
    w->votes[2] = c;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 3; ++i)
    masks[i] = w->votes[i];
}

TKL_LANES void __tkl_warp_two_groups(TKL_WARP *w, ulong lanes, ulong leaders,
                                     uint value, __private ulong *one,
                                     __private ulong *other) {
  w->slots[w->lane] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (w->lane == 0) {
    ulong groups[2] = {0, 0};
    for (uint group = 0; group < 2; ++group) {
      ulong left = group == 0 ? leaders : lanes & ~groups[0];
      uint leader = (uint)popcount(~left & (left - 1));
      if (leader < w->size) {
#pragma clang loop vectorize(disable) unroll(disable)
        for (uint i = 0; i < w->size; ++i)
          groups[group] |= (ulong)(w->slots[i] == w->slots[leader]) << i;
        groups[group] &= lanes;
      }
    }
    w->votes[0] = groups[0];
    w->votes[1] = groups[1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  *one = w->votes[0];
  *other = w->votes[1];
}

/* Memory for votes: a byte for each work-item, then a bit for each, then
 * whether any of them is set. Nothing else uses it. */
static TKL_LANES __local uchar *__tkl_vote_bits(TKL_WARP *w) {
  return (__local uchar *)(w->votes + (__tkl_group_items() + 7) / 8);
}

static TKL_LANES __local uint *__tkl_any_vote(TKL_WARP *w) {
  uint items = __tkl_group_items();
  return (__local uint *)(w->votes + (items + 7) / 8 + (items + 63) / 64);
}

static TKL_LANES uint __tkl_group_item(TKL_WARP *w) {
  return (uint)(w->slots - w->votes) - TKL_VOTE_WORDS(__tkl_group_items()) +
         w->lane;
}

/* The first work-item answers for all, eight votes at a time: the product
 * gathers the lowest bits of eight bytes in the highest byte. */
TKL_LANES void __tkl_warp_arrive(TKL_WARP *w, bool reached) {
  ((__local uchar *)w->votes)[__tkl_group_item(w)] = reached;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (__tkl_group_item(w) == 0) {
    __local uchar *bits = __tkl_vote_bits(w);
    uint items = __tkl_group_items();
    uint any = 0;
    /* Otherwise the driver makes many times as much code of this loop, for each
     * vote. */
#pragma clang loop vectorize(disable) unroll(disable)
    for (uint i = 0; i < items; i += 8) {
      ulong few = w->votes[i / 8] & 0x0101010101010101;
      uint eight = (uint)(few * 0x0102040810204080 >> 56);
      if (items - i < 8)
        eight &= (1u << (items - i)) - 1;
      bits[i / 8] = (uchar)eight;
      any |= eight;
    }
    *__tkl_any_vote(w) = any != 0;
  }
}

/* The answer is 0 or 1, so the second turn ends the loop. But the answer is a
 * number in memory, which a barrier may change. So compilers do not know this,
 * and do not make a condition of the loop. */
TKL_LANES bool __tkl_warp_enter(TKL_WARP *w, bool reached, uint turn) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return *__tkl_any_vote(w) == turn;
}

TKL_LANES ulong __tkl_warp_visitors(TKL_WARP *w, bool reached) {
  __local const ulong *bits = (__local const ulong *)__tkl_vote_bits(w);
  uint first = __tkl_group_item(w) - w->lane;
  ulong lanes = bits[first / 64] >> (first % 64);
  return w->size < 64 ? lanes & (((ulong)1 << w->size) - 1) : lanes;
}

TKL_LANES void __tkl_warp_leave(TKL_WARP *w) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

TKL_LANES bool __tkl_warp_any_of_all(TKL_WARP *w, bool predicate) {
  __tkl_warp_arrive(w, predicate);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *__tkl_any_vote(w) != 0;
}

TKL_LANES ulong __tkl_warp_shuffle(TKL_WARP *w, ulong value, uint lane) {
  w->slots[w->lane] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong got = w->slots[lane < w->size ? lane : w->lane];
  barrier(CLK_LOCAL_MEM_FENCE);
  return got;
}

TKL_LANES ulong __tkl_warp_match(TKL_WARP *w, ulong lanes, ulong value) {
  w->slots[w->lane] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong same = 0;
  for (uint i = 0; i < w->size; ++i)
    same |= (ulong)(w->slots[i] == value) << i;
  barrier(CLK_LOCAL_MEM_FENCE);
  return same & lanes;
}

#define TKL_DEFINE(type, suffix, op, neutral)                                  \
  TKL_LANES type __tkl_warp_reduce_##suffix(TKL_WARP *w, bool active,          \
                                            type value) {                      \
    __local type *slots = (__local type *)w->slots;                            \
    uint stride = sizeof(ulong) / sizeof(type);                                \
    slots[w->lane * stride] = active ? value : (type)(neutral);                \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    if (w->lane == 0) {                                                        \
      type all = slots[0];                                                     \
      for (uint i = 1; i < w->size; ++i)                                       \
        all = op(all, slots[i * stride]);                                      \
      for (uint i = 0; i < w->size; ++i)                                       \
        slots[i * stride] = all;                                               \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    return slots[w->lane * stride];                                            \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_inclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value) {                                  \
    __local type *slots = (__local type *)w->slots;                            \
    uint stride = sizeof(ulong) / sizeof(type);                                \
    slots[w->lane * stride] = active ? value : (type)(neutral);                \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    if (w->lane == 0) {                                                        \
      type all = slots[0];                                                     \
      for (uint i = 1; i < w->size; ++i)                                       \
        slots[i * stride] = all = op(all, slots[i * stride]);                  \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    return slots[w->lane * stride];                                            \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_exclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value, type identity) {                   \
    __local type *slots = (__local type *)w->slots;                            \
    uint stride = sizeof(ulong) / sizeof(type);                                \
    slots[w->lane * stride] = active ? value : (type)(neutral);                \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    if (w->lane == 0) {                                                        \
      type below = identity;                                                   \
      for (uint i = 0; i < w->size; ++i) {                                     \
        type here = slots[i * stride];                                         \
        slots[i * stride] = below;                                             \
        below = op(below, here);                                               \
      }                                                                        \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    return slots[w->lane * stride];                                            \
  }                                                                            \
  TKL_LANES type __tkl_warp_clustered_reduce_##suffix(                         \
      TKL_WARP *w, bool active, type value, uint cluster) {                    \
    __local type *slots = (__local type *)w->slots;                            \
    uint stride = sizeof(ulong) / sizeof(type);                                \
    slots[w->lane * stride] = active ? value : (type)(neutral);                \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    if (w->lane == 0) {                                                        \
      for (uint first = 0; first < w->size; first += cluster) {                \
        uint end = min(first + cluster, w->size);                              \
        type all = slots[first * stride];                                      \
        for (uint i = first + 1; i < end; ++i)                                 \
          all = op(all, slots[i * stride]);                                    \
        for (uint i = first; i < end; ++i)                                     \
          slots[i * stride] = all;                                             \
      }                                                                        \
    }                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    return slots[w->lane * stride];                                            \
  }
TKL_FOLDS_OF_INTEGERS(TKL_DEFINE)
TKL_FOLDS_OF_FLOATS(TKL_DEFINE)
#ifdef cl_khr_fp64
TKL_FOLDS_OF_DOUBLES(TKL_DEFINE)
#endif

TKL_LANES void __tkl_warp_barrier(TKL_WARP *w, uint flags) {
  barrier(TKL_ALL_FENCES);
}
