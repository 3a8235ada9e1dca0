/*===- groups.cl - Work-items that meet --------------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Barriers and votes of work-groups, and warps as sub-groups: 32 work-items with
 * consecutive linear local ids, which is the order that everywhere blocks need.
 * Only what the runtime of everywhere blocks calls is here, and a little more
 * (passes/target/nvptx/NvptxLimits.cpp has the list).
 */
TKL_MEETING void barrier(cl_mem_fence_flags flags) { __syncthreads(); }
TKL_MEETING void work_group_barrier(cl_mem_fence_flags flags) {
  __syncthreads();
}
/* A barrier of PTX orders memory for the work-group. */
TKL_MEETING void work_group_barrier(cl_mem_fence_flags flags,
                                    memory_scope scope) {
  if (scope == memory_scope_device || scope == memory_scope_all_svm_devices)
    __tkl_fence_acq_rel(scope);
  __syncthreads();
  if (scope == memory_scope_device || scope == memory_scope_all_svm_devices)
    __tkl_fence_acq_rel(scope);
}
TKL_MEETING int work_group_any(int predicate) {
  return __nvvm_bar0_or(predicate) != 0;
}
TKL_MEETING int work_group_all(int predicate) {
  return __nvvm_bar0_and(predicate) != 0;
}

#define TKL_LANES_OF_WARP 32u

TKL_HELPER uint __tkl_items(void) {
  return __tkl_ntid_x() * __tkl_ntid_y() * __tkl_ntid_z();
}

TKL_ID uint get_max_sub_group_size(void) { return TKL_LANES_OF_WARP; }
TKL_ID uint get_sub_group_id(void) {
  return (uint)get_local_linear_id() / TKL_LANES_OF_WARP;
}
TKL_ID uint get_sub_group_local_id(void) {
  return (uint)get_local_linear_id() % TKL_LANES_OF_WARP;
}
TKL_ID uint get_num_sub_groups(void) {
  return (__tkl_items() + TKL_LANES_OF_WARP - 1) / TKL_LANES_OF_WARP;
}
TKL_ID uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
TKL_ID uint get_sub_group_size(void) {
  uint left = __tkl_items() - get_sub_group_id() * TKL_LANES_OF_WARP;
  return left < TKL_LANES_OF_WARP ? left : TKL_LANES_OF_WARP;
}

/* The lanes that exist: the last warp may have fewer than the others. */
TKL_HELPER uint __tkl_mask(void) {
  return ~0u >> (TKL_LANES_OF_WARP - get_sub_group_size());
}

TKL_MEETING void sub_group_barrier(cl_mem_fence_flags flags) {
  __nvvm_bar_warp_sync(__tkl_mask());
}
TKL_MEETING void sub_group_barrier(cl_mem_fence_flags flags,
                                   memory_scope scope) {
  __nvvm_bar_warp_sync(__tkl_mask());
}
TKL_MEETING int sub_group_any(int predicate) {
  return __nvvm_vote_any_sync(__tkl_mask(), predicate != 0);
}
TKL_MEETING int sub_group_all(int predicate) {
  return __nvvm_vote_all_sync(__tkl_mask(), predicate != 0);
}
TKL_MEETING uint4 sub_group_ballot(int predicate) {
  return (uint4)(__nvvm_vote_ballot_sync(__tkl_mask(), predicate != 0), 0, 0,
                 0);
}

TKL_HELPER __attribute__((convergent)) uint __tkl_shuffle(uint value,
                                                          uint lane) {
  /* 31: lanes of the whole warp. */
  return __nvvm_shfl_sync_idx_i32(__tkl_mask(), value, lane, 31);
}
#define TKL_SHUFFLE_OF_32(type, as, from)                                      \
  TKL_MEETING type sub_group_shuffle(type value, uint lane) {                  \
    return from(__tkl_shuffle(as(value), lane));                               \
  }                                                                            \
  TKL_MEETING type sub_group_broadcast(type value, uint lane) {                \
    return sub_group_shuffle(value, lane);                                     \
  }
#define TKL_SHUFFLE_OF_64(type, as, from)                                      \
  TKL_MEETING type sub_group_shuffle(type value, uint lane) {                  \
    ulong bits = as(value);                                                    \
    uint low = __tkl_shuffle((uint)bits, lane);                                \
    /* Everywhere blocks widen what they shuffle: then there is nothing up      \
     * there, in all lanes. */                                                 \
    uint high = (uint)(bits >> 32);                                            \
    if (!__builtin_constant_p(high))                                           \
      high = __tkl_shuffle(high, lane);                                        \
    return from((ulong)high << 32 | low);                                      \
  }                                                                            \
  TKL_MEETING type sub_group_broadcast(type value, uint lane) {                \
    return sub_group_shuffle(value, lane);                                     \
  }
TKL_SHUFFLE_OF_32(char, (uint), (char))
TKL_SHUFFLE_OF_32(uchar, (uint), (uchar))
TKL_SHUFFLE_OF_32(short, (uint), (short))
TKL_SHUFFLE_OF_32(ushort, (uint), (ushort))
TKL_SHUFFLE_OF_32(int, (uint), (int))
TKL_SHUFFLE_OF_32(uint, (uint), (uint))
TKL_SHUFFLE_OF_32(float, TKL_AS_UINT, TKL_AS_FLOAT)
TKL_SHUFFLE_OF_64(long, (ulong), (long))
TKL_SHUFFLE_OF_64(ulong, (ulong), (ulong))
TKL_SHUFFLE_OF_64(double, TKL_AS_ULONG, TKL_AS_DOUBLE)
