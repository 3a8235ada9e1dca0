/*===- warp_subgroup.cl - Warps as sub-groups -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * For devices that have sub-groups of at most 64 lanes, with ballots and
 * shuffles: the device's own functions, and no local memory. Lanes of different
 * sub-groups never wait for each other here.
 */
#include "warp.h"

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

TKL_LANES void __tkl_warp_begin(__private tkl_warp *w, __local ulong *slots,
                                uint width) {
  w->slots = w->group = slots;
  w->lane = get_sub_group_local_id();
  w->size = get_sub_group_size();
  w->index = get_sub_group_id();
  w->count = get_num_sub_groups();
  w->most = get_max_sub_group_size();
}

TKL_LANES ulong __tkl_warp_ballot(TKL_WARP *w, bool predicate) {
  uint4 lanes = sub_group_ballot(predicate);
  return (ulong)lanes.y << 32 | lanes.x;
}

TKL_LANES bool __tkl_warp_any_of_all(TKL_WARP *w, bool predicate) {
  return sub_group_any(predicate) != 0;
}

TKL_LANES ulong __tkl_warp_shuffle(TKL_WARP *w, ulong value, uint lane) {
  return sub_group_shuffle(value, lane < w->size ? lane : w->lane);
}

/* The device's exclusive scan begins with the identity of 64 bits, which the
 * caller's, of fewer bits, absorbs. What a device makes of NaN is its own, so
 * inactive lanes give infinity here, not NaN. */
#define TKL_DEFINE(type, suffix, op, neutral, native)                          \
  TKL_LANES type __tkl_warp_reduce_##suffix(TKL_WARP *w, bool active,          \
                                            type value) {                      \
    return native(reduce)(active ? value : (type)(neutral));                   \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_inclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value) {                                  \
    return native(scan_inclusive)(active ? value : (type)(neutral));           \
  }                                                                            \
  TKL_LANES type __tkl_warp_scan_exclusive_##suffix(                           \
      TKL_WARP *w, bool active, type value, type identity) {                   \
    return op(identity,                                                        \
              native(scan_exclusive)(active ? value : (type)(neutral)));       \
  }
#define TKL_NATIVE_ADD(fold) sub_group_##fold##_add
#define TKL_NATIVE_MIN(fold) sub_group_##fold##_min
#define TKL_NATIVE_MAX(fold) sub_group_##fold##_max
TKL_DEFINE(long, add_i64, TKL_ADD, 0, TKL_NATIVE_ADD)
TKL_DEFINE(long, min_i64, min, LONG_MAX, TKL_NATIVE_MIN)
TKL_DEFINE(long, max_i64, max, LONG_MIN, TKL_NATIVE_MAX)
TKL_DEFINE(ulong, min_u64, min, ULONG_MAX, TKL_NATIVE_MIN)
TKL_DEFINE(ulong, max_u64, max, 0, TKL_NATIVE_MAX)
TKL_DEFINE(float, add_f32, TKL_ADD, -0.0f, TKL_NATIVE_ADD)
TKL_DEFINE(float, min_f32, fmin, INFINITY, TKL_NATIVE_MIN)
TKL_DEFINE(float, max_f32, fmax, -INFINITY, TKL_NATIVE_MAX)
#ifdef cl_khr_fp64
TKL_DEFINE(double, add_f64, TKL_ADD, -0.0, TKL_NATIVE_ADD)
TKL_DEFINE(double, min_f64, fmin, (double)INFINITY, TKL_NATIVE_MIN)
TKL_DEFINE(double, max_f64, fmax, -(double)INFINITY, TKL_NATIVE_MAX)
#endif

TKL_LANES void __tkl_warp_barrier(TKL_WARP *w, uint flags) {
  sub_group_barrier(flags);
}
