//===- Serial.h - What joins.cl computes, without tasks ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_JOINS_SERIAL_H
#define TASKLET_BENCH_JOINS_SERIAL_H

#include <cstdint>
#include <vector>

namespace joins {

struct Item {
  int32_t Weight, Value;
};

/// As in joins.cl.
constexpr int32_t GuessSide = 4096, RiddleRange = 262144;

struct Riddle {
  uint32_t Target, Hint;
};

/// The best value of a knapsack with \p Room, by the same search. \p Calls is
/// how many calls it took.
int32_t pack(const std::vector<Item> &Items, int Room, uint64_t &Calls);
int32_t fill(const std::vector<Item> &Items, int Room, uint64_t &Calls);

/// Reads, decodes and writes \p Count records.
std::vector<int32_t> pipeline(const std::vector<uint32_t> &Words, int Count);

uint32_t scramble(uint32_t X);

/// Solves riddles, a guess first.
std::vector<int32_t> solve(const std::vector<Riddle> &Riddles);

int32_t fib(int32_t N);

} // namespace joins

#endif
