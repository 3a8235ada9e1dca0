/*===- numbers.cl - Functions of numbers that libclc lacks -------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * libclc's native functions call LLVM's intrinsics, for most of which PTX has an
 * instruction only with options that allow any error. The instructions .approx
 * are what native functions are for. libclc has no ctz and no mad_hi, and leaves
 * out some overloads of others.
 */
#define TKL_FOR_VECTORS(define, type, ...)                                     \
  define(type, 2, __VA_ARGS__) define(type, 3, __VA_ARGS__)                    \
  define(type, 4, __VA_ARGS__) define(type, 8, __VA_ARGS__)                    \
  define(type, 16, __VA_ARGS__)

/* A function of one number, for each element of a vector. */
#define TKL_EACH_LANE(type, width, name)                                       \
  TKL_BUILTIN type##width name(type##width x) {                                \
    type##width result;                                                        \
    _Pragma("unroll") for (int i = 0; i < width; ++i)                          \
      result[i] = name(x[i]);                                                  \
    return result;                                                             \
  }

/* Native functions. */

#define TKL_NATIVE(name, expression)                                           \
  TKL_BUILTIN float name(float x) { return expression; }                       \
  TKL_FOR_VECTORS(TKL_EACH_LANE, float, name)

#define TKL_LOG2_OF_E 1.44269504088896340736f
#define TKL_LOG2_OF_10 3.32192809488736234787f

TKL_NATIVE(native_cos, __nvvm_cos_approx_f(x))
TKL_NATIVE(native_sin, __nvvm_sin_approx_f(x))
TKL_NATIVE(native_tan, __nvvm_sin_approx_f(x) / __nvvm_cos_approx_f(x))
TKL_NATIVE(native_exp2, __nvvm_ex2_approx_f(x))
TKL_NATIVE(native_exp, __nvvm_ex2_approx_f(x *TKL_LOG2_OF_E))
TKL_NATIVE(native_exp10, __nvvm_ex2_approx_f(x *TKL_LOG2_OF_10))
TKL_NATIVE(native_log2, __nvvm_lg2_approx_f(x))
TKL_NATIVE(native_log, __nvvm_lg2_approx_f(x) / TKL_LOG2_OF_E)
TKL_NATIVE(native_log10, __nvvm_lg2_approx_f(x) / TKL_LOG2_OF_10)

#define TKL_POWR_VECTOR(type, width, name)                                     \
  TKL_BUILTIN type##width name(type##width x, type##width y) {                 \
    type##width result;                                                        \
    _Pragma("unroll") for (int i = 0; i < width; ++i)                          \
      result[i] = name(x[i], y[i]);                                            \
    return result;                                                             \
  }
TKL_BUILTIN float native_powr(float x, float y) {
  return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}
TKL_FOR_VECTORS(TKL_POWR_VECTOR, float, native_powr)

/* Zeros behind the lowest bit; of 0, the width of the type. */

#define TKL_CTZ(type, bits)                                                    \
  TKL_BUILTIN type ctz(type x) {                                               \
    return x == 0 ? bits : __builtin_ctzl((ulong)x);                           \
  }                                                                            \
  TKL_FOR_VECTORS(TKL_EACH_LANE, type, ctz)
TKL_CTZ(char, 8)
TKL_CTZ(uchar, 8)
TKL_CTZ(short, 16)
TKL_CTZ(ushort, 16)
TKL_CTZ(int, 32)
TKL_CTZ(uint, 32)
TKL_CTZ(long, 64)
TKL_CTZ(ulong, 64)

/* The upper half of a product, and something added. */

#define TKL_MAD_HI_OF(type)                                                    \
  TKL_BUILTIN type mul_hi(type, type);                                         \
  TKL_BUILTIN type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }
#define TKL_MAD_HI_VECTOR(type, width, unused) TKL_MAD_HI_OF(type##width)
#define TKL_MAD_HI(type)                                                       \
  TKL_MAD_HI_OF(type) TKL_FOR_VECTORS(TKL_MAD_HI_VECTOR, type, )
TKL_MAD_HI(char)
TKL_MAD_HI(uchar)
TKL_MAD_HI(short)
TKL_MAD_HI(ushort)
TKL_MAD_HI(int)
TKL_MAD_HI(uint)
TKL_MAD_HI(long)
TKL_MAD_HI(ulong)

/* A hint, which may be ignored. */

#define TKL_PREFETCH(type)                                                     \
  TKL_BUILTIN void prefetch(const __global type##3 *p, size_t count) {}
TKL_PREFETCH(char)
TKL_PREFETCH(uchar)
TKL_PREFETCH(short)
TKL_PREFETCH(ushort)
TKL_PREFETCH(int)
TKL_PREFETCH(uint)
TKL_PREFETCH(long)
TKL_PREFETCH(ulong)
TKL_PREFETCH(float)
TKL_PREFETCH(double)

#define TKL_SMOOTHSTEP(type, width, unused)                                    \
  TKL_BUILTIN type##width smoothstep(type##width, type##width, type##width);   \
  TKL_BUILTIN type##width smoothstep(type low, type high, type##width x) {     \
    return smoothstep((type##width)low, (type##width)high, x);                 \
  }
TKL_FOR_VECTORS(TKL_SMOOTHSTEP, double, )
