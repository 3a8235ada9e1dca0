//===- Matrix.h - What the sample multiplies --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_MATMUL_MATRIX_H
#define TASKLET_SAMPLES_MATMUL_MATRIX_H

#include "Numbers.h"

#include <vector>

namespace matmul {

/// As in matmul.cl: matrices of this size are not divided.
constexpr uint32_t Block = 16;

/// Three such matrices take 768 MiB. The sums of products stay far below 2^24,
/// up to which a float holds every whole number.
constexpr uint32_t LargestSize = 8192;

/// A square matrix of small whole numbers: their sums of products are exact in
/// single precision, in whatever order they are added.
inline std::vector<float> makeMatrix(uint32_t Size, uint32_t Seed) {
  std::vector<float> Result;
  Result.reserve(size_t(Size) * Size);
  for (const int32_t Number : sample::randomIntegers(size_t(Size) * Size, Seed))
    Result.push_back(static_cast<float>(Number & 7));
  return Result;
}

} // namespace matmul

#endif
