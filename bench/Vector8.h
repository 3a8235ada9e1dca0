//===- Vector8.h - Eight floats, as OpenCL C's float8 -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// By the vector extension that GCC and Clang share. The samples whose .cl
/// files use float8 are compared with the same algorithm in vectors.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_VECTOR8_H
#define TASKLET_BENCH_VECTOR8_H

#include <cmath>
#include <cstdint>
#include <cstring>
#ifdef __AVX__
#include <immintrin.h>
#endif

namespace bench {

using Float8 = float __attribute__((vector_size(32)));
using Int8 = int32_t __attribute__((vector_size(32)));

inline Float8 load8(const float *From) {
  Float8 Result;
  std::memcpy(&Result, From, sizeof(Result));
  return Result;
}

inline void store8(const Float8 &Value, float *To) {
  std::memcpy(To, &Value, sizeof(Value));
}

/// Whether any element of \p Mask, the result of a comparison, is set.
inline bool any(const Int8 &Mask) {
#ifdef __AVX__
  return _mm256_movemask_ps(reinterpret_cast<const __m256 &>(Mask)) != 0;
#else
  int32_t Result = 0;
  for (int I = 0; I < 8; ++I)
    Result |= Mask[I];
  return Result != 0;
#endif
}

/// \p Value where \p Mask is set, 0 elsewhere.
inline Float8 where(const Int8 &Mask, const Float8 &Value) {
  return reinterpret_cast<Float8>(reinterpret_cast<Int8>(Value) & Mask);
}

inline Float8 inverseRoot(const Float8 &Value) {
  Float8 Root = {};
  for (int I = 0; I < 8; ++I)
    Root[I] = std::sqrt(Value[I]);
  return 1.0f / Root;
}

} // namespace bench

#endif
