/*===- warp_subgroup.cl - Warps as sub-groups -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * For devices with sub-groups of at most 64 lanes, and with ballots and
 * shuffles. It uses the device's own functions, and no local memory.
 *
 * Made for PoCL 6, which does less than OpenCL promises (docs/everywhere.md):
 *   - All sub-groups of a work-group must reach these functions equally often,
 *     and through the same branches; otherwise values are wrong, without a
 *     message. Hence here, too, the vote that branches depend on is one of the
 *     work-group.
 *   - If the last sub-group has fewer lanes than the others, PoCL does not
 *     count it, and gives it the size of the others. In it, ballots have some
 *     bits of lanes that do not exist, reductions read past the end of an
 *     array, and scans write past it. Hence numbers are computed here, and only
 *     ballots and shuffles are used.
 *   - In a work-group of 1 or 2 work-items none of its functions can be linked.
 *
 * With TKL_OWN_WAYS sub-groups go their own ways, as the warps of GPUs do. Then
 * lanes meet in their warp alone. What the program says with barriers of the
 * work-group stays as it is.
 */
#include "warp.h"

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#ifdef TKL_OWN_WAYS
#define TKL_MEET_ALL() sub_group_barrier(TKL_ALL_FENCES)
#define TKL_ANY_OF_ALL(predicate) (sub_group_any(predicate) != 0)
#else
#define TKL_MEET_ALL() barrier(TKL_ALL_FENCES)
#define TKL_ANY_OF_ALL(predicate) (work_group_any(predicate) != 0)
#endif

TKL_LANES void __tkl_warp_begin(__private tkl_warp *w, __local ulong *slots,
                                uint width) {
  uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  w->slots = w->votes = slots;
  w->lane = get_sub_group_local_id();
  w->index = get_sub_group_id();
  w->most = min(get_max_sub_group_size(), items);
  w->count = (items + w->most - 1) / w->most;
  w->size = min(get_sub_group_size(), items - w->index * w->most);
}

TKL_LANES ulong __tkl_warp_ballot(TKL_WARP *w, bool predicate) {
  uint4 lanes = sub_group_ballot(predicate);
  return ((ulong)lanes.y << 32 | lanes.x) & (~0ul >> (64 - w->size));
}

TKL_LANES void __tkl_warp_ballots(TKL_WARP *w, uint bits,
                                  __private ulong *masks) {
  for (uint i = 0; i < 3; ++i)
    masks[i] = __tkl_warp_ballot(w, (bits >> i & 1) != 0);
}

static TKL_LANES ulong __tkl_group_of(TKL_WARP *w, ulong lanes, ulong leaders,
                                      uint value) {
  uint leader = (uint)popcount(~leaders & (leaders - 1));
  uint its = sub_group_shuffle(value, leader < w->size ? leader : w->lane);
  ulong same = __tkl_warp_ballot(w, value == its);
  return leader < w->size ? same & lanes : 0;
}

TKL_LANES void __tkl_warp_two_groups(TKL_WARP *w, ulong lanes, ulong leaders,
                                     uint value, __private ulong *one,
                                     __private ulong *other) {
  *one = __tkl_group_of(w, lanes, leaders, value);
  *other = __tkl_group_of(w, lanes, lanes & ~*one, value);
}

TKL_LANES bool __tkl_warp_any_of_all(TKL_WARP *w, bool predicate) {
  return TKL_ANY_OF_ALL(predicate);
}

TKL_LANES void __tkl_warp_arrive(TKL_WARP *w, bool reached) {
}

TKL_LANES bool __tkl_warp_enter(TKL_WARP *w, bool reached, uint turn) {
  TKL_MEET_ALL();
  return TKL_ANY_OF_ALL(reached);
}

TKL_LANES ulong __tkl_warp_visitors(TKL_WARP *w, bool reached) {
  return __tkl_warp_ballot(w, reached);
}

TKL_LANES void __tkl_warp_leave(TKL_WARP *w) { TKL_MEET_ALL(); }

TKL_LANES ulong __tkl_warp_shuffle(TKL_WARP *w, ulong value, uint lane) {
  return sub_group_shuffle(value, lane < w->size ? lane : w->lane);
}

/* A loop, but all sub-groups of a work-group run it equally often. */
TKL_LANES ulong __tkl_warp_match(TKL_WARP *w, ulong lanes, ulong value) {
  ulong same = 0;
#ifdef TKL_OWN_WAYS
  /* Once for each value that there is. All lanes are among the lanes left until
   * one of them, the first, has given its value. */
  for (ulong left = ~0ul >> (64 - w->size); left != 0;) {
    uint first = (uint)popcount(~left & (left - 1));
    ulong its = __tkl_warp_ballot(w, value == sub_group_shuffle(value, first));
    if (its >> w->lane & 1)
      same = its;
    left &= ~its;
  }
  return same & lanes;
#endif
#pragma clang loop unroll(disable)
  for (uint i = 0; i < w->most; ++i)
    same |= (ulong)(sub_group_shuffle(value, i) == value) << i;
  return same & lanes;
}

/* After each step, each lane has the fold of twice as many lanes of its
 * cluster, up to itself. Lanes that do not exist are above all others, so no
 * lane asks them. This is no loop: PoCL needs minutes to compile a kernel with
 * some dozens of loops in which lanes meet. */
#define TKL_STEP(op, step)                                                     \
  below = sub_group_shuffle(upto, w->lane - min((uint)step, w->lane));         \
  upto = (w->lane & (cluster - 1)) >= step ? op(below, upto) : upto;
#define TKL_DEFINE(type, suffix, op, neutral)                                  \
  static TKL_LANES type __tkl_upto_##suffix(TKL_WARP *w, bool active,          \
                                            type value, uint cluster) {        \
    type upto = active ? value : (type)(neutral);                              \
    type below;                                                                \
    TKL_STEP(op, 1)                                                            \
    TKL_STEP(op, 2)                                                            \
    TKL_STEP(op, 4)                                                            \
    TKL_STEP(op, 8)                                                            \
    TKL_STEP(op, 16)                                                           \
    TKL_STEP(op, 32)                                                           \
    return upto;                                                               \
  }                                                                            \
  TKL_LANES type __tkl_warp_clustered_reduce_##suffix(                         \
      TKL_WARP *w, bool active, type value, uint cluster) {                    \
    return sub_group_shuffle(__tkl_upto_##suffix(w, active, value, cluster),   \
                             min(w->lane | (cluster - 1), w->size - 1));       \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_inclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value) {                                  \
    return __tkl_upto_##suffix(w, active, value, 64);                          \
  }                                                                            \
  TKL_LANES type __tkl_warp_reduce_##suffix(TKL_WARP *w, bool active,          \
                                            type value) {                      \
    return sub_group_shuffle(                                                  \
        __tkl_warp_scan_inclusive_##suffix(w, active, value), w->size - 1);    \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_exclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value, type identity) {                   \
    type upto = __tkl_warp_scan_inclusive_##suffix(w, active, value);          \
    type below = sub_group_shuffle(upto, w->lane - min(1u, w->lane));          \
    return w->lane ? op(identity, below) : identity;                           \
  }
TKL_FOLDS_OF_INTEGERS(TKL_DEFINE)
TKL_FOLDS_OF_FLOATS(TKL_DEFINE)
#ifdef cl_khr_fp64
TKL_FOLDS_OF_DOUBLES(TKL_DEFINE)
#endif

TKL_LANES void __tkl_warp_barrier(TKL_WARP *w, uint flags) {
  sub_group_barrier(TKL_ALL_FENCES);
}
