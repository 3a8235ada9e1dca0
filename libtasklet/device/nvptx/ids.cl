/*===- ids.cl - Which work-item this is --------------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * NVIDIA's driver may launch a large range in parts. It tells a kernel the rest in
 * registers of the environment, which the PTX of its own compiler reads:
 *
 *   %envreg0..2  the first work-group of this part
 *   %envreg3..5  the offset of the range, in work-items
 *   %envreg6..8  the number of work-groups of the range
 *   %envreg9     the number of dimensions
 */
#define TKL_ENVIRONMENT(name, number)                                          \
  TKL_HELPER uint name(void) {                                                 \
    uint value;                                                                \
    __asm__("mov.b32 %0, %%envreg" #number ";" : "=r"(value));                 \
    return value;                                                              \
  }
#define TKL_REGISTER(name, number)                                             \
  TKL_HELPER uint name(void) {                                                 \
    return __nvvm_read_ptx_sreg_##number();                                    \
  }
#define TKL_OF_DIMENSION(name, define, x, y, z)                                \
  define(name##_x, x)                                                          \
  define(name##_y, y)                                                          \
  define(name##_z, z)                                                          \
  TKL_HELPER uint name(uint dimension, uint other) {                           \
    return dimension == 0   ? name##_x()                                       \
           : dimension == 1 ? name##_y()                                       \
           : dimension == 2 ? name##_z()                                       \
                            : other;                                           \
  }
TKL_OF_DIMENSION(__tkl_tid, TKL_REGISTER, tid_x, tid_y, tid_z)
TKL_OF_DIMENSION(__tkl_ntid, TKL_REGISTER, ntid_x, ntid_y, ntid_z)
TKL_OF_DIMENSION(__tkl_ctaid, TKL_REGISTER, ctaid_x, ctaid_y, ctaid_z)
TKL_OF_DIMENSION(__tkl_first_group, TKL_ENVIRONMENT, 0, 1, 2)
TKL_OF_DIMENSION(__tkl_offset, TKL_ENVIRONMENT, 3, 4, 5)
TKL_OF_DIMENSION(__tkl_groups, TKL_ENVIRONMENT, 6, 7, 8)
TKL_ENVIRONMENT(__tkl_dimensions, 9)

TKL_ID uint get_work_dim(void) { return __tkl_dimensions(); }
TKL_ID size_t get_local_id(uint d) { return __tkl_tid(d, 0); }
TKL_ID size_t get_local_size(uint d) { return __tkl_ntid(d, 1); }
TKL_ID size_t get_enqueued_local_size(uint d) { return __tkl_ntid(d, 1); }
TKL_ID size_t get_num_groups(uint d) { return __tkl_groups(d, 1); }
TKL_ID size_t get_global_offset(uint d) { return __tkl_offset(d, 0); }
TKL_ID size_t get_group_id(uint d) {
  return __tkl_ctaid(d, 0) + __tkl_first_group(d, 0);
}
TKL_ID size_t get_global_size(uint d) {
  return (size_t)__tkl_groups(d, 1) * __tkl_ntid(d, 1);
}
TKL_ID size_t get_global_id(uint d) {
  return get_group_id(d) * __tkl_ntid(d, 1) + __tkl_tid(d, 0) +
         __tkl_offset(d, 0);
}
TKL_ID size_t get_local_linear_id(void) {
  return (__tkl_tid_z() * __tkl_ntid_y() + __tkl_tid_y()) * __tkl_ntid_x() +
         __tkl_tid_x();
}
TKL_ID size_t get_global_linear_id(void) {
  size_t x = get_global_id(0) - get_global_offset(0);
  size_t y = get_global_id(1) - get_global_offset(1);
  size_t z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}
