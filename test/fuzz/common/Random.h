//===- Random.h - Numbers that make up a program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_COMMON_RANDOM_H
#define TASKLET_TEST_FUZZ_COMMON_RANDOM_H

#include <cstdint>
#include <random>

namespace tasklet::fuzz {

class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  /// Less than \p Count. The standard's distributions differ by library.
  unsigned below(unsigned Count) { return Engine() % Count; }
  bool percent(unsigned Chance) { return below(100) < Chance; }
  uint64_t bits() { return Engine(); }

private:
  std::mt19937_64 Engine;
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMMON_RANDOM_H
