//===- Domains.h - What ranks of barnes_hut_mpi exchange --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALING_DOMAINS_H
#define TASKLET_BENCH_SCALING_DOMAINS_H

#include <cstddef>
#include <cstdint>

/// What one step exchanges between ranks. "Most" is that of the rank with most.
struct DomainCounts {
  uint64_t Bodies = 0;  ///< Of all.
  uint64_t Arrived = 0; ///< Bodies that go to another rank, of all ranks.
  uint64_t Nodes = 0, MostNodes = 0;   ///< Of others' trees, that ranks get.
  uint64_t Leaves = 0, MostLeaves = 0; ///< Bodies of others, likewise.
  uint64_t MostSent = 0; ///< Nodes that one rank sends to all others.
  /// From how many others a rank gets bodies that move, or leaves, at most. Of
  /// nodes it gets one at least from each.
  uint64_t MostMovers = 0, MostLeavers = 0;
};

/// Makes the bodies of the sample's own model, bisects them for \p Ranks with
/// equal work for each body, builds a tree in each domain, and counts what the
/// sample's function finds essential. \p Theta as in the sample.
DomainCounts countDomains(size_t Bodies, int Ranks, double Theta);

#endif
