/*===- ptx_atomics.cl - Atomic instructions of PTX ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Relaxed ones, and fences, which sm_70 and newer devices have. For this target
 * clang 15 makes calls of a library of its own atomic functions. What is narrower
 * than a device has the scope of the device; this costs nothing.
 */
#define TKL_FENCE(kind)                                                        \
  TKL_HELPER void __tkl_fence_##kind(memory_scope scope) {                     \
    if (scope == memory_scope_all_svm_devices)                                 \
      __asm__ volatile("fence." #kind ".sys;" ::: "memory");                   \
    else if (scope == memory_scope_device)                                     \
      __asm__ volatile("fence." #kind ".gpu;" ::: "memory");                   \
    else                                                                       \
      __asm__ volatile("fence." #kind ".cta;" ::: "memory");                   \
  }
TKL_FENCE(sc)
TKL_FENCE(acq_rel)

/* at: the state space in PTX; generic addresses have none. reg: the letter of the
 * register for inline assembly. */
#define TKL_PTX_UPDATE(name, op, type, space, at, reg)                         \
  TKL_BUILTIN type __tkl_##name(volatile space type *p, type value,            \
                                memory_scope scope) {                          \
    type old;                                                                  \
    if (scope == memory_scope_all_svm_devices)                                 \
      __asm__ volatile("atom.relaxed.sys" at op " %0, [%1], %2;"               \
                       : "=" reg(old)                                          \
                       : "l"(p), reg(value)                                    \
                       : "memory");                                            \
    else                                                                       \
      __asm__ volatile("atom.relaxed.gpu" at op " %0, [%1], %2;"               \
                       : "=" reg(old)                                          \
                       : "l"(p), reg(value)                                    \
                       : "memory");                                            \
    return old;                                                                \
  }
#define TKL_PTX_ATOMICS(type, bits, sign, space, at, reg)                      \
  TKL_PTX_UPDATE(fetch_add, ".add.u" #bits, type, space, at, reg)              \
  TKL_PTX_UPDATE(fetch_and, ".and.b" #bits, type, space, at, reg)              \
  TKL_PTX_UPDATE(fetch_or, ".or.b" #bits, type, space, at, reg)                \
  TKL_PTX_UPDATE(fetch_xor, ".xor.b" #bits, type, space, at, reg)              \
  TKL_PTX_UPDATE(fetch_min, ".min." #sign #bits, type, space, at, reg)         \
  TKL_PTX_UPDATE(fetch_max, ".max." #sign #bits, type, space, at, reg)         \
  TKL_PTX_UPDATE(exchange, ".exch.b" #bits, type, space, at, reg)              \
  TKL_BUILTIN type __tkl_fetch_sub(volatile space type *p, type value,         \
                                   memory_scope scope) {                       \
    return __tkl_fetch_add(p, (type)-value, scope);                            \
  }                                                                            \
  TKL_BUILTIN type __tkl_cas(volatile space type *p, type expected,            \
                             type value, memory_scope scope) {                 \
    type old;                                                                  \
    if (scope == memory_scope_all_svm_devices)                                 \
      __asm__ volatile("atom.relaxed.sys" at ".cas.b" #bits                    \
                       " %0, [%1], %2, %3;"                                    \
                       : "=" reg(old)                                          \
                       : "l"(p), reg(expected), reg(value)                     \
                       : "memory");                                            \
    else                                                                       \
      __asm__ volatile("atom.relaxed.gpu" at ".cas.b" #bits                    \
                       " %0, [%1], %2, %3;"                                    \
                       : "=" reg(old)                                          \
                       : "l"(p), reg(expected), reg(value)                     \
                       : "memory");                                            \
    return old;                                                                \
  }                                                                            \
  TKL_BUILTIN type __tkl_load(volatile space type *p, memory_scope scope) {    \
    type value;                                                                \
    if (scope == memory_scope_all_svm_devices)                                 \
      __asm__ volatile("ld.relaxed.sys" at ".b" #bits " %0, [%1];"             \
                       : "=" reg(value)                                        \
                       : "l"(p)                                                \
                       : "memory");                                            \
    else                                                                       \
      __asm__ volatile("ld.relaxed.gpu" at ".b" #bits " %0, [%1];"             \
                       : "=" reg(value)                                        \
                       : "l"(p)                                                \
                       : "memory");                                            \
    return value;                                                              \
  }                                                                            \
  TKL_BUILTIN void __tkl_store(volatile space type *p, type value,             \
                               memory_scope scope) {                           \
    if (scope == memory_scope_all_svm_devices)                                 \
      __asm__ volatile("st.relaxed.sys" at ".b" #bits " [%0], %1;" ::"l"(p),   \
                       reg(value)                                              \
                       : "memory");                                            \
    else                                                                       \
      __asm__ volatile("st.relaxed.gpu" at ".b" #bits " [%0], %1;" ::"l"(p),   \
                       reg(value)                                              \
                       : "memory");                                            \
  }
#define TKL_PTX_ATOMICS_OF(space, at)                                          \
  TKL_PTX_ATOMICS(int, 32, s, space, at, "r")                                  \
  TKL_PTX_ATOMICS(uint, 32, u, space, at, "r")                                 \
  TKL_PTX_ATOMICS(long, 64, s, space, at, "l")                                 \
  TKL_PTX_ATOMICS(ulong, 64, u, space, at, "l")
TKL_PTX_ATOMICS_OF(__generic, "")
TKL_PTX_ATOMICS_OF(__global, ".global")
TKL_PTX_ATOMICS_OF(__local, ".shared")
