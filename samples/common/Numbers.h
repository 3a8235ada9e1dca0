//===- Numbers.h - Arrays of random numbers ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What is sorted and multiplied, and one number that stands for the outcome:
/// shared by the samples and the programs that the benchmark compares them
/// with.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_NUMBERS_H
#define TASKLET_SAMPLES_COMMON_NUMBERS_H

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace sample {

/// \p Count random integers, the same everywhere for the same \p Seed.
inline std::vector<int32_t> randomIntegers(size_t Count, uint32_t Seed) {
  std::mt19937 Random(Seed);
  std::vector<int32_t> Result(Count);
  for (int32_t &Element : Result)
    Element = static_cast<int32_t>(Random());
  return Result;
}

/// Depends on every element and on their order (FNV-1a over words, in 63 bits:
/// not every reader of JSON takes 64).
template <typename T> uint64_t checksum(const std::vector<T> &Data) {
  uint64_t Sum = 0xcbf29ce484222325u;
  for (const T &Element : Data)
    Sum = (Sum ^ static_cast<uint64_t>(Element)) * 0x100000001b3u;
  return Sum >> 1;
}

/// The same of the bits of \p Data.
inline uint64_t checksumOfBits(const std::vector<double> &Data) {
  std::vector<uint64_t> Bits(Data.size());
  if (!Data.empty())
    std::memcpy(Bits.data(), Data.data(), Data.size() * sizeof(double));
  return checksum(Bits);
}

} // namespace sample

#endif
