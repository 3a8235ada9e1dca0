/*===- explicit_atomics.cl - Atomic functions of OpenCL C 2.0 ----- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * libclc has none of them. The operation is relaxed, between the fences that
 * passes/target/nvptx/NvptxAtomics.h lists; where order and scope are constants,
 * only these fences are left. Functions without them are sequentially consistent
 * in the scope of the device.
 */
TKL_HELPER void __tkl_before(memory_order order, memory_scope scope) {
  if (order == memory_order_seq_cst)
    __tkl_fence_sc(scope);
  else if (order == memory_order_release || order == memory_order_acq_rel)
    __tkl_fence_acq_rel(scope);
}

TKL_HELPER void __tkl_after(memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed && order != memory_order_release)
    __tkl_fence_acq_rel(scope);
}

TKL_BUILTIN void atomic_work_item_fence(cl_mem_fence_flags flags,
                                        memory_order order,
                                        memory_scope scope) {
  if (order == memory_order_seq_cst)
    __tkl_fence_sc(scope);
  else if (order != memory_order_relaxed)
    __tkl_fence_acq_rel(scope);
}

/* Each function in its three forms: (PARAMETERS), with an order, with a scope.
 * TAKEN: what the full form gets of the parameters. */
#define TKL_FORMS(result, name, parameters, taken)                             \
  TKL_BUILTIN result name##_explicit(TKL_LIST parameters, memory_order order) {\
    return name##_explicit(TKL_LIST taken, order, memory_scope_device);        \
  }                                                                            \
  TKL_BUILTIN result name(TKL_LIST parameters) {                               \
    return name##_explicit(TKL_LIST taken, memory_order_seq_cst,               \
                           memory_scope_device);                               \
  }
#define TKL_LIST(...) __VA_ARGS__

#define TKL_FETCH(name, type, operand, space)                                  \
  TKL_BUILTIN type atomic_##name##_explicit(                                   \
      volatile space atomic_##type *p, operand value, memory_order order,      \
      memory_scope scope) {                                                    \
    __tkl_before(order, scope);                                                \
    type old = __tkl_##name((volatile space type *)p, (type)value, scope);     \
    __tkl_after(order, scope);                                                 \
    return old;                                                                \
  }                                                                            \
  TKL_FORMS(type, atomic_##name,                                               \
            (volatile space atomic_##type *p, operand value), (p, value))

#define TKL_LOAD_AND_STORE(type, space)                                        \
  TKL_BUILTIN type atomic_load_explicit(volatile space atomic_##type *p,       \
                                        memory_order order,                    \
                                        memory_scope scope) {                  \
    __tkl_before(order, scope);                                                \
    type value = __tkl_load((volatile space type *)p, scope);                  \
    __tkl_after(order, scope);                                                 \
    return value;                                                              \
  }                                                                            \
  TKL_FORMS(type, atomic_load, (volatile space atomic_##type *p), (p))         \
  TKL_BUILTIN void atomic_store_explicit(volatile space atomic_##type *p,      \
                                         type value, memory_order order,       \
                                         memory_scope scope) {                 \
    __tkl_before(order, scope);                                                \
    __tkl_store((volatile space type *)p, value, scope);                       \
  }                                                                            \
  TKL_FORMS(void, atomic_store, (volatile space atomic_##type *p, type value), \
            (p, value))                                                        \
  TKL_BUILTIN void atomic_init(volatile space atomic_##type *p, type value) {  \
    *(volatile space type *)p = value;                                         \
  }                                                                            \
  TKL_FETCH(exchange, type, type, space)

/* The order of a failure may need what that of a success does not: an acquire.
 * The fences of both are there. */
#define TKL_EXCHANGE_IF(strength, type, space, expected_space)                 \
  TKL_BUILTIN bool atomic_compare_exchange_##strength##_explicit(              \
      volatile space atomic_##type *p, expected_space type *expected,          \
      type value, memory_order success, memory_order failure,                  \
      memory_scope scope) {                                                    \
    type old = *expected;                                                      \
    __tkl_before(success, scope);                                              \
    if (failure == memory_order_seq_cst && success != memory_order_seq_cst)    \
      __tkl_before(failure, scope);                                            \
    bool done;                                                                 \
    type seen = __tkl_cas((volatile space type *)p, old, value, scope);        \
    done = seen == old;                                                        \
    __tkl_after(success, scope);                                               \
    if (success == memory_order_relaxed || success == memory_order_release)    \
      __tkl_after(failure, scope);                                             \
    if (!done)                                                                 \
      *expected = seen;                                                        \
    return done;                                                               \
  }                                                                            \
  TKL_BUILTIN bool atomic_compare_exchange_##strength##_explicit(              \
      volatile space atomic_##type *p, expected_space type *expected,          \
      type value, memory_order success, memory_order failure) {                \
    return atomic_compare_exchange_##strength##_explicit(                      \
        p, expected, value, success, failure, memory_scope_device);            \
  }                                                                            \
  TKL_BUILTIN bool atomic_compare_exchange_##strength(                         \
      volatile space atomic_##type *p, expected_space type *expected,          \
      type value) {                                                            \
    return atomic_compare_exchange_##strength##_explicit(                      \
        p, expected, value, memory_order_seq_cst, memory_order_seq_cst,        \
        memory_scope_device);                                                  \
  }

#define TKL_INTEGERS(type, space)                                              \
  TKL_LOAD_AND_STORE(type, space)                                              \
  TKL_FETCH(fetch_add, type, type, space)                                      \
  TKL_FETCH(fetch_sub, type, type, space)                                      \
  TKL_FETCH(fetch_and, type, type, space)                                      \
  TKL_FETCH(fetch_or, type, type, space)                                       \
  TKL_FETCH(fetch_xor, type, type, space)                                      \
  TKL_FETCH(fetch_min, type, type, space)                                      \
  TKL_FETCH(fetch_max, type, type, space)                                      \
  TKL_EXCHANGE_IF(strong, type, space, __generic)                              \
  TKL_EXCHANGE_IF(strong, type, space, __global)                               \
  TKL_EXCHANGE_IF(strong, type, space, __local)                                \
  TKL_EXCHANGE_IF(weak, type, space, __generic)                                \
  TKL_EXCHANGE_IF(weak, type, space, __global)                                 \
  TKL_EXCHANGE_IF(weak, type, space, __local)

/* Of floats there are only those; the passes make others of these. */
#define TKL_FLOATS(type, bits, space)                                          \
  TKL_BUILTIN type atomic_load_explicit(volatile space atomic_##type *p,       \
                                        memory_order order,                    \
                                        memory_scope scope) {                  \
    return __builtin_astype(                                                   \
        atomic_load_explicit((volatile space atomic_##bits *)p, order, scope), \
        type);                                                                 \
  }                                                                            \
  TKL_FORMS(type, atomic_load, (volatile space atomic_##type *p), (p))         \
  TKL_BUILTIN void atomic_store_explicit(volatile space atomic_##type *p,      \
                                         type value, memory_order order,       \
                                         memory_scope scope) {                 \
    atomic_store_explicit((volatile space atomic_##bits *)p,                   \
                          __builtin_astype(value, bits), order, scope);        \
  }                                                                            \
  TKL_FORMS(void, atomic_store, (volatile space atomic_##type *p, type value), \
            (p, value))                                                        \
  TKL_BUILTIN type atomic_exchange_explicit(                                   \
      volatile space atomic_##type *p, type value, memory_order order,         \
      memory_scope scope) {                                                    \
    return __builtin_astype(                                                   \
        atomic_exchange_explicit((volatile space atomic_##bits *)p,            \
                                 __builtin_astype(value, bits), order, scope), \
        type);                                                                 \
  }                                                                            \
  TKL_FORMS(type, atomic_exchange,                                             \
            (volatile space atomic_##type *p, type value), (p, value))         \
  TKL_BUILTIN void atomic_init(volatile space atomic_##type *p, type value) {  \
    *(volatile space type *)p = value;                                         \
  }

/* The functions of generic pointers are those of private ones, too. */
#define TKL_ALL_TYPES(space)                                                   \
  TKL_INTEGERS(int, space)                                                     \
  TKL_INTEGERS(uint, space)                                                    \
  TKL_INTEGERS(long, space)                                                    \
  TKL_INTEGERS(ulong, space)                                                   \
  /* atomic_uintptr_t takes differences. */                                    \
  TKL_FETCH(fetch_add, ulong, ptrdiff_t, space)                                \
  TKL_FETCH(fetch_sub, ulong, ptrdiff_t, space)                                \
  TKL_FLOATS(float, uint, space)                                               \
  TKL_FLOATS(double, ulong, space)                                             \
  /* An atomic_flag is an atomic_int. */                                       \
  TKL_BUILTIN bool atomic_flag_test_and_set_explicit(                          \
      volatile space atomic_int *p, memory_order order, memory_scope scope) {  \
    return atomic_exchange_explicit(p, 1, order, scope) != 0;                  \
  }                                                                            \
  TKL_FORMS(bool, atomic_flag_test_and_set, (volatile space atomic_int *p),    \
            (p))                                                               \
  TKL_BUILTIN void atomic_flag_clear_explicit(                                 \
      volatile space atomic_int *p, memory_order order, memory_scope scope) {  \
    atomic_store_explicit(p, 0, order, scope);                                 \
  }                                                                            \
  TKL_FORMS(void, atomic_flag_clear, (volatile space atomic_int *p), (p))
TKL_ALL_TYPES(__generic)
TKL_ALL_TYPES(__global)
TKL_ALL_TYPES(__local)
