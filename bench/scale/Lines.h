//===- Lines.h - Who has which line of memory in its cache ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Coherence of caches without a size: a line leaves a cache only when another
/// processor writes it (MSI; Sorin, Hill and Wood, "A Primer on Memory
/// Consistency and Cache Coherence", 2011, chapter 8, with a directory). Misses
/// for want of room, and first reads of what nobody writes, are in the costs of
/// instructions, which are fitted to real runs.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_LINES_H
#define TASKLET_BENCH_SCALE_LINES_H

#include "Hooks.h"
#include "Topology.h"

#include <bitset>
#include <memory>
#include <vector>

namespace scale {

class Lines {
public:
  Lines(const Topology &Machine, uint64_t Bytes)
      : Machine(Machine), Pages(Bytes / LineBytes / OfPage + 1) {}

  /// When \p Processor, which asks for line \p Number at \p Now, may use it.
  /// That is now if it has the line.
  double ask(uint64_t Number, unsigned Processor, uint32_t How, double Now);

private:
  struct Line {
    std::bitset<MaxProcessors> Has; ///< processors; none: only memory
    double Free = 0;                ///< Until then it is on its way to others.
    bool Written = false;           ///< by any processor
  };
  /// Most memory is never touched.
  static constexpr uint64_t OfPage = 4096;
  Line &find(uint64_t Number);
  double nearest(const Line &L, unsigned To) const;
  double farthest(const Line &L, unsigned From) const;

  const Topology &Machine;
  std::vector<std::unique_ptr<Line[]>> Pages;
};

} // namespace scale

#endif
