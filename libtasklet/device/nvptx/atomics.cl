/*===- atomics.cl - Atomic functions of OpenCL C 1.x -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * They are relaxed. libclc has them, too, but in the strongest order, which would
 * mean two fences for each.
 */
#define TKL_OLD_OPERATION(prefix, name, type, space, operation)                \
  TKL_BUILTIN type prefix##_##name(volatile space type *p, type value) {       \
    return __tkl_##operation(p, value, memory_scope_device);                   \
  }
#define TKL_OLD_OPERATIONS(prefix, type, space)                                \
  TKL_OLD_OPERATION(prefix, add, type, space, fetch_add)                       \
  TKL_OLD_OPERATION(prefix, sub, type, space, fetch_sub)                       \
  TKL_OLD_OPERATION(prefix, and, type, space, fetch_and)                       \
  TKL_OLD_OPERATION(prefix, or, type, space, fetch_or)                         \
  TKL_OLD_OPERATION(prefix, xor, type, space, fetch_xor)                       \
  TKL_OLD_OPERATION(prefix, min, type, space, fetch_min)                       \
  TKL_OLD_OPERATION(prefix, max, type, space, fetch_max)                       \
  TKL_OLD_OPERATION(prefix, xchg, type, space, exchange)                       \
  TKL_BUILTIN type prefix##_inc(volatile space type *p) {                      \
    return prefix##_add(p, (type)1);                                           \
  }                                                                            \
  TKL_BUILTIN type prefix##_dec(volatile space type *p) {                      \
    return prefix##_sub(p, (type)1);                                           \
  }                                                                            \
  TKL_BUILTIN type prefix##_cmpxchg(volatile space type *p, type expected,     \
                                    type value) {                              \
    return __tkl_cas(p, expected, value, memory_scope_device);                 \
  }
#define TKL_IN_BOTH_SPACES(define, prefix, type)                               \
  define(prefix, type, __global) define(prefix, type, __local)

TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atomic, int)
TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atomic, uint)
TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atom, int)
TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atom, uint)
TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atom, long)
TKL_IN_BOTH_SPACES(TKL_OLD_OPERATIONS, atom, ulong)

#define TKL_OLD_EXCHANGE(space)                                                \
  TKL_BUILTIN float atomic_xchg(volatile space float *p, float value) {        \
    return TKL_AS_FLOAT(                                                       \
        atomic_xchg((volatile space uint *)p, TKL_AS_UINT(value)));            \
  }
TKL_OLD_EXCHANGE(__global)
TKL_OLD_EXCHANGE(__local)
